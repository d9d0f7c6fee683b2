// Writes sentences as CoNLL-U or CoNLL-X.
#pragma once

#include <cstddef>
#include <string>

#include "treebank/treebank.h"

namespace dodona {

/// Appends sentences `from` .. `to` to `out`, as CoNLL-U or CoNLL-X with `\n` line ends.
void write(const Treebank& treebank, std::size_t from, std::size_t to, std::string& out);

}  // namespace dodona
