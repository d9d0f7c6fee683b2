#include "oracles/arc_eager.h"

#include <algorithm>
#include <vector>

namespace dodona {

int arcs_lost_by(Move move, const Configuration& c, const Gold& gold, bool from_root) {
  const Node node = pops_stack(move) ? c.stack(0) : c.buffer(0);
  const Node head = gold.head(node);
  const auto lost =
      std::ranges::count_if(gold.dependents(node), [&](Node dependent) { return loses_dependent(c, move, dependent); });
  return static_cast<int>(lost) + (head >= (from_root ? 0 : 1) && loses_head(c, move, head));
}

namespace {

// ---- the static oracle

/// Derives a projective tree by the one sequence that prefers SHIFT to REDUCE. Off that sequence, and for trees that
/// are not projective, its move is an arbitrary legal one.
PreparedOracle static_oracle(const ArcEager& system, const Gold& gold, float) {
  const auto next_move = [system, &gold](const Configuration& c) {
    const MoveSet legal = system.legal(c);
    const Node i = c.stack(0), j = c.buffer(0);
    const auto has_arc = [&](Node head, Node dependent) { return dependent > 0 && gold.head(dependent) == head; };
    // Line 5 of the algorithm: an arc between j and some k below i. Nodes below i that are not in the stack have all
    // their arcs.
    const auto has_arc_below = [&] {
      const auto is_below = [&](Node k) { return k != i && c.in_stack(k); };
      return (j > 0 && is_below(gold.head(j))) || (j >= 0 && std::ranges::any_of(gold.dependents(j), is_below));
    };
    if (i != kNone) {
      if (legal.has(Move::left_arc) && has_arc(j, i)) return Move::left_arc;
      if (legal.has(Move::right_arc) && has_arc(i, j)) return Move::right_arc;
      if (legal.has(Move::reduce) && has_arc_below()) return Move::reduce;
    }
    return *legal.begin();  // SHIFT, if it is legal
  };
  return oracle_of([next_move](const Configuration& c) { return binary_costs({next_move(c)}); });
}

// ---- the dynamic oracle: the loss that arcs from the root add

// A configuration as it would be after a legal move, without a copy.
class ConfigurationAfter {
 public:
  // The configuration as it is.
  explicit ConfigurationAfter(const Configuration& c) : c_(c) {}
  ConfigurationAfter(const Configuration& c, Move move)
      : c_(c), popped_(pops_stack(move) ? c.stack(0) : kNone), pushed_(pops_stack(move) ? kNone : c.buffer(0)) {
    if (builds_arc(move)) arc_ = ArcEager::arc(c, move);
  }

  bool has_head(Node word) const { return word == arc_.dependent || c_.has_head(word); }
  Node head(Node word) const { return word == arc_.dependent ? arc_.head : c_.head(word); }
  bool in_stack(Node node) const { return node == pushed_ || (node != popped_ && c_.in_stack(node)); }
  bool in_buffer(Node node) const { return node != pushed_ && c_.in_buffer(node); }

  // The nodes of the stack, from its bottom.
  std::size_t stack_size() const { return c_.stack_size() - (popped_ != kNone) + (pushed_ != kNone); }
  Node from_bottom(std::size_t i) const { return i < c_.stack_size() ? c_.stack()[i] : pushed_; }

  // The first word of the buffer; words() + 1 if there is none.
  Node first_in_buffer() const { return c_.words() + 1 - static_cast<Node>(c_.words_left()) + (pushed_ != kNone); }
  Node words() const { return c_.words(); }

