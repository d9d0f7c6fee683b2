// The questions of a template set, asked about a configuration.
#pragma once

#include <cstdint>
#include <vector>

#include "features/answers.h"

namespace dodona {

/// Asks some of the questions of a template set.
class Questions {
 public:
  Questions(const TemplateSet& set, const std::vector<bool>& asked);

  std::size_t size() const { return attributes_.size() + others_.size(); }
  /// Where the answer to a question of the set is among all answers.
  std::size_t place(std::size_t question) const { return place_[question]; }

  /// All answers; kNothingToSay where there is none.
  template <class C>
  void ask(const C& c, WordValues words, Value* answers) const;

  /// A number for all that the questions see of `c`: configurations with the same one have the same answers. (As with
  /// the keys of features, 64 bits say so with certainty enough.)
  template <class C>
  std::uint64_t context(const C& c) const;

 private:
  // Addresses and questions of one kind that stand one after the other: what is to be done is decided once for all of
  // them.
  template <class Kind>
  struct Run {
    Kind kind;
    std::size_t begin, end;
  };
  // What the questions about arcs ask of one address: masks.
  struct Glance {
    std::uint8_t address;
    std::uint64_t label_and_attached = 0;
    std::uint32_t counts = 0, left_labels = 0, right_labels = 0;
  };
  static constexpr std::size_t kInGlance = 4;

  static std::vector<std::size_t> in_runs(const std::vector<Address>& addresses);
  template <class C>
  void find_nodes(const C& c, Node* nodes) const;
  template <class C>
  void answer_others(const C& c, WordValues words, const Node* nodes, Value* values) const;

  std::vector<std::uint16_t> place_;  // by the question's number in the set
  std::vector<Address> addresses_;
  std::vector<Run<Address::Step>> steps_;
  std::vector<Atom> attributes_;  // questions about words come first: they need no branches
  std::vector<Atom> others_;
  std::vector<Run<Atom::Kind>> kinds_;
  std::vector<Glance> glances_;  // the same, by address
  std::vector<std::uint64_t> context_factors_;
};

}  // namespace dodona
