// Memory for many small arrays of floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/memory.h"

namespace dodona {

/// Uninitialised arrays of floats, by number. They never move; freed ones are reused. Memory grows in pieces: a growing
/// vector would briefly need twice its size.
class Blocks {
 public:
  std::uint32_t allocate(std::size_t floats) {
    auto& given_back = free_[floats];
    if (!given_back.empty()) {
      const std::uint32_t block = given_back.back();
      given_back.pop_back();
      return block;
    }
    if (pieces_.empty() || next_ + floats > kPiece) {
      pieces_.emplace_back(kPiece);
      next_ = 0;
    }
    const std::size_t block = (pieces_.size() - 1) * kPiece + next_;
    next_ += floats;
    return static_cast<std::uint32_t>(block);
  }
  void give_back(std::uint32_t block, std::size_t floats) { free_[floats].push_back(block); }

  float* operator[](std::uint32_t block) { return pieces_[block / kPiece].data() + block % kPiece; }
  const float* operator[](std::uint32_t block) const { return pieces_[block / kPiece].data() + block % kPiece; }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 20;  // 4 MB, which is two huge pages
  std::vector<HugeVector<float>> pieces_;
  std::size_t next_ = 0;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> free_;  // by size
};

}  // namespace dodona
