#include "training/structured.h"

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "base/parallel.h"
#include "learners/feature_difference.h"
#include "search/beam.h"
#include "training/order.h"

namespace dodona {

// The update to make for a sentence.
struct StructuredTrainer::Lesson {
  bool wrong = false;
  std::vector<Node> right_heads;  // the tree of the gold sequence, if there are many references
  std::vector<Label> right_labels;
  FeatureDifference difference;
  std::size_t swaps = 0, wrong_words = 0;
};

// Parses sentences on one thread with the current weights.
class StructuredTrainer::Student {
 public:
  Student(const TrainingData& data, const StructuredOptions& options, const SequenceLearner& learner)
      : data_(data), spec_(*data.spec), options_(options), scorer_(learner.scorer()),
        beam_(spec_.transitions, options.beam), right_beam_(spec_.transitions, options.beam),
        pool_(std::make_unique<ArcsPool>()), shared_(SharedArcs(*pool_)) {}

  // `only_way` is kept between epochs.
  void study(std::size_t sentence, std::vector<TransitionId>& only_way, Lesson& lesson) {
    gold_ = &data_.golds[sentence];
    oracle_ = data_.oracles[sentence].get();
    scorer_->start(sentence);
    spec_.system.visit([&](const auto& system) {
      find_right_sequence(system, only_way);
      parse(system, !only_way.empty());
      lesson.wrong = wrong_;
      lesson.wrong_words = wrong_words_;
      lesson.swaps = static_cast<std::size_t>(
          std::ranges::count_if(right_, [&](TransitionId id) { return spec_.transitions[id].move == Move::swap; }));
      lesson.difference.clear();
      if (wrong_) compare(system, lesson.difference);
      if (!data_.references.empty()) keep_tree(system, lesson);
    });
  }

 private:
  struct AllLegal {
    Student& student;
    const float* score(const SharedConfiguration& c) { return student.scorer_->score(c); }
  };
  // Only transitions that the oracle allows; the cheapest ones if the gold tree is unreachable.
  template <class System>
  struct OnlyRight {
    Student& student;
    const System& system;
    bool had_choice = false;

    const float* score(const SharedConfiguration& c) { return student.scorer_->score(c); }
    template <class Visit>
    void for_choices(const SharedConfiguration& c, const LegalTransitions&, Visit visit) {
      std::size_t choices = 0;
      student.for_right(system, c, [&](TransitionId id) {
        visit(TransitionRange{id, id + 1});
        ++choices;
      });
      had_choice |= choices > 1;
    }
  };

  template <class System, class C, class Visit>
  void for_right(const System& system, const C& c, Visit visit) {
    if constexpr (std::is_same_v<C, Configuration>)
      for_right_in(system, c, visit);
    else {
      plain_.assign(c);
      for_right_in(system, plain_, visit);
    }
  }
  template <class System, class Visit>
  void for_right_in(const System& system, const Configuration& c, Visit visit) {
    const MoveSet legal = system.legal(c);
    const Costs costs = oracle_->costs(c);
    const float least = least_cost(costs, legal);
    bool any = false;
    const auto look = [&](bool whatever_label) {
      for_legal(system, spec_.transitions, c, legal, [&](Move move, TransitionRange range) {
        if (costs[index_of(move)] > least) return;
        for (TransitionId id = range.begin; id < range.end; ++id) {
          if (!whatever_label && builds_arc(move) &&
              oracle_->cost_of_label(c, move, system.arc(c, move), spec_.transitions[id].label, *gold_, 1) > 0)
            continue;
          visit(id);
          any = true;
        }
      });
    };
    look(false);
    if (!any) look(true);  // the move cannot have the gold label
  }

  // The latent gold sequence, and the scores of all its prefixes, or of the best correct sequences of each length.
  template <class System>
  void find_right_sequence(const System& system, std::vector<TransitionId>& only_way) {
    if (only_way.empty()) {
      OnlyRight<System> source{*this, system};
      right_beam_.start(system, gold_->words());
      right_bests_.assign(1, right_beam_.hypotheses().front().last);
      right_scores_.assign(1, 0);
      while (right_beam_.step(system, source)) {
        right_bests_.push_back(right_beam_.hypotheses().front().last);
        right_scores_.push_back(right_beam_.hypotheses().front().score);
      }
      right_ = right_beam_.sequence(right_beam_.hypotheses().front().last);
      if (!source.had_choice) only_way = right_;
    } else {
      right_ = only_way;
    }
    each_step_ = options_.gold_sequence == GoldSequence::each_step && only_way.empty();
    if (each_step_) return;
    right_scores_.assign(1, 0);
    system.start(shared_, gold_->words());
    for (const TransitionId id : right_) {
      right_scores_.push_back(right_scores_.back() + static_cast<double>(scorer_->score(shared_)[id]));
      apply(system, shared_, id);
    }
  }

