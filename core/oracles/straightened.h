// Configurations with SWAP, as they will be when everything has been swapped that has to be.
#pragma once

#include <vector>

#include "oracles/projective_order.h"
#include "transitions/swap_standard.h"

namespace dodona {

/// What swap-standard parsing must lose, if it swaps what a projective order admits and nothing else.
///
/// A word of the stack that a later one has to pass comes back to the buffer. So, as far as arcs go, it is there already: what stays in the stack, and
/// everything else as a buffer in the projective order, are a configuration of arc-standard, and arc_standard_loss.h says what
/// that loses.
class Straightened {
 public:
  /// All must outlive this.
  Straightened(const SwapStandard& system, const Gold& gold, const ProjectiveOrder& order) : system_(system), gold_(gold), order_(order) {}

  /// The least number of words in the stack (its top last) and the buffer that get another head than the gold one. Words from `next` on are the
  /// rest of the text, which nothing has touched.
  int loss(const std::vector<Node>& stack, const std::vector<Node>& buffer, Node next) const;

  /// Whether one word, which stands before the other, has to be swapped with it.
  bool is_passed(Node one, Node other) const { return one > 0 && one < other && order_.of(other) < order_.of(one); }

 private:
  bool is_before(Node one, Node other) const;
  std::vector<Node> units(const std::vector<Node>& stack, const std::vector<Node>& buffer) const;

  const SwapStandard& system_;
  const Gold& gold_;
  const ProjectiveOrder& order_;
};

}  // namespace dodona
