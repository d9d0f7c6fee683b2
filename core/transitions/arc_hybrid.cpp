#include "transitions/arc_hybrid.h"

#include "transitions/preview.h"

namespace dodona {

template <class C>
MoveSet ArcHybrid::legal(const C& c) const {
  MoveSet moves;
  if (finished(c)) return moves;
  const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  if (b > 0) moves.add(Move::shift);
  if (s0 <= 0) return moves;  // nothing there, or the root
  if (b != kNone && !(single_root() && b == 0 && c.stack_size() > 1)) moves.add(Move::left_arc);
  if (s1 != kNone && !(single_root() && s1 == 0 && b != kNone)) moves.add(Move::right_arc);
  return moves;
}

template <class C>
void ArcHybrid::apply(C& c, Move move, Label label) {
  switch (move) {
    case Move::shift: c.push(); break;
    case Move::left_arc:
    case Move::right_arc:
      c.add_arc(arc(c, move).head, label, c.stack(0));
      c.pop();
      break;
    case Move::reduce:
    case Move::swap: break;  // not here
  }
}

template MoveSet ArcHybrid::legal(const Configuration&) const;
template MoveSet ArcHybrid::legal(const SharedConfiguration&) const;
template void ArcHybrid::apply(Configuration&, Move, Label);
template void ArcHybrid::apply(SharedConfiguration&, Move, Label);
template void ArcHybrid::apply(Preview&, Move, Label);

}  // namespace dodona
