#include "oracles/order_of_going.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "treebank/interrupt.h"

namespace dodona {
namespace {

// The longer a row is, the fewer are followed: with 200 words a hundred, with 1,000 four. That is a few seconds.
constexpr std::size_t kWork = 4'000'000;

// Nodes that are still there, from left to right.
using Row = std::u32string;

// What happens to two neighbours.
struct Step {
  Node left, right;
  Move move;
};

class Rows {
 public:
  Rows(const Gold& gold, Root root, const ProjectiveOrder& order) : gold_(gold), place_(static_cast<std::size_t>(gold.words()) + 1), waits_for_(place_.size()) {
    if (root == Root::first) all_.push_back(0);
    for (Node word = 1; word <= gold.words(); ++word) {
      all_.push_back(static_cast<char32_t>(word));
      place_[static_cast<std::size_t>(word)] = order.of(word);
    }
    if (root == Root::last) all_.push_back(0);
    place_[0] = root == Root::last ? std::numeric_limits<Node>::max() : -1;
  }

  const Row& all() const { return all_; }

  /// The words of a row that wait for no dependent, and have their heads in it.
  std::vector<Node> ready(const Row& row) {
    count_dependents(row);
    std::vector<Node> words;
    for (const char32_t node : row)
      if (waits_for_[node] == 0 && row.find(static_cast<char32_t>(gold_.head(static_cast<Node>(node)))) != Row::npos) words.push_back(static_cast<Node>(node));
    return words;
  }

  /// Lets a word go, and then all that can without a swap. How many swaps that takes; none if something has to go before it.
  std::optional<std::size_t> let_go(Row& row, Node word, std::vector<Step>* steps) {
    const auto [first, last] = std::minmax({row.find(static_cast<char32_t>(word)), row.find(static_cast<char32_t>(gold_.head(word)))});
    const Node from = place(row[first]), to = place(row[last]);
    // On which side of the two a word must be: 0 and 3 are outside.
    const auto side = [&](char32_t node) { return place(node) < from ? 0 : place(node) == from ? 1 : place(node) <= to ? 2 : 3; };
    for (std::size_t i = first + 1; i < last; ++i)
      if (const int on = side(row[i]); on == 1 || on == 2) return std::nullopt;
    std::size_t swaps = 0;
    for (std::size_t i = first + 1; i <= last; ++i)
      for (std::size_t j = i; j > first && side(row[j]) < side(row[j - 1]); --j) {
        if (steps) steps->push_back({static_cast<Node>(row[j - 1]), static_cast<Node>(row[j]), Move::swap});
        std::swap(row[j - 1], row[j]);
        ++swaps;
      }
    let_go(row, steps);
    return swaps;
  }

  /// Lets all words go that can without a swap.
  void let_go(Row& row, std::vector<Step>* steps) {
    count_dependents(row);
    Row stays;
    for (const char32_t next : row) {
      stays.push_back(next);
      while (stays.size() > 1) {
        const char32_t left = stays[stays.size() - 2], right = stays.back();
        const bool is_left_arc = can_attach(left, right);
        if (!is_left_arc && !can_attach(right, left)) break;
        if (steps) steps->push_back({static_cast<Node>(left), static_cast<Node>(right), is_left_arc ? Move::left_arc : Move::right_arc});
        --waits_for_[is_left_arc ? right : left];
        stays.erase(stays.size() - (is_left_arc ? 2 : 1), 1);
      }
    }
    row = std::move(stays);
  }

 private:
  Node place(char32_t node) const { return place_[node]; }
  bool can_attach(char32_t word, char32_t head) const { return word != 0 && gold_.head(static_cast<Node>(word)) == static_cast<Node>(head) && waits_for_[word] == 0; }

  void count_dependents(const Row& row) {
    for (const char32_t node : row) waits_for_[node] = 0;
    for (const char32_t node : row)
      if (node != 0) ++waits_for_[static_cast<std::size_t>(gold_.head(static_cast<Node>(node)))];
  }

  const Gold& gold_;
  Row all_;
  std::vector<Node> place_, waits_for_;
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
    now_and_then();
    for (const Node word : rows_.ready(row)) {
      Row next = row;
      const std::optional<std::size_t> swaps = rows_.let_go(next, word, nullptr);
      if (!swaps) continue;
      const std::size_t all = way.swaps + *swaps;
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
  Row row = rows.all();
  rows.let_go(row, &steps);
  if (row.size() > kLongestRow) return {};
  width = std::clamp(kWork / (row.size() * row.size()), std::size_t{1}, width);
  for (const Node word : Beam(rows, width).from(row)) rows.let_go(row, word, &steps);
  return carried_out(steps, gold, root);
}

}  // namespace dodona
