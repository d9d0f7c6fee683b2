// Compares many references with an enumeration of all of them.
#include <algorithm>
#include <random>
#include <stdexcept>

#include "derivations.h"
#include "oracles/arc_eager.h"
#include "oracles/references/multi_reference_oracle.h"
#include "test.h"
#include "trees.h"

namespace dodona {
namespace {

using Groups = std::vector<ReferenceGroup>;

// All trees made by choosing one alternative for each group.
std::vector<Heads> all_trees(const Heads& base, const Groups& groups) {
  std::vector<Heads> trees{base};
  for (const ReferenceGroup& group : groups) {
    std::vector<Heads> more;
    for (const Heads& tree : trees)
      for (const auto& alternative : group.alternatives) {
        Heads changed = tree;
        for (std::size_t i = 0; i < group.words.size(); ++i)
          changed[static_cast<std::size_t>(group.words[i]) - 1] = alternative.heads[i];
        more.push_back(changed);
      }
    trees = std::move(more);
  }
  return trees;
}

bool is_good(const Heads& base, const Groups& groups, bool one_root) {
  return std::ranges::all_of(all_trees(base, groups), [&](const Heads& tree) {
    return is_projective_tree(tree) && (!one_root || has_one_root(tree));
  });
}

// Up to eight groups of one to three words, with up to three alternatives each, such that every choice is a projective
// tree.
Groups random_groups(const Heads& base, std::mt19937& random, bool one_root) {
  Groups groups;
  std::vector<char> taken(base.size(), 0);
  for (int attempt = 0; attempt < 60 && groups.size() < 8; ++attempt) {
    ReferenceGroup group;
    const std::size_t from = below(base.size(), random), size = 1 + below(3, random);
    for (std::size_t i = from; i < std::min(from + size, base.size()); ++i)
      if (!taken[i]) group.words.push_back(static_cast<Node>(i + 1));
    if (group.words.empty()) continue;
    auto& first = group.alternatives.emplace_back();
    for (const Node word : group.words) first.heads.push_back(base[static_cast<std::size_t>(word) - 1]);
    first.labels.assign(group.words.size(), 0);
    for (int other = 0; other < 12 && group.alternatives.size() < 3; ++other) {
      ReferenceGroup::Alternative alternative{{}, std::vector<Label>(group.words.size(), 0)};
      for (std::size_t i = 0; i < group.words.size(); ++i)
        alternative.heads.push_back(static_cast<Node>(below(base.size() + 1, random)));
      if (std::ranges::any_of(group.alternatives, [&](const auto& known) { return known.heads == alternative.heads; }))
        continue;
      group.alternatives.push_back(alternative);
      groups.push_back(group);
      if (!is_good(base, groups, one_root)) group.alternatives.pop_back();
      groups.pop_back();
    }
    if (group.alternatives.size() < 2) continue;
    for (const Node word : group.words) taken[static_cast<std::size_t>(word) - 1] = 1;
    groups.push_back(group);
  }
  return groups;
}

References references_of(const Heads& base, const Groups& groups) {
  return References(base, std::vector<Label>(base.size(), 0), 0, groups);
}

std::size_t surviving_trees(const SurvivingReferences& surviving, std::size_t groups) {
  std::size_t all = 1;
  for (std::size_t i = 0; i < groups; ++i) all *= surviving.survivors(i);
  return all;
}

// Makes random moves and compares with the enumeration at every step. `stray` is the probability that a move may be
// wrong.
void compare(Root root, bool one_root, double stray, unsigned seed, std::size_t& most) {
  std::mt19937 random(seed);
  const Heads base = random_projective_tree(between(3, 12, random), random, one_root);
  const Groups groups = random_groups(base, random, one_root);
  most = std::max(most, groups.size());
  const References references = references_of(base, groups);
  const ArcEager system(root, one_root);
  std::vector<Gold> alive;
  for (const Heads& tree : all_trees(base, groups)) alive.push_back(gold_tree(tree));

  SurvivingReferences surviving;
  surviving.start(references);
  Configuration c;
  system.start(c, references.words());
  bool astray = false;
  while (!system.finished(c)) {
    const MoveSet legal = system.legal(c);
    const Costs costs = surviving.costs(c, legal);
    std::vector<Costs> each;
    for (const Gold& gold : alive) each.push_back(ArcEagerDynamicOracle(system, gold).costs(c));
    std::vector<Move> correct;
    for (const Move move : moves_of(legal)) {
      float least = 1000;
      for (const Costs& one : each) least = std::min(least, one[index_of(move)]);
      // A single root adds costs of its own.
      if (one_root)
        CHECK((costs[index_of(move)] == 0) == (least == 0));
      else
        CHECK(costs[index_of(move)] == least);
      if (least == 0) correct.push_back(move);
    }
    if (!one_root || !astray) CHECK(!correct.empty());
    const bool strays = std::bernoulli_distribution(stray)(random);
    astray |= strays;
    const std::vector<Move> choices = strays ? moves_of(legal) : correct;
    const Move move = choices[below(choices.size(), random)];
    float least = 1000;
    for (const Costs& one : each) least = std::min(least, one[index_of(move)]);
    std::vector<Gold> still;
    for (std::size_t i = 0; i < alive.size(); ++i)
      if (each[i][index_of(move)] == least) still.push_back(alive[i]);
    alive = std::move(still);
    surviving.follow(c, move, 0);
    CHECK(surviving_trees(surviving, groups.size()) == alive.size());
    system.apply(c, move, builds_arc(move) ? 0 : kNoLabel);
    if (stray > 0) continue;
    SurvivingReferences found;  // from the configuration alone
    found.find(references, c);
    for (std::size_t i = 0; i < groups.size(); ++i)
      CHECK(found.survivors(i) == surviving.survivors(i) && found.survivor(i) == surviving.survivor(i));
  }
  if (stray > 0) return;
  system.finish(c, 0);
  // One reference has survived, and it is the tree that was built.
  CHECK(alive.size() == 1);
  for (Node word = 1; word <= references.words(); ++word) CHECK(c.head(word) == alive.front().head(word));
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t k = 0; k < groups[i].words.size(); ++k)
      CHECK(c.head(groups[i].words[k]) == groups[i].alternatives[surviving.survivor(i)].heads[k]);
}

}  // namespace