  template <class System>
  void parse(const System& system, bool only_way) {
    AllLegal source{*this};
    beam_.start(system, gold_->words());
    violation_ = std::numeric_limits<double>::lowest();
    wrong_ = false;
    wrong_words_ = 0;
    std::size_t steps = 0;
    const auto look_at = [&](std::size_t step) {
      if (beam_.gold() == 0) return;
      const auto& best = beam_.hypotheses().front();
      const double violation = best.score - right_scores_[std::min(step, right_scores_.size() - 1)];
      if (violation <= violation_ || (each_step_ && is_right(system, beam_.sequence(best.last)))) return;
      violation_ = violation;
      until_ = step;
      predicted_last_ = best.last;
    };
    while (beam_.step(system, source, steps < right_.size() ? right_[steps] : Beam::kIdle)) {
      ++steps;
      if (options_.update == UpdateChoice::max_violation) {
        look_at(steps);
      } else if (beam_.gold() == Beam::kNowhere) {
        look_at(steps);
        wrong_ = true;
        break;
      }
    }
    if (!wrong_) {  // all are finished
      wrong_ = beam_.gold() != 0 && (only_way || !is_right(system, beam_.sequence(beam_.hypotheses().front().last)));
      if (options_.update == UpdateChoice::early) look_at(steps);
      // The gold sequence may be longer.
      for (; steps + 1 < right_scores_.size(); ++steps) look_at(steps + 1);
    }
    if (!wrong_) return;
    predicted_ = beam_.sequence(predicted_last_);
    SharedConfiguration& best = beam_.hypotheses().front().c;
    system.finish(best, spec_.root_label);
    for (Node word = 1; word <= best.words(); ++word)
      wrong_words_ += best.head(word) != gold_->head(word) || !gold_->allows(word, best.label(word));
  }

  // Whether the oracle allows all of a sequence.
  template <class System>
  bool is_right(const System& system, const std::vector<TransitionId>& sequence) {
    system.start(walked_, gold_->words());
    for (const TransitionId made : sequence) {
      bool found = false;
      for_right(system, walked_, [&](TransitionId id) { found |= id == made; });
      if (!found) return false;
      apply(system, walked_, made);
    }
    return true;
  }

  // The tree of the gold sequence.
  template <class System>
  void keep_tree(const System& system, Lesson& lesson) {
    system.start(walked_, gold_->words());
    for (const TransitionId id : right_) apply(system, walked_, id);
    system.finish(walked_, spec_.root_label);
    lesson.right_heads.clear();
    lesson.right_labels.clear();
    for (Node word = 1; word <= walked_.words(); ++word) {
      lesson.right_heads.push_back(walked_.head(word));
      lesson.right_labels.push_back(walked_.label(word));
    }
  }

  // φ(y) - φ(ŷ), up to the chosen step.
  template <class System>
  void compare(const System& system, FeatureDifference& difference) {
    const std::size_t until = std::min(until_, right_scores_.size() - 1);
    const std::vector<TransitionId> best_right = each_step_ ? right_beam_.sequence(right_bests_[until]) : right_;
    const std::span<const TransitionId> right = std::span(best_right).first(std::min(until, best_right.size())),
                                        predicted = predicted_;
    const auto parting = std::ranges::mismatch(right, predicted);
    const std::size_t common = static_cast<std::size_t>(parting.in1 - right.begin());
    const auto go = [&](std::span<const TransitionId> sequence, int times) {
      system.start(walked_, gold_->words());
      for (std::size_t i = 0; i < sequence.size(); ++i) {
        if (i >= common) scorer_->add(walked_, sequence[i], times, difference);
        apply(system, walked_, sequence[i]);
      }
    };
    go(right, 1);
    go(predicted, -1);
  }

