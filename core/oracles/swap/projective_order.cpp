#include "oracles/swap/projective_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace dodona {

namespace {

// The position of each node; kNone for nodes that are neither in the stack nor in the buffer.
using Positions = std::vector<Node>;

Positions text_positions(Node words) {
  Positions position(static_cast<std::size_t>(words) + 1);
  std::iota(position.begin(), position.end(), 0);
  return position;
}

Positions positions_in(const Configuration& c) {
  Positions position(static_cast<std::size_t>(c.words()) + 1, kNone);
  Node next = 0;
  for (const Node node : c.stack()) position[static_cast<std::size_t>(node)] = next++;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) position[static_cast<std::size_t>(c.buffer(i))] = next++;
  return position;
}

// All nodes in order. `parts(node)` is the node and its dependents in the order in which they and the words they
// dominate shall stand.
template <class Parts>
std::vector<Node> traverse(Parts parts) {
  // Without recursion, since trees can be as deep as sentences are long. A node that is expanded is on the agenda for
  // itself alone.
  std::vector<std::pair<Node, bool>> agenda{{0, false}};
  std::vector<Node> nodes;
  while (!agenda.empty()) {
    const auto [node, expanded] = agenda.back();
    agenda.pop_back();
    if (expanded) {
      nodes.push_back(node);
      continue;
    }
    const std::vector<Node>& row = parts(node);
    for (auto part = row.rbegin(); part != row.rend(); ++part) agenda.emplace_back(*part, *part == node);
  }
  return nodes;
}

// A node and its dependents, sorted by position.
void put_parts(const Gold& gold, const Positions& position, Node node, std::vector<Node>& row) {
  row.assign(1, node);
  row.insert(row.end(), gold.dependents(node).begin(), gold.dependents(node).end());
  std::ranges::sort(row, {}, [&](Node part) { return position[static_cast<std::size_t>(part)]; });
}

std::vector<Node> in_order(const Gold& gold, const Positions& position) {
  std::vector<Node> row;
  return traverse([&](Node node) -> const std::vector<Node>& {
    put_parts(gold, position, node, row);
    return row;
  });
}

// The order with fewer inversions. The words that a node dominates are a span of the in-order traversal.
class NearestOrder {
 public:
  NearestOrder(const Gold& gold, const Positions& position, const std::vector<Node>& in_order)
      : gold_(gold), position_(position), in_order_(in_order), spans_(position.size()) {
    for (const Node node : in_order) spans_[at(node)] = span_of(node);
    std::vector<Node> down{0};
    for (std::size_t i = 0; i < down.size(); ++i)
      down.insert(down.end(), gold.dependents(down[i]).begin(), gold.dependents(down[i]).end());
    for (std::size_t i = down.size(); i-- > 1;) spans_[at(gold.head(down[i]))].add(spans_[at(down[i])]);
  }

  std::vector<Node> order() {
    std::vector<Node> row;
    return traverse([&](Node node) -> const std::vector<Node>& {
      put_parts(gold_, position_, node, row);
      std::size_t begin = spans_[at(node)].begin;
      parts_.clear();
      for (const Node part : row) {
        if (part != node) spans_[at(part)].begin = begin;
        parts_.push_back({part, part == node ? span_of(node) : spans_[at(part)], {}});
        parts_.back().span.begin = begin;
        begin += parts_.back().span.size;
      }
      exchange();
      std::ranges::transform(parts_, row.begin(), &Part::top);
      return row;
    });
  }

 private:
  struct Span {
    std::size_t begin = 0, size = 0;
    Node least = std::numeric_limits<Node>::max(), most = kNone;  // the positions of the words that are left, if any

    void add(const Span& other) {
      size += other.size;
      least = std::min(least, other.least);
      most = std::max(most, other.most);
    }
  };
  struct Part {
    Node top;
    Span span;
    std::vector<Node> positions;  // sorted, of the words that are left; found when it is first asked for
  };

  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  // Of a node alone.
  Span span_of(Node node) const {
    const Node position = position_[at(node)];
    return position == kNone ? Span{0, 1} : Span{0, 1, position, position};
  }

