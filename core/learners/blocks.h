// Memory for many small arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/memory.h"

namespace dodona {

/// Uninitialised memory, in blocks by number. They never move, and freed ones are used again. Memory grows piece by
/// piece, where a growing vector would need twice its size for a moment.
class Blocks {
 public:
  std::uint32_t allocate(std::size_t bytes) {
    bytes = whole(bytes);
    if (auto& given_back = free_[bytes]; !given_back.empty()) {
      const std::uint32_t block = given_back.back();
      given_back.pop_back();
      return block;
    }
    if (pieces_.empty() || next_ + bytes > kPiece) {
      pieces_.emplace_back(kPiece);
      next_ = 0;
    }
    const std::size_t block = (pieces_.size() - 1) * kPiece + next_;
    next_ += bytes;
    return static_cast<std::uint32_t>(block / kUnit);
  }
  void give_back(std::uint32_t block, std::size_t bytes) { free_[whole(bytes)].push_back(block); }

  std::byte* operator[](std::uint32_t block) {
    return pieces_[block / (kPiece / kUnit)].data() + block % (kPiece / kUnit) * kUnit;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 22;  // 4 MB, which is two huge pages
  static constexpr std::size_t kUnit = 4;
  static std::size_t whole(std::size_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; }

  std::vector<HugeVector<std::byte>> pieces_;
  std::size_t next_ = 0;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> free_;  // by size
};

}  // namespace dodona
