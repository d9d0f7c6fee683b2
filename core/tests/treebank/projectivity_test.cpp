#include <algorithm>
#include <vector>

#include "test.h"
#include "treebank/projectivity.h"
#include "treebank/tree.h"
#include "trees.h"

using namespace dodona;

namespace {

// Direct implementations of the definitions.
Heads crossing_by_definition(const Heads& heads) {
  Heads found;
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word) {
    const std::int32_t head = heads[static_cast<std::size_t>(word - 1)];
    for (std::int32_t between = std::min(head, word) + 1; between < std::max(head, word); ++between) {
      if (dominates(heads, head, between)) continue;
      found.push_back(word);
      break;
    }
  }
  return found;
}

std::int32_t gaps_by_definition(const Heads& heads) {
  const auto length = static_cast<std::int32_t>(heads.size());
  std::int32_t most = 0;
  for (std::int32_t node = 1; node <= length; ++node) {
    std::int32_t stretches = 0;
    for (std::int32_t word = 1; word <= length; ++word)
      stretches += dominates(heads, node, word) && (word == 1 || !dominates(heads, node, word - 1));
    most = std::max(most, stretches - 1);
  }
  return most;
}

std::int32_t edge_degree_by_definition(const Heads& heads) {
  std::int32_t most = 0;
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word) {
    const std::int32_t head = heads[static_cast<std::size_t>(word - 1)];
    const std::int32_t left = std::min(head, word), right = std::max(head, word);
    std::int32_t pieces = 0;
    for (std::int32_t between = left + 1; between < right; ++between) {
      const std::int32_t above = heads[static_cast<std::size_t>(between - 1)];
      pieces += !(left < above && above < right) && !dominates(heads, head, between);
    }
    most = std::max(most, pieces);
  }
  return most;
}

}  // namespace

TEST(projectivity_of_all_trees_up_to_six_words) {
  std::size_t trees = 0, projective = 0;
  for (std::int32_t words = 1; words <= 6; ++words) {
    for_all_heads(words, [&](const Heads& heads) {
      const bool tree = is_tree(heads);
      CHECK(find_tree_faults(heads).empty() == tree);
      if (!tree) return;
      ++trees;
      projective += is_projective(heads);
      CHECK(nonprojective_words(heads) == crossing_by_definition(heads));
      CHECK(is_projective(heads) == crossing_by_definition(heads).empty());
      CHECK(gap_degree(heads) == gaps_by_definition(heads));
      CHECK(edge_degree(heads) == edge_degree_by_definition(heads));
      const Dominance fast(heads);
      for (std::int32_t above = 0; above <= words; ++above)
        for (std::int32_t word = 0; word <= words; ++word) CHECK(fast(above, word) == dominates(heads, above, word));
    });
  }
  CHECK(trees == 1 + 3 + 16 + 125 + 1296 + 16807);    // Cayley: (n + 1)^(n - 1)
  CHECK(projective == 1 + 3 + 12 + 55 + 273 + 1428);  // binomial(3n, n) / (2n + 1)
}

TEST(several_roots_are_listed_up_to_eight) {
  CHECK(find_tree_faults(Heads(8, 0)).empty());
  const auto said = [](std::size_t roots) { return find_tree_faults(Heads(roots, 0), true).at(0).message; };
  CHECK(said(2).ends_with("(words 1, 2)"));
  CHECK(said(8).ends_with("(words 1, 2, 3, 4, 5, 6, 7, 8)"));
  CHECK(said(9).ends_with("(words 1, 2, 3, 4, 5, 6, 7, 8, ...)"));
}

TEST(depths_count_arcs) {
  CHECK(depths(Heads{2, 0, 4, 2}) == Heads({2, 1, 3, 2}));
  CHECK(depths(Heads{-1, -1}) == Heads({0, 0}));
}

TEST(deep_trees_do_not_overflow_the_stack) {
  Heads chain(200'000);
  for (std::size_t i = 0; i < chain.size(); ++i) chain[i] = static_cast<std::int32_t>(i);
  CHECK(find_tree_faults(chain).empty());
  CHECK(is_projective(chain));
  CHECK(depths(chain).back() == 200'000);
}
