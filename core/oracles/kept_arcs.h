// Arcs that are to be kept, and which of them no tree can have together.
#pragma once

#include <cstdint>
#include <vector>

#include "transitions/configuration.h"

namespace dodona {

/// Why an arc, or a label, is not kept. `other` of LostArc is the word that is in the way, if there is one.
enum class Conflict : std::uint8_t {
  cycle,   ///< it is part of a cycle
  crosses, ///< it crosses the arc of `other`: no projective tree has both
  covers,  ///< nor where one of the two arcs goes over the head of its own head, which is that of the other
  root,    ///< `other` hangs from the root already, and nothing else may
  label,   ///< the arc that the word got cannot have the label
  search,  ///< the search has not found a tree with it
};

struct LostArc {
  Node word;
  Conflict why;
  Node other;
};

/// Takes out of `heads` (one a word, kNone for those that may hang from anything) what keeps it from being a part of a tree: of a
/// projective one, if `projective`, and of one with one root, if `single_root`. Goes by this order:
///
///   1. Of every cycle the arc of its last word goes.
///   2. Of arcs that cross, that goes which crosses most others, until none do; of several the longest, an arc from the root
///      being shorter than any; of several the one of the last word.
///   3. Of several words under the root the first stays.
///
/// What is left is part of such a tree: core/tests/kept_arcs_test.cpp shows it by exhaustion.
std::vector<LostArc> drop_conflicts(std::vector<std::int32_t>& heads, bool projective, bool single_root);

}  // namespace dodona
