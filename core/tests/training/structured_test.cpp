// Structured training: that it learns, and that the result depends only on the data and the options.
#include "training/structured.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "all_systems.h"
#include "learners/averaged_perceptron.h"
#include "learners/feature_difference.h"
#include "learners/registry.h"
#include "parser_fixture.h"
#include "test.h"
#include "views.h"

using namespace dodona;

namespace {

// Every word has its own form, so that every tree can be memorised.
Treebank treebank_of(const std::vector<Heads>& trees) {
  std::string text;
  int form = 0;
  for (const Heads& heads : trees) {
    for (std::size_t i = 0; i < heads.size(); ++i, ++form)
      text += std::to_string(i + 1) + "\tw" + std::to_string(form) + "\t_\tX\t_\t_\t" + std::to_string(heads[i]) +
              "\t" +
              (heads[i] == 0   ? "root"
               : form % 3 == 0 ? "a"
                               : "b") +
              "\t_\t_\n";
    text += "\n";
  }
  return read_treebank(text);
}

// Crossing arcs of several kinds, and trees without.
const std::vector<Heads> kCrossing{{3, 4, 0, 3}, {2, 0, 1, 2},    {3, 1, 0, 2, 3}, {0, 4, 1, 1},
                                   {2, 0},       {4, 5, 0, 3, 3}, {2, 4, 5, 0, 1}, {0}};
const char* const kFormTemplates =
    "s0.form\ns1.form\nb0.form\ns0.form s1.form\ns0.form b0.form\ns0.form s1.form b0.form\n"
    "s0.form s0.left.count s0.right.count\ns1.form s1.left.count s1.right.count\n"
    "b0.form b0.left.count\ns0.form s1.form s2.form\n"
    "s0.form b0.form b1.form\ns0.form s0.attached b0.form\n";

StructuredTrainer trainer_on(const Treebank& treebank, const TransitionSystem& system, OracleChoice oracle,
                             const StructuredOptions& options, std::size_t threads) {
  TrainingData data(treebank, system, oracle, 1);
  const auto input = std::make_shared<FeatureInput>(data.spec, treebank, kFormTemplates, TagChoice::upos);
  return {std::move(data), options, threads, make_sequence_learner(input, {{"hash_kernel", 0}, {"max_features", 0}})};
}

// Learns until no sentence is wrong. Then the averaged weights should make hardly any errors either: only ties can go
// wrong.
void check_learning(const Treebank& treebank, const TransitionSystem& system, OracleChoice oracle,
                    const StructuredOptions& options) {
  StructuredTrainer trainer = trainer_on(treebank, system, oracle, options, 2);
  int number = 0;
  for (std::uint64_t updates = 1; updates > 0 && number < 60;) updates = trainer.epoch(++number).updates;
  CHECK(number < 60);
  for (int more = 0; more < 100; ++more) trainer.epoch(++number);
  const Parser parser = trainer.parser();
  const Trees trees = parser.trees(treebank, 1, {}, {.beam = options.beam});
  std::size_t wrong = 0;
  for (std::size_t word = 0; word < treebank.words(); ++word)
    wrong += trees.heads[word] != treebank.heads[word] ||
             parser.spec().labels[trees.labels[word]] != (*treebank.strings)[treebank[Text::label][word]];
  CHECK(wrong <= 2);
}

// Whether learners have the same weights, in any order.
bool same(const NamedArrays& one, const NamedArrays& other) {
  const auto rows = [](const NamedArrays& arrays) {
    const NamedViews state = views_of(arrays);
    const auto keys = array_named<FeatureKey>(state, "keys");
    const auto sizes = array_named<std::uint8_t>(state, "sizes");
    const auto ids = array_named<std::uint16_t>(state, "ids");
    // Rows have as many numbers as there are transitions, and no ids.
    const auto is_row = [](std::uint8_t size) { return size == FeatureTable::kDense; };
    const auto numbers = array_named<float>(state, "a").size() - ids.size();
    const auto width =
        numbers / std::max<std::size_t>(1, static_cast<std::size_t>(std::ranges::count_if(sizes, is_row)));
    std::map<FeatureKey, std::vector<std::tuple<std::uint16_t, float, double>>> all;
    std::size_t next = 0, next_id = 0;
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (std::size_t j = 0; j < (is_row(sizes[i]) ? width : sizes[i]); ++j, ++next)
        all[keys[i]].emplace_back(is_row(sizes[i]) ? static_cast<std::uint16_t>(j) : ids[next_id++],
                                  array_named<float>(state, "a")[next], array_named<double>(state, "b")[next]);
    return all;
  };
  return one.at("sentences") == other.at("sentences") && rows(one) == rows(other);
}

Treebank some_treebank(std::size_t sentences, bool projective, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Heads> trees;
  for (std::size_t i = 0; i < sentences; ++i) {
    const auto words = static_cast<std::int32_t>(1 + random() % (projective ? 9 : 6));
    trees.push_back(projective ? random_projective_tree(words, random, true) : random_tree(words, random, true));
  }
  return treebank_of(trees);
}

// The sequences of a sentence with one label, by exhaustive search, and what structured training learns from them.
class AllSequences {
 public:
  AllSequences(const TrainingData& data, SequenceLearner& learner) : data_(data), scorer_(learner.scorer()) {
    scorer_->start(0);
    Configuration c;
    system_.start(c, data.golds[0].words());
    visit(c, {{}, 0, true});
  }

