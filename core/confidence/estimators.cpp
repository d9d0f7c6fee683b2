#include "confidence/estimators.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/random.h"
#include "confidence/distribution.h"
#include "search/beam.h"
#include "search/beam_scorer.h"
#include "search/greedy.h"
#include "search/repairing.h"
#include "search/sampling.h"

namespace dodona {
namespace {

// A sentence's part of the result.
struct Place {
  float *heads, *labels, *margins;
  std::uint8_t* left_over;
  float* whole;
};

// Probabilities in one configuration.
struct Probabilities {
  float move = 0;                     // of the chosen move, with any label
  float left_arc = 0, right_arc = 0;  // with any label
  float next = 0;                     // of the best transition but the chosen one
};

Probabilities probabilities_of(const TransitionSet& transitions, const Distribution& model, TransitionId chosen) {
  Probabilities found;
  for (const TransitionRange range : model.legal()) {
    float sum = 0;
    for (TransitionId id = range.begin; id < range.end; ++id) {
      sum += model.probability(id);
      if (id != chosen) found.next = std::max(found.next, model.probability(id));
    }
    const Move move = transitions[range.begin].move;
    if (move == transitions[chosen].move) found.move = sum;
    if (move == Move::left_arc) found.left_arc = sum;
    if (move == Move::right_arc) found.right_arc = sum;
  }
  return found;
}

class Estimating {
 public:
  Estimating(const Parser& parser, const MakeScorer& make_scorer, const ConfidenceOptions& options)
      : spec_(parser.spec()), is_constrained_(parser.model().is_constrained()), options_(options),
        scorer_(make_scorer()), model_(parser, *scorer_, options.temperature),
        source_(spec_, parser.model(), *scorer_, {options.beam, options.temperature}),
        beam_(spec_.transitions, options.beam, false), repairing_(parser, *scorer_, options.temperature) {}

  // The greedy parse, which `greedy()` holds afterwards.
  void parse(const Treebank& treebank, std::size_t sentence, Place place) {
    const auto length = static_cast<Node>(treebank.length(sentence));
    scorer_->start(sentence);
    if (is_constrained_) repairing_.parse(length);
    by_transition(length, place);
    if (options_.estimator == Estimator::samples) by_samples(length, seed_of(treebank, sentence), place);
    if (options_.estimator == Estimator::beam) by_beam(length, place);
  }
  const Configuration& greedy() const { return greedy_; }

 private:
  void by_transition(Node length, Place place) {
    at_stake_.assign(static_cast<std::size_t>(length) + 1, 1.0f);
    alone_ = margins_ = at_stake_;
    spec_.system.start(greedy_, length);
    double all = 0;
    auto repaired = repairing_.made().begin();
    while (!spec_.system.finished(greedy_)) {
      model_.compute(greedy_);
      const TransitionId id = is_constrained_ ? *repaired++ : model_.best();
      const Transition made = spec_.transitions[id];
      const float probability = model_.probability(id);
      const Probabilities found = probabilities_of(spec_.transitions, model_, id);
      all += std::log(std::max(probability, std::numeric_limits<float>::min()));
      const auto stake = [&](Node word, float attached) {
        if (word <= 0 || greedy_.has_head(word)) return;
        at_stake_[static_cast<std::size_t>(word)] *= found.move;
        alone_[static_cast<std::size_t>(word)] *= std::max(0.0f, 1 - attached);
        float& margin = margins_[static_cast<std::size_t>(word)];
        margin = std::min(margin, probability - found.next);
      };
      const Node left = spec_.system.arc(greedy_, Move::left_arc).dependent,
                 right = spec_.system.arc(greedy_, Move::right_arc).dependent;
      if (left == right) {
        stake(left, found.left_arc + found.right_arc);
      } else {
        stake(left, found.left_arc);
        stake(right, found.right_arc);
      }
      if (builds_arc(made.move)) {
        const Node word = spec_.system.arc(greedy_, made.move).dependent;
        // Where the head is wrong, the label is right in about half of the cases in any treebank.
        place.labels[word - 1] =
            std::min(1.0f, probability / found.move * (1 + at_stake_[static_cast<std::size_t>(word)]) / 2);
      }
      spec_.system.apply(greedy_, made.move, made.label);
      poll_interrupt_if(made.move == Move::swap);
    }
    for (Node word = 1; word <= length; ++word) {
      place.margins[word - 1] = margins_[static_cast<std::size_t>(word)];
      // Rounding can make a sum of probabilities a little more than 1.
      place.heads[word - 1] = std::min(1.0f, at_stake_[static_cast<std::size_t>(word)]);
      if (greedy_.has_head(word)) continue;
      place.left_over[word - 1] = 1;
      place.heads[word - 1] = alone_[static_cast<std::size_t>(word)];
      place.labels[word - 1] = place.heads[word - 1];  // its label is right if it is a dependent of the root
    }
    spec_.system.finish(greedy_, spec_.root_label);
    *place.whole = static_cast<float>(std::exp(all));
  }

