#include "scoring/network/network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "scoring/network/functions.h"
#include "text/characters.h"

namespace dodona {
namespace {

// No scale or bias is greater: then no number in the network overflows.
constexpr float kGreatest = 1e4f;
constexpr std::size_t kMostUnits = 4096, kMostLayers = 32;

[[noreturn]] void fail(const std::string& name, const char* what) {
  throw std::invalid_argument("the network's " + name + " " + what);
}

std::size_t size_in(const Options& values, const char* name, std::size_t step) {
  const std::int64_t size = values.integer(name);
  if (size < static_cast<std::int64_t>(step) || size > static_cast<std::int64_t>(kMostUnits) ||
      size % static_cast<std::int64_t>(step) != 0)
    fail(name, "is out of range");
  return static_cast<std::size_t>(size);
}

std::vector<float> checked_floats(std::span<const float> numbers, const std::string& name) {
  if (!std::ranges::all_of(numbers, [](float x) { return std::abs(x) <= kGreatest; })) fail(name, "is out of range");
  return {numbers.begin(), numbers.end()};
}

std::vector<float> floats_of(const NamedViews& arrays, const std::string& name, std::size_t size) {
  const auto numbers = array_named<float>(arrays, name);
  if (numbers.size() != size) fail(name, "has a wrong size");
  return checked_floats(numbers, name);
}

// Rows of 8-bit numbers, as they are rounded or read.
struct Rounded {
  std::vector<std::int8_t> numbers;
  std::vector<float> scales;
};

// Rounds float arrays.
struct FloatReader {
  const NamedViews& arrays;

  Rounded operator()(const std::string& name, const char* what, std::size_t columns) const {
    const auto numbers = array_named<float>(arrays, name + what);
    if (numbers.size() % columns != 0) fail(name + what, "has a wrong size");
    checked_floats(numbers, name + what);
    Rounded rounded{std::vector<std::int8_t>(numbers.size()), std::vector<float>(numbers.size() / columns)};
    for (std::size_t row = 0; row < rounded.scales.size(); ++row)
      rounded.scales[row] = quantise(numbers.data() + row * columns, columns, rounded.numbers.data() + row * columns);
    return rounded;
  }
};

// Reads arrays that were rounded.
struct IntegerReader {
  const NamedViews& arrays;

