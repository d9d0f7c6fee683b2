// Configurations for a network to learn from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/interrupt.h"
#include "scoring/network/positions.h"
#include "training/online.h"
#include "training/training_data.h"

namespace dodona {

/// The upper part of a network in floats: scores = weights ReLU(Σ parts) + bias, with a part for each position.
struct FloatScores {
  std::size_t hidden;                    ///< units
  std::span<const float> parts;          ///< [words, positions, hidden]
  std::span<const float> none, root;     ///< [positions, hidden]: of an empty position, and of the artificial root
  std::span<const float> weights, bias;  ///< [transitions, hidden] and [transitions]
};

/// Some configurations.
struct Explored {
  static constexpr std::int32_t kNoWord = -1, kRoot = -2;
  /// A bit for legal transitions, then one for those whose cost is zero in each tree.
  enum Gold : std::uint8_t { illegal, legal, zero_cost };
  static constexpr std::size_t kMostTrees = 7;

  std::vector<std::int32_t> words;  ///< [configurations, positions]: the number of the word in the treebank, or these
  std::vector<std::uint8_t> gold;   ///< [configurations, transitions]
};

/// The configurations that training goes through, in the order of sentences: as in online training, it follows what the
/// network predicts or a zero-cost transition. `options.after` has no effect. The result depends on the seed but not on
/// the number of threads. `trees` are one or several trees of the same sentences; training follows the first ones, and
/// transitions are judged by all. Throws std::invalid_argument if the sizes of the arrays do not fit together.
Explored explore(std::span<const TrainingData> trees, const FloatScores& network, const OnlineOptions& options,
                 std::size_t threads, const Interrupt& interrupt = {});

}  // namespace dodona
