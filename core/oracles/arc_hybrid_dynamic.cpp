#include "oracles/arc_hybrid_dynamic.h"

#include <algorithm>

namespace dodona {

Costs ArcHybridDynamicOracle::costs(const Configuration& c, const Gold& gold) const {
  const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  const auto count = [&](Node node, auto where) { return static_cast<float>(std::ranges::count_if(gold.dependents(node), where)); };
  // A word that may hang from anything has the head kNone, which is nowhere.
  const auto in_buffer = [&](Node k) { return k != kNone && c.in_buffer(k); };
  const auto in_stack = [&](Node k) { return k != kNone && c.in_stack(k); };

  // With one root that stands last, only the lowest word of the stack can hang from it.
  const auto comes = [&](Node head) { return in_buffer(head) && !(head == 0 && system_.single_root() && c.stack_size() > 1); };

  Costs costs{};
  if (s0 > 0) {
    const Node head = gold.head(s0);
    const float dependents = count(s0, in_buffer);
    costs[index_of(Move::left_arc)] = dependents + ((head != kNone && head == s1) || (head != b && comes(head)) ? 1.0f : 0.0f);
    costs[index_of(Move::right_arc)] = dependents + (comes(head) ? 1.0f : 0.0f);
  }
  if (b > 0) {
    const Node head = gold.head(b);
    const bool buried = head == 0 && system_.single_root() && c.in_buffer(0) && s0 != kNone;
    costs[index_of(Move::shift)] = count(b, in_stack) + ((head != s0 && in_stack(head)) || buried ? 1.0f : 0.0f);
  }
  return costs;
}

}  // namespace dodona
