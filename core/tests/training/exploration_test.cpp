// Explored configurations against their definition.
#include "training/exploration.h"

#include <algorithm>
#include <random>
#include <utility>

#include "all_systems.h"
#include "oracles/costs.h"
#include "scoring/network/random_network.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr std::size_t kHidden = 5;

struct Floats {
  Floats(const Treebank& treebank, const ParserSpec& spec, std::mt19937& random)
      : row(Positions::of(spec.system).size() * kHidden), parts(random_floats(treebank.words() * row, 1, random)),
        none(random_floats(row, 1, random)), root(random_floats(row, 1, random)),
        weights(random_floats(spec.transitions.size() * kHidden, 1, random)),
        bias(random_floats(spec.transitions.size(), 1, random)) {}
  FloatScores view() const { return {kHidden, parts, none, root, weights, bias}; }

  std::size_t row;
  std::vector<float> parts, none, root, weights, bias;
};

std::vector<float> plain_scores(const Floats& floats, std::span<const std::int32_t> words) {
  std::vector<float> scores = floats.bias;
  for (std::size_t unit = 0; unit < kHidden; ++unit) {
    float sum = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const float* const row = words[i] == Explored::kNoWord ? floats.none.data()
                               : words[i] == Explored::kRoot
                                   ? floats.root.data()
                                   : floats.parts.data() + static_cast<std::size_t>(words[i]) * floats.row;
      sum += row[i * kHidden + unit];
    }
    if (sum > 0)
      for (std::size_t id = 0; id < scores.size(); ++id) scores[id] += sum * floats.weights[id * kHidden + unit];
  }
  return scores;
}

}  // namespace

TEST(exploration_follows_predictions_and_knows_their_costs) {
  std::mt19937 random(12);
  for (const TransitionSystem& system : all_systems(true)) {
    const OracleChoice oracle = widest_oracle(system);
    if (!is_dynamic(oracle)) continue;
    const Treebank treebank = random_treebank(20, random, !system.moves().has(Move::swap), 7);
    const auto spec = spec_for(treebank, system);
    const Positions positions = Positions::of(system);
    const Floats floats(treebank, *spec, random);
    const TrainingData data(treebank, spec, oracle, 1);
    const Explored found = explore({&data, 1}, floats.view(), {.explore = 1}, 1);
    std::size_t at = 0;  // among configurations
    bool is_right = true;
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      Configuration c;
      system.start(c, static_cast<Node>(treebank.length(i)));
      for (; !system.finished(c); ++at) {
        const auto words = std::span(found.words).subspan(at * positions.size(), positions.size());
        const auto gold = std::span(found.gold).subspan(at * spec->transitions.size(), spec->transitions.size());
        std::vector<Node> nodes(positions.size());
        positions.find(c, nodes.data());
        for (std::size_t k = 0; k < nodes.size(); ++k) {
          const auto word = static_cast<std::int32_t>(treebank.word_begin[i]) + nodes[k] - 1;
          is_right &= words[k] == (nodes[k] == kNone ? -1 : nodes[k] == 0 ? -2 : word);
        }
        const Costs costs = data.oracles[i]->costs(c);
        const float least = least_cost(costs, system.legal(c));
        const std::vector<float> scores = plain_scores(floats, words);
        std::vector<std::uint8_t> wanted(gold.size());
        TransitionId best = 0;
        bool any = false;
        system.visit([&](const auto& each) {
          for_legal(each, spec->transitions, c, each.legal(c), [&](Move move, TransitionRange range) {
            for (TransitionId id = range.begin; id < range.end; ++id) {
              float cost = costs[index_of(move)];
              if (builds_arc(move))
                cost += cost_of_label(data.golds[i], each.arc(c, move), spec->transitions[id].label, 1);
              wanted[id] = Explored::legal | (cost == least ? Explored::zero_cost : 0);
              if (!any || scores[id] > scores[best] || (scores[id] == scores[best] && id < best)) best = id;
              any = true;
            }
          });
        });
        is_right &= std::ranges::equal(gold, wanted);
        // Only an error of the prediction is explored.
        const Transition made = spec->transitions[best];
        system.apply(c, made.move, made.label);
      }
    }
    CHECK(is_right);
    CHECK(at * positions.size() == found.words.size() && at * spec->transitions.size() == found.gold.size());
  }
}

