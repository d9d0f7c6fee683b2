// Trees for tests: all of them, and some at random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace dodona {

using Heads = std::vector<std::int32_t>;

/// Every way of giving each of `words` words a head, trees or not.
template <class F>
void for_all_heads(std::int32_t words, F visit) {
  Heads heads(static_cast<std::size_t>(words), 0);
  for (;;) {
    visit(heads);
    std::size_t place = 0;
    while (place < heads.size() && heads[place] == words) heads[place++] = 0;
    if (place == heads.size()) return;
    ++heads[place];
  }
}

/// Whether `above` is `word` or one of its ancestors.
inline bool dominates(const Heads& heads, std::int32_t above, std::int32_t word) {
  for (std::size_t steps = 0; steps <= heads.size() + 1; ++steps) {
    if (word == above) return true;
    if (word == 0) return false;
    word = heads[static_cast<std::size_t>(word - 1)];
  }
  return false;
}

inline bool is_tree(const Heads& heads) {
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word)
    if (!dominates(heads, 0, word)) return false;
  return true;
}

/// By the definition: an arc's head dominates all that lies between its ends.
inline bool is_projective_tree(const Heads& heads) {
  if (!is_tree(heads)) return false;
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word) {
    const std::int32_t head = heads[static_cast<std::size_t>(word - 1)];
    for (std::int32_t between = std::min(head, word) + 1; between < std::max(head, word); ++between)
      if (!dominates(heads, head, between)) return false;
  }
  return true;
}

template <class F>
void for_all_trees(std::int32_t words, F visit) {
  for_all_heads(words, [&](const Heads& heads) {
    if (is_tree(heads)) visit(heads);
  });
}

/// Any projective tree may come out, though not all equally often.
inline Heads random_projective_tree(std::int32_t words, std::mt19937& random) {
  Heads heads(static_cast<std::size_t>(words), 0);
  const auto fill = [&](auto&& self, std::int32_t from, std::int32_t to, std::int32_t head) -> void {
    while (from <= to) {  // a run of subtrees, each under `head`
      const std::int32_t end = std::uniform_int_distribution(from, to)(random);
      const std::int32_t top = std::uniform_int_distribution(from, end)(random);
      heads[static_cast<std::size_t>(top - 1)] = head;
      self(self, from, top - 1, top);
      self(self, top + 1, end, top);
      from = end + 1;
    }
  };
  fill(fill, 1, words, 0);
  return heads;
}

}  // namespace dodona
