#include "training/exploration.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/parallel.h"
#include "base/target_clones.h"
#include "scoring/softmax.h"
#include "training/order.h"

namespace dodona {
namespace {

void check(const FloatScores& network, std::size_t words, std::size_t positions, std::size_t transitions) {
  const std::size_t row = positions * network.hidden;
  if (network.hidden == 0 || network.parts.size() != words * row || network.none.size() != row ||
      network.root.size() != row || network.weights.size() != transitions * network.hidden ||
      network.bias.size() != transitions)
    throw std::invalid_argument("the arrays of the network do not fit together");
}

void check(std::span<const TrainingData> trees) {
  const auto fits = [&](const TrainingData& each) {
    return std::ranges::equal(each.golds, trees.front().golds, {}, &Gold::words, &Gold::words);
  };
  if (trees.empty() || trees.size() > Explored::kMostTrees || !std::ranges::all_of(trees, fits))
    throw std::invalid_argument("the trees are too many, or not of the same sentences");
}

bool are_equal(const Gold& one, const Gold& other) {
  for (Node word = 1; word <= one.words(); ++word)
    if (one.head(word) != other.head(word) || one.label(word) != other.label(word)) return false;
  return true;
}

DODONA_CLONES
void add(const float* row, std::size_t size, float* sums) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += row[i];
}

// sums += weight * row
DODONA_CLONES
void add_times(float weight, const float* row, std::size_t size, float* sums) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += weight * row[i];
}

// The scores of configurations.
class Scores {
 public:
  explicit Scores(const FloatScores& network)
      : network_(network), columns_(network.bias.size()), weights_(network.weights.size()), hidden_(network.hidden),
        scores_(columns_) {
    for (std::size_t column = 0; column < columns_; ++column)
      for (std::size_t unit = 0; unit < network.hidden; ++unit)
        weights_[unit * columns_ + column] = network.weights[column * network.hidden + unit];
  }

  // `words` as in Explored.
  const float* operator()(std::span<const std::int32_t> words) {
    const std::size_t size = network_.hidden;
    std::ranges::fill(hidden_, 0.0f);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const float* const row = words[i] == Explored::kNoWord ? network_.none.data()
                               : words[i] == Explored::kRoot
                                   ? network_.root.data()
                                   : network_.parts.data() + static_cast<std::size_t>(words[i]) * words.size() * size;
      add(row + i * size, size, hidden_.data());
    }
    std::ranges::copy(network_.bias, scores_.begin());
    for (std::size_t unit = 0; unit < size; ++unit)
      if (hidden_[unit] > 0) add_times(hidden_[unit], weights_.data() + unit * columns_, columns_, scores_.data());
    return scores_.data();
  }

 private:
  const FloatScores& network_;
  std::size_t columns_;
  std::vector<float> weights_, hidden_, scores_;  // the weights by unit
};

// Goes through sentences, on one thread.
class Explorer {
 public:
  Explorer(std::span<const TrainingData> trees, const Positions& positions, const FloatScores& network,
           const OnlineOptions& options)
      : trees_(trees), data_(trees.front()), positions_(positions), options_(options), scores_(network),
        decisions_(data_.spec->transitions, false), nodes_(positions.size()), probabilities_(network.bias.size()) {}

