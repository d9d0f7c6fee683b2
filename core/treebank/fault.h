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

inline std::string_view name_of(Fault fault) {
  constexpr std::string_view kNames[] = {"columns", "word number",   "empty form",      "head",       "cycle",
                                         "no root", "several roots", "not UTF-8",       "NUL byte",   "cut off",
                                         "empty",   "comment",       "multiword token", "empty node", "blank line"};
  return kNames[static_cast<std::size_t>(fault)];
}

/// An error, its line in the file, counted from 1, and the sent_id of its sentence, if there is one.
struct Problem {
  std::size_t line;
  Fault kind;
  std::string message;
  std::string sentence = {};
};

}  // namespace dodona
