// Constraints on labels, with random scores, in every search and every transition system.
#include "scoring/constrained_model.h"

#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "all_systems.h"
#include "base/hash.h"
#include "confidence/estimators.h"
#include "parser_fixture.h"
#include "search/most_probable.h"
#include "search/nbest.h"
#include "test.h"
#include "treebank/tree.h"

using namespace dodona;

namespace {

// Any score for any transition in any configuration.
class RandomScorer final : public ScorerFor<RandomScorer> {
 public:
  RandomScorer(const Treebank&, const ParserSpec* spec) : scores_(spec->transitions.size()) {}
  void start(std::size_t sentence) override { seed_ = hash_with(1, sentence); }
  template <class C>
  const float* score_any(const C& c) {
    const auto number = [](Node node) { return static_cast<std::uint64_t>(node + 1); };
    std::uint64_t hash = hash_with(hash_with(seed_, number(c.stack(0))), number(c.buffer(0)));
    hash = hash_with(hash, c.stack_size());
    for (std::size_t id = 0; id < scores_.size(); ++id)
      scores_[id] = static_cast<float>(hash_with(hash, id) >> 40 & 1023) / 64;
    return scores_.data();
  }

 private:
  std::uint64_t seed_ = 0;
  std::vector<float> scores_;
};

// Words with the label d0 have no dependents, and d1 and d2 exclude each other and themselves.
TreeConstraints some_constraints(const LabelSet& labels) {
  TreeConstraints constraints{std::vector<std::vector<Label>>(labels.size()),
                              std::vector<std::vector<Label>>(labels.size())};
  for (std::size_t label = 0; label < labels.size(); ++label)
    constraints.below[static_cast<std::size_t>(labels.find("d0"))].push_back(static_cast<Label>(label));
  for (const char* const label : {"d1", "d2"})
    constraints.beside[static_cast<std::size_t>(labels.find(label))] = {labels.find("d1"), labels.find("d2")};
  return constraints;
}

std::size_t breaks(const Treebank& treebank, const Trees& trees, const LabelSet& labels) {
  std::size_t found = 0;
  const auto is = [&](std::size_t word, const char* name) { return trees.labels[word] == labels.find(name); };
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    const std::size_t first = treebank.word_begin[i], end = first + treebank.length(i);
    for (std::size_t word = first; word < end; ++word) {
      if (trees.heads[word] == 0) continue;
      found += is(first + static_cast<std::size_t>(trees.heads[word]) - 1, "d0") ? 1 : 0;
      if (!is(word, "d1") && !is(word, "d2")) continue;
      for (std::size_t other = first; other < word; ++other)
        found += trees.heads[other] == trees.heads[word] && (is(other, "d1") || is(other, "d2")) ? 1 : 0;
    }
  }
  return found;
}

std::size_t faults(const Treebank& treebank, const Trees& trees, bool single_root) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    found += find_tree_faults({trees.heads.data() + treebank.word_begin[i], treebank.length(i)}, single_root).size();
  return found;
}

}  // namespace

TEST(constraints_hold_in_every_system_and_every_search) {
  std::mt19937 random(2032);
  const Treebank treebank = random_treebank(120, random);
  std::size_t broken = 0;
  for (const TransitionSystem& system : all_systems(true)) {
    const TreebankLabels found(treebank, system);
    const auto spec = std::make_shared<const ParserSpec>(system, found.names, found.allowed, found.root_label);
    const Parser free(spec, std::make_shared<ModelOf<RandomScorer, const ParserSpec*>>(spec.get()));
    const Parser parser(spec,
                        std::make_shared<ConstrainedModel>(spec, free.shared_model(), some_constraints(spec->labels)));
    broken += breaks(treebank, free.trees(treebank, 1), spec->labels);
    const auto check = [&](const Trees& trees) {
      CHECK(breaks(treebank, trees, spec->labels) == 0);
      CHECK(faults(treebank, trees, system.single_root()) == 0);
    };
    const Trees greedy = parser.trees(treebank, 2);
    check(greedy);
    check(nbest(parser, treebank, 1, {8, 1}, 1).trees);
    check(most_probable(parser, treebank, 50, {4, 1}, 1).trees);
    check(confidences(parser, treebank, {}, 1).trees);
    CHECK(are_same(parser.trees(treebank, 1), greedy));
  }
  CHECK(broken > 300);
}

TEST(constraints_that_do_not_fit_the_labels_are_refused) {
  std::mt19937 random(2033);
  const Treebank treebank = random_treebank(20, random);
  const TransitionSystem system = ArcEager(Root::first, true);
  const TreebankLabels found(treebank, system);
  const auto spec = std::make_shared<const ParserSpec>(system, found.names, found.allowed, found.root_label);
  const auto model = std::make_shared<ModelOf<RandomScorer, const ParserSpec*>>(spec.get());
  const auto refuses = [&](const TreeConstraints& constraints) {
    try {
      ConstrainedModel(spec, model, constraints);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  TreeConstraints good = some_constraints(spec->labels);
  CHECK(!refuses(good));
  CHECK(refuses({}));
  good.below[0].push_back(static_cast<Label>(spec->labels.size()));
  CHECK(refuses(good));
  good.below[0].back() = -1;
  CHECK(refuses(good));
}