  // φ(y) - φ(ŷ), where ŷ is furthest ahead of y. Nothing if the result is right.
  std::optional<FeatureDifference> difference(GoldSequence kind) {
    if (best_.back().right) return std::nullopt;
    double violation = std::numeric_limits<double>::lowest();
    const Sequence *worst = nullptr, *better = nullptr;
    std::vector<Sequence> latent;  // the prefixes of the best correct sequence
    for (std::size_t step = 0; step < best_.size(); ++step) latent.push_back(prefix(right_.back(), step));
    for (std::size_t step = 0; step < best_.size(); ++step) {
      const Sequence& predicted = best_[step];
      const Sequence& right = kind == GoldSequence::latent ? latent[step] : right_[step];
      const bool none = kind == GoldSequence::latent ? predicted.ids == right.ids : predicted.right;
      if (none || predicted.score - right.score <= violation) continue;
      violation = predicted.score - right.score;
      worst = &predicted;
      better = &right;
    }
    std::size_t common = 0;
    while (common < std::min(worst->ids.size(), better->ids.size()) && worst->ids[common] == better->ids[common])
      ++common;
    FeatureDifference difference;
    add(*better, common, 1, difference);
    add(*worst, common, -1, difference);
    return difference;
  }

 private:
  struct Sequence {
    std::vector<TransitionId> ids;
    double score = std::numeric_limits<double>::lowest();
    bool right = false;
  };

  // Notes every start of a sequence; a finished one also counts at all later steps.
  void visit(const Configuration& c, const Sequence& made) {
    const bool finished = system_.finished(c);
    const std::size_t last = finished ? kSteps : made.ids.size();
    for (std::size_t step = made.ids.size(); step <= last; ++step) {
      if (made.score > best_[step].score) best_[step] = made;
      if (made.right && made.score > right_[step].score) right_[step] = made;
    }
    if (finished) return;
    const LegalTransitions legal(system_, data_.spec->transitions, c);
    const Costs costs = data_.oracles[0]->costs(c);
    const float least = least_cost(costs, legal.moves);
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) {
        const Transition made_now = data_.spec->transitions[id];
        Sequence longer = made;
        longer.ids.push_back(id);
        longer.score += static_cast<double>(scorer_->score(c)[id]);
        longer.right &= costs[index_of(made_now.move)] == least;
        Configuration next = c;
        system_.apply(next, made_now.move, made_now.label);
        visit(next, longer);
      }
  }

  Sequence prefix(const Sequence& whole, std::size_t step) {
    Sequence found{{}, 0, true};
    follow(whole.ids, [&](const Configuration& c, TransitionId id) {
      if (found.ids.size() >= step) return;
      found.score += static_cast<double>(scorer_->score(c)[id]);
      found.ids.push_back(id);
    });
    return found;
  }

  void add(const Sequence& sequence, std::size_t from, int times, FeatureDifference& difference) {
    std::size_t step = 0;
    follow(sequence.ids, [&](const Configuration& c, TransitionId id) {
      if (step++ >= from) scorer_->add(c, id, times, difference);
    });
  }

  template <class F>
  void follow(const std::vector<TransitionId>& ids, F visit) {
    Configuration c;
    system_.start(c, data_.golds[0].words());
    for (const TransitionId id : ids) {
      visit(c, id);
      system_.apply(c, data_.spec->transitions[id].move, data_.spec->transitions[id].label);
    }
  }

