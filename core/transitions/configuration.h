// The configuration of a parser: the stack, the buffer and the arcs built so far.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "transitions/arcs.h"
#include "transitions/shared_arcs.h"

namespace dodona {

/// The position of the artificial root: first in the stack (as in the papers), last in the buffer
/// (Ballesteros and Nivre 2013), or nowhere.
enum class Root : std::uint8_t { first, last, none };

/// The operations on stack and buffer that transitions consist of, written once for configurations and previews.
/// `Derived` provides the elementary steps: take and put a node at the top of the stack and at the front of the buffer,
/// and note that a node has entered or left the stack.
template <class Derived>
class StackOperations {
 public:
  using Place = Arcs::Place;

  /// (σ, b|β) → (σ|b, β)
  void push() {
    const Node b = self().take_front();
    self().put_top(b);
    self().enter_stack(b);
  }
  /// (σ|s0, β) → (σ, β)
  void pop() { self().leave_stack(self().take_top(), Place::removed); }
  /// (σ|s1|s0, β) → (σ|s0, β)
  void pop_second() {
    const Node s0 = self().take_top(), s1 = self().take_top();
    self().put_top(s0);
    self().leave_stack(s1, Place::removed);
  }
  /// (σ|s1|s0, β) → (σ|s0, s1|β)
  void move_second_to_buffer() {
    const Node s0 = self().take_top(), s1 = self().take_top();
    self().put_top(s0);
    self().put_front(s1);
    self().leave_stack(s1, Place::buffer);
  }
  /// (σ|s1|s0, β) → (σ, s0|s1|β)
  void move_both_to_buffer() {
    const Node s0 = self().take_top(), s1 = self().take_top();
    self().put_front(s1);
    self().put_front(s0);
    self().leave_stack(s0, Place::buffer);
    self().leave_stack(s1, Place::buffer);
  }
  /// (σ|s0, b|β) → (σ, b|s0|β)
  void move_top_behind_front() {
    const Node s0 = self().take_top(), b = self().take_front();
    self().put_front(s0);
    self().put_front(b);
    self().leave_stack(s0, Place::buffer);
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
};

/// The configuration c = (Σ, B, A) of Goldberg and Nivre (2012), with the properties of arcs that features use.
///
/// The buffer consists of the words that SWAP has put at its front and of the rest of the text, which is stored as the
/// number of its first word. So a copy costs as much as the stack and the arcs, which are in one array or shared
/// (`Store`).
template <class Store>
class BasicConfiguration : public StackOperations<BasicConfiguration<Store>> {
 public:
  using Arcs = dodona::Arcs;
  using Place = Arcs::Place;

  explicit BasicConfiguration(Store store) : arcs_(std::move(store)) {}
  BasicConfiguration()
    requires std::default_initializable<Store>
  = default;
  BasicConfiguration(Node words, Root root)
    requires std::default_initializable<Store>
  {
    start(words, root);
  }

  /// Sets the initial configuration of a sentence with this many words.
  void start(Node words, Root root);

  /// Copies a configuration with another store.
  template <class Other>
  void assign(const BasicConfiguration<Other>& other) {
    stack_ = other.stack_;
    swapped_ = other.swapped_;
    next_ = other.next_;
    end_ = other.end_;
    words_ = other.words_;
    headless_ = other.headless_;
    root_ = other.root_;
    arcs_.start(static_cast<std::size_t>(words_) + 1);
    for (Node node = 0; node <= words_; ++node) arcs_.at(node) = other[node];
  }

  Node words() const { return words_; }
  Root root() const { return root_; }

