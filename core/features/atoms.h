// The values of feature atoms in a configuration.
#pragma once

#include <cstdint>
#include <vector>

#include "features/atom_values.h"

namespace dodona {

/// Evaluates some of the atoms of a template set.
class Atoms {
 public:
  Atoms(const TemplateSet& set, const std::vector<bool>& used);

  std::size_t size() const { return attributes_.size() + others_.size(); }
  /// Where the value of an atom of the set is among all values.
  std::size_t place(std::size_t atom) const { return place_[atom]; }

  /// Sets the values of all of them; kNoValue where there is none.
  template <class C>
  void evaluate(const C& c, WordValues words, Value* values) const;

  /// A hash of all that the atoms see of `c`: configurations with the same one have the same values. (As with the keys
  /// of features, 64 bits make collisions rare enough to ignore.)
  template <class C>
  std::uint64_t context(const C& c) const;

 private:
  // Neighbouring addresses or atoms of one kind, which one loop without branches evaluates.
  template <class Kind>
  struct Run {
    Kind kind;
    std::size_t begin, end;
  };
  // Masks for what atoms use of the arcs at one address.
  struct ArcMask {
    std::uint8_t address;
    std::uint64_t label_and_attached = 0;
    std::uint32_t counts = 0, left_labels = 0, right_labels = 0;
  };
  static constexpr std::size_t kInArcMask = 4;

  static std::vector<std::size_t> in_runs(const std::vector<Address>& addresses);
  template <class C>
  void find_nodes(const C& c, Node* nodes) const;
  template <class C>
  void evaluate_others(const C& c, WordValues words, const Node* nodes, Value* values) const;

  std::vector<std::uint16_t> place_;  // by the atom's number in the set
  std::vector<Address> addresses_;
  std::vector<Run<Address::Step>> steps_;
  std::vector<Atom> attributes_;  // attributes of words come first: they need no branches
  std::vector<Atom> others_;
  std::vector<Run<Atom::Kind>> kinds_;
  std::vector<ArcMask> arc_masks_;  // what others_ use, by address
  std::vector<std::uint64_t> context_factors_;
};

}  // namespace dodona
