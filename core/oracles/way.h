// A sequence of moves that is followed again and again.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "transitions/moves.h"

namespace dodona {

/// Which move a derivation makes in each of its configurations.
///
/// Configurations are known by prints of 64 bits: a key has as many numbers as a sentence has words, and a tree with hundreds of
/// thousands of swaps as many keys. That two of these have the same print will not happen in a lifetime, and would cost one wrong move.
class Way {
 public:
  void add(const std::u32string& key, Move move) { moves_.emplace(std::hash<std::u32string>{}(key), move); }

  bool empty() const { return moves_.empty(); }

  /// The move that is made there; none off the way.
  std::optional<Move> operator[](const std::u32string& key) const {
    const auto found = moves_.find(std::hash<std::u32string>{}(key));
    return found != moves_.end() ? std::optional(found->second) : std::nullopt;
  }

 private:
  std::unordered_map<std::size_t, Move> moves_;
};

}  // namespace dodona
