#include "oracles/keeping_moves.h"

#include "oracles/keeping_swaps.h"
#include "oracles/oracle.h"
#include "base/interrupt.h"

namespace dodona {
namespace {

class Free : public KeepingMoves {
 public:
  // Labels of leftover words can be mended afterwards: they cost nothing.
  Free(const TransitionSystem& system, const Gold& kept) : system_(system), oracle_(oracle_for(OracleChoice::dynamic, system, kept, 0)) {}

  MoveSet allowed(const SharedConfiguration& shared) override {
    poll_interrupt();
    c_.assign(shared);
    const MoveSet legal = system_.legal(c_);
    const Costs costs = oracle_->costs(c_);
    const float least = least_cost(costs, legal);
    MoveSet moves;
    for (const Move move : kAllMoves)
      if (legal.has(move) && costs[index_of(move)] == least) moves.add(move);
    return moves;
  }

 private:
  TransitionSystem system_;
  std::unique_ptr<const SentenceOracle> oracle_;
  Configuration c_;
};

}  // namespace

std::unique_ptr<KeepingMoves> keeping_moves(const TransitionSystem& system, const Gold& kept) {
  if (system.moves().has(Move::swap)) return std::make_unique<KeepingSwaps>(system, kept);
  return std::make_unique<Free>(system, kept);
}

}  // namespace dodona