  static constexpr std::size_t kSteps = 24;  // more than any sequence of four words has
  const TrainingData& data_;
  SwapStandard system_;
  std::unique_ptr<SequenceScorer> scorer_;
  std::vector<Sequence> best_{kSteps + 1}, right_{kSteps + 1};  // of each length
};

// Adds random weights on random walks, so that no two sequences have the same score.
void shake(const TrainingData& data, SequenceLearner& learner, std::mt19937& random) {
  const SwapStandard system;
  const auto scorer = learner.scorer();
  scorer->start(0);
  for (int walk = 0; walk < 300; ++walk) {
    Configuration c;
    system.start(c, data.golds[0].words());
    while (!system.finished(c)) {
      const LegalTransitions legal(system, data.spec->transitions, c);
      const TransitionId id = legal.ranges()[random() % legal.ranges().size()].begin;
      FeatureDifference one;
      scorer->add(c, id, 1, one);
      learner.add(one, static_cast<double>(random()) / std::mt19937::max() - 0.5);
      system.apply(c, data.spec->transitions[id].move, data.spec->transitions[id].label);
    }
  }
}

}  // namespace

TEST(crossing_arcs_are_memorised_with_every_swap_oracle) {
  const Treebank treebank = treebank_of(kCrossing);
  using enum OracleChoice;
  for (const OracleChoice oracle : {eager, lazy, minimal, nd_sw, nd_all})
    for (const UpdateChoice update : {UpdateChoice::early, UpdateChoice::max_violation})
      for (const StepChoice step : {StepChoice::perceptron, StepChoice::passive_aggressive})
        check_learning(treebank, SwapStandard(), oracle, {.beam = 4, .update = update, .step = step, .batch = 3});
  for (const OracleChoice oracle : {nd_sw, nd_all})
    for (const StepChoice step : {StepChoice::perceptron, StepChoice::passive_aggressive})
      check_learning(treebank, SwapStandard(), oracle,
                     {.beam = 4, .step = step, .batch = 3, .gold_sequence = GoldSequence::each_step});
}

TEST(every_system_learns_with_every_oracle_it_has) {
  for (const SystemChoice choice : all_choices())
    for (const Root root : {Root::first, Root::last}) {
      const TransitionSystem system(choice, root, true);
      const Treebank treebank = some_treebank(12, !system.moves().has(Move::swap), 6);
      for (const OracleChoice oracle : oracles_of(system)) check_learning(treebank, system, oracle, {.beam = 3});
    }
}

TEST(a_beam_of_one_learns_too) {
  const Treebank treebank = some_treebank(12, true, 6);
  check_learning(treebank, ArcEager(), OracleChoice::dynamic, {.beam = 1});
}

TEST(the_result_depends_on_batches_but_not_on_threads) {
  const Treebank treebank = some_treebank(60, false, 7);
  const auto state = [&](std::size_t batch, std::size_t threads) {
    StructuredTrainer trainer = trainer_on(treebank, SwapStandard(Root::first, true), OracleChoice::nd_all,
                                           {.beam = 5, .batch = batch}, threads);
    for (int number = 1; number <= 3; ++number) trainer.epoch(number);
    return trainer.learner().state();
  };
  const NamedArrays one = state(4, 1);
  CHECK(same(one, state(4, 2)) && same(one, state(4, 3)));
  CHECK(!same(one, state(1, 3)));
}

TEST(restored_structured_training_continues_identically) {
  const Treebank treebank = some_treebank(60, true, 8);
  for (const StepChoice step : {StepChoice::perceptron, StepChoice::passive_aggressive}) {
    const auto fresh = [&](std::size_t threads) {
      return trainer_on(treebank, ArcEager(Root::first, true), OracleChoice::dynamic,
                        {.beam = 4, .step = step, .aggressiveness = 0.3}, threads);
    };
    StructuredTrainer whole = fresh(1), part = fresh(2);
    for (int number = 1; number <= 2; ++number) whole.epoch(number);
    part.learner().restore(views_of(whole.learner().state()));
    CHECK(same(whole.learner().state(), part.learner().state()));
    for (int number = 3; number <= 5; ++number) {
      const EpochReport a = whole.epoch(number), b = part.epoch(number);
      CHECK(a.updates == b.updates && a.swaps == b.swaps && a.cost == b.cost);
    }
    CHECK(same(whole.learner().state(), part.learner().state()));
  }
}

