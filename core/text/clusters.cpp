#include "text/clusters.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {
namespace {

std::uint32_t hash_of(std::string_view form) {
  const bool is_lower =
      std::ranges::all_of(form, [](char c) { return static_cast<unsigned char>(c) < 0x80 && !(c >= 'A' && c <= 'Z'); });
  return static_cast<std::uint32_t>((is_lower ? hash_text(form) : hash_text(lower_case(form))) >> 32);
}

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
    : hashes_(std::move(hashes)), numbers_(std::move(numbers)),
      shift_(31 - static_cast<int>(std::bit_width(hashes_.size() / 4))), begin_((std::size_t{1} << (32 - shift_)) + 1) {
  if (hashes_.size() != numbers_.size() || std::ranges::adjacent_find(hashes_, std::greater_equal<>()) != hashes_.end())
    throw std::invalid_argument("the clusters of words do not fit together");
  for (const std::uint32_t hash : hashes_) ++begin_[(hash >> shift_) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
}

std::optional<std::uint16_t> Clusters::find(std::string_view form) const {
  const std::uint32_t hash = hash_of(form);
  const std::size_t bits = hash >> shift_;
  for (std::size_t i = begin_[bits]; i < begin_[bits + 1]; ++i)
    if (hashes_[i] == hash) return numbers_[i];
  return std::nullopt;
}

}  // namespace dodona
