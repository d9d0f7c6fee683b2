// Arc constraints: which of them are compatible, and that the allowed moves keep them.
#include "search/constraints/arc_constraints.h"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "all_systems.h"
#include "test.h"
#include "trees.h"

using namespace dodona;

namespace {

// Every assignment of heads or none, including words that are their own head.
template <class F>
void for_all_partial_heads(std::int32_t words, F visit) {
  Heads heads(static_cast<std::size_t>(words), kNone);
  for (;;) {
    visit(heads);
    std::size_t place = 0;
    while (place < heads.size() && heads[place] == words) heads[place++] = kNone;
    if (place == heads.size()) return;
    ++heads[place];
  }
}

bool has_arcs(const Heads& tree, const Heads& kept) {
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (kept[i] != kNone && tree[i] != kept[i]) return false;
  return true;
}

std::vector<Heads> trees_of(std::int32_t words, bool projective, bool single_root) {
  std::vector<Heads> trees;
  for_all_trees(words, [&](const Heads& heads) {
    if ((!projective || is_projective_tree(heads)) && (!single_root || has_one_root(heads))) trees.push_back(heads);
  });
  return trees;
}

Gold gold_of(const Heads& kept) { return {kept, std::vector<Label>(kept.size(), 0), 0}; }

Heads heads_of(const SharedConfiguration& c) {
  Heads heads;
  for (Node word = 1; word <= c.words(); ++word) heads.push_back(c.head(word));
  return heads;
}

// All trees that the allowed moves lead to.
class Walk {
 public:
  Walk(const TransitionSystem& system, const Heads& kept)
      : system_(system), gold_(gold_of(kept)), moves_(arc_constraints(system, gold_)) {
    SharedConfiguration c{SharedArcs(pool_)};
    system.start(c, static_cast<Node>(kept.size()));
    go(c);
  }
  const std::set<Heads>& trees() const { return trees_; }

 private:
  void go(const SharedConfiguration& c) {
    std::vector<std::int32_t> key(c.stack());
    key.push_back(kNone);
    for (std::size_t i = 0; i < c.buffer_size(); ++i) key.push_back(c.buffer(i));
    key.push_back(kNone);
    for (const std::int32_t head : heads_of(c)) key.push_back(head);
    if (!seen_.insert(key).second) return;
    if (system_.finished(c)) {
      SharedConfiguration end = c;
      system_.finish(end, 0);
      trees_.insert(heads_of(end));
      return;
    }
    const MoveSet legal = system_.legal(c), allowed = moves_->allowed(c);
    CHECK(!allowed.empty());
    for (const Move move : kAllMoves) {
      if (!allowed.has(move)) continue;
      CHECK(legal.has(move));
      SharedConfiguration next = c;
      system_.apply(next, move, 0);
      go(next);
    }
  }

  ArcsPool pool_;
  TransitionSystem system_;
  Gold gold_;
  std::unique_ptr<ArcConstraints> moves_;
  std::set<std::vector<std::int32_t>> seen_;
  std::set<Heads> trees_;
};

}  // namespace

TEST(remaining_constraints_are_part_of_a_tree_and_only_lost_arcs_change) {
  for (std::int32_t words = 1; words <= 4; ++words)
    for (const bool projective : {false, true})
      for (const bool single_root : {false, true}) {
        const std::vector<Heads> trees = trees_of(words, projective, single_root);
        const auto is_part = [&](const Heads& kept) {
          return std::ranges::any_of(trees, [&](const Heads& tree) { return has_arcs(tree, kept); });
        };
        std::size_t wrong = 0;
        for_all_partial_heads(words, [&](const Heads& wanted) {
          Heads kept = wanted;
          const std::vector<LostArc> lost = drop_conflicts(kept, projective, single_root);
          wrong += !is_part(kept) || lost.empty() != is_part(wanted);
          Heads again = kept;
          for (const LostArc& each : lost) {
            const auto place = static_cast<std::size_t>(each.word) - 1;
            wrong += kept[place] != kNone || wanted[place] == kNone;
            again[place] = wanted[place];
          }
          wrong += again != wanted;
        });
        CHECK(wrong == 0);
      }
}

// With SWAP, some redundant moves are not allowed, but few.
TEST(allowed_moves_lead_to_the_trees_with_the_kept_arcs_and_to_no_others) {
  for (const TransitionSystem& system : all_systems(true)) {
    const bool swaps = system.moves().has(Move::swap);
    for (std::int32_t words = 1; words <= (swaps ? 4 : 5); ++words) {
      const std::vector<Heads> trees = trees_of(words, !swaps, system.single_root());
      std::size_t wrong = 0, missing = 0, all = 0;
      for_all_partial_heads(words, [&](const Heads& wanted) {
        Heads kept = wanted;
        if (!drop_conflicts(kept, !swaps, system.single_root()).empty()) return;
        const Walk walk(system, kept);
        wrong += walk.trees().empty();
        for (const Heads& tree : walk.trees()) wrong += !has_arcs(tree, kept);
        for (const Heads& tree : trees) {
          if (!has_arcs(tree, kept)) continue;
          ++all;
          missing += !walk.trees().contains(tree);
        }
      });
      CHECK(wrong == 0);
      CHECK(swaps ? missing * 100 < all : missing == 0);
    }
  }
}

TEST(random_walks_by_allowed_moves_keep_all_arcs_of_longer_sentences) {
  std::mt19937 random(2017);
  for (const TransitionSystem& system : all_systems(true)) {
    const bool swaps = system.moves().has(Move::swap);
    std::size_t wrong = 0;
    for (int i = 0; i < 300; ++i) {
      const auto words = 4 + static_cast<std::int32_t>(random() % 9);
      const Heads tree = swaps ? random_tree(words, random, system.single_root())
                               : random_projective_tree(words, random, system.single_root());
      Heads kept = tree;
      const unsigned every = 1 + random() % 4;
      for (std::int32_t& head : kept)
        if (random() % (every + 1) == 0) head = kNone;
      const Gold gold = gold_of(kept);
      const auto moves = arc_constraints(system, gold);
      ArcsPool pool;
      SharedConfiguration c{SharedArcs(pool)};
      system.start(c, words);
      while (!system.finished(c)) {
        std::vector<Move> some;
        const MoveSet allowed = moves->allowed(c);
        for (const Move move : kAllMoves)
          if (allowed.has(move)) some.push_back(move);
        system.apply(c, some[random() % some.size()], 0);
      }
      system.finish(c, 0);
      wrong += !has_arcs(heads_of(c), kept);
    }
    CHECK(wrong == 0);
  }
}
