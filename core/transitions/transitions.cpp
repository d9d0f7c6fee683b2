#include "transitions/transitions.h"

namespace dodona {

TransitionSet::TransitionSet(const Labels& labels, MoveSet moves) {
  const auto add = [&](Move move, const std::vector<Label>& with) {
    const auto begin = static_cast<TransitionId>(transitions_.size());
    for (const Label label : with) transitions_.push_back({move, label});
    return TransitionRange{begin, static_cast<TransitionId>(transitions_.size())};
  };
  const std::vector<Label> none{kNoLabel};
  for (const Move move : kAllMoves) {
    if (move == Move::left_arc) {  // all arcs, those between words first
      ranges_[0][index_of(Move::left_arc)] = add(Move::left_arc, labels.left);
      ranges_[0][index_of(Move::right_arc)] = add(Move::right_arc, labels.right);
      ranges_[1][index_of(Move::left_arc)] = add(Move::left_arc, labels.root_left);
      ranges_[1][index_of(Move::right_arc)] = add(Move::right_arc, labels.root_right);
    } else if (!builds_arc(move) && moves.has(move)) {
      ranges_[0][index_of(move)] = ranges_[1][index_of(move)] = add(move, none);
    }
  }
}

}  // namespace dodona
