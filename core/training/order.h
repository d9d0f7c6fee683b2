// The order of sentences in training, and the seeds of its randomness.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "base/interrupt.h"
#include "base/random.h"
#include "training/report.h"

namespace dodona {

/// A seed for one sentence in one epoch, so that training can stop after any epoch and continue as if it had not.
inline std::uint64_t seed_of(std::uint64_t seed, int epoch, std::uint64_t sentence) {
  return Random(Random(Random(seed).next() ^ static_cast<std::uint64_t>(epoch)).next() ^ sentence).next();
}

/// The order of sentences in an epoch, or in a part of it before which there were `first` sentences; epochs are
/// numbered from 1.
inline std::vector<std::uint32_t> order_of_epoch(std::uint64_t seed, int epoch, std::size_t sentences,
                                                 std::uint64_t first = 0) {
  std::vector<std::uint32_t> order(sentences);
  std::iota(order.begin(), order.end(), 0u);
  Random(seed_of(seed, epoch, static_cast<std::uint64_t>(-1) - first)).shuffle(order);
  return order;
}

/// Calls learn(sentence, report) for all sentences in this order.
template <class Learn>
EpochReport learn_in_order(const std::vector<std::uint32_t>& order, const Interrupt& interrupt, Learn learn) {
  const InterruptScope scope(interrupt);
  EpochReport report;
  for (const std::uint32_t sentence : order) {
    learn(sentence, report);
    poll_interrupt();
  }
  return report;
}

}  // namespace dodona
