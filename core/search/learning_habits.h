// The habits that a parser has.
#pragma once

#include <cstddef>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// What a parser did every time in a context, and at least `least` times, and how many of its decisions that is.
struct LearntHabits {
  std::vector<Habits::Habit> habits;
  std::size_t habitual = 0, decisions = 0;
};

/// The habits of a greedy parser, from its own parse of some sentences. It has none if its templates ask for no tags at all.
LearntHabits habits_of(const Parser& parser, const Treebank& treebank, std::size_t least, const Interrupt& interrupt = {});

}  // namespace dodona