TEST(an_epoch_in_parts_learns_from_all_of_them) {
  const Treebank all = some_treebank(60, true, 8);
  std::vector<Treebank> parts(2, all.without_sentences());
  for (std::size_t i = 0; i < all.sentences(); ++i) parts[i / 30].append(all, i);
  const auto state = [&](std::uint64_t first) {
    StructuredTrainer trainer = trainer_on(all, ArcEager(Root::first, true), OracleChoice::dynamic, {.beam = 4}, 2);
    std::uint64_t decisions = 0;
    for (int number = 1; number <= 2; ++number) {
      trainer.read(parts[0], 0);
      decisions += trainer.epoch(number).decisions;
      trainer.read(parts[1], first);
      decisions += trainer.epoch(number).decisions;
    }
    CHECK(decisions == 2 * all.sentences());
    return trainer.learner().state();
  };
  CHECK(same(state(30), state(30)));
  CHECK(!same(state(30), state(0)));  // the order depends on the place in the epoch
  StructuredTrainer read = trainer_on(all, ArcEager(), OracleChoice::dynamic, {.beam = 4}, 2),
                    made = trainer_on(all, ArcEager(), OracleChoice::dynamic, {.beam = 4}, 2);
  read.read(all, 0);
  read.epoch(1);
  made.epoch(1);
  CHECK(same(read.learner().state(), made.learner().state()));
}

TEST(reports_count_sentences_and_the_swaps_of_gold_sequences) {
  const Treebank treebank = treebank_of(kCrossing);
  StructuredTrainer a = trainer_on(treebank, SwapStandard(), OracleChoice::lazy, {}, 1),
                    b = trainer_on(treebank, SwapStandard(), OracleChoice::eager, {}, 1);
  const EpochReport first = a.epoch(1);
  CHECK(first.decisions == kCrossing.size() && first.updates > 0 && first.updates <= first.decisions && first.cost > 0);
  CHECK(first.swaps > 0 && a.epoch(2).swaps == first.swaps);
  CHECK(b.epoch(1).swaps >= first.swaps);
}

TEST(mistakes_corrected_earlier_in_the_batch_are_not_learnt_again) {
  const auto weights = [](std::size_t copies) {
    const Treebank one = treebank_of({{3, 1, 0, 2, 3}});
    Treebank treebank = one.without_sentences();
    for (std::size_t i = 0; i < copies; ++i) treebank.append(one, 0);
    StructuredTrainer trainer = trainer_on(treebank, SwapStandard(), OracleChoice::lazy,
                                           {.beam = 2, .step = StepChoice::perceptron, .batch = copies}, 1);
    CHECK(trainer.epoch(1).updates == copies);
    return std::get<std::vector<float>>(trainer.learner().state().at("a"));
  };
  CHECK(!weights(1).empty() && weights(1) == weights(3));
}

TEST(gold_sequences_are_those_of_exhaustive_search) {
  std::mt19937 random(3);
  int updates = 0, different = 0;
  for (int sentence = 0; sentence < 60; ++sentence) {
    Treebank treebank = treebank_of({random_tree(4, random, true)});
    std::ranges::fill(treebank[Text::label], treebank[Text::label][0]);
    const TrainingData data(treebank, SwapStandard(), OracleChoice::nd_all, 1);
    for (const GoldSequence kind : {GoldSequence::latent, GoldSequence::each_step}) {
      const auto fresh = [&] {
        return trainer_on(treebank, SwapStandard(), OracleChoice::nd_all,
                          {.beam = 2000, .step = StepChoice::perceptron, .batch = 1, .gold_sequence = kind}, 1);
      };
      StructuredTrainer trainer = fresh(), expected = fresh();
      for (int number = 1; number < 3; ++number) {
        shake(data, dynamic_cast<SequenceLearner&>(trainer.learner()), random);
        expected.learner().restore(views_of(trainer.learner().state()));
        auto& learner = dynamic_cast<SequenceLearner&>(expected.learner());
        AllSequences all(data, learner);
        const auto difference = all.difference(kind);
        if (difference) {
          const double before = learner.score(*all.difference(GoldSequence::latent));
          different += before != learner.score(*all.difference(GoldSequence::each_step));
          learner.add(*difference, 1);
        }
        learner.end_sentence();
        CHECK(trainer.epoch(number).updates == difference.has_value());
        CHECK(same(trainer.learner().state(), learner.state()));
        updates += difference.has_value();
      }
    }
  }
  CHECK(updates > 200 && different > 5);
}