TEST(exploration_without_errors_derives_gold_trees) {
  std::mt19937 random(13);
  for (const TransitionSystem& system : all_systems(true)) {
    // Gold trees with one root, which all systems can build.
    const Treebank treebank = random_treebank(20, random, !system.moves().has(Move::swap), 7);
    const auto spec = spec_for(treebank, system);
    const Floats floats(treebank, *spec, random);
    for (const OracleChoice oracle : oracles_of(system)) {
      const TrainingData data(treebank, spec, oracle, 1);
      for (const Policy policy : {Policy::oracle, Policy::ambiguity}) {
        const Explored found = explore({&data, 1}, floats.view(), {.policy = policy, .seed = 3}, 1);
        const std::size_t size = spec->transitions.size();
        bool any_each = true;
        for (std::size_t row = 0; row < found.gold.size(); row += size)
          any_each &= std::ranges::max(std::span(found.gold).subspan(row, size)) > Explored::legal;
        CHECK(any_each);
      }
    }
  }
}

TEST(exploration_does_not_depend_on_threads) {
  std::mt19937 random(14);
  const Treebank treebank = random_treebank(200, random);
  const auto spec = spec_for(treebank, ArcHybrid());
  const Floats floats(treebank, *spec, random);
  const TrainingData data(treebank, spec, OracleChoice::dynamic, 1);
  for (const Policy policy : {Policy::explore, Policy::sample}) {
    const OnlineOptions options{.policy = policy, .explore = 0.5, .seed = 4};
    const Explored one = explore({&data, 1}, floats.view(), options, 1),
                   four = explore({&data, 1}, floats.view(), options, 4);
    CHECK(one.words == four.words && one.gold == four.gold);
    const Explored other = explore({&data, 1}, floats.view(), {.policy = policy, .explore = 0.5, .seed = 5}, 1);
    CHECK(one.words != other.words);
  }
  FloatScores cut = floats.view();
  cut.parts = cut.parts.first(cut.parts.size() - 1);
  CHECK(is_refused([&] { explore({&data, 1}, cut, {}, 1); }));
}

TEST(exploration_knows_the_costs_in_several_trees) {
  std::mt19937 random(15);
  for (const TransitionSystem& system : all_systems(true)) {
    const OracleChoice oracle = widest_oracle(system);
    if (!is_dynamic(oracle)) continue;
    const Treebank first = random_treebank(20, random, true, 7);
    Treebank second = first;
    for (std::size_t i = 0; i < 20; i += 2) {  // every other tree is a chain
      const std::size_t begin = second.word_begin[i];
      for (std::size_t word = 0; word < second.length(i); ++word)
        second.heads[begin + word] = static_cast<std::int32_t>(word);
    }
    const auto spec = spec_for(first, system);
    const Floats floats(first, *spec, random);
    std::vector<TrainingData> trees;
    for (const Treebank* each : {&std::as_const(first), &std::as_const(second), &std::as_const(first)})
      trees.emplace_back(*each, spec, oracle, 1);
    // All predictions are followed, so that the same configurations are explored with either tree as the first one.
    const OnlineOptions options{.explore = 1};
    const Explored all = explore(trees, floats.view(), options, 1);
    const Explored one = explore({&trees[0], 1}, floats.view(), options, 1);
    const Explored other = explore({&trees[1], 1}, floats.view(), options, 1);
    CHECK(all.words == one.words && all.words == other.words && one.gold != other.gold);
    const std::size_t size = spec->transitions.size();
    bool is_right = true;
    for (std::size_t row = 0; row < all.gold.size(); row += size) {
      // A tree with labels that the spec does not allow here counts as the first one.
      const bool is_known = std::ranges::max(std::span(other.gold).subspan(row, size)) > Explored::legal;
      const Explored& second_tree = is_known ? other : one;
      for (std::size_t i = row; i < row + size; ++i)
        is_right &= all.gold[i] == (one.gold[i] | (second_tree.gold[i] & 2) << 1 | (one.gold[i] & 2) << 2);
    }
    CHECK(is_right);
    trees[1].read(random_treebank(19, random, true, 7), 0);
    CHECK(is_refused([&] { explore(trees, floats.view(), options, 1); }));
  }
}
