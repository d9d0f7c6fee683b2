#include "tokenising/word_list.h"

#include <stdexcept>

#include "base/hash.h"

namespace dodona {

WordList::WordList(std::vector<std::uint64_t> hashes) : hashes_(std::move(hashes)) {
  if (!std::ranges::is_sorted(hashes_)) throw std::invalid_argument("the tokeniser's words are not sorted");
}

std::uint64_t WordList::with(std::uint64_t hash, const Element& element) { return hash_with(hash, element.code); }

WordList::Lengths WordList::lengths_at(std::span<const Element> elements, std::size_t begin) const {
  return lengths(elements, begin, [&](std::uint64_t hash) { return std::ranges::binary_search(hashes_, hash); });
}

}  // namespace dodona
