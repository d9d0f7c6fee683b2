// The kinds of errors in a file, and the names under which they are counted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dodona {

enum class Fault {
  columns,
  word_number,
  form,
  head,
  cycle,
  no_root,
  roots,
  utf8,
  nul,
  cut,
  empty,
  comment,
  multiword,
  empty_node,
  blank,
};

std::string_view name_of(Fault fault);

/// An error and its line in the file, counted from 1.
struct Problem {
  std::size_t line;
  Fault kind;
  std::string message;
};

}  // namespace dodona
