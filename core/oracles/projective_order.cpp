#include "oracles/projective_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dodona {

namespace {

// Where each node stands; kNone for what is gone.
using Positions = std::vector<Node>;

Positions as_in_the_text(Node words) {
  Positions position(static_cast<std::size_t>(words) + 1);
  std::iota(position.begin(), position.end(), 0);
  return position;
}

Positions as_in(const Configuration& c) {
  Positions position(static_cast<std::size_t>(c.words()) + 1, kNone);
  Node next = 0;
  for (const Node node : c.stack()) position[static_cast<std::size_t>(node)] = next++;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) position[static_cast<std::size_t>(c.buffer(i))] = next++;
  return position;
}

// All nodes, from the root down. `parts(node)` has the node and its dependents in the order in which they, and what they dominate, shall stand.
template <class Parts>
std::vector<Node> traversed(Parts parts) {
  // Trees can be as deep as sentences are long: no recursion. What is done is on the agenda for itself alone.
  std::vector<std::pair<Node, bool>> agenda{{0, false}};
  std::vector<Node> nodes;
  while (!agenda.empty()) {
    const auto [node, done] = agenda.back();
    agenda.pop_back();
    if (done) {
      nodes.push_back(node);
      continue;
    }
    const std::vector<Node>& row = parts(node);
    for (auto part = row.rbegin(); part != row.rend(); ++part) agenda.emplace_back(*part, *part == node);
  }
  return nodes;
}

// A node and its dependents as they stand.
void put_parts(const Gold& gold, const Positions& position, Node node, std::vector<Node>& row) {
  row.assign(1, node);
  row.insert(row.end(), gold.dependents(node).begin(), gold.dependents(node).end());
  std::ranges::sort(row, {}, [&](Node part) { return position[static_cast<std::size_t>(part)]; });
}

std::vector<Node> in_order(const Gold& gold, const Positions& position) {
  std::vector<Node> row;
  return traversed([&](Node node) -> const std::vector<Node>& {
    put_parts(gold, position, node, row);
    return row;
  });
}

// What a node dominates stands together in the in-order traversal, from `begin` on.
class Nearest {
 public:
  Nearest(const Gold& gold, const Positions& position, const std::vector<Node>& in_order) : gold_(gold), position_(position), in_order_(in_order), stretches_(position.size()) {
    for (const Node node : in_order) stretches_[at(node)].size = 1;
    std::vector<Node> down{0};
    for (std::size_t i = 0; i < down.size(); ++i) down.insert(down.end(), gold.dependents(down[i]).begin(), gold.dependents(down[i]).end());
    for (std::size_t i = down.size(); i-- > 1;) stretches_[at(gold.head(down[i]))].size += stretches_[at(down[i])].size;
  }

  std::vector<Node> order() {
    std::vector<Node> row;
    return traversed([&](Node node) -> const std::vector<Node>& {
      put_parts(gold_, position_, node, row);
      std::size_t begin = stretches_[at(node)].begin;
      parts_.clear();
      for (const Node part : row) {
        const std::size_t size = part == node ? 1 : stretches_[at(part)].size;
        if (part != node) stretches_[at(part)].begin = begin;
        parts_.push_back({part, standing(begin, size)});
        begin += size;
      }
      exchange();
      std::ranges::transform(parts_, row.begin(), &Part::top);
      return row;
    });
  }

 private:
  struct Stretch {
    std::size_t begin = 0, size = 0;
  };
  struct Part {
    Node top;
    std::vector<Node> positions;  // sorted, of what is not gone
  };

  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  std::vector<Node> standing(std::size_t begin, std::size_t size) const {
    std::vector<Node> positions;
    for (std::size_t i = begin; i < begin + size; ++i)
      if (const Node position = position_[at(in_order_[i])]; position != kNone) positions.push_back(position);
    std::ranges::sort(positions);
    return positions;
  }

  // Whether more than half of the pairs that two parts have with each other are out of order: then they are not if the parts change places.
  static bool would_rather_change(const Part& one, const Part& other) {
    const std::vector<Node>&a = one.positions, &b = other.positions;
    if (a.empty() || b.empty() || a.back() < b.front()) return false;
    std::size_t out = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x) {
      while (y != b.end() && *y < *x) ++y;
      out += static_cast<std::size_t>(y - b.begin());
    }
    return 2 * out > a.size() * b.size();
  }

  void exchange() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 1; i < parts_.size(); ++i)
        if (would_rather_change(parts_[i - 1], parts_[i])) {
          std::swap(parts_[i - 1], parts_[i]);
          changed = true;
        }
    }
  }

  const Gold& gold_;
  const Positions& position_;
  const std::vector<Node>& in_order_;
  std::vector<Stretch> stretches_;
  std::vector<Part> parts_;
};

std::vector<Node> nearest_order(const Gold& gold, const Positions& position) {
  std::vector<Node> nodes = in_order(gold, position);
  Node last = kNone;
  const auto follows = [&](Node node) {
    const Node here = position[static_cast<std::size_t>(node)];
    return here == kNone || std::exchange(last, here) < here;
  };
  return std::ranges::all_of(nodes, follows) ? nodes : Nearest(gold, position, nodes).order();
}

}  // namespace

ProjectiveOrder::ProjectiveOrder(const Gold& gold) : ProjectiveOrder(in_order(gold, as_in_the_text(gold.words())), gold.words()) {}
ProjectiveOrder::ProjectiveOrder(const Gold& gold, const Configuration& c) : ProjectiveOrder(in_order(gold, as_in(c)), gold.words()) {}
ProjectiveOrder ProjectiveOrder::nearest(const Gold& gold) { return {nearest_order(gold, as_in_the_text(gold.words())), gold.words()}; }
ProjectiveOrder ProjectiveOrder::nearest(const Gold& gold, const Configuration& c) { return {nearest_order(gold, as_in(c)), gold.words()}; }

ProjectiveOrder::ProjectiveOrder(const std::vector<Node>& nodes, Node words) : place_(static_cast<std::size_t>(words) + 1) {
  Node next = 0;
  for (const Node node : nodes) place_[static_cast<std::size_t>(node)] = next++;
}

}  // namespace dodona
