#include "transitions/arc_eager.h"

#include "transitions/preview.h"

namespace dodona {

template <class C>
MoveSet ArcEager::legal(const C& c) const {
  MoveSet moves;
  if (finished(c)) return moves;
  const Node s = c.stack(0), b = c.buffer(0);
  const bool has_top = s != kNone;

  if (has_top && s != 0) moves.add(c.has_head(s) ? Move::reduce : Move::left_arc);
  if (b == 0) return moves;  // the root, last in the buffer, only takes what is left
  moves.add(Move::shift);
  if (has_top) moves.add(Move::right_arc);
  if (!single_root()) return moves;

  MoveSet single;
  const std::size_t root_arcs = root() == Root::first ? c[0].right_count : 0;
  const std::size_t roots = c.headless() + root_arcs;  // if nothing more were done
  const bool last = c.words_left() == 1;
  if (moves.has(Move::left_arc)) single.add(Move::left_arc);
  if (moves.has(Move::reduce) && c.head(s) != 0) single.add(Move::reduce);
  if (!last || roots == 0) single.add(Move::shift);
  if (has_top) {
    const bool from_root = s == 0;
    if (from_root ? roots == 0 : !last || roots == 1) single.add(Move::right_arc);
  }
  return single;
}

template <class C>
void ArcEager::apply(C& c, Move move, Label label) {
  switch (move) {
    case Move::shift: c.push(); break;
    case Move::reduce: c.pop(); break;
    case Move::left_arc:
      c.add_arc(c.buffer(0), label, c.stack(0));
      c.pop();
      break;
    case Move::right_arc:
      c.add_arc(c.stack(0), label, c.buffer(0));
      c.push();
      break;
    case Move::swap: break;  // not here
  }
}

template <class C>
void ArcEager::finish(C& c, Label label) {
  for (Node word = 1; word <= c.words(); ++word)
    if (!c.has_head(word)) c.add_arc(0, label, word);
}

template MoveSet ArcEager::legal(const Configuration&) const;
template MoveSet ArcEager::legal(const SharedConfiguration&) const;
template void ArcEager::apply(Configuration&, Move, Label);
template void ArcEager::apply(SharedConfiguration&, Move, Label);
template void ArcEager::apply(Preview&, Move, Label);
template void ArcEager::finish(Configuration&, Label);
template void ArcEager::finish(SharedConfiguration&, Label);

}  // namespace dodona
