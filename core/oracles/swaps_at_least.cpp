#include "oracles/swaps_at_least.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracles/rows.h"
#include "base/interrupt.h"

namespace dodona {
namespace {

using List = std::size_t;
using Pair = std::pair<List, List>;

// Where there are more pairs of lists, they are not worth the memory: nobody could try all groups of them.
constexpr std::size_t kMostPairs = 1000;
// How many words the rows of a search may have together: 256 MB.
constexpr std::size_t kMostWords = 64'000'000;

// Which list each node is in, and which pairs of lists have words that are out of order.
struct Lists {
  Lists(const Row& row, const ProjectiveOrder& order, std::size_t nodes) : of(nodes) {
    std::vector<std::size_t> sorted;  // where the words of the row stand in it, in the projective order
    for (std::size_t at = 0; at < row.size(); ++at)
      if (row[at] != 0) sorted.push_back(at);
    std::ranges::sort(sorted, {}, [&](std::size_t at) { return order.of(static_cast<Node>(row[at])); });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (i > 0 && sorted[i] < sorted[i - 1]) ++count;
      of[row[sorted[i]]] = count;
    }
    ++count;
    for (std::size_t i = 0; i < sorted.size(); ++i)
      for (std::size_t j = i + 1; j < sorted.size(); ++j)
        if (sorted[j] < sorted[i]) crossing.emplace_back(of[row[sorted[i]]], of[row[sorted[j]]]);
    std::ranges::sort(crossing);
    crossing.erase(std::ranges::unique(crossing).begin(), crossing.end());
  }

  std::vector<List> of;
  std::size_t count = 0;
  std::vector<Pair> crossing;
};

// How often rows may still be looked at, each part of one counting by itself. To remember one counts as many times as this, which bounds the memory, too.
constexpr std::size_t kRemembered = 10;
struct Budget {
  std::size_t left;
  bool spend(std::size_t looks = 1) {
    poll_interrupt();
    const bool suffices = left >= looks;
    left -= std::min(left, looks);
    return suffices;
  }
};

// Rows are known by prints of 64 bits: there are a million at most.
std::size_t print(const Row& row) { return std::hash<Row>{}(row); }

// Pairs of lists, whose swaps are counted together: a single pair, or groups that were put together.
class Group {
 public:
  Group(const Rows& rows, const Gold& gold, const Row& row, const Lists& lists, Pair pair) : Group(rows, lists) {
    pairs_ = {pair};
    lists_[pair.first] = lists_[pair.second] = true;
    prepare(gold, row);
  }
  Group(const Rows& rows, const Gold& gold, const Row& row, const Lists& lists, std::vector<Group*> parts) : Group(rows, lists) {
    for (const Group* part : parts) {
      pairs_.insert(pairs_.end(), part->pairs_.begin(), part->pairs_.end());
      for (List list = 0; list < lists_.size(); ++list)
        if (part->lists_[list]) lists_[list] = true;
      at_least_ += part->at_least_;
    }
    parts_ = std::move(parts);
    prepare(gold, row);
  }

  /// What the whole sentence has of these swaps, at least.
  std::size_t at_least() const { return at_least_; }

  bool shares_a_list(const Group& other) const {
    for (List list = 0; list < lists_.size(); ++list)
      if (lists_[list] && other.lists_[list]) return true;
    return false;
  }
  bool is_within(const Group& one, const Group& other) const {
    for (List list = 0; list < lists_.size(); ++list)
      if (lists_[list] && !one.lists_[list] && !other.lists_[list]) return false;
    return true;
  }

  /// Finds out what a single pair takes by itself.
  std::size_t solve(const Row& row, Budget& budget) { return at_least_ = at_least(row, budget); }

