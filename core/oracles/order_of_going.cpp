#include "oracles/order_of_going.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracles/rows.h"
#include "base/interrupt.h"

namespace dodona {
namespace {

// The longer a row is, the fewer are followed: with 200 words a hundred, with 1,000 four. That is a few seconds.
constexpr std::size_t kWork = 4'000'000;

// What happens to two neighbours.
struct Step {
  Node left, right;
  Move move;
};

// The words that go, and that take swaps, in an order with few of them.
class Beam {
 public:
  Beam(Rows& rows, std::size_t width) : rows_(rows), width_(width) {}

  std::vector<Node> from(const Row& start) {
    levels_.resize(start.size() + 1);
    levels_.back().emplace(start, Way{0, kNowhere});
    for (std::size_t words = levels_.size() - 1; words > 1; --words)
      for (const auto& [row, way] : best_of(std::exchange(levels_[words], {}))) follow(row, way);
    std::vector<Node> going;
    for (std::uint32_t at = levels_[1].begin()->second.last; at != kNowhere; at = steps_[at].first) going.push_back(steps_[at].second);
    std::ranges::reverse(going);
    return going;
  }

 private:
  static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
  struct Way {
    std::size_t swaps;
    std::uint32_t last;  // of the words that have gone
  };
  using Level = std::unordered_map<Row, Way>;

  std::vector<std::pair<Row, Way>> best_of(const Level& level) const {
    std::vector<std::pair<Row, Way>> ways(level.begin(), level.end());
    const auto middle = ways.begin() + static_cast<std::ptrdiff_t>(std::min(width_, ways.size()));
    std::ranges::partial_sort(ways, middle, {}, [](const auto& each) { return std::tie(each.second.swaps, each.first); });
    ways.erase(middle, ways.end());
    return ways;
  }

  void follow(const Row& row, const Way& way) {
    poll_interrupt();
    for (const Node word : rows_.ready(row)) {
      Row next = row;
      std::size_t all = way.swaps;
      if (!rows_.let_go(next, word, [&](Node, Node, Move move) { all += move == Move::swap; })) continue;
      Level& level = levels_[next.size()];
      const auto [at, is_new] = level.try_emplace(std::move(next), Way{all, kNowhere});
      if (!is_new && at->second.swaps <= all) continue;
      steps_.emplace_back(way.last, word);
      at->second = {all, static_cast<std::uint32_t>(steps_.size() - 1)};
      // Rows are long, and most will never be followed.
      if (level.size() > 2 * width_ + 10) {
        const auto best = best_of(level);
        level = Level(best.begin(), best.end());
      }
    }
  }

  Rows& rows_;
  std::size_t width_;
  std::vector<Level> levels_;  // by the number of words
  std::vector<std::pair<std::uint32_t, Node>> steps_;  // which word went, after which
};

// The moves of a plan. What happens in different places can happen in any order; the stack makes every step as soon as both words have made all theirs
// before it. A step makes others possible only to its right, or at the top of the stack, so that none is ever out of reach.
Derivation carried_out(const std::vector<Step>& steps, const Gold& gold, Root root) {
  std::vector<std::vector<std::size_t>> of_word(static_cast<std::size_t>(gold.words()) + 1);  // its steps, the next one last
  for (std::size_t i = steps.size(); i-- > 0;)
    for (const Node node : {steps[i].left, steps[i].right}) of_word[static_cast<std::size_t>(node)].push_back(i);
  Derivation made;
  for (BareConfiguration c(gold, root); !c.finished();) {
    Move move = Move::shift;
    if (const Node left = c.stack(1), right = c.stack(0); left >= 0 && right >= 0) {
      auto &of_left = of_word[static_cast<std::size_t>(left)], &of_right = of_word[static_cast<std::size_t>(right)];
      if (!of_left.empty() && !of_right.empty() && of_left.back() == of_right.back()) {
        move = steps[of_left.back()].move;
        of_left.pop_back();
        of_right.pop_back();
      }
    }
    if (move == Move::shift && c.buffer_is_empty()) return {};
    c.apply(move);
    made.moves.push_back(move);
    made.swaps += move == Move::swap;
  }
  return made;
}

}  // namespace

Derivation derivation_by_going(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t width) {
  Rows rows(gold, root, order);
  std::vector<Step> steps;
  const auto remember = [&](Node left, Node right, Move move) { steps.push_back({left, right, move}); };
  Row row = rows.all();
  rows.let_go(row, remember);
  if (row.size() > kLongestRow) return {};
  width = std::clamp(kWork / (row.size() * row.size()), std::size_t{1}, width);
  for (const Node word : Beam(rows, width).from(row)) rows.let_go(row, word, remember);
  return carried_out(steps, gold, root);
}

}  // namespace dodona
