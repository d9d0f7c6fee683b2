// What all systems but arc-eager promise: they never get stuck, end, and keep a single root where they should.
#include <cstdio>
#include <random>
#include <stdexcept>

#include "derivations.h"
#include "test.h"
#include "transitions/legal.h"

using namespace dodona;

namespace {

constexpr Root kRoots[] = {Root::first, Root::last};

Heads heads_of(const Configuration& c) {
  Heads heads;
  for (Node word = 1; word <= c.words(); ++word) heads.push_back(c.head(word));
  return heads;
}

template <class System>
void walk_at_random(Root root, bool single, std::mt19937& random, Node words) {
  const System system(root, single);
  constexpr bool swaps = System::kMoves.has(Move::swap);
  Configuration c;
  system.start(c, words);
  std::vector<std::pair<Node, Node>> swapped;
  int moves = 0;
  while (!system.finished(c)) {
    const std::vector<Move> legal = moves_of(system.legal(c));
    CHECK(!legal.empty());
    if (legal.empty()) return;
    const Move move = legal[random() % legal.size()];
    if (move == Move::swap) {
      const Node one = c.stack(0), other = std::is_same_v<System, SwapStandard> ? c.stack(1) : c.buffer(0);
      swapped.emplace_back(std::min(one, other), std::max(one, other));
    }
    if (builds_arc(move)) CHECK(!c.has_head(system.arc(c, move).dependent));
    system.apply(c, move, builds_arc(move) ? 0 : kNoLabel);
    ++moves;
    std::size_t headless = 0;
    for (const Node node : c.stack()) headless += node > 0;
    CHECK(c.headless() == headless);
  }
  // A SHIFT and an arc for each word, a SWAP and another SHIFT for each swap; a root that stands last is shifted, or stays.
  constexpr bool shifts_root = std::is_same_v<System, ArcStandard> || std::is_same_v<System, SwapStandard>;
  CHECK(moves == 2 * words + 2 * static_cast<int>(swapped.size()) + (shifts_root && root == Root::last && words > 0 ? 1 : 0));
  std::ranges::sort(swapped);
  CHECK(std::ranges::adjacent_find(swapped) == swapped.end());
  const Heads heads = heads_of(c);
  CHECK(swaps ? is_tree(heads) : is_projective_tree(heads));
  CHECK(!single || words == 0 || has_one_root(heads));
  // Outermost dependents are what they are called, whatever was swapped.
  for (Node node = 1; node <= words; ++node) {
    Node left1 = kNone, left2 = kNone, right1 = kNone, right2 = kNone;
    for (Node word = words; word > 0; --word)
      if (word < node && c.head(word) == node) left2 = std::exchange(left1, word);
    for (Node word = 1; word <= words; ++word)
      if (word > node && c.head(word) == node) right2 = std::exchange(right1, word);
    CHECK(c[node].left1 == left1 && c[node].left2 == left2 && c[node].right1 == right1 && c[node].right2 == right2);
  }
}

// Every tree that a system should build is built by some moves, and no other.
template <class System>
void check_trees(Root root, bool single, Node words) {
  std::unordered_set<std::u32string> seen;
  std::unordered_set<std::u32string> built;
  const System system(root, single);
  const auto walk = [&](auto&& self, const Configuration& c) -> void {
    std::u32string key = key_of(c);
    for (const Node head : heads_of(c)) key.push_back(static_cast<char32_t>(head));
    if (!seen.insert(key).second) return;
    if (system.finished(c)) built.insert(key);
    for (const Move move : moves_of(system.legal(c))) self(self, after(system, c, move));
  };
  Configuration c;
  system.start(c, words);
  walk(walk, c);
  std::size_t trees = 0;
  for_all_trees(words, [&](const Heads& heads) {
    trees += (System::kMoves.has(Move::swap) || is_projective_tree(heads)) && (!single || has_one_root(heads));
  });
  CHECK(built.size() == trees);
}

template <class System>
void check_system() {
  std::mt19937 random(2009);
  for (const Root root : kRoots)
    for (const bool single : {false, true}) {
      for (Node words = 0; words <= 12; ++words)
        for (int times = 0; times < 40; ++times) walk_at_random<System>(root, single, random, words);
      for (Node words = 1; words <= 4; ++words) check_trees<System>(root, single, words);
    }
}

}  // namespace

TEST(arc_standard_builds_every_projective_tree_and_no_other) { check_system<ArcStandard>(); }
TEST(arc_hybrid_builds_every_projective_tree_and_no_other) { check_system<ArcHybrid>(); }
TEST(swap_standard_builds_every_tree_and_swaps_no_two_words_twice) { check_system<SwapStandard>(); }
TEST(swap_hybrid_builds_every_tree_and_swaps_no_two_words_twice) { check_system<SwapHybrid>(); }

TEST(systems_that_need_a_root_refuse_to_do_without) {
  const auto refuses = [](auto make) {
    try {
      make();
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  CHECK(refuses([] { ArcStandard{Root::none}; }));
  CHECK(refuses([] { ArcHybrid{Root::none}; }));
  CHECK(refuses([] { SwapStandard{Root::none}; }));
  CHECK(refuses([] { SwapHybrid{Root::none}; }));
}

TEST(transitions_are_those_that_a_system_has) {
  const TransitionSet::Labels labels{{0, 1}, {0}, {}, {2}};
  const TransitionSet eager(labels, ArcEager::kMoves), standard(labels, ArcStandard::kMoves), swap(labels, SwapStandard::kMoves);
  CHECK(eager.size() == 6 && standard.size() == 5 && swap.size() == 6);
  CHECK(eager[1].move == Move::reduce && standard.of(Move::reduce, false).empty());
  CHECK(swap[5].move == Move::swap && swap.of(Move::swap, false).begin == 5);
}
