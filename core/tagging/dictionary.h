// Words that were seen often enough to know their tags.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tagging/tag_set.h"

namespace dodona {

/// The tags that frequent words had in training.
class Dictionary {
 public:
  struct Entry {
    std::span<const TagId> tags;  ///< in order; empty: not in the dictionary
    bool closed = false;          ///< seen so often that it will have no other
    std::uint64_t value = 0;      ///< a hash of those, for features; 0 if not in the dictionary
  };

  /// The arrays that it is saved as.
  struct Parts {
    std::vector<std::string> forms;
    std::vector<std::uint32_t> tags;   ///< of all forms, one after the other
    std::vector<std::uint16_t> sizes;  ///< how many each has
    std::vector<std::uint8_t> closed;
  };

  Dictionary() = default;
  /// Throws std::invalid_argument if the parts do not fit together.
  Dictionary(Parts parts, const TagSet& tags);
  const Parts& parts() const { return parts_; }

  Entry find(std::string_view form) const;

 private:
  Parts parts_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint64_t> values_;
  std::unordered_map<std::string_view, std::uint32_t> places_;  // views into parts_, which never changes
};

}  // namespace dodona
