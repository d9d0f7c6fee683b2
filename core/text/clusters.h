// Clusters of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dodona {

/// The clusters of some words, which are known by 32-bit hashes of their lower case.
///
/// Of n words, the second of two with the same hash is left out: n²/2³³ words, one of 93,000. A word that is not among
/// them has the hash of one of them, and so its cluster, with a probability of n/2³²: one in 72,000 for 60,000 words.
/// It then always has that cluster, in training and in parsing.
class Clusters {
 public:
  /// Of a word that occurs several times, the first counts. Throws std::invalid_argument if there is not one number for
  /// each.
  static Clusters of(const std::vector<std::string>& words, std::span<const std::uint16_t> numbers);
  /// From the arrays in which they are saved. Throws std::invalid_argument if these do not fit together.
  Clusters(std::vector<std::uint32_t> hashes, std::vector<std::uint16_t> numbers);

  /// The number of the cluster of a word in upper or lower case; nothing if it has none.
  std::optional<std::uint16_t> find(std::string_view form) const;

  const std::vector<std::uint32_t>& hashes() const { return hashes_; }  ///< sorted
  const std::vector<std::uint16_t>& numbers() const { return numbers_; }

 private:
  std::vector<std::uint32_t> hashes_;
  std::vector<std::uint16_t> numbers_;
  int shift_;
  std::vector<std::uint32_t> begin_;  // by hash >> shift_: the first with these bits or greater ones
};

}  // namespace dodona
