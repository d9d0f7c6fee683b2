// The values of feature atoms in a configuration.
#pragma once

#include <cstdint>
#include <vector>

#include "features/atom_values.h"

namespace dodona {

/// Evaluates the atoms of a template set.
class Atoms {
 public:
  explicit Atoms(const TemplateSet& set);

  std::size_t size() const { return attributes_.size() + others_.size(); }
  /// The index of an atom's value among all values.
  std::uint16_t place(std::size_t atom) const { return place_[atom]; }

  /// Sets the values of all atoms; kNoValue where there is none.
  template <class C>
  void evaluate(const C& c, WordValues words, Value* values) const;

  /// A hash of everything the atoms read from `c`: configurations with the same hash have the same values. (As with
  /// feature keys, collisions in 64 bits are rare enough to ignore.)
  template <class C>
  std::uint64_t context(const C& c) const;

 private:
  // Consecutive addresses or atoms of one kind, evaluated by one branch-free loop.
  template <class Kind>
  struct Run {
    Kind kind;
    std::size_t begin, end;
  };
  // Masks the parts of a node's arcs that atoms at one address use.
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
  std::vector<Atom> attributes_;  // evaluated first, without branches
  std::vector<Atom> others_;
  std::vector<Run<Atom::Kind>> kinds_;
  std::vector<ArcMask> arc_masks_;  // what others_ use, by address
  std::vector<std::uint64_t> context_factors_;
};

}  // namespace dodona