  /// The i-th node of the stack from its top, or kNone.
  Node stack(std::size_t i) const { return i < stack_.size() ? stack_[stack_.size() - 1 - i] : kNone; }
  /// The i-th node of the buffer from its front, or kNone.
  Node buffer(std::size_t i) const {
    const std::size_t swapped = swapped_.size();
    if (i < swapped) return swapped_[swapped - 1 - i];
    const Node node = next_ + static_cast<Node>(i - swapped);
    return node <= words_ ? node : node < end_ ? 0 : kNone;
  }
  std::size_t stack_size() const { return stack_.size(); }
  std::size_t buffer_size() const { return swapped_.size() + static_cast<std::size_t>(end_ - next_); }
  /// The whole stack, its top last.
  const std::vector<Node>& stack() const { return stack_; }
  /// The words that SWAP has put at the front of the buffer, the front last. The rest of the text follows them.
  const std::vector<Node>& swapped() const { return swapped_; }
  /// The first word of the rest of the text.
  Node next() const { return next_; }

  const Arcs& operator[](Node node) const { return arcs_[node]; }
  Node head(Node node) const { return (*this)[node].head; }
  Label label(Node node) const { return (*this)[node].label; }
  bool has_head(Node node) const { return (*this)[node].head != kNone; }
  bool in_stack(Node node) const { return (*this)[node].place == Place::stack; }
  bool in_buffer(Node node) const { return (*this)[node].place == Place::buffer; }
  /// The number of words in the stack without a head (the root is no word).
  std::size_t headless() const { return headless_; }
  /// The number of words in the buffer (the root is no word).
  std::size_t words_left() const {
    return swapped_.size() + (next_ <= words_ ? static_cast<std::size_t>(words_ - next_) + 1 : 0);
  }

  void add_arc(Node head, Label label, Node dependent);

  /// Equal for configurations with the same stack, buffer and arcs.
  std::uint64_t fingerprint() const
    requires Store::kCanCompare
  {
    return print_.value();
  }
  const typename Store::Print& print() const { return print_; }
  /// Whether stack, buffer and arcs are the same.
  bool operator==(const BasicConfiguration& other) const
    requires Store::kCanCompare
  {
    return words_ == other.words_ && next_ == other.next_ && stack_ == other.stack_ && swapped_ == other.swapped_ &&
           arcs_ == other.arcs_;
  }

  /// The elementary steps, for a system with an operation of its own.
  Node take_top() {
    const Node node = stack_.back();
    stack_.pop_back();
    print_.remove(Part::stack, stack_.size(), node);
    return node;
  }
  Node take_front() {
    if (swapped_.empty()) {
      print_.remove(Part::next, 0, next_);
      const Node node = next_++;
      print_.add(Part::next, 0, next_);
      return node <= words_ ? node : 0;
    }
    const Node node = swapped_.back();
    swapped_.pop_back();
    print_.remove(Part::swapped, swapped_.size(), node);
    return node;
  }
  void put_top(Node node) {
    print_.add(Part::stack, stack_.size(), node);
    stack_.push_back(node);
  }
  void put_front(Node node) {
    print_.add(Part::swapped, swapped_.size(), node);
    swapped_.push_back(node);
  }
  void enter_stack(Node node) {
    Arcs& arcs = at(node);
    arcs.place = Place::stack;
    if (node != 0 && arcs.head == kNone) ++headless_;
  }
  void leave_stack(Node node, Place to) {
    Arcs& arcs = at(node);
    arcs.place = to;
    if (arcs.head == kNone) --headless_;
  }

 private:
  template <class Other>
  friend class BasicConfiguration;
  using Part = Fingerprint::Part;

  Arcs& at(Node node) { return arcs_.at(node); }

  std::vector<Node> stack_, swapped_;
  Node next_ = 1, end_ = 1;  // the rest of the text; a root that is last follows the last word
  Store arcs_;
  Node words_ = 0;
  std::size_t headless_ = 0;
  Root root_ = Root::first;
  [[no_unique_address]] typename Store::Print print_;
};

/// A configuration that is rarely copied.
using Configuration = BasicConfiguration<OwnArcs>;
/// A configuration of a beam: cheap to copy, and comparable.
using SharedConfiguration = BasicConfiguration<SharedArcs>;

extern template class BasicConfiguration<OwnArcs>;
extern template class BasicConfiguration<SharedArcs>;

}  // namespace dodona
