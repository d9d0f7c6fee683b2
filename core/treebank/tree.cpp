#include "treebank/tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "treebank/treebank.h"

namespace dodona {
namespace {

// Pointer doubling: every word jumps to its head, then twice as far in each step. Without a cycle, all words reach the
// root after log2(n) steps. Unlike walks up the tree, this has no unpredictable branches.
bool all_reach_root(std::span<const std::int32_t> heads) {
  std::array<std::uint32_t, 256> above;
  if (heads.size() >= above.size()) return false;
  above[0] = 0;
  std::copy(heads.begin(), heads.end(), above.begin() + 1);
  const std::span words = std::span(above).subspan(1, heads.size());
  for (std::size_t steps = 1; steps <= heads.size(); steps *= 2) {
    std::uint32_t any = 0;
    for (std::uint32_t& at : words) any |= at = above[at];
    if (any == 0) return true;
  }
  return false;
}

// Marks every word with the walk that first reached it: a walk that meets its own mark has found a cycle.
std::optional<TreeFault> find_cycle(std::span<const std::int32_t> heads) {
  if (all_reach_root(heads)) return std::nullopt;  // or false for long sentences
  std::vector<std::uint32_t> walk(heads.size() + 1, 0);
  for (std::uint32_t start = 1; start <= heads.size(); ++start) {
    std::size_t at = start;
    while (at != 0 && walk[at] == 0) {
      walk[at] = start;
      at = static_cast<std::size_t>(heads[at - 1]);
    }
    if (at == 0 || walk[at] != start) continue;
    std::string path = std::to_string(at);
    std::size_t next = at;
    int shown = 0;
    do {
      next = static_cast<std::size_t>(heads[next - 1]);
      path += ++shown > 12 ? "" : " -> " + std::to_string(next);
    } while (next != at);
    if (shown > 12) path += " -> ...";
    return TreeFault{Fault::cycle, at - 1, "heads form a cycle (" + path + ")"};
  }
  return std::nullopt;
}

TreeFault several_roots(std::span<const std::int32_t> heads, std::size_t roots) {
  std::string list;
  std::size_t listed = 0, second = 0;
  for (std::size_t word = 0; word < heads.size() && listed < 8; ++word) {
    if (heads[word] != 0) continue;
    if (++listed == 2) second = word;
    list += listed == 1 ? "" : ", ";
    list += std::to_string(word + 1);
  }
  return {Fault::roots, second,
          std::to_string(roots) + " words have the root (0) as their head where one is required (words " + list +
              (roots > 8 ? ", ...)" : ")")};
}

}  // namespace

bool is_headless(std::span<const std::int32_t> heads) {
  return std::all_of(heads.begin(), heads.end(), [](std::int32_t head) { return head == kNoHead; });
}

std::vector<TreeFault> find_tree_faults(std::span<const std::int32_t> heads, bool single_root, bool partial) {
  if (is_headless(heads)) return {};
  const std::size_t length = heads.size();
  std::vector<TreeFault> faults;
  std::size_t roots = 0;
  for (std::size_t word = 0; word < length; ++word) {
    const std::int32_t head = heads[word];
    roots += head == 0;
    if (head == kNoHead && !partial)
      faults.push_back({Fault::head, word, "word " + std::to_string(word + 1) + " has no head while others have one"});
    else if (head != kNoHead && (head < 0 || std::cmp_greater(head, length)))
      faults.push_back({Fault::head, word,
                        "head " + std::to_string(head) + " is outside the sentence (" + std::to_string(length) +
                            (length == 1 ? " word)" : " words)")});
  }
  if (!faults.empty() || partial) return faults;
  if (roots == 0) return {{Fault::no_root, 0, "no word has the root (0) as its head"}};
  if (auto cycle = find_cycle(heads)) faults.push_back(*std::move(cycle));
  if (single_root && roots > 1) faults.push_back(several_roots(heads, roots));
  return faults;
}

std::vector<std::int32_t> depths(std::span<const std::int32_t> heads) {
  std::vector<std::int32_t> depth(heads.size(), 0);
  if (is_headless(heads)) return depth;
  std::vector<std::size_t> path;
  for (std::size_t word = 0; word < heads.size(); ++word) {
    std::size_t at = word;
    while (depth[at] == 0 && heads[at] != 0) {
      path.push_back(at);
      at = static_cast<std::size_t>(heads[at] - 1);
    }
    if (depth[at] == 0) depth[at] = 1;
    for (; !path.empty(); path.pop_back()) {
      depth[path.back()] = depth[at] + 1;
      at = path.back();
    }
  }
  return depth;
}

Dependents::Dependents(std::span<const std::int32_t> heads) : begin(heads.size() + 2, 0), words(heads.size()) {
  for (const std::int32_t head : heads) ++begin[static_cast<std::size_t>(head) + 1];
  for (std::size_t node = 1; node < begin.size(); ++node) begin[node] += begin[node - 1];
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t word = 0; word < heads.size(); ++word)
    if (heads[word] != kNoHead)  // words without heads were counted before those of node 0
      words[next[static_cast<std::size_t>(heads[word])]++] = static_cast<std::int32_t>(word + 1);
}

}  // namespace dodona
