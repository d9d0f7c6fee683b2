#include "oracles/swap/swap_standard.h"

#include "oracles/swap/minimal.h"
#include "oracles/swap/nd_dynamic.h"
#include "transitions/swap_standard.h"

namespace dodona {

MoveSet nd_all_moves(const Configuration& c, const Gold& gold, const ProjectiveOrder& order) {
  MoveSet moves;
  // No two of these are ever possible together.
  if (can_left_arc(c, gold)) moves.add(Move::left_arc);
  if (can_right_arc(c, gold)) moves.add(Move::right_arc);
  if (order.can_swap(c)) moves.add(Move::swap);
  if (moves.empty() || can_shift(c, gold, order)) moves.add(Move::shift);
  return moves;
}

MoveSet nd_sw_moves(const Configuration& c, const Gold& gold, const ProjectiveOrder& order) {
  const Move move = eager_move(c, gold, order);
  return move == Move::swap && can_shift(c, gold, order) ? MoveSet{Move::shift, Move::swap} : MoveSet{move};
}

bool can_shift(Configuration c, const Gold& gold, const ProjectiveOrder& order) {
  for (Move move = Move::shift;; move = eager_move(c, gold, order)) {
    if (move == Move::shift && c.buffer_size() == 0) return false;
    SwapStandard::apply(c, move, 0);
    if (c.headless() <= 1) return true;
  }
}

bool is_derivable(Configuration c, const Gold& gold, const ProjectiveOrder& order) {
  while (!SwapStandard::finished(c)) {
    const Move move = eager_move(c, gold, order);
    if (move == Move::shift && c.buffer_size() == 0) return false;
    SwapStandard::apply(c, move, 0);
  }
  return true;
}

Derivation eager_derivation(const Gold& gold, Root root, const ProjectiveOrder& order) {
  return derive(gold, root, [&](const Configuration& c) { return eager_move(c, gold, order); });
}

Derivation lazy_derivation(const Gold& gold, Root root, const ProjectiveOrder& order) {
  const std::vector<Node> components = maximal_projective_components(gold, root);
  return derive(gold, root, [&](const Configuration& c) { return lazy_move(c, gold, order, components); });
}

namespace {

PreparedOracle eager_oracle(const SwapStandard& system, const Gold& gold, float) {
  return derivation_oracle(system, [&gold, order = ProjectiveOrder(gold)](const Configuration& c) {
    return MoveSet{eager_move(c, gold, order)};
  });
}

PreparedOracle lazy_oracle(const SwapStandard& system, const Gold& gold, float) {
  return derivation_oracle(
      system, [&gold, order = ProjectiveOrder(gold), components = maximal_projective_components(gold, system.root())](
                  const Configuration& c) { return MoveSet{lazy_move(c, gold, order, components)}; });
}

PreparedOracle nd_sw_oracle(const SwapStandard& system, const Gold& gold, float) {
  return derivation_oracle(
      system, [&gold, order = ProjectiveOrder(gold)](const Configuration& c) { return nd_sw_moves(c, gold, order); });
}

PreparedOracle nd_all_oracle(const SwapStandard& system, const Gold& gold, float) {
  return derivation_oracle(
      system, [&gold, order = ProjectiveOrder(gold)](const Configuration& c) { return nd_all_moves(c, gold, order); });
}

// ND-DYNAMIC follows a derivation to its end in every configuration. With hundreds of inverted words that would take
// hours: there it is LAZY.
PreparedOracle nd_dynamic_oracle(const SwapStandard& system, const Gold& gold, float label_cost) {
  constexpr std::size_t kLongestDerivation = 5000;
  const auto words = static_cast<std::size_t>(gold.words());
  const std::size_t longest = 2 * words + words * words / 2;  // if all pairs are swapped
  const auto moves = [&] { return eager_derivation(gold, system.root(), ProjectiveOrder::nearest(gold)).moves.size(); };
  if (longest > kLongestDerivation && moves() > kLongestDerivation) return lazy_oracle(system, gold, label_cost);
  return std::make_unique<NdDynamicOracle>(system, gold);
}

}  // namespace

template <>
std::span<const OracleEntry<SwapStandard>> oracles<SwapStandard>() {
  static constexpr OracleEntry<SwapStandard> kTable[]{
      {OracleChoice::lazy, lazy_oracle},       {OracleChoice::eager, eager_oracle},
      {OracleChoice::minimal, minimal_oracle}, {OracleChoice::nd_sw, nd_sw_oracle},
      {OracleChoice::nd_all, nd_all_oracle},   {OracleChoice::nd_dynamic, nd_dynamic_oracle}};
  return kTable;
}

}  // namespace dodona
