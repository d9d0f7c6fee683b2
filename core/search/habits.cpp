#include "search/habits.h"

#include <algorithm>
#include <stdexcept>

namespace dodona {
namespace {

constexpr std::size_t kMostTries = 1000;

}  // namespace

Habits::Habits(std::span<const Habit> habits, std::size_t tag, std::size_t transitions) : all_(habits.begin(), habits.end()), tag_(tag) {
  if (all_.empty()) return;
  for (const Habit& habit : all_)
    if (habit.transition >= transitions || habit.context % 2 == 0) throw std::invalid_argument("a habit is none");
  std::ranges::sort(all_, {}, &Habit::context);
  if (std::ranges::adjacent_find(all_, {}, &Habit::context) != all_.end()) throw std::invalid_argument("two habits have the same context");
  int bits = 4;
  while (std::size_t{1} << bits < 2 * all_.size()) ++bits;
  shift_ = 64 - bits;
  contexts_.resize(std::size_t{1} << bits);
  transitions_.resize(contexts_.size());
  for (const Habit& habit : all_) {
    std::size_t at = static_cast<std::size_t>(habit.context >> shift_);
    // Contexts are spread evenly; those of a stranger may all want the same place, and would take for ever.
    for (std::size_t tries = 0; contexts_[at] != 0; at = (at + 1) & (contexts_.size() - 1))
      if (++tries > kMostTries) throw std::invalid_argument("habits crowd in one place");
    contexts_[at] = habit.context;
    transitions_[at] = habit.transition;
  }
}

}  // namespace dodona
