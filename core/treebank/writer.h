// Writes sentences as the lines that they were read from.
#pragma once

#include <cstddef>
#include <string>

#include "treebank/treebank.h"

namespace dodona {

/// Appends sentences `from` .. `to` to `out`, as CoNLL-U or CoNLL-X with `\n` line ends.
void write(const Treebank& treebank, std::size_t from, std::size_t to, std::string& out);

/// Appends the line that declares the columns of CoNLL-U Plus, the first of a file; nothing where
/// the columns are the ten of CoNLL-U.
void write_declaration(const Treebank& treebank, std::string& out);

}  // namespace dodona