TEST(surviving_references_are_those_that_enumeration_finds) {
  std::size_t most = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const Root root : {Root::first, Root::last, Root::none}) compare(root, false, 0, seed, most);
  CHECK(most >= 5);
}

TEST(a_single_root_excludes_no_surviving_reference) {
  std::size_t most = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const Root root : {Root::first, Root::last, Root::none}) compare(root, true, 0, seed, most);
}

TEST(after_wrong_moves_the_alternatives_that_lost_least_survive) {
  std::size_t most = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const Root root : {Root::first, Root::last, Root::none}) compare(root, false, 0.3, seed, most);
}

// "of Earth", with either word as the head.
TEST(a_wrong_move_may_rule_out_every_alternative) {
  const Heads base{2, 0, 2};
  const References references = references_of(base, {{{1, 2}, {{{2, 0}, {0, 0}}, {{0, 1}, {0, 0}}}}});
  const ArcEager system(Root::none, false);
  SurvivingReferences surviving;
  surviving.start(references);
  Configuration c;
  system.start(c, 3);
  system.apply(c, Move::shift, kNoLabel);
  CHECK(surviving.costs(c, system.legal(c))[index_of(Move::left_arc)] == 0);
  CHECK(surviving.costs(c, system.legal(c))[index_of(Move::right_arc)] == 0);
  CHECK(surviving.costs(c, system.legal(c))[index_of(Move::shift)] ==
        1);  // loses the arc between the two, whichever it is
  surviving.follow(c, Move::shift, kNoLabel);
  CHECK(surviving.survivors(0) == 2);  // both have lost one arc
  system.apply(c, Move::shift, kNoLabel);
  // In both, the head of the third word is the second.
  CHECK(surviving.costs(c, system.legal(c))[index_of(Move::right_arc)] == 0);
  // Attaching the second word is wrong only in the first alternative: in the second, its arc from the first word is
  // lost already.
  CHECK(surviving.costs(c, system.legal(c))[index_of(Move::left_arc)] ==
        1);  // (2, 3) is lost, and so is (0, 2) in the first
  surviving.follow(c, Move::left_arc, 0);
  CHECK(surviving.survivors(0) == 1 && surviving.survivor(0) == 1);
}

