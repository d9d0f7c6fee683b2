#include "scoring/network/random_network.h"

#include "scoring/network/word_rows.h"
#include "tagging/edit_script.h"

namespace dodona {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double gelu_of(double x) { return x * sigmoid(1.5957691 * (x + 0.044715 * x * x * x)); }

}  // namespace

std::vector<std::string> RandomNetwork::lemma_scripts() {
  std::vector<std::string> scripts;
  for (const auto& [form, lemma] : {std::pair{"walkings", "walk"}, {"w1", "w"}, {"W1", "w1"}, {"w1", "w1"}})
    scripts.push_back(EditScript::between(form, lemma).text());
  return scripts;
}

PlainNetwork::PlainNetwork(const RandomNetwork& network, const std::vector<std::string>& forms) : network_(network) {
  constexpr std::size_t kWidth = RandomNetwork::kWidth, kHalf = kWidth / 2;
  for (const std::string& form : forms) rows_.push_back(type_of(form));
  for (std::size_t layer = 0; layer < RandomNetwork::kLayers; ++layer) {
    const std::string name = "layer." + std::to_string(layer);
    std::vector<Row> gates, states(forms.size(), Row(kWidth));
    for (const Row& row : rows_) gates.push_back(times(name + ".gates", row));
    for (const bool backward : {false, true}) {
      Row state(kHalf);
      const std::size_t shift = backward ? kHalf : 0;
      for (std::size_t i = 0; i < forms.size(); ++i) {
        const std::size_t word = backward ? forms.size() - 1 - i : i;
        for (std::size_t unit = 0; unit < kHalf; ++unit) {
          const double z = sigmoid(gates[word][2 * shift + unit]), x = gates[word][2 * shift + kHalf + unit];
          state[unit] = (1 - z) * state[unit] + z * (x >= 0 ? x + 0.5 : sigmoid(x));
          states[word][shift + unit] = state[unit];
        }
      }
    }
    for (std::size_t word = 0; word < forms.size(); ++word) {
      Row& row = rows_[word];
      const Row out = times(name + ".out", states[word]);
      double mean = 0, variance = 0;
      for (std::size_t i = 0; i < kWidth; ++i) mean += (row[i] += gelu_of(out[i])) / kWidth;
      for (const double x : row) variance += (x - mean) * (x - mean) / kWidth;
      for (std::size_t i = 0; i < kWidth; ++i)
        row[i] = (row[i] - mean) / std::sqrt(variance + 1e-5) * double{array(name + ".norm.weight")[i]} +
                 double{array(name + ".norm.bias")[i]};
    }
  }
}

PlainNetwork::Row PlainNetwork::scores(const Configuration& c) const {
  constexpr std::size_t kHidden = RandomNetwork::kHidden;
  std::vector<Node> nodes(network_.positions.size());
  network_.positions.find(c, nodes.data());
  Row hidden(kHidden);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Row parts;
    if (nodes[i] > 0) parts = times("parts", rows_[static_cast<std::size_t>(nodes[i]) - 1]);
    const std::vector<float>& other = array(nodes[i] == 0 ? "parts.root" : "parts.none");
    for (std::size_t unit = 0; unit < kHidden; ++unit)
      hidden[unit] += nodes[i] > 0 ? parts[i * kHidden + unit] : double{other[i * kHidden + unit]};
  }
  for (double& unit : hidden) unit = std::max(unit, 0.0);
  return times("moves", hidden);
}

PlainNetwork::Row PlainNetwork::times(const std::string& name, const Row& row) const {
  const std::vector<float>&weights = array(name + ".weight"), &bias = array(name + ".bias");
  Row results(bias.begin(), bias.end());
  for (std::size_t i = 0; i < results.size(); ++i)
    for (std::size_t input = 0; input < row.size(); ++input)
      results[i] += double{weights[i * row.size() + input]} * row[input];
  return results;
}

PlainNetwork::Row PlainNetwork::type_of(const std::string& form) const {
  WordRows found;
  WordTable(network_.words, RandomNetwork::kBuckets, RandomNetwork::kShapes).find(form, found);
  Row row;
  const auto add = [&](const char* table, std::size_t size, const std::vector<std::int32_t>& rows) {
    for (std::size_t i = 0; i < size; ++i) {
      double sum = 0;
      for (const std::int32_t each : rows) sum += double{array(table)[static_cast<std::size_t>(each) * size + i]};
      row.push_back(sum / static_cast<double>(rows.size()));
    }
  };
  add("word.table", RandomNetwork::kWord, {found.word});
  add("ngram.table", RandomNetwork::kNgram, found.ngrams);
  add("shape.table", RandomNetwork::kShape, {found.shape});
  row = times("mix", row);
  for (double& x : row) x = gelu_of(x);
  return row;
}

}  // namespace dodona
