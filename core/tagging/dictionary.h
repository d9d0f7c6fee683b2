// The tags of frequent words.
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
    std::span<const TagId> tags;  ///< sorted; empty: not in the dictionary
    bool closed = false;          ///< so frequent that no other tags are considered
    std::uint64_t value = 0;      ///< a hash of the tags, for features; 0 if not in the dictionary
  };

  /// The arrays in which a dictionary is saved.
  struct Parts {
    std::vector<std::string> forms;
    std::vector<std::uint32_t> tags;   ///< of all forms, concatenated
    std::vector<std::uint16_t> sizes;  ///< the number of tags of each form
    std::vector<std::uint8_t> closed;
  };

  /// Throws std::invalid_argument if the parts are inconsistent.
  Dictionary(Parts parts, const TagSet& tags);
  const Parts& parts() const { return parts_; }

  Entry find(std::string_view form) const;

 private:
  Parts parts_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint64_t> values_;
  std::unordered_map<std::string_view, std::uint32_t> places_;  // views into parts_, which is immutable
};

}  // namespace dodona
