// The kinds of mistakes that a file can hold, and the names under which they are counted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dodona {

enum class Fault {
  columns, word_number, form, head, cycle, no_root, roots, utf8, nul, cut, empty, comment, multiword, empty_node, blank,
};

std::string_view name_of(Fault fault);

/// A mistake and the line of the file that it is in, counted from 1.
struct Problem {
  std::size_t line;
  Fault kind;
  std::string message;
};

}  // namespace dodona
