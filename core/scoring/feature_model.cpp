#include "scoring/feature_model.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "treebank/utf8.h"

namespace dodona {
namespace {

constexpr std::array<const char*, 3> kTags{"upos", "xpos", "both"};  // in the order of TagChoice

std::string vocabulary_name(std::size_t attribute) { return "vocabulary." + std::to_string(attribute); }

}  // namespace

std::vector<Text> FeatureModel::columns() const {
  const Encoder& encoder = features_->encoder;
  std::set<Text> columns{Text::form};
  for (std::size_t i = 0; i < encoder.attributes().size(); ++i) {
    if (encoder.vocabularies()[i].strings().empty()) continue;
    if (encoder.attributes()[i].kind != Attribute::Kind::tag) {
      columns.insert(encoder.attributes()[i].column);
      continue;
    }
    if (encoder.tag() != TagChoice::xpos) columns.insert(Text::tag);
    if (encoder.tag() != TagChoice::upos) columns.insert(Text::fine_tag);
  }
  return {columns.begin(), columns.end()};
}

Options FeatureModel::values() const {
  return {{"templates", features_->templates.text}, {"tag", kTags[static_cast<std::size_t>(features_->encoder.tag())]}};
}

// A vocabulary is saved as lines: its strings come from treebank columns, which contain no line ends.
NamedArrays FeatureModel::arrays(bool) const {
  NamedArrays arrays;
  const std::vector<Vocabulary>& vocabularies = features_->encoder.vocabularies();
  for (std::size_t i = 0; i < vocabularies.size(); ++i) {
    std::vector<std::uint8_t> lines;
    for (const std::string& string : vocabularies[i].strings()) {
      if (!lines.empty()) lines.push_back('\n');
      lines.insert(lines.end(), string.begin(), string.end());
    }
    arrays.emplace(vocabulary_name(i), std::move(lines));
  }
  if (const Clusters* const clusters = features_->encoder.clusters()) {
    arrays.emplace("clusters.hashes", clusters->hashes());
    arrays.emplace("clusters.numbers", clusters->numbers());
  }
  return arrays;
}

std::shared_ptr<const FeatureSet> load_features(const Options& values, const NamedViews& arrays) {
  const auto tag = values.choice<TagChoice>(
      "tag", {{kTags[0], TagChoice::upos}, {kTags[1], TagChoice::xpos}, {kTags[2], TagChoice::both}});
  std::shared_ptr<const Clusters> clusters;
  if (arrays.contains("clusters.hashes")) {
    const auto hashes = array_named<std::uint32_t>(arrays, "clusters.hashes");
    const auto numbers = array_named<std::uint16_t>(arrays, "clusters.numbers");
    clusters = std::make_shared<Clusters>(std::vector(hashes.begin(), hashes.end()),
                                          std::vector(numbers.begin(), numbers.end()));
  }
  auto features = std::make_shared<FeatureSet>(values.word("templates"), tag, std::move(clusters));
  std::vector<Vocabulary>& vocabularies = features->encoder.vocabularies();
  if (arrays.contains(vocabulary_name(vocabularies.size())))
    throw std::invalid_argument("the vocabularies do not fit the templates");
  for (std::size_t i = 0; i < vocabularies.size(); ++i) {
    const std::span<const std::uint8_t> lines = array_named<std::uint8_t>(arrays, vocabulary_name(i));
    if (find_text_fault({reinterpret_cast<const char*>(lines.data()), lines.size()}))
      throw std::invalid_argument("a vocabulary is not text");
    for (auto at = lines.begin(); at != lines.end();) {
      const auto end = std::find(at, lines.end(), static_cast<std::uint8_t>('\n'));
      vocabularies[i].add(std::string(at, end));
      at = end == lines.end() ? end : end + 1;
    }
  }
  return features;
}

}  // namespace dodona
