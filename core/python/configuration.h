// A configuration as Python sees it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "transitions/system.h"

namespace dodona::python {

namespace nb = nanobind;

inline std::vector<Move> moves_in(MoveSet set) {
  std::vector<Move> moves;
  for (const Move move : set) moves.push_back(move);
  return moves;
}

/// A configuration with its system, which checks what is done to it.
struct PyConfiguration {
  PyConfiguration(Node words, Root root, bool single_root, SystemChoice choice) : system(choice, root, single_root) {
    if (words < 0) throw nb::value_error("a sentence cannot have fewer than no words");
    system.start(c, words);
  }

  PyConfiguration(const TransitionSystem& of, Configuration configuration) : system(of), c(std::move(configuration)) {}

  std::vector<Move> legal() const { return moves_in(system.legal(c)); }

  void apply(Move move, Label label) {
    if (!system.legal(c).has(move)) throw nb::value_error("the move is not legal here");
    if (builds_arc(move) != (label >= 0)) throw nb::value_error("arcs have labels, and only they");
    system.apply(c, move, label);
  }

  void finish(Label label) {
    if (!system.finished(c)) throw nb::value_error("the sentence is not done");
    system.finish(c, label);
  }

  template <class F>
  std::vector<std::int32_t> for_words(F value) const {
    std::vector<std::int32_t> values;
    for (Node word = 1; word <= c.words(); ++word) values.push_back(value(c[word]));
    return values;
  }

  TransitionSystem system;
  Configuration c;
};

}  // namespace dodona::python
