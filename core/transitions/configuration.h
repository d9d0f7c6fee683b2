// What a parser knows in the middle of a sentence: the stack, the buffer and the arcs so far.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "transitions/arcs.h"
#include "transitions/shared_arcs.h"

namespace dodona {

/// Where the artificial root stands: first in the stack (the papers), last in the buffer
/// (Ballesteros and Nivre 2013), or nowhere.
enum class Root : std::uint8_t { first, last, none };

/// The configuration c = (Σ, B, A) of Goldberg and Nivre (2012), with what features ask about arcs.
///
/// The buffer is what SWAP has put back, and then the rest of the text, of which nothing need be kept but where it begins: so a
/// copy costs what the stack costs, and the arcs, which are in one array or shared (`Store`).
template <class Store>
class BasicConfiguration {
 public:
  using Arcs = dodona::Arcs;
  using Place = dodona::Arcs::Place;

  explicit BasicConfiguration(Store store) : arcs_(std::move(store)) {}
  BasicConfiguration()
    requires std::default_initializable<Store>
  = default;
  BasicConfiguration(Node words, Root root)
    requires std::default_initializable<Store>
  {
    start(words, root);
  }

  /// The initial configuration of a sentence with this many words.
  void start(Node words, Root root);

  /// Becomes what another kind of configuration is.
  template <class Other>
  void become(const BasicConfiguration<Other>& other) {
    stack_ = other.stack_;
    put_back_ = other.put_back_;
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
    const std::size_t back = put_back_.size();
    if (i < back) return put_back_[back - 1 - i];
    const Node node = next_ + static_cast<Node>(i - back);
    return node <= words_ ? node : node < end_ ? 0 : kNone;
  }
  std::size_t stack_size() const { return stack_.size(); }
  std::size_t buffer_size() const { return put_back_.size() + static_cast<std::size_t>(end_ - next_); }
  /// The whole stack, its top last.
  const std::vector<Node>& stack() const { return stack_; }
  /// The words at the front of the buffer that SWAP has put there, the front last. Behind them stands the rest of the text.
  const std::vector<Node>& put_back() const { return put_back_; }
  /// The first word of that rest.
  Node next() const { return next_; }

  const Arcs& operator[](Node node) const { return arcs_[node]; }
  Node head(Node node) const { return (*this)[node].head; }
  Label label(Node node) const { return (*this)[node].label; }
  bool has_head(Node node) const { return (*this)[node].head != kNone; }
  bool in_stack(Node node) const { return (*this)[node].place == Place::stack; }
  bool in_buffer(Node node) const { return (*this)[node].place == Place::buffer; }
  /// How many words of the stack lack a head (the root is no word).
  std::size_t headless() const { return headless_; }
  /// How many words of the buffer are left (the root is no word).
  std::size_t words_left() const { return put_back_.size() + (next_ <= words_ ? static_cast<std::size_t>(words_ - next_) + 1 : 0); }

  // What transitions are made of.
  void push();                                       ///< the front of the buffer goes on the stack
  void pop();                                        ///< the top of the stack goes
  void pop_second();                                 ///< the node below it goes
  void put_back_second();                            ///< the node below it goes back to the front of the buffer
  void put_back_both();                              ///< the two topmost nodes go back to the buffer, the top first
  void put_back_behind();                            ///< the top of the stack goes back to the buffer, behind its front
  void add_arc(Node head, Label label, Node dependent);

  /// The same for all configurations that have the same stack, buffer and arcs.
  std::uint64_t fingerprint() const
    requires Store::kCanCompare
  {
    return print_.value();
  }
  const typename Store::Print& print() const { return print_; }
  /// Whether stack, buffer and arcs are the same: nothing that can be done or asked later would be different.
  bool operator==(const BasicConfiguration& other) const
    requires Store::kCanCompare
  {
    return words_ == other.words_ && next_ == other.next_ && stack_ == other.stack_ && put_back_ == other.put_back_ && arcs_ == other.arcs_;
  }

 private:
  template <class Other>
  friend class BasicConfiguration;

  Arcs& at(Node node) { return arcs_.at(node); }
  Node take_front();
  Node take_top();
  void leaves_stack(Node node, Place to) {
    Arcs& arcs = at(node);
    arcs.place = to;
    if (arcs.head == kNone) --headless_;
  }

  std::vector<Node> stack_, put_back_;
  Node next_ = 1, end_ = 1;  // what was never put back: a root that stands last comes after the last word
  Store arcs_;
  Node words_ = 0;
  std::size_t headless_ = 0;
  Root root_ = Root::first;
  [[no_unique_address]] typename Store::Print print_;
};

/// For one way through a sentence.
using Configuration = BasicConfiguration<OwnArcs>;
/// For many ways at once: copies are cheap, and can be compared.
using SharedConfiguration = BasicConfiguration<SharedArcs>;

extern template class BasicConfiguration<OwnArcs>;
extern template class BasicConfiguration<SharedArcs>;

}  // namespace dodona
