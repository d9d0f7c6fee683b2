// Exceptions to what a model would choose.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace dodona {

/// The rules of some words or tokens, by a hash of each.
struct Exceptions {
  std::vector<std::uint64_t> keys;   ///< sorted
  std::vector<std::uint32_t> rules;  ///< one for each key

  static Exceptions of(const std::map<std::uint64_t, std::uint32_t>& rules) {
    Exceptions all;
    for (const auto& [key, rule] : rules) {
      all.keys.push_back(key);
      all.rules.push_back(rule);
    }
    return all;
  }
  bool are_valid(std::size_t limit) const {
    return keys.size() == rules.size() && std::ranges::is_sorted(keys) &&
           std::ranges::all_of(rules, [&](std::uint32_t rule) { return rule < limit; });
  }
  std::optional<std::uint32_t> find(std::uint64_t key) const {
    const auto found = std::ranges::lower_bound(keys, key);
    return found != keys.end() && *found == key ? std::optional(rules[static_cast<std::size_t>(found - keys.begin())])
                                                : std::nullopt;
  }
};

}  // namespace dodona
