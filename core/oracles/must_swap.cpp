#include "oracles/must_swap.h"

#include <algorithm>

namespace dodona {
namespace {

// Which words are always gone before which others.
class Before {
 public:
  Before(const Gold& gold, Root root, const ProjectiveOrder& order) : nodes_(static_cast<std::size_t>(gold.words()) + 1), before_(nodes_ * nodes_) {
    for (Node word = 1; word <= gold.words(); ++word) {
      const Node head = gold.head(word);
      add(word, head);
      // A root that stands last is to the right of everything.
      const bool left = head < word && !(head == 0 && root == Root::last);
      const Node first = left ? head : word, last = left ? word : head == 0 ? gold.words() + 1 : head;
      for (Node between = first + 1; between < last; ++between)
        if ((first == 0 || order.of(first) < order.of(between)) && (last > gold.words() || order.of(between) < order.of(last))) add(between, word);
    }
    for (std::size_t by = 0; by < nodes_; ++by)
      for (std::size_t one = 0; one < nodes_; ++one)
        if (before_[one * nodes_ + by])
          for (std::size_t other = 0; other < nodes_; ++other)
            if (before_[by * nodes_ + other]) before_[one * nodes_ + other] = 1;
  }

  /// Whether one is the other, or always gone before it.
  bool operator()(Node one, Node other) const { return one == other || before_[static_cast<std::size_t>(one) * nodes_ + static_cast<std::size_t>(other)] != 0; }

 private:
  void add(Node one, Node other) { before_[static_cast<std::size_t>(one) * nodes_ + static_cast<std::size_t>(other)] = 1; }

  std::size_t nodes_;
  std::vector<char> before_;
};

}  // namespace

MustSwap::MustSwap(const Gold& gold, Root root, const ProjectiveOrder& order)
    : nodes_(static_cast<std::size_t>(gold.words()) + 1), must_(nodes_ * nodes_) {
  const Before before(gold, root, order);
  // The dependents of the arcs that a word has with words that stay where `stays` says.
  const auto dependents_of_arcs = [&](Node word, auto stays, std::vector<Node>& found) {
    found.clear();
    if (stays(gold.head(word))) found.push_back(word);
    for (const Node dependent : gold.dependents(word))
      if (stays(dependent)) found.push_back(dependent);
  };
  std::vector<Node> after_x, after_y;
  for (Node x = 1; x <= gold.words(); ++x)
    for (Node y = x + 1; y <= gold.words(); ++y) {
      if (order.of(x) < order.of(y)) continue;
      dependents_of_arcs(y, [&](Node w) { return w == 0 ? root == Root::first : w < x && order.of(w) < order.of(x); }, after_x);
      dependents_of_arcs(x, [&](Node z) { return z == 0 ? root == Root::last : z > y && order.of(z) > order.of(y); }, after_y);
      const auto comes_before = [&](Node word) { return [&before, word](Node one) { return before(one, word); }; };
      const bool circle = std::ranges::any_of(after_x, comes_before(x)) || std::ranges::any_of(after_y, comes_before(y)) ||
                          (std::ranges::any_of(after_x, comes_before(y)) && std::ranges::any_of(after_y, comes_before(x)));
      must_[at(x, y)] = circle;
      count_ += circle;
    }
}

}  // namespace dodona