  // `first_word` is the number of the sentence's first word.
  Explored operator()(std::size_t sentence, std::size_t first_word) {
    Explored found;
    const std::vector<std::uint8_t> bits = bits_of_trees(sentence);
    const TransitionSet& transitions = data_.spec->transitions;
    Random random(seed_of(options_.seed, 0, data_.first + sentence));
    data_.spec->system.visit([&](const auto& system) {
      system.start(c_, data_.golds[sentence].words());
      while (!system.finished(c_)) {
        const LegalTransitions legal(system, transitions, c_);
        const float* const scores = scores_(add_words(first_word, found.words));
        const auto decide = [&](const TrainingData& tree) {
          const Gold& gold = tree.golds[sentence];
          const auto label_cost = [&](Move move, Label label) {
            return builds_arc(move) ? cost_of_label(gold, system.arc(c_, move), label, options_.label_cost) : 0;
          };
          EpochReport report;
          return decisions_.decide(legal, tree.oracles[sentence]->costs(c_), scores, label_cost, report);
        };
        std::uint8_t* const row = add_row(legal, found.gold);
        std::uint8_t own = bits[0];
        for (std::size_t tree = 1; tree < bits.size(); ++tree) {
          if (bits[tree] == 0) continue;
          const Decision other = decide(trees_[tree]);
          if (other.zero_cost.empty()) own |= bits[tree];  // it has a label that the spec lacks
          mark(other, bits[tree], row);
        }
        const Decision decision = decide(data_);  // the last one, since it is valid until the next
        mark(decision, own, row);
        if (options_.policy == Policy::sample) softmax(scores, legal.ranges(), probabilities_.data());
        const Transition followed =
            transitions[next_transition(decision, options_, true, probabilities_.data(), random)];
        system.apply(c_, followed.move, followed.label);
        poll_interrupt_if(followed.move == Move::swap);
      }
    });
    return found;
  }

 private:
  std::span<const std::int32_t> add_words(std::size_t first_word, std::vector<std::int32_t>& words) {
    positions_.find(c_, nodes_.data());
    for (const Node node : nodes_)
      words.push_back(node == kNone ? Explored::kNoWord
                      : node == 0   ? Explored::kRoot
                                    : static_cast<std::int32_t>(first_word) + node - 1);
    return std::span(words).last(nodes_.size());
  }

  // The bits of each tree of a sentence. The first tree has those of all that are equal to it, which then have none.
  std::vector<std::uint8_t> bits_of_trees(std::size_t sentence) const {
    std::vector<std::uint8_t> bits(trees_.size());
    for (std::size_t tree = 0; tree < bits.size(); ++tree) {
      bits[are_equal(trees_[tree].golds[sentence], data_.golds[sentence]) ? 0 : tree] |=
          static_cast<std::uint8_t>(Explored::zero_cost << tree);
    }
    return bits;
  }

  static_assert(Explored::illegal == 0);
  std::uint8_t* add_row(const LegalTransitions& legal, std::vector<std::uint8_t>& gold) const {
    gold.resize(gold.size() + data_.spec->transitions.size());
    std::uint8_t* const row = gold.data() + gold.size() - data_.spec->transitions.size();
    for (const TransitionRange range : legal) std::fill(row + range.begin, row + range.end, Explored::legal);
    return row;
  }

  static void mark(const Decision& decision, std::uint8_t bits, std::uint8_t* row) {
    for (const TransitionId id : decision.zero_cost) row[id] |= bits;
  }

  const std::span<const TrainingData> trees_;
  const TrainingData& data_;
  const Positions& positions_;
  const OnlineOptions& options_;
  Scores scores_;
  DecisionMaker decisions_;
  Configuration c_;
  std::vector<Node> nodes_;
  std::vector<float> probabilities_;
};

}  // namespace

Explored explore(std::span<const TrainingData> trees, const FloatScores& network, const OnlineOptions& options,
                 std::size_t threads, const Interrupt& interrupt) {
  check(trees);
  const TrainingData& data = trees.front();
  const Positions positions = Positions::of(data.spec->system);
  std::vector<std::size_t> begin{0};
  for (const Gold& gold : data.golds) begin.push_back(begin.back() + static_cast<std::size_t>(gold.words()));
  check(network, begin.back(), positions.size(), data.spec->transitions.size());

  std::vector<Explored> found(data.size());
  const auto worker = [&] {
    return [&, explorer = Explorer(trees, positions, network, options)](std::size_t i) mutable {
      found[i] = explorer(i, begin[i]);
    };
  };
  parallel_for(data.size(), threads, worker, interrupt);

  Explored all;
  for (Explored& each : found) {
    all.words.insert(all.words.end(), each.words.begin(), each.words.end());
    all.gold.insert(all.gold.end(), each.gold.begin(), each.gold.end());
    each = {};
  }
  return all;
}

}  // namespace dodona
