#include "text/clusters.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {
namespace {

std::uint32_t hash_of(std::string_view form) { return static_cast<std::uint32_t>(hash_text(lower_case(form)) >> 32); }

}  // namespace

Clusters Clusters::of(const std::vector<std::string>& words, std::span<const std::uint16_t> numbers) {
  if (words.size() != numbers.size()) throw std::invalid_argument("there is not one cluster for each word");
  std::map<std::uint32_t, std::uint16_t> sorted;
  for (std::size_t i = 0; i < words.size(); ++i) sorted.try_emplace(hash_of(words[i]), numbers[i]);
  std::vector<std::uint32_t> hashes;
  std::vector<std::uint16_t> of_hashes;
  for (const auto& [hash, number] : sorted) {
    hashes.push_back(hash);
    of_hashes.push_back(number);
  }
  return {std::move(hashes), std::move(of_hashes)};
}

Clusters::Clusters(std::vector<std::uint32_t> hashes, std::vector<std::uint16_t> numbers)
    : hashes_(std::move(hashes)), numbers_(std::move(numbers)) {
  if (hashes_.size() != numbers_.size() || std::ranges::adjacent_find(hashes_, std::greater_equal<>()) != hashes_.end())
    throw std::invalid_argument("the clusters of words do not fit together");
}

std::optional<std::uint16_t> Clusters::find(std::string_view form) const {
  const std::uint32_t hash = hash_of(form);
  const auto found = std::ranges::lower_bound(hashes_, hash);
  if (found == hashes_.end() || *found != hash) return std::nullopt;
  return numbers_[static_cast<std::size_t>(found - hashes_.begin())];
}

}  // namespace dodona
