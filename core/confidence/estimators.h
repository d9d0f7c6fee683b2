// The confidence of a parser in each arc and each tree, by three estimators.
#pragma once

#include <cstdint>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// Where confidence comes from.
enum class Estimator : std::uint8_t {
  transition,  ///< the probabilities of the transitions that led to the arc
  samples,     ///< the share of sampled parses that agree (Monte Carlo marginals)
  beam,        ///< the probability of the parses in a beam that agree, among all of the beam
};

struct ConfidenceOptions {
  Estimator estimator = Estimator::transition;
  float temperature = 1;  ///< scores are divided by it
  std::size_t samples = 20;
  std::size_t beam = 8;
  std::uint64_t seed = 1;  ///< of the samples
};

/// A greedy parse with confidences, which are not calibrated.
///
/// By transition: a word's head is at stake in every decision in which the word has no head yet and stands where an arc
/// can reach it (in arc-eager: at the front of the buffer or at the top of the stack). The head's confidence is the
/// product of the probabilities of the moves that were made then, whatever their labels, up to the one that built the
/// arc. (That last one alone, which is what Goldberg 2013 looks at, finds far fewer wrong heads: a word is often
/// attached with certainty to what a doubtful move before has left it.) The confidence of a word that no move attached,
/// which goes to the root at the end, is the product of the probabilities that it was not attached in those decisions.
/// A label's confidence is its probability given the move, times the probability that it is right if the head is or is
/// not. A tree's is the product of the probabilities of all transitions.
struct Confidences {
  Trees trees;
  std::vector<float> heads, labels;  ///< one per word
  std::vector<float> whole;          ///< one per tree: that all of it is right
  std::vector<float>
      margins;  ///< one per word: the smallest lead over the second-best transition while its head was at stake
  std::vector<std::uint8_t> left_over;  ///< one per word: whether no move attached it
};

/// Parses a treebank. Trees are those of `Parser::trees`, whatever the estimator. A sentence's samples depend
/// on its words and the seed alone: neither on where it stands nor on the number of threads.
Confidences confidences(const Parser& parser, const Treebank& treebank, const ConfidenceOptions& options,
                        std::size_t threads, const Interrupt& interrupt = {});

}  // namespace dodona
