#include "transitions/arc_standard.h"

#include "transitions/preview.h"

namespace dodona {

template <class C>
MoveSet ArcStandard::legal(const C& c) const {
  MoveSet moves;
  if (finished(c)) return moves;
  const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  if (b != kNone && !(single_root() && b == 0 && c.stack_size() > 1)) moves.add(Move::shift);
  if (s1 == kNone) return moves;
  if (s1 != 0) moves.add(Move::left_arc);
  if (s0 != 0 && !(single_root() && s1 == 0 && b != kNone)) moves.add(Move::right_arc);
  return moves;
}

template <class C>
void ArcStandard::apply(C& c, Move move, Label label) {
  switch (move) {
    case Move::shift: c.push(); break;
    case Move::left_arc:
      c.add_arc(c.stack(0), label, c.stack(1));
      c.pop_second();
      break;
    case Move::right_arc:
      c.add_arc(c.stack(1), label, c.stack(0));
      c.pop();
      break;
    case Move::reduce:
    case Move::swap: break;  // not here
  }
}

template MoveSet ArcStandard::legal(const Configuration&) const;
template MoveSet ArcStandard::legal(const SharedConfiguration&) const;
template void ArcStandard::apply(Configuration&, Move, Label);
template void ArcStandard::apply(SharedConfiguration&, Move, Label);
template void ArcStandard::apply(Preview&, Move, Label);

}  // namespace dodona