  /// What is still to be swapped from a row on, at least. For a single pair it is what has to be.
  std::size_t at_least(const Row& row, Budget& budget) {
    if (!budget.spend()) return 0;
    const Row part = rows_.part(row);
    if (parts_.empty()) return fewest(part, budget);
    const std::size_t sum = sum_of_parts(part, budget);
    // Whatever goes through a row that the search has seen has at_least_ swaps in all, and no more than these behind it (Koenig and Likhachev 2005).
    const auto found = swaps_so_far_.find(print(part));
    return found == swaps_so_far_.end() ? sum : std::max(sum, at_least_ - std::min(at_least_, found->second));
  }

  /// Goes through the rows of this part of the words, those first that may come to the end with the fewest swaps (A*), until that is known, or known to be `enough`. Whether
  /// the budget sufficed.
  bool search(const Row& all, std::size_t enough, Budget& budget) {
    const Row start = rows_.part(all);
    const std::size_t first = std::max(at_least_, sum_of_parts(start, budget));
    std::vector<std::vector<Way>> levels(enough > first ? enough - first : 0);
    if (levels.empty()) return at_least_ = enough, true;
    levels[0].push_back({start, 0});
    swaps_so_far_[print(start)] = 0;
    std::size_t words = start.size();  // in all rows that wait
    for (std::size_t level = 0; level < levels.size(); ++level) {
      at_least_ = first + level;
      while (!levels[level].empty()) {
        const Way way = std::move(levels[level].back());
        levels[level].pop_back();
        words -= way.row.size();
        if (swaps_so_far_[print(way.row)] < way.swaps) continue;
        if (way.row.size() <= 1) return true;
        if (words > kMostWords) return false;
        for (const Node word : rows_.ready(way.row)) {
          Way next = way;
          if (!budget.spend()) return false;
          if (!let_go(next, word)) continue;
          const auto [at, is_new] = swaps_so_far_.try_emplace(print(next.row), next.swaps);
          if (is_new && !budget.spend(kRemembered)) return false;
          if (!is_new && at->second <= next.swaps) continue;
          at->second = next.swaps;
          const std::size_t all_swaps = std::max(at_least_, next.swaps + sum_of_parts(next.row, budget));
          if (all_swaps >= enough) continue;
          words += next.row.size();
          levels[all_swaps - first].push_back(std::move(next));
        }
      }
    }
    at_least_ = enough;
    return true;
  }

 private:
  struct Way {
    Row row;
    std::size_t swaps;
  };

  Group(const Rows& rows, const Lists& lists) : rows_(rows), list_of_(lists.of), lists_(lists.count), counts_(lists.count * lists.count) {}

  void prepare(const Gold& gold, const Row& row) {
    std::vector<bool> kept(list_of_.size());
    for (const char32_t node : row)
      if (node != 0 && lists_[list_of_[node]]) kept[node] = kept[static_cast<std::size_t>(gold.head(static_cast<Node>(node)))] = true;
    rows_.keep(std::move(kept));
    for (const auto& [one, other] : pairs_) counts_[one * lists_.size() + other] = counts_[other * lists_.size() + one] = true;
  }

  bool let_go(Way& way, Node word) {
    return rows_.let_go(way.row, word, [&](Node left, Node right, Move move) {
      if (move == Move::swap && left != 0 && right != 0)
        way.swaps += counts_[list_of_[static_cast<std::size_t>(left)] * lists_.size() + list_of_[static_cast<std::size_t>(right)]];
    });
  }

  std::size_t sum_of_parts(const Row& row, Budget& budget) {
    std::size_t sum = 0;
    for (Group* part : parts_) sum += part->at_least(row, budget);
    return sum;
  }

