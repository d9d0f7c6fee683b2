// A hash of a configuration, updated by every transition.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash.h"

namespace dodona {

/// A sum of hashes: one for each position of the stack and of the buffer, and one for each arc. Configurations with the
/// same stack, buffer and arcs have the same sum; others hardly ever do, so only configurations with equal sums need to
/// be compared.
class Fingerprint {
 public:
  /// What is hashed. Only the swapped words of the buffer are hashed one by one: the first word after them (`next`)
  /// determines the rest.
  enum class Part : std::uint64_t { stack = 1, swapped = 2, next = 3, arc = 4 };

  std::uint64_t value() const { return sum_; }

  void start() { sum_ = 0; }
  void add(Part part, std::uint64_t position, std::int32_t node) { sum_ += hash(part, position, node); }
  void remove(Part part, std::uint64_t position, std::int32_t node) { sum_ -= hash(part, position, node); }
  void add_arc(std::int32_t head, std::int32_t label, std::int32_t dependent) {
    add(Part::arc, finalised(static_cast<std::uint32_t>(label)) + static_cast<std::uint32_t>(head), dependent);
  }

 private:
  static std::uint64_t hash(Part part, std::uint64_t position, std::int32_t node) {
    return finalised(static_cast<std::uint64_t>(part) * 0x9E3779B97F4A7C15u + position * 0xD1B54A32D192ED03u +
                     static_cast<std::uint32_t>(node) * 0x632BE59BD9B4E019u);
  }

  std::uint64_t sum_ = 0;
};

/// For configurations that are never compared.
struct NoFingerprint {
  void start() {}
  void add(Fingerprint::Part, std::uint64_t, std::int32_t) {}
  void remove(Fingerprint::Part, std::uint64_t, std::int32_t) {}
  void add_arc(std::int32_t, std::int32_t, std::int32_t) {}
};

}  // namespace dodona
