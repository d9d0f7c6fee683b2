#include "search/habits.h"

#include <algorithm>

namespace dodona {

Habits::Habits(std::span<const Habit> habits, std::size_t tag, std::size_t transitions) : all_(habits.begin(), habits.end()), tag_(tag) {
  if (all_.empty()) return;
  for (const Habit& habit : all_)
    if (habit.transition >= transitions) throw std::invalid_argument("a habit has no transition");
  std::ranges::sort(all_, {}, &Habit::context);
  if (std::ranges::adjacent_find(all_, {}, &Habit::context) != all_.end()) throw std::invalid_argument("two habits have the same context");
  int bits = 4;
  while (std::size_t{1} << bits < 4 * all_.size()) ++bits;
  shift_ = 64 - bits;
  table_.assign(std::size_t{1} << bits, {0, kNone});
  for (const Habit& habit : all_) {
    std::size_t at = place_of(habit.context);
    while (table_[at].transition != kNone) at = (at + 1) & (table_.size() - 1);
    table_[at] = habit;
  }
}

}  // namespace dodona
