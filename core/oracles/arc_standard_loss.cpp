#include "oracles/arc_standard_loss.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/interrupt.h"

namespace dodona {
namespace {

constexpr std::size_t kLooks = 1 << 12;  // this often it is worth asking whether to go on

struct State {
  std::size_t i, j, h;
};

// The states that were there before. Where there could be very many, few of them are ever seen.
class Seen {
 public:
  Seen(std::size_t m, std::size_t q) : rows_(q + 1), nodes_(m + q) {
    if (m * rows_ * nodes_ <= kFew) all_.resize(m * rows_ * nodes_);
  }
  /// Whether it is seen for the first time.
  bool add(const State& state) {
    const std::size_t number = (state.i * rows_ + state.j) * nodes_ + state.h;
    if (all_.empty()) return some_.insert(number).second;
    return !std::exchange(all_[number], true);
  }

 private:
  static constexpr std::size_t kFew = 1 << 14;
  std::size_t rows_, nodes_;
  std::vector<char> all_;
  std::unordered_set<std::size_t> some_;
};

}  // namespace

int least_loss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold, bool single_root) {
  const std::size_t m = stack.size(), q = units.size();
  const auto node = [&](std::size_t h) { return h < m ? stack[h] : units[h - m]; };
  // Level by level in what is lost, so that what comes to the end first has lost least; mostly that is nothing, and nearly all else need not be
  // looked at.
  std::vector<State> level{{m - 1, 0, m - 1}}, next;
  Seen seen(m, q);
  std::size_t looks = 0;
  for (int lost = 0; !level.empty(); ++lost, level.swap(next)) {
    const auto to = [&](const State& state, Node head, Node word) { (loses_head(gold, head, word) ? next : level).push_back(state); };
    while (!level.empty()) {
      const State state = level.back();
      level.pop_back();
      if (!seen.add(state)) continue;
      if (++looks % kLooks == 0) poll_interrupt();
      const auto [i, j, h] = state;
      const Node top = node(h);
      if (i == 0 && j == q && top == 0) return lost;
      for (std::size_t k = j; k < q; ++k) {
        const Node unit = units[k];
        if (unit == 0 ? !(single_root && (k > j || i > 0)) : true) {
          if (unit != 0 && !(single_root && top == 0)) to({i, k + 1, h}, top, unit);
          if (top != 0) to({i, k + 1, m + k}, unit, top);
        }
        if (k + 1 == q || unit == 0 || gold.head(unit) != units[k + 1]) break;
      }
      if (i > 0) {
        const Node below = stack[i - 1];
        if (below != 0) to({i - 1, j, h}, top, below);
        if (top != 0 && !(single_root && below == 0 && j < q)) to({i - 1, j, i - 1}, below, top);
      }
    }
  }
  return std::numeric_limits<int>::max() / 2;
}

}  // namespace dodona
