// What a parser knows in the middle of a sentence: the stack, the buffer and the arcs so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dodona {

/// A word of a sentence, counted from 1; 0 is the artificial root.
using Node = std::int32_t;
/// No such node: accessors return it instead of failing.
inline constexpr Node kNone = -1;
/// The number of a dependency label.
using Label = std::int32_t;
inline constexpr Label kNoLabel = -1;

/// Where the artificial root stands: first in the stack (the papers), last in the buffer
/// (Ballesteros and Nivre 2013), or nowhere.
enum class Root : std::uint8_t { first, last, none };

/// The configuration c = (Σ, B, A) of Goldberg and Nivre (2012), with what features ask about arcs.
class Configuration {
 public:
  /// Where a node is now.
  enum class Place : std::uint8_t { stack, buffer, gone };

  /// What is known of one node.
  struct Arcs {
    Node head = kNone;
    Label label = kNoLabel;
    Node left1 = kNone, left2 = kNone;    ///< the two outermost dependents on the left
    Node right1 = kNone, right2 = kNone;  ///< the two outermost dependents on the right
    std::uint16_t left_count = 0, right_count = 0;
    std::uint64_t left_labels = 0, right_labels = 0;  ///< the sets of labels (modulo 64) on each side
    Place place = Place::buffer;
  };

  Configuration() = default;
  Configuration(Node words, Root root) { start(words, root); }

  /// The initial configuration of a sentence with this many words.
  void start(Node words, Root root);

  Node words() const { return words_; }
  Root root() const { return root_; }

  /// The i-th node of the stack from its top, or kNone.
  Node stack(std::size_t i) const { return i < stack_.size() ? stack_[stack_.size() - 1 - i] : kNone; }
  /// The i-th node of the buffer from its front, or kNone.
  Node buffer(std::size_t i) const { return front_ + i < buffer_.size() ? buffer_[front_ + i] : kNone; }
  std::size_t stack_size() const { return stack_.size(); }
  std::size_t buffer_size() const { return buffer_.size() - front_; }
  /// The whole stack, its top last.
  const std::vector<Node>& stack() const { return stack_; }

  const Arcs& operator[](Node node) const { return arcs_[static_cast<std::size_t>(node)]; }
  Node head(Node node) const { return (*this)[node].head; }
  Label label(Node node) const { return (*this)[node].label; }
  bool has_head(Node node) const { return (*this)[node].head != kNone; }
  bool in_stack(Node node) const { return (*this)[node].place == Place::stack; }
  bool in_buffer(Node node) const { return (*this)[node].place == Place::buffer; }
  /// How many words of the stack lack a head (the root is no word).
  std::size_t headless() const { return headless_; }
  /// How many words of the buffer are left (the root is no word).
  std::size_t words_left() const { return buffer_size() - (in_buffer(0) ? 1 : 0); }

  // What transitions are made of.
  void push();                                       ///< the front of the buffer goes on the stack
  void pop();                                        ///< the top of the stack goes
  void pop_second();                                 ///< the node below it goes
  void put_back_second();                            ///< the node below it goes back to the front of the buffer
  void put_back_behind();                            ///< the top of the stack goes back to the buffer, behind its front
  void add_arc(Node head, Label label, Node dependent);

 private:
  Arcs& at(Node node) { return arcs_[static_cast<std::size_t>(node)]; }
  void leaves_stack(Node node, Place to) {
    at(node).place = to;
    if (!has_head(node)) --headless_;
  }

  std::vector<Node> stack_, buffer_;
  std::size_t front_ = 0;
  std::vector<Arcs> arcs_;
  Node words_ = 0;
  std::size_t headless_ = 0;
  Root root_ = Root::first;
};

}  // namespace dodona
