// The template language.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "features/attributes.h"

// If the compiler can read templates at compile time (CMake checks), shipped sets are compiled to code
// (features/compiled.h). Otherwise parsing is slower.
#if defined(DODONA_COMPILES_TEMPLATES)
#define DODONA_CONSTEXPR constexpr
#else
#define DODONA_CONSTEXPR inline
#endif

namespace dodona {

/// A template that cannot be read; `line` counts from 1.
struct TemplateError : std::runtime_error {
  TemplateError(std::size_t where, const std::string& message) : std::runtime_error(message), line(where) {}
  std::size_t line;
};

/// Limits of a template set.
inline constexpr std::size_t kMostAtoms = 1024, kMostAttributeKinds = 256;

/// The number of templates rounded up to whole vectors.
constexpr std::size_t padded_templates(std::size_t count) { return (count + 15) / 16 * 16; }

/// The address of a node in a configuration: a place such as `s0`, or a step from another address.
struct Address {
  enum class Step : std::uint8_t { stack, buffer, head, left1, left2, right1, right2, previous, next };
  Step step;
  std::uint8_t from;  ///< the depth in the stack or buffer; for other steps, the number of the address it steps from
  /// Whether it is a place in the stack or the buffer.
  constexpr bool begins() const { return step == Step::stack || step == Step::buffer; }
  bool operator==(const Address&) const = default;
};

/// A feature atom: one property of a configuration that a template reads, such as `s0.head.form`.
struct Atom {
  enum class Kind : std::uint8_t {
    attribute,
    label,
    left_count,
    right_count,
    left_labels,
    right_labels,
    attached,
    distance,
    same
  };
  Kind kind;
  std::uint8_t address;     ///< among the set's addresses
  std::uint16_t attribute;  ///< for attributes and `same`: the index among the set's attributes
  std::uint8_t other = 0;   ///< for distance and same: the address it is compared with; otherwise equal to `address`
  bool operator==(const Atom&) const = default;
};

/// Templates as read from text.
///
/// One template per line: atoms separated by spaces, which together make one feature. An atom is
/// `distance` (between s0 and b0), `same.feats.Case` (whether s0 and b0 have the same value), either of these for two
/// other places (`distance(s1,s0)`, `same(s1,s0).feats.Case`), or an address with a property: `s0.form`, `b1.tag`,
/// `s0.head.label`, `s0.left1.tag`, `b0.previous.tag` (the word before it in the sentence), `b0.left.count`,
/// `s0.right.labels`, `s0.attached` (whether it has a head). `#` begins a comment.
struct TemplateSet {
  explicit DODONA_CONSTEXPR TemplateSet(std::string_view text);

  std::string text;
  std::vector<Attribute> attributes;                  ///< each once, in the order of their first use
  std::vector<Address> addresses;                     ///< each once, after the address it steps from
  std::vector<Atom> atoms;                            ///< each once
  std::vector<std::vector<std::uint16_t>> templates;  ///< each a list of atoms
};

/// The attribute that templates call `name`; throws std::invalid_argument if there is none.
DODONA_CONSTEXPR Attribute attribute_called(std::string_view name);

}  // namespace dodona

#include "features/reading_templates.h"
