#include "oracles/swap_hybrid_static_dynamic.h"

#include <algorithm>

namespace dodona {

Costs SwapHybridStaticDynamicOracle::costs(const Configuration& c) const {
  const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  Costs costs;
  costs.fill(1);
  if (system_.legal(c).has(Move::swap) && order_.of(s0) > order_.of(b)) {
    costs[index_of(Move::swap)] = 0;
    return costs;
  }
  const auto count = [&](Node node, auto where) { return static_cast<float>(std::ranges::count_if(gold_.dependents(node), where)); };
  const auto in_buffer = [&](Node k) { return c.in_buffer(k); };
  const auto in_stack = [&](Node k) { return c.in_stack(k); };
  if (s0 > 0) {
    // What s0 comes back for lies below it.
    const bool returns = order_.is_passed(c, s0);
    const Node head = gold_.head(s0);
    const float dependents = count(s0, in_buffer) + (returns ? count(s0, in_stack) : 0);
    // With one root that stands last, only the lowest word of the stack can hang from it.
    const bool comes = c.in_buffer(head) && !(head == 0 && system_.single_root() && c.stack_size() > 1 && !returns);
    const bool head_below = c.in_stack(head) && (head == s1 || returns);
    costs[index_of(Move::left_arc)] = dependents + (head_below || (head != b && comes) ? 1.0f : 0.0f);
    costs[index_of(Move::right_arc)] = dependents + ((head_below && head != s1) || comes ? 1.0f : 0.0f);
  }
  if (b > 0) {
    const Node head = gold_.head(b);
    const bool buried = head == 0 && system_.single_root() && c.in_buffer(0) && s0 != kNone;
    costs[index_of(Move::shift)] = order_.is_passed(c, b) ? 0 : count(b, in_stack) + ((head != s0 && c.in_stack(head)) || buried ? 1.0f : 0.0f);
  }
  return costs;
}

}  // namespace dodona