TEST(labels_tell_alternatives_apart) {
  // Both alternatives have the same heads.
  const Heads base{2, 0};
  const std::vector<Label> labels{0, 0};
  const References references(base, labels, 0, {{{1}, {{{2}, {1}}, {{2}, {3}}}}});
  const ArcEager system(Root::none, false);
  SurvivingReferences surviving;
  surviving.start(references);
  Configuration c;
  system.start(c, 2);
  system.apply(c, Move::shift, kNoLabel);
  CHECK(surviving.cost_of_label(c, Move::left_arc, 1, 1) == 0 && surviving.cost_of_label(c, Move::left_arc, 3, 1) == 0);
  CHECK(surviving.cost_of_label(c, Move::left_arc, 2, 0.5f) == 0.5f);
  SurvivingReferences wrong = surviving;
  surviving.follow(c, Move::left_arc, 3);
  CHECK(surviving.survivors(0) == 1 && surviving.survivor(0) == 1);
  wrong.follow(c, Move::left_arc, 2);  // neither has this label: both survive
  CHECK(wrong.survivors(0) == 2);
}

TEST(references_that_do_not_fit_are_refused) {
  const Heads base{2, 0};
  const auto refused = [&](Groups groups) {
    try {
      references_of(base, std::move(groups));
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refused({{{3}, {{{0}, {0}}}}}));
  CHECK(refused({{{1}, {}}}));
  CHECK(refused({{{1}, {{{3}, {0}}}}}));
  CHECK(refused({{{1}, {{{0}, {}}}}}));
  CHECK(refused({{{1}, {{{0}, {0}}}}, {{1}, {{{0}, {0}}}}}));
  CHECK(!refused({{{1}, {{{0}, {0}}}}}));
}

// A sentence of 180 words and 60 groups with two alternatives each: 2^60 references.
TEST(sixty_groups_of_alternatives_are_handled) {
  Heads base;
  Groups groups;
  for (Node i = 0; i < 60; ++i) {
    // A word with a function word before it and a dependent after it; its head is the previous such word.
    const Node above = i == 0 ? 0 : 3 * i - 1, function = 3 * i + 1, word = 3 * i + 2;
    base.insert(base.end(), {word, above, word});
    groups.push_back({{function, word}, {{{word, above}, {0, 0}}, {{above, function}, {0, 0}}}});
  }
  const References references = references_of(base, groups);
  const ArcEager system(Root::first, false);
  std::mt19937 random(1);
  SurvivingReferences surviving;
  surviving.start(references);
  Configuration c;
  system.start(c, references.words());
  while (!system.finished(c)) {
    const MoveSet legal = system.legal(c);
    const Costs costs = surviving.costs(c, legal);
    std::vector<Move> correct;
    for (const Move move : moves_of(legal))
      if (costs[index_of(move)] == 0) correct.push_back(move);
    CHECK(!correct.empty());
    const Move move = correct[below(correct.size(), random)];
    surviving.follow(c, move, 0);
    system.apply(c, move, builds_arc(move) ? 0 : kNoLabel);
  }
  system.finish(c, 0);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(surviving.survivors(i) == 1);
    changed += surviving.survivor(i);
    for (std::size_t k = 0; k < 2; ++k)
      CHECK(c.head(groups[i].words[k]) == groups[i].alternatives[surviving.survivor(i)].heads[k]);
  }
  CHECK(changed > 10 && changed < 50);
}

}  // namespace dodona
