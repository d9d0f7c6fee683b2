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
  std::size_t covered = 0, decisions = 0;  ///< how many decisions they make, of how many
};

/// The contexts in which a greedy parser, whose model has feature templates, makes the same transition every time in
/// its own parse of some sentences, and at least `least` times. There are none if its templates use no tags, or if its
/// model has no templates.
LearntShortcuts learn_shortcuts(const Parser& parser, const Treebank& treebank, std::size_t least,
                                const Interrupt& interrupt = {});

}  // namespace dodona