  void by_samples(Node length, std::uint64_t seed, Place place) {
    Random random(seed);
    agreement_.start(length);
    for (std::size_t i = 0; i < options_.samples; ++i) {
      poll_interrupt();
      spec_.system.start(sampled_, length);
      parse_greedily(spec_.system, spec_, sampled_, [&](const LegalTransitions&) {
        model_.compute(sampled_);
        return drawn(model_.probabilities(), model_.legal(), random);
      });
      agreement_.add(greedy_, sampled_, 1);
    }
    agreement_.write(place);
  }

  // Several derivations may lead to the same tree, whose probability is their sum: hypotheses are not merged.
  // Probabilities are relative to that of the best hypothesis, since they may be too small for a floating-point number.
  void by_beam(Node length, Place place) {
    agreement_.start(length);
    beam_.search(spec_.system, source_, length);
    const double best = beam_.hypotheses().front().score;
    for (Beam::Hypothesis& each : beam_.hypotheses()) {
      spec_.system.finish(each.c, spec_.root_label);
      agreement_.add(greedy_, each.c, std::exp((each.score - best) / source_.unit()));
    }
    agreement_.write(place);
  }

  // Depends only on the columns that a model can see.
  std::uint64_t seed_of(const Treebank& treebank, std::size_t sentence) const {
    std::uint64_t seed = options_.seed;
    for (const Text column : {Text::form, Text::lemma, Text::tag, Text::fine_tag, Text::feats})
      for (const StringId id : treebank.text(column, sentence))
        seed = hash_with(seed, hash_text((*treebank.strings)[id]));
    return seed;
  }

  // The weighted share of some parses that agrees with the greedy one.
  class Agreement {
   public:
    void start(Node length) {
      heads_.assign(static_cast<std::size_t>(length), 0.0);
      labels_ = heads_;
      whole_ = all_ = 0;
    }
    template <class C>
    void add(const Configuration& greedy, const C& other, double weight) {
      bool same = true;
      for (Node word = 1; word <= greedy.words(); ++word) {
        const bool head = greedy.head(word) == other.head(word), label = greedy.label(word) == other.label(word);
        if (head) heads_[static_cast<std::size_t>(word) - 1] += weight;
        if (label) labels_[static_cast<std::size_t>(word) - 1] += weight;
        same = same && head && label;
      }
      if (same) whole_ += weight;
      all_ += weight;
    }
    void write(Place place) const {
      for (std::size_t i = 0; i < heads_.size(); ++i) {
        place.heads[i] = static_cast<float>(heads_[i] / all_);
        place.labels[i] = static_cast<float>(labels_[i] / all_);
      }
      *place.whole = static_cast<float>(whole_ / all_);
    }

   private:
    std::vector<double> heads_, labels_;
    double whole_ = 0, all_ = 0;
  };

  const ParserSpec& spec_;
  bool is_constrained_;
  ConfidenceOptions options_;
  std::unique_ptr<Scorer> scorer_;
  Distribution model_;
  BeamScorer source_;
  Beam beam_;
  Configuration greedy_, sampled_;
  std::vector<float> at_stake_, alone_, margins_;
  Agreement agreement_;
  RepairingParser repairing_;
};

}  // namespace

Confidences confidences(const Parser& parser, const Treebank& treebank, const ConfidenceOptions& options,
                        std::size_t threads, const Interrupt& interrupt) {
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  Confidences all;
  all.trees = Trees(treebank.words());
  for (std::vector<float>* const each : {&all.heads, &all.labels, &all.margins}) each->resize(treebank.words());
  all.left_over.resize(treebank.words());
  all.whole.resize(treebank.sentences());
  const auto worker = [&] {
    return [&, estimating = Estimating(parser, make_scorer, options)](std::size_t i) mutable {
      const std::size_t first = treebank.word_begin[i];
      const Place place{all.heads.data() + first, all.labels.data() + first, all.margins.data() + first,
                        all.left_over.data() + first, all.whole.data() + i};
      estimating.parse(treebank, i, place);
      all.trees.take(estimating.greedy(), first, parser.model());
    };
  };
  parallel_for(treebank.sentences(), threads, worker, interrupt);
  return all;
}

}  // namespace dodona
