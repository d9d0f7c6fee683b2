// The weights of a network that reads a sentence once and scores every configuration (docs/science/network.md).
//
//     type     GELU(mix [word; mean of n-grams; shape])
//     layer    x = norm(x + GELU(out [forward; backward])), two gated linear recurrences over gates x
//     tags     one product for the values of all heads
//     parts    for each position of a configuration, the word's share of the hidden layer there
//     scores   moves ReLU(Σ parts)
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/named_arrays.h"
#include "base/options.h"
#include "scoring/network/kernels.h"
#include "scoring/network/positions.h"
#include "scoring/network/word_rows.h"

namespace dodona {

/// What a network predicts of each word besides its arc: one of some values.
struct TagHead {
  std::string name;
  std::vector<std::string> values;
};

/// A matrix of 8-bit weights with a scale for each output.
struct Dense {
  PackedMatrix matrix;
  std::vector<float> scales, bias;  ///< of each column of the matrix
};

/// Rows of 8-bit numbers with a scale for each row.
struct Table {
  std::size_t size = 0;  ///< of a row
  std::vector<std::int8_t> numbers;
  std::vector<float> scales;

  const std::int8_t* row(std::int32_t i) const { return numbers.data() + static_cast<std::size_t>(i) * size; }
};

class NetworkWeights {
 public:
  /// Rounds the weights of a trained network, float arrays by name, to 8 bits. `values` are the sizes `width`,
  /// `layers`, `hidden`, `word_size`, `ngram_size` and `shape_size`, and the names of the `positions`. Throws
  /// std::invalid_argument if something does not fit together or is not finite.
  static std::unique_ptr<const NetworkWeights> quantised(const Options& values, std::vector<std::string> words,
                                                         std::vector<TagHead> heads, const NamedViews& arrays);

  /// Restores a network from what `values` and `arrays` gave. They may come from a hostile file; throws as above.
  static std::unique_ptr<const NetworkWeights> load(const Options& values, const NamedViews& arrays);
  Options values() const;
  NamedArrays arrays() const;

  struct Layer {
    Dense gates;  ///< outputs: forward gates and inputs, backward gates and inputs
    Dense out;
    std::vector<float> norm_weight, norm_bias;
  };

  std::size_t width() const { return width_; }
  std::size_t hidden() const { return hidden_; }
  std::size_t transitions() const { return moves.matrix.outputs(); }
  /// The number of weights.
  std::size_t size() const;

  Positions positions;
  WordTable vocabulary;
  std::vector<TagHead> heads;

  Table words, ngrams, shapes;
  Dense mix;
  std::vector<Layer> layers;
  Dense tags, parts, moves;
  std::vector<float> none, root;  ///< the parts of an empty position, and of the artificial root

 private:
  template <class Reader>
  NetworkWeights(const Options& values, std::vector<std::string> known, std::vector<TagHead> tag_heads, Reader read);

  std::size_t width_, hidden_;
};

}  // namespace dodona
