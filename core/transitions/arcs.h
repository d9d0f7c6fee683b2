// The arcs of each node, and where they are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "transitions/fingerprint.h"

namespace dodona {

/// A word of a sentence, counted from 1; 0 is the artificial root.
using Node = std::int32_t;
/// No node: accessors return it where there is none.
inline constexpr Node kNone = -1;
/// The number of a dependency label.
using Label = std::int32_t;
inline constexpr Label kNoLabel = -1;
/// The label of a gold arc of which only the head counts.
inline constexpr Label kAnyLabel = -2;

/// The head, the dependents and the place of one node.
struct Arcs {
  enum class Place : std::uint8_t { stack, buffer, removed };

  Node head = kNone;
  Label label = kNoLabel;
  Node left1 = kNone, left2 = kNone;    ///< the two outermost dependents on the left
  Node right1 = kNone, right2 = kNone;  ///< the two outermost dependents on the right
  std::uint16_t left_count = 0, right_count = 0;
  Place place = Place::buffer;
  std::uint64_t left_labels = 0, right_labels = 0;  ///< the sets of labels (modulo 64) on each side
};

/// The arcs of a configuration that is rarely copied, in one array.
class OwnArcs {
 public:
  using Print = NoFingerprint;
  static constexpr bool kCanCompare = false;

  void start(std::size_t nodes) { arcs_.assign(nodes, Arcs{}); }
  const Arcs& operator[](Node node) const { return arcs_[static_cast<std::size_t>(node)]; }
  Arcs& at(Node node) { return arcs_[static_cast<std::size_t>(node)]; }

 private:
  std::vector<Arcs> arcs_;
};

}  // namespace dodona
