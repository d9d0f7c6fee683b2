// Writes sentences as the lines that they were read from.
#pragma once

#include <cstddef>
#include <string>

#include "treebank/treebank.h"

namespace dodona {

/// Appends sentences `from` .. `to` to `out`, as CoNLL-U or CoNLL-X with `\n` line ends. The
/// declaration of CoNLL-U Plus columns, where there is one, comes before sentence 0.
void write(const Treebank& treebank, std::size_t from, std::size_t to, std::string& out);

}  // namespace dodona
