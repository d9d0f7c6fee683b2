// Pseudo-random scores of configurations, for every transition system.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "all_systems.h"
#include "transitions/legal.h"

namespace dodona {

inline const TransitionSet::Labels kLabels{{0, 1}, {0, 1}, {2}, {2}};

/// Stack, buffer, heads and labels.
template <class C>
std::u32string key_of(const C& c) {
  std::u32string key;
  const auto add = [&](std::int32_t number) { key.push_back(static_cast<char32_t>(number + 1)); };
  for (const Node node : c.stack()) add(node);
  add(kNone);
  for (std::size_t i = 0; i < c.buffer_size(); ++i) add(c.buffer(i));
  add(kNone);
  for (Node node = 1; node <= c.words(); ++node) {
    add(c.head(node));
    add(c.label(node));
  }
  return key;
}

/// Pseudo-random scores that depend only on the configuration. There are few different ones, so that ties are frequent.
/// They are integers, so that sums are exact.
class Scores {
 public:
  Scores(std::size_t transitions, std::uint64_t seed, std::uint64_t different)
      : row_(transitions), seed_(seed), different_(different) {}

  template <class C>
  const float* score(const C& c) {
    std::uint64_t hash = seed_;
    for (const char32_t each : key_of(c)) hash = (hash ^ each) * 0x9E3779B97F4A7C15u + (hash >> 29);
    for (std::size_t id = 0; id < row_.size(); ++id) {
      hash = (hash + id) * 0xBF58476D1CE4E5B9u + (hash >> 31);
      row_[id] = static_cast<float>((hash >> 40) % different_) - static_cast<float>(different_ / 2);
    }
    return row_.data();
  }

 private:
  std::vector<float> row_;
  std::uint64_t seed_, different_;
};

template <class F>
void for_systems(F visit) {
  for (const SystemChoice choice : all_choices())
    for (const Root root : {Root::first, Root::last}) {
      const TransitionSystem system(choice, root, root == Root::first);
      visit(system, TransitionSet(kLabels, system.moves()));
    }
}

}  // namespace dodona
