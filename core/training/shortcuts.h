// Learning tag-context shortcuts.
#pragma once

#include <cstddef>
#include <vector>

#include "base/interrupt.h"
#include "scoring/linear/shortcuts.h"
#include "search/parser.h"

namespace dodona {

struct LearntShortcuts {
  std::vector<Shortcuts::Shortcut> shortcuts;
  std::size_t covered = 0, decisions = 0;  ///< the decisions that shortcuts make, and all decisions
};

/// The contexts in which a greedy parser always makes the same transition, at least `least` times, when it parses the
/// sentences. There are none if its templates use no tags, or if its model has no templates.
LearntShortcuts learn_shortcuts(const Parser& parser, const Treebank& treebank, std::size_t least,
                                const Interrupt& interrupt = {});

}  // namespace dodona