  // Tries everything; what is beyond the budget counts nothing.
  std::size_t fewest(const Row& row, Budget& budget) {
    if (row.size() <= 1) return 0;
    if (const auto found = swaps_to_come_.find(print(row)); found != swaps_to_come_.end()) return found->second;
    std::size_t swaps = std::numeric_limits<std::size_t>::max();
    for (const Node word : rows_.ready(row)) {
      if (!budget.spend()) return 0;
      Way next{row, 0};
      if (let_go(next, word) && next.swaps < swaps) swaps = std::min(swaps, next.swaps + fewest(next.row, budget));
    }
    if (budget.spend(kRemembered)) swaps_to_come_[print(row)] = swaps;
    return swaps;
  }

  Rows rows_;
  const std::vector<List>& list_of_;
  std::vector<bool> lists_, counts_;
  std::vector<Pair> pairs_;
  std::vector<Group*> parts_;
  std::size_t at_least_ = 0;
  std::unordered_map<std::size_t, std::size_t> swaps_so_far_, swaps_to_come_;
};

// Groups of pairs, which grow as long as that brings something.
class Groups {
 public:
  Groups(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t enough, std::size_t budget)
      : gold_(gold), rows_(gold, root, order), row_(rows_.part(rows_.all())), lists_(row_, order, static_cast<std::size_t>(gold.words()) + 1), enough_(enough), budget_{budget / std::max<std::size_t>(1, row_.size() / 100)} {
    if (lists_.crossing.size() > kMostPairs) return;
    for (const Pair& pair : lists_.crossing) {
      groups_.push_back(std::make_unique<Group>(rows_, gold_, row_, lists_, pair));
      at_least_ += groups_.back()->solve(row_, budget_);
    }
  }

  std::size_t at_least() {
    // Most groups are small, and what brings something is often among those: the others are tried later.
    for (std::size_t looks = 10'000; at_least_ < enough_; looks *= 10) {
      while (at_least_ < enough_ && put_two_together(looks)) {}
      if (looks >= budget_.left) break;
    }
    return std::min(at_least_, enough_);
  }

 private:
  // Whether two groups were found that take more swaps together than apart, with so many looks for each two.
  bool put_two_together(std::size_t looks) {
    for (std::size_t i = 0; i < groups_.size(); ++i)
      for (std::size_t j = i + 1; j < groups_.size(); ++j)
        if (groups_[i]->shares_a_list(*groups_[j]) && put_together(*groups_[i], *groups_[j], looks)) return true;
    return false;
  }

  // All groups that have no lists but those of these two become one, if that brings something.
  bool put_together(const Group& one, const Group& other, std::size_t looks) {
    if (!budget_.spend(groups_.size())) return false;
    std::vector<Group*> parts;
    for (const auto& group : groups_)
      if (group->is_within(one, other)) parts.push_back(group.get());
    std::size_t& tried = tried_[parts];
    if (tried >= looks) return false;
    auto whole = std::make_unique<Group>(rows_, gold_, row_, lists_, parts);
    const std::size_t apart = whole->at_least(), before = std::min(looks, budget_.left);
    Budget some{before};
    const bool is_done = whole->search(row_, apart + enough_ - at_least_, some);
    budget_.left -= before - some.left;
    tried = is_done ? std::numeric_limits<std::size_t>::max() : looks;
    if (whole->at_least() <= apart) return false;
    at_least_ += whole->at_least() - apart;
    // The parts stay: the whole asks them.
    for (const Group* part : parts) {
      const auto at = std::ranges::find(groups_, part, &std::unique_ptr<Group>::get);
      parts_.push_back(std::move(*at));
      groups_.erase(at);
    }
    groups_.push_back(std::move(whole));
    return true;
  }

  const Gold& gold_;
  Rows rows_;
  Row row_;
  Lists lists_;
  std::size_t enough_, at_least_ = 0;
  Budget budget_;
  std::vector<std::unique_ptr<Group>> groups_, parts_;
  std::map<std::vector<Group*>, std::size_t> tried_;  // how much was looked at
};

}  // namespace

std::size_t swaps_at_least(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t enough, std::size_t budget) {
  return Groups(gold, root, order, enough, budget).at_least();
}

}  // namespace dodona