 private:
  const Configuration& c_;
  Node popped_ = kNone, pushed_ = kNone;
  Arc arc_{kNone, kNone};
};

// Words attached to the root at the end get root_label. A gold root with another label needs an arc from an artificial
// root that stands first, while that is reachable. If it is unattached in the stack, its label is lost. It also blocks
// the root for gold roots in the buffer, unless all unattached gold roots are given up: the cheaper of the two counts.
float lost_root_labels(const ConfigurationAfter& after, const Gold& gold, Root where, float label_cost) {
  if (!gold.has_other_root_labels() || where == Root::last) return 0;
  float lost = 0, waiting = 0, coming = 0;
  for (const Node root : gold.dependents(0)) {
    const float other_label = !gold.allows(root, gold.root_label()) ? label_cost : 0;
    if (after.has_head(root)) continue;
    if (after.in_buffer(root)) {
      coming += other_label;
    } else {
      lost += other_label;
      waiting += 1 - other_label;
    }
  }
  if (where == Root::none) return lost + coming;
  return lost + std::min(waiting, coming);
}

// ---- with `single_root`: what the constraint costs beyond the arcs

// The lowest word of the stack. If it is attached, it is the dependent of the root, and stays. If not, only it or a
// word of the buffer can still become the single root: any other unattached word lies above it, and would be a second
// root.
struct StackBottom {
  explicit StackBottom(const ConfigurationAfter& after) {
    const bool root_first = after.stack_size() > 0 && after.from_bottom(0) == 0;
    first = root_first ? 1 : 0;
    word = after.stack_size() > first ? after.from_bottom(first) : kNone;
    is_root = word != kNone && after.has_head(word);
  }
  std::size_t first;  // its position in the stack
  Node word;          // kNone if there is no word in the stack
  bool is_root;       // it is attached to the root
};

bool root_is_reachable(const ConfigurationAfter& after, const StackBottom& bottom, Node root) {
  if (root == kNone) return false;
  if (after.has_head(root)) return after.head(root) == 0;
  if (bottom.word == root) return true;
  return !bottom.is_root && after.in_buffer(root);
}

// The position in the stack of the lowest ancestor of the last word that is in the stack, through reachable gold arcs;
// kUnanchored if the last word can be attached anywhere because one of its ancestors has lost its head.
constexpr std::size_t kUnanchored = static_cast<std::size_t>(-1);
std::size_t anchor_of_last(const ConfigurationAfter& after, const Gold& gold) {
  Node word = after.words();
  if (!after.in_buffer(word)) return kUnanchored;
  // A gold tree has no cycles, so this ends.
  while (word > 0 && after.in_buffer(word)) word = gold.head(word);
  if (word <= 0 || !after.in_stack(word)) return kUnanchored;
  for (std::size_t i = after.stack_size(); i-- > 0;)
    if (after.from_bottom(i) == word) return i;
  return kUnanchored;
}

// Whether a word of the buffer that has lost its head can become the root at no cost: no reachable gold arc covers it.
bool has_spare_root_in_buffer(const ConfigurationAfter& after, const Gold& gold) {
  const Node first = after.first_in_buffer(), words = after.words();
  const auto is_reachable = [&](Node head) { return head > 0 && (after.in_buffer(head) || after.in_stack(head)); };
  // By position in the buffer: arcs that begin to cover there, minus arcs that end.
  std::vector<int> opens(static_cast<std::size_t>(words - first) + 3, 0);
  const auto position = [&](Node node) { return static_cast<std::size_t>(std::max(node, first - 1) - (first - 1)); };
  for (Node word = 1; word <= words; ++word) {
    if (after.has_head(word)) continue;
    const Node head = gold.head(word);
    const bool arc_is_reachable =
        after.in_buffer(word) ? is_reachable(head) : after.in_stack(word) && head > 0 && after.in_buffer(head);
    if (!arc_is_reachable) continue;
    ++opens[position(std::min(word, head)) + 1];
    --opens[position(std::max(word, head))];
  }
  int covering = 0;
  for (Node word = first; word <= words; ++word) {
    covering += opens[position(word)];
    if (covering == 0 && !is_reachable(gold.head(word))) return true;
  }
  return false;
}

// 1 if no tree with a single root has all reachable arcs, and 0 if one has. (It is never more than 1: the last word can
// give up its head, take all unattached words of the stack as dependents, and be attached to the bottom or become the
// root.)
int single_root_cost(const ConfigurationAfter& after, const Gold& gold, const StackBottom& bottom, Node root) {
  if (after.first_in_buffer() > after.words()) return 0;
  const bool is_reachable = root_is_reachable(after, bottom, root);
  // All unattached words are popped before the gold root at the latest: no gold arc covers it.
  if (is_reachable && bottom.word != root) return 0;

  // A word above the bottom that has lost its head must become a dependent of a word of the buffer, after it has its
  // own dependents. No such word comes if the last word is attached to it or to a word above it.
  const auto has_lost_head = [&](Node word) {
    const Node head = gold.head(word);
    return !after.has_head(word) && !(head > 0 && after.in_buffer(head));
  };
  const std::size_t anchor = anchor_of_last(after, gold);
  const auto is_stuck = [&] {
    if (anchor == kUnanchored) return false;
    for (std::size_t i = bottom.first + 1; i <= anchor; ++i)
      if (has_lost_head(after.from_bottom(i))) return true;
    return false;
  };
  if (is_reachable || bottom.is_root) return is_stuck();
  // The gold root is lost: another word must become the root.
  if (bottom.word != kNone && has_lost_head(bottom.word) && !is_stuck()) return 0;
  return !has_spare_root_in_buffer(after, gold);
}

float single_root_loss(const ConfigurationAfter& after, const Gold& gold, Node root, Root where, float label_cost) {
  const StackBottom bottom(after);
  const auto cost = static_cast<float>(single_root_cost(after, gold, bottom, root));
  if (!root_is_reachable(after, bottom, root)) return 1 + cost;
  return cost + lost_root_labels(after, gold, where, label_cost);
}

// The loss that is certain, without arcs between words.
float root_loss(const ConfigurationAfter& after, const Gold& gold, const ArcEager& system, float label_cost) {
  // A partial tree may leave the root open, which is as if it were lost, at no cost.
  if (system.single_root() && gold.dependents(0).empty())
    return static_cast<float>(single_root_cost(after, gold, StackBottom(after), kNone));
  const Node root = system.single_root() ? gold.single_root() : kNone;
  if (root != kNone) return single_root_loss(after, gold, root, system.root(), label_cost);
  const auto lost =
      std::ranges::count_if(gold.dependents(0), [&](Node k) { return after.has_head(k) && after.head(k) != 0; });
  return static_cast<float>(lost) + lost_root_labels(after, gold, system.root(), label_cost);
}

}  // namespace

// cost(t; c, G) = arcs between words that t loses + the loss through the root after t - the same before t.
Costs ArcEagerDynamicOracle::costs(const Configuration& c) const {
  const MoveSet legal = system_.legal(c);
  const float before = root_loss(ConfigurationAfter(c), gold_, system_, label_cost_);
  Costs costs{};
  for (const Move move : legal) {
    const auto lost = static_cast<float>(arcs_lost_by(move, c, gold_, false));
    costs[index_of(move)] = lost + root_loss(ConfigurationAfter(c, move), gold_, system_, label_cost_) - before;
  }
  return costs;
}

template <>
std::span<const OracleEntry<ArcEager>> oracles<ArcEager>() {
  static constexpr OracleEntry<ArcEager> kTable[]{{OracleChoice::dynamic, make_oracle<ArcEagerDynamicOracle>},
                                                  {OracleChoice::static_, static_oracle}};
  return kTable;
}

}  // namespace dodona
