#include "scoring/network/encoder.h"

#include <algorithm>

#include "base/interrupt.h"
#include "scoring/network/functions.h"

namespace dodona {
namespace {

constexpr std::size_t kRows = 48;  // of a product at once, so that they stay in the cache

}  // namespace

void Product::operator()(const Dense& dense, const float* rows, std::size_t count, float* results) {
  const std::size_t inputs = dense.matrix.inputs(), columns = dense.matrix.columns();
  rounded_.resize(std::max(rounded_.size(), kRows * inputs));
  units_.resize(kRows);
  sums_.resize(std::max(sums_.size(), kRows * columns));
  for (std::size_t begin = 0; begin < count; begin += kRows) {
    const std::size_t some = std::min(kRows, count - begin);
    for (std::size_t row = 0; row < some; ++row)
      units_[row] = quantise(rows + (begin + row) * inputs, inputs, rounded_.data() + row * inputs);
    multiply(kernel_, dense.matrix, rounded_.data(), some, sums_.data());
    for (std::size_t row = 0; row < some; ++row)
      dequantise(sums_.data() + row * columns, units_[row], dense.scales.data(), dense.bias.data(), columns,
                 results + (begin + row) * columns);
  }
}

NetworkEncoder::NetworkEncoder(const NetworkWeights& network, Kernel kernel)
    : network_(network), product_(kernel), cached_{std::vector<StringId>(Cached::kForms, Cached::kEmpty),
                                                   std::vector<float>(Cached::kForms * network.width())} {}

void NetworkEncoder::read(const Treebank& treebank, std::size_t first, std::size_t last, TagSink* tags) {
  const std::size_t width = network_.width(), begin = treebank.word_begin[first];
  const std::size_t words = treebank.word_begin[last] - begin;
  embed(treebank, std::span(treebank[Text::form]).subspan(begin, words));
  gates_.resize(words * 2 * width);
  states_.resize(words * width);
  out_.resize(words * width);
  for (const NetworkWeights::Layer& layer : network_.layers) {
    product_(layer.gates, x_.data(), words, gates_.data());
    for (std::size_t sentence = first; sentence < last; ++sentence) {
      const std::size_t at = treebank.word_begin[sentence] - begin;
      recur(gates_.data() + at * 2 * width, treebank.length(sentence), states_.data() + at * width);
    }
    product_(layer.out, states_.data(), words, out_.data());
    gelu(out_.data(), words * width);
    add_row(out_.data(), words * width, x_.data());
    for (std::size_t word = 0; word < words; ++word)
      layer_norm(layer.norm_weight.data(), layer.norm_bias.data(), width, x_.data() + word * width);
    poll_interrupt();
  }
  parts_.resize(words * network_.none.size());
  product_(network_.parts, x_.data(), words, parts_.data());
  if (tags == nullptr) return;
  tags_.resize(kRows * network_.tags.matrix.columns());
  for (std::size_t word = 0; word < words; word += kRows) {
    const std::size_t some = std::min(kRows, words - word);
    product_(network_.tags, x_.data() + word * width, some, tags_.data());
    for (std::size_t i = 0; i < some; ++i)
      tags->take(begin + word + i, tags_.data() + i * network_.tags.matrix.columns());
  }
}

// The vectors of words by themselves.
void NetworkEncoder::embed(const Treebank& treebank, std::span<const StringId> forms) {
  const std::size_t width = network_.width(), inputs = network_.mix.matrix.inputs();
  x_.resize(forms.size() * width);
  new_.clear();
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const std::size_t slot = forms[i] % Cached::kForms;
    if (cached_.forms[slot] == forms[i])
      std::copy_n(cached_.vectors.data() + slot * width, width, x_.data() + i * width);
    else
      new_.push_back(i);
  }
  embedded_.assign(new_.size() * inputs, 0.0f);
  for (std::size_t i = 0; i < new_.size(); ++i)
    embed_type((*treebank.strings)[forms[new_[i]]], embedded_.data() + i * inputs);
  out_.resize(new_.size() * width);
  product_(network_.mix, embedded_.data(), new_.size(), out_.data());
  gelu(out_.data(), out_.size());
  for (std::size_t i = 0; i < new_.size(); ++i) {
    const std::size_t slot = forms[new_[i]] % Cached::kForms;
    cached_.forms[slot] = forms[new_[i]];
    std::copy_n(out_.data() + i * width, width, cached_.vectors.data() + slot * width);
    std::copy_n(out_.data() + i * width, width, x_.data() + new_[i] * width);
  }
}

// Adds up the rows of a form, in a row of zeros: of its word, the mean of those of its n-grams, and of its shape.
void NetworkEncoder::embed_type(std::string_view form, float* row) {
  network_.vocabulary.find(form, rows_);
  const auto add = [](const Table& table, std::int32_t i, float factor, float* to) {
    add_row(table.row(i), table.scales[static_cast<std::size_t>(i)] * factor, table.size, to);
  };
  add(network_.words, rows_.word, 1, row);
  row += network_.words.size;
  const float share = 1 / static_cast<float>(rows_.ngrams.size());
  for (const std::int32_t ngram : rows_.ngrams) add(network_.ngrams, ngram, share, row);
  add(network_.shapes, rows_.shape, 1, row + network_.ngrams.size);
}

// Both recurrences over a sentence.
void NetworkEncoder::recur(const float* gates, std::size_t words, float* states) {
  const std::size_t width = network_.width(), half = width / 2;
  for (std::size_t i = 0; i < words; ++i) {
    float* const state = states + i * width;
    if (i == 0)
      std::fill_n(state, half, 0.0f);
    else
      std::copy_n(state - width, half, state);
    recurrence_step(gates + i * 2 * width, gates + i * 2 * width + half, half, state);
  }
  for (std::size_t i = words; i-- > 0;) {
    float* const state = states + i * width + half;
    if (i + 1 == words)
      std::fill_n(state, half, 0.0f);
    else
      std::copy_n(state + width, half, state);
    recurrence_step(gates + (i * 2 + 1) * width, gates + (i * 2 + 1) * width + half, half, state);
  }
}

}  // namespace dodona