  const std::vector<Node>& positions_of(Part& part) const {
    if (!part.positions.empty()) return part.positions;
    for (std::size_t i = part.span.begin; i < part.span.begin + part.span.size; ++i)
      if (const Node position = position_[at(in_order_[i])]; position != kNone) part.positions.push_back(position);
    std::ranges::sort(part.positions);
    return part.positions;
  }

  // Whether more than half of the pairs of words from two neighbouring parts are inverted: then an exchange leaves
  // fewer inversions.
  bool has_fewer_inversions_exchanged(Part& one, Part& other) const {
    if (one.span.most == kNone || other.span.most == kNone || one.span.most < other.span.least) return false;
    const std::vector<Node>&a = positions_of(one), &b = positions_of(other);
    std::size_t inversions = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x) {
      while (y != b.end() && *y < *x) ++y;
      inversions += static_cast<std::size_t>(y - b.begin());
    }
    return 2 * inversions > a.size() * b.size();
  }

  void exchange() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 1; i < parts_.size(); ++i)
        if (has_fewer_inversions_exchanged(parts_[i - 1], parts_[i])) {
          std::swap(parts_[i - 1], parts_[i]);
          changed = true;
        }
    }
  }

  const Gold& gold_;
  const Positions& position_;
  const std::vector<Node>& in_order_;
  std::vector<Span> spans_;
  std::vector<Part> parts_;
};

std::vector<Node> nearest_order(const Gold& gold, const Positions& position) {
  std::vector<Node> nodes = in_order(gold, position);
  Node last = kNone;
  const auto follows = [&](Node node) {
    const Node here = position[static_cast<std::size_t>(node)];
    return here == kNone || std::exchange(last, here) < here;
  };
  return std::ranges::all_of(nodes, follows) ? nodes : NearestOrder(gold, position, nodes).order();
}

}  // namespace

ProjectiveOrder::ProjectiveOrder(const Gold& gold)
    : ProjectiveOrder(in_order(gold, text_positions(gold.words())), gold.words()) {}
ProjectiveOrder::ProjectiveOrder(const Gold& gold, const Configuration& c)
    : ProjectiveOrder(in_order(gold, positions_in(c)), gold.words()) {}
ProjectiveOrder ProjectiveOrder::nearest(const Gold& gold) {
  return {nearest_order(gold, text_positions(gold.words())), gold.words()};
}
ProjectiveOrder ProjectiveOrder::nearest(const Gold& gold, const Configuration& c) {
  return {nearest_order(gold, positions_in(c)), gold.words()};
}

ProjectiveOrder::ProjectiveOrder(const std::vector<Node>& nodes, Node words)
    : position_(static_cast<std::size_t>(words) + 1),
      first_of_(position_.size() + 2, std::numeric_limits<Node>::max()) {
  Node next = 0;
  for (const Node node : nodes) position_[static_cast<std::size_t>(node)] = next++;
  for (std::size_t word = position_.size(); word-- > 0;)
    first_of_[word] = std::min(position_[word], first_of_[word + 1]);
}

std::vector<Node> maximal_projective_components(const Gold& gold, Root root) {
  std::vector<Node> topmost(static_cast<std::size_t>(gold.words()) + 1);
  std::iota(topmost.begin(), topmost.end(), 0);
  const auto attach = [&](Node word, Node head) { topmost[static_cast<std::size_t>(word)] = head; };
  for (Configuration c(gold.words(), root);;) {
    const Move move = can_left_arc(c, gold) ? Move::left_arc : can_right_arc(c, gold) ? Move::right_arc : Move::shift;
    if (move == Move::shift && c.buffer_size() == 0) break;
    if (builds_arc(move)) attach(ArcStandard::arc(c, move).dependent, ArcStandard::arc(c, move).head);
    ArcStandard::apply(c, move, 0);
  }
  // From heads to the topmost node, with path compression.
  for (Node node = 0; node <= gold.words(); ++node) {
    Node highest = node;
    while (topmost[static_cast<std::size_t>(highest)] != highest) highest = topmost[static_cast<std::size_t>(highest)];
    for (Node at = node; at != highest;) {
      const Node above = topmost[static_cast<std::size_t>(at)];
      attach(at, highest);
      at = above;
    }
  }
  return topmost;
}

}  // namespace dodona