  template <class System, class C>
  void apply(const System& system, C& c, TransitionId id) const {
    system.apply(c, spec_.transitions[id].move, spec_.transitions[id].label);
  }

  const TrainingData& data_;
  const ParserSpec& spec_;
  const StructuredOptions& options_;
  std::unique_ptr<SequenceScorer> scorer_;

  // The sentence.
  const Gold* gold_ = nullptr;
  const SentenceOracle* oracle_ = nullptr;

  Beam beam_, right_beam_;
  std::unique_ptr<ArcsPool> pool_;
  SharedConfiguration shared_;
  Configuration plain_, walked_;

  std::vector<TransitionId> right_, predicted_;
  std::vector<double> right_scores_;      // of its prefixes, from the empty one; or of `right_bests_`
  std::vector<Beam::Place> right_bests_;  // the best correct sequences of each length
  bool each_step_ = false;                // compare with them
  bool wrong_ = false;
  std::size_t wrong_words_ = 0;
  double violation_ = 0;
  std::size_t until_ = 0;  // the step up to which sequences are compared
  Beam::Place predicted_last_ = 0;
};

StructuredTrainer::StructuredTrainer(TrainingData data, const StructuredOptions& options, std::size_t threads,
                                     std::unique_ptr<SequenceLearner> learner)
    : Trainer(std::move(data), std::move(learner)), options_(options), threads_(std::max<std::size_t>(threads, 1)),
      learner_(static_cast<SequenceLearner&>(this->learner())), only_ways_(data_.size()),
      survivors_(data_.first_group.empty() ? 0 : data_.first_group.back(), 0) {
  options_.batch = std::max<std::size_t>(options_.batch, 1);
}

StructuredTrainer::~StructuredTrainer() = default;

void StructuredTrainer::read(const Treebank& treebank, std::uint64_t first) {
  Trainer::read(treebank, first);
  only_ways_.assign(data_.size(), {});
}

void StructuredTrainer::learn(const Lesson& lesson, EpochReport& report) {
  ++report.decisions;
  report.swaps += lesson.swaps;
  report.cost += static_cast<double>(lesson.wrong_words);
  if (lesson.wrong) {
    ++report.updates;
    const bool passive_aggressive = options_.step == StepChoice::passive_aggressive;
    const double loss = (passive_aggressive ? 1 : 0) - learner_.score(lesson.difference),
                 squared_norm = lesson.difference.squared_norm();
    if (loss >= 0 && squared_norm > 0)
      learner_.add(lesson.difference, passive_aggressive ? std::min(options_.aggressiveness, loss / squared_norm) : 1);
  }
  learner_.end_sentence();
}

void StructuredTrainer::note_survivors(std::size_t sentence, const Lesson& lesson) {
  const auto groups = data_.references[sentence].groups();
  for (std::size_t i = 0; i < groups.size(); ++i)
    survivors_[data_.first_group[sentence] + i] =
        static_cast<std::int32_t>(alternative_in(groups[i], lesson.right_heads, lesson.right_labels));
}

EpochReport StructuredTrainer::epoch(int number, const Interrupt& interrupt) {
  learner_.start_epoch(number);
  const std::vector<std::uint32_t> order = order_of_epoch(options_.seed, number, data_.size(), data_.first);
  const std::size_t members = std::min(threads_, options_.batch);
  std::vector<std::unique_ptr<Student>> students;
  for (std::size_t i = 0; i < members; ++i) students.push_back(std::make_unique<Student>(data_, options_, learner_));
  std::vector<Lesson> lessons(options_.batch);
  ThreadPool pool(members);
  EpochReport report;
  const InterruptScope scope(interrupt);
  for (std::size_t first = 0; first < order.size(); first += options_.batch) {
    const std::size_t batch = std::min(options_.batch, order.size() - first);
    pool.run(batch, [&](std::size_t member, std::size_t i) {
      const std::uint32_t sentence = order[first + i];
      students[member]->study(sentence, only_ways_[sentence], lessons[i]);
    });
    for (std::size_t i = 0; i < batch; ++i) {
      learn(lessons[i], report);
      if (!data_.references.empty()) note_survivors(order[first + i], lessons[i]);
    }
    poll_interrupt();
  }
  return report;
}

}  // namespace dodona
