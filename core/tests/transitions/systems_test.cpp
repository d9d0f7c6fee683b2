// Transition systems never get stuck, always finish, build the trees that they should, and respect `single_root`.
#include <cstdio>
#include <random>
#include <set>
#include <string_view>

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
  // A SHIFT and an arc for each word, a SWAP and another SHIFT for each swap; arc-standard shifts a root that is last.
  constexpr bool shifts_root = std::is_same_v<System, ArcStandard> || std::is_same_v<System, SwapStandard>;
  CHECK(moves ==
        2 * words + 2 * static_cast<int>(swapped.size()) + (shifts_root && root == Root::last && words > 0 ? 1 : 0));
  std::ranges::sort(swapped);
  CHECK(std::ranges::adjacent_find(swapped) == swapped.end());
  const Heads heads = heads_of(c);
  CHECK(swaps ? is_tree(heads) : is_projective_tree(heads));
  CHECK(!single || words == 0 || has_one_root(heads));
  // The outermost dependents are right, even after swaps.
  for (Node node = 1; node <= words; ++node) {
    Node left1 = kNone, left2 = kNone, right1 = kNone, right2 = kNone;
    for (Node word = words; word > 0; --word)
      if (word < node && c.head(word) == node) left2 = std::exchange(left1, word);
    for (Node word = 1; word <= words; ++word)
      if (word > node && c.head(word) == node) right2 = std::exchange(right1, word);
    CHECK(c[node].left1 == left1 && c[node].left2 == left2 && c[node].right1 == right1 && c[node].right2 == right2);
  }
}

// A system builds all the trees that it should, and no others.
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

TEST(systems_that_need_a_root_reject_none) {
  CHECK(is_refused([] { ArcStandard{Root::none}; }));
  CHECK(is_refused([] { ArcHybrid{Root::none}; }));
  CHECK(is_refused([] { SwapStandard{Root::none}; }));
  CHECK(is_refused([] { SwapHybrid{Root::none}; }));
}

TEST(every_listed_system_has_its_own_name_and_choice) {
  std::set<std::string_view> names;
  std::set<SystemChoice> choices;
  for_each_system([&]<class System>(SystemChoice choice) {
    names.insert(System::kName);
    choices.insert(choice);
    CHECK(choice_of<System>() == choice);
    const TransitionSystem chosen(choice, Root::last, true);
    CHECK(chosen.choice() == choice && chosen.as<System>() != nullptr && chosen.root() == Root::last &&
          chosen.single_root());
    CHECK(chosen.moves() == System::kMoves && TransitionSystem(System()).choice() == choice);
  });
  CHECK(names.size() == std::variant_size_v<AnySystem> && choices.size() == names.size());
}

TEST(transitions_are_those_of_the_system) {
  const TransitionSet::Labels labels{{0, 1}, {0}, {}, {2}};
  const TransitionSet eager(labels, ArcEager::kMoves), standard(labels, ArcStandard::kMoves),
      swap(labels, SwapStandard::kMoves);
  CHECK(eager.size() == 6 && standard.size() == 5 && swap.size() == 6);
  CHECK(eager[1].move == Move::reduce && standard.of(Move::reduce, false).empty());
  CHECK(swap[5].move == Move::swap && swap.of(Move::swap, false).begin == 5);
}
