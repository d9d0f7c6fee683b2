#include "oracles/arc_hybrid.h"

#include <algorithm>

namespace dodona {

Costs arc_hybrid_costs(const ArcHybrid& system, const Configuration& c, const Gold& gold, bool s0_returns,
                       bool b_returns) {
  // c = (σ|s1|s0, b|β, A)
  const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  // The head of an unconstrained word is kNone, which is nowhere.
  const auto in_buffer = [&](Node k) { return k != kNone && c.in_buffer(k); };
  const auto in_stack = [&](Node k) { return k != kNone && c.in_stack(k); };
  const auto count = [&](Node node, auto where) {
    return static_cast<float>(std::ranges::count_if(gold.dependents(node), where));
  };

  Costs costs{};
  if (s0 > 0) {
    const Node head = gold.head(s0);
    const float dependents = count(s0, in_buffer) + (s0_returns ? count(s0, in_stack) : 0);
    // With `single_root` and the root last, only the lowest word of the stack can be attached to it.
    const bool head_in_buffer =
        in_buffer(head) && !(head == 0 && system.single_root() && c.stack_size() > 1 && !s0_returns);
    const bool head_in_stack = in_stack(head) && (head == s1 || s0_returns);
    // LEFT-ARC loses (k, s0) with k = s1 or k ∈ β, and (s0, k) with k ∈ b|β.
    costs[index_of(Move::left_arc)] = dependents + (head_in_stack || (head != b && head_in_buffer) ? 1.0f : 0.0f);
    // RIGHT-ARC loses (k, s0) with k ∈ b|β, and (s0, k) with k ∈ b|β.
    costs[index_of(Move::right_arc)] = dependents + ((head_in_stack && head != s1) || head_in_buffer ? 1.0f : 0.0f);
  }
  if (b > 0 && !b_returns) {
    const Node head = gold.head(b);
    // With `single_root` and the root last, a word above others cannot be attached to it.
    const bool loses_root = head == 0 && system.single_root() && c.in_buffer(0) && s0 != kNone;
    // SHIFT loses (k, b) with k ∈ σ|s1, and (b, k) with k ∈ σ|s1|s0.
    costs[index_of(Move::shift)] = count(b, in_stack) + ((head != s0 && in_stack(head)) || loses_root ? 1.0f : 0.0f);
  }
  return costs;
}

template <>
std::span<const OracleEntry<ArcHybrid>> oracles<ArcHybrid>() {
  static constexpr OracleEntry<ArcHybrid> kTable[]{
      {OracleChoice::dynamic, [](const ArcHybrid& system, const Gold& gold, float) {
         return oracle_of([system, &gold](const Configuration& c) { return arc_hybrid_costs(system, c, gold); });
       }}};
  return kTable;
}

}  // namespace dodona
