// Features in namespaces, hashed, and the combinations of namespaces that a task declares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dodona {

/// A feature is a hash and a value; its name is not stored.
struct HashedFeature {
  std::uint64_t hash;
  float value;
};

/// Combines two hashes; the order matters.
inline std::uint64_t joined(std::uint64_t first, std::uint64_t second) {
  return scrambled(first * 0xD6E8FEB86659FD93u + second);
}

/// FNV-1a from `start`, then scrambled: its upper bits are poor for short strings.
inline std::uint64_t hash_of(std::string_view string, std::uint64_t start) {
  std::uint64_t hash = start ^ 0xCBF29CE484222325u;
  for (const char byte : string) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
  return scrambled(hash);
}

/// Two or three namespaces whose features are multiplied, by their indices among the named ones.
using Combination = std::vector<std::size_t>;

/// The features of one namespace, among others.
struct Range {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

/// The number of features that a combination makes of `ranges`; an upper bound if a namespace is repeated.
std::size_t count_of(const Combination& combination, const std::vector<Range>& ranges);

/// Appends the features of a combination: hashes joined in the order of the namespaces, values multiplied. A namespace
/// combined with itself gives each pair once. A feature is paired with itself only if its value is not 1: otherwise the
/// pair would be the same feature again, which would then learn twice as fast as others.
void add_combination(const Combination& combination, const std::vector<Range>& ranges,
                     std::vector<HashedFeature>& features);

}  // namespace dodona
