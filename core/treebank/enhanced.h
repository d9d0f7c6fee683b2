// The enhanced graph: DEPS and empty nodes.
#pragma once

#include "treebank/treebank.h"

namespace dodona {

/// Removes enhanced dependencies, and with them the empty nodes, which have no other place in a sentence.
void remove_enhanced(Treebank& treebank);

}  // namespace dodona