  Rounded operator()(const std::string& name, const char* what, std::size_t columns) const {
    const auto numbers = array_named<std::int8_t>(arrays, name + what);
    if (numbers.size() % columns != 0) fail(name + what, "has a wrong size");
    return {{numbers.begin(), numbers.end()}, floats_of(arrays, name + ".scale", numbers.size() / columns)};
  }
};

Dense padded(PackedMatrix matrix, std::vector<float> scales, std::vector<float> bias) {
  scales.resize(matrix.columns());
  bias.resize(matrix.columns());
  return {std::move(matrix), std::move(scales), std::move(bias)};
}

std::size_t values_of(const std::vector<TagHead>& heads) {
  std::size_t sum = 0;
  for (const TagHead& head : heads) sum += head.values.size();
  return sum;
}

template <class T>
void save(NamedArrays& arrays, const std::string& name, std::vector<T> values) {
  arrays.emplace(name, std::move(values));
}

void save(NamedArrays& arrays, const std::string& name, const Dense& dense) {
  const std::size_t size = dense.matrix.outputs();
  save(arrays, name + ".weight", dense.matrix.weights());
  save(arrays, name + ".scale", std::vector(dense.scales.begin(), dense.scales.begin() + static_cast<long>(size)));
  save(arrays, name + ".bias", std::vector(dense.bias.begin(), dense.bias.begin() + static_cast<long>(size)));
}

void save(NamedArrays& arrays, const std::string& name, const Table& table) {
  save(arrays, name + ".table", table.numbers);
  save(arrays, name + ".scale", table.scales);
}

// Strings as one array, each followed by a line end.
std::vector<std::uint8_t> as_lines(const std::vector<std::string>& strings) {
  std::vector<std::uint8_t> lines;
  for (const std::string& string : strings) {
    lines.insert(lines.end(), string.begin(), string.end());
    lines.push_back('\n');
  }
  return lines;
}

std::vector<std::string> lines_of(const NamedViews& arrays, const std::string& name) {
  const auto bytes = array_named<std::uint8_t>(arrays, name);
  if (!bytes.empty() && bytes.back() != '\n') fail(name, "are cut off");
  std::vector<std::string> lines;
  for (auto begin = bytes.begin(); begin != bytes.end();) {
    const auto end = std::find(begin, bytes.end(), '\n');
    lines.emplace_back(begin, end);
    begin = end + 1;
  }
  return lines;
}

std::string layer_name(std::size_t layer, const char* part) { return "layer." + std::to_string(layer) + part; }

std::size_t rows_of(const NamedViews& arrays, const std::string& name, std::size_t columns) {
  const auto found = arrays.find(name);
  if (found == arrays.end()) fail(name, "is missing");
  return std::visit([](const auto& array) { return array.size(); }, found->second) / columns;
}

}  // namespace

template <class Reader>
NetworkWeights::NetworkWeights(const Options& values, std::vector<std::string> known, std::vector<TagHead> tag_heads,
                               Reader read)
    : positions(values.word("positions")),
      vocabulary(std::move(known), rows_of(read.arrays, "ngram.table", size_in(values, "ngram_size", 4)),
                 rows_of(read.arrays, "shape.table", size_in(values, "shape_size", 4))),
      heads(std::move(tag_heads)), width_(size_in(values, "width", 32)), hidden_(size_in(values, "hidden", 16)) {
  const NamedViews& arrays = read.arrays;
  const auto table = [&](const char* name, const char* size, std::size_t rows) {
    const std::size_t columns = size_in(values, size, 4);
    Rounded rounded = read(name, ".table", columns);
    if (rounded.scales.size() != rows) fail(name, "has a wrong size");
    return Table{columns, std::move(rounded.numbers), std::move(rounded.scales)};
  };
  const auto dense = [&](const std::string& name, std::size_t inputs, std::size_t outputs) {
    Rounded rounded = read(name, ".weight", inputs);
    if (rounded.scales.size() != outputs) fail(name, "has a wrong size");
    return padded(PackedMatrix(rounded.numbers, inputs), std::move(rounded.scales),
                  floats_of(arrays, name + ".bias", outputs));
  };
  words = table("word", "word_size", vocabulary.words().size() + 1);
  ngrams = table("ngram", "ngram_size", vocabulary.buckets());
  shapes = table("shape", "shape_size", vocabulary.shapes());
  mix = dense("mix", words.size + ngrams.size + shapes.size, width_);
  const std::int64_t count = values.integer("layers");
  if (count < 1 || count > static_cast<std::int64_t>(kMostLayers)) fail("layers", "are too many or too few");
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    layers.push_back({dense(layer_name(i, ".gates"), width_, 2 * width_), dense(layer_name(i, ".out"), width_, width_),
                      floats_of(arrays, layer_name(i, ".norm.weight"), width_),
                      floats_of(arrays, layer_name(i, ".norm.bias"), width_)});
  tags = dense("tags", width_, values_of(heads));
  parts = dense("parts", width_, positions.size() * hidden_);
  none = floats_of(arrays, "parts.none", positions.size() * hidden_);
  root = floats_of(arrays, "parts.root", positions.size() * hidden_);
  moves = dense("moves", hidden_, rows_of(arrays, "moves.bias", 1));
}

std::unique_ptr<const NetworkWeights> NetworkWeights::quantised(const Options& values, std::vector<std::string> words,
                                                                std::vector<TagHead> heads, const NamedViews& arrays) {
  return std::unique_ptr<const NetworkWeights>(
      new NetworkWeights(values, std::move(words), std::move(heads), FloatReader{arrays}));
}

std::unique_ptr<const NetworkWeights> NetworkWeights::load(const Options& values, const NamedViews& arrays) {
  std::vector<TagHead> heads;
  const std::vector<std::string> names = lines_of(arrays, "heads"), all = lines_of(arrays, "values");
  const auto sizes = array_named<std::int32_t>(arrays, "head_sizes");
  if (names.size() != sizes.size()) fail("heads", "do not fit together");
  auto next = all.begin();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (sizes[i] < 1 || sizes[i] > all.end() - next) fail("heads", "do not fit together");
    heads.push_back({names[i], {next, next + sizes[i]}});
    next += sizes[i];
  }
  if (next != all.end()) fail("heads", "do not fit together");
  return std::unique_ptr<const NetworkWeights>(
      new NetworkWeights(values, lines_of(arrays, "words"), std::move(heads), IntegerReader{arrays}));
}

Options NetworkWeights::values() const {
  const auto number = [](std::size_t size) { return static_cast<std::int64_t>(size); };
  return {{"width", number(width_)},         {"layers", number(layers.size())},   {"hidden", number(hidden_)},
          {"word_size", number(words.size)}, {"ngram_size", number(ngrams.size)}, {"shape_size", number(shapes.size)},
          {"positions", positions.text()}};
}

NamedArrays NetworkWeights::arrays() const {
  NamedArrays arrays;
  save(arrays, "words", as_lines(vocabulary.words()));
  std::vector<std::string> names, all;
  std::vector<std::int32_t> sizes;
  for (const TagHead& head : heads) {
    names.push_back(head.name);
    all.insert(all.end(), head.values.begin(), head.values.end());
    sizes.push_back(static_cast<std::int32_t>(head.values.size()));
  }
  save(arrays, "heads", as_lines(names));
  save(arrays, "values", as_lines(all));
  save(arrays, "head_sizes", sizes);
  save(arrays, "word", words);
  save(arrays, "ngram", ngrams);
  save(arrays, "shape", shapes);
  save(arrays, "mix", mix);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    save(arrays, layer_name(i, ".gates"), layers[i].gates);
    save(arrays, layer_name(i, ".out"), layers[i].out);
    save(arrays, layer_name(i, ".norm.weight"), layers[i].norm_weight);
    save(arrays, layer_name(i, ".norm.bias"), layers[i].norm_bias);
  }
  save(arrays, "tags", tags);
  save(arrays, "parts", parts);
  save(arrays, "parts.none", none);
  save(arrays, "parts.root", root);
  save(arrays, "moves", moves);
  return arrays;
}

std::size_t NetworkWeights::size() const {
  const auto dense = [](const Dense& each) { return each.matrix.outputs() * (each.matrix.inputs() + 1); };
  std::size_t sum = words.numbers.size() + ngrams.numbers.size() + shapes.numbers.size() + dense(mix) + dense(tags) +
                    dense(parts) + dense(moves) + none.size() + root.size();
  for (const Layer& layer : layers) sum += dense(layer.gates) + dense(layer.out) + 2 * width_;
  return sum;
}

}  // namespace dodona
