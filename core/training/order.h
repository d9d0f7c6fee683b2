// What is random in training.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace dodona {

/// A seed for one sentence in one epoch, so that training can stop after any epoch and go on as if it had not.
inline std::uint64_t seed_of(std::uint64_t seed, int epoch, std::uint64_t sentence) {
  return Random(Random(Random(seed).next() ^ static_cast<std::uint64_t>(epoch)).next() ^ sentence).next();
}

/// The order in which an epoch (from 1) goes through some sentences.
inline std::vector<std::uint32_t> order_of_epoch(std::uint64_t seed, int epoch, std::size_t sentences) {
  std::vector<std::uint32_t> order(sentences);
  std::iota(order.begin(), order.end(), 0u);
  Random(seed_of(seed, epoch, static_cast<std::uint64_t>(-1))).shuffle(order);
  return order;
}

}  // namespace dodona
