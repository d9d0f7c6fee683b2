// The words of sentences as a network sees them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scoring/network/network.h"
#include "treebank/treebank.h"

namespace dodona {

/// Takes the scores of all tags of each word, from several threads.
class TagSink {
 public:
  virtual ~TagSink() = default;
  /// `scores` has one for each value of all heads.
  virtual void take(std::size_t word, const float* scores) = 0;
};

/// Applies a matrix, to rows of floats that are rounded one by one.
class Product {
 public:
  explicit Product(Kernel kernel) : kernel_(kernel) {}
  /// `rows` has `count` rows of the matrix's inputs; `results` gets as many rows of its columns.
  void operator()(const Dense& dense, const float* rows, std::size_t count, float* results);

 private:
  Kernel kernel_;
  std::vector<std::int8_t> rounded_;
  std::vector<float> units_;
  std::vector<std::int32_t> sums_;
};

/// Reads sentences, on one thread. What it gives for a sentence does not depend on the others.
class NetworkEncoder {
 public:
  NetworkEncoder(const NetworkWeights& network, Kernel kernel);

  /// Reads consecutive sentences, from `first` up to `last`. The scores of tags go to the sink, if there is one.
  void read(const Treebank& treebank, std::size_t first, std::size_t last, TagSink* tags);
  /// The parts of each word that was read: rows of positions times hidden units.
  const float* parts() const { return parts_.data(); }

 private:
  void embed(const Treebank& treebank, std::span<const StringId> forms);
  void embed_type(std::string_view form, float* row);
  void recur(const float* gates, std::size_t words, float* states);

  // The vectors of the forms that were read last.
  struct Cached {
    static constexpr std::size_t kForms = 4096;
    static constexpr StringId kEmpty = static_cast<StringId>(-1);
    std::vector<StringId> forms;
    std::vector<float> vectors;
  };

  const NetworkWeights& network_;
  Product product_;
  Cached cached_;
  WordRows rows_;
  std::vector<std::size_t> new_;  // the words whose vectors were not there
  std::vector<float> embedded_, x_, gates_, states_, out_, parts_, tags_;
};

}  // namespace dodona
