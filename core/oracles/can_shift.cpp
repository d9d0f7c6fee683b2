#include "oracles/can_shift.h"

#include "oracles/swap_eager.h"

namespace dodona {

bool can_shift(BareConfiguration c, const Gold& gold, const ProjectiveOrder& order) {
  for (Move move = Move::shift;; move = swap_eager_move(c, gold, order)) {
    if (move == Move::shift && c.buffer_is_empty()) return false;
    c.apply(move);
    if (c.words_in_stack() <= 1) return true;
  }
}

bool can_derive(BareConfiguration c, const Gold& gold, const ProjectiveOrder& order) {
  while (!c.finished()) {
    const Move move = swap_eager_move(c, gold, order);
    if (move == Move::shift && c.buffer_is_empty()) return false;
    c.apply(move);
  }
  return true;
}

}  // namespace dodona
