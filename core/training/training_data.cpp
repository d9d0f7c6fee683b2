#include "training/training_data.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "oracles/references/multi_reference_oracle.h"

namespace dodona {
namespace {

void check(const ReferenceArrays& arrays, std::size_t sentences) {
  const auto fail = [] { throw std::invalid_argument("the arrays of references do not fit together"); };
  if (arrays.sizes.size() != arrays.sentences.size() || arrays.alternatives.size() != arrays.sentences.size()) fail();
  if (!std::ranges::is_sorted(arrays.sentences)) fail();
  std::size_t words = 0, arcs = 0;
  for (std::size_t i = 0; i < arrays.sentences.size(); ++i) {
    if (arrays.sentences[i] < 0 || static_cast<std::size_t>(arrays.sentences[i]) >= sentences) fail();
    if (arrays.sizes[i] < 0 || arrays.alternatives[i] < 1) fail();
    words += static_cast<std::size_t>(arrays.sizes[i]);
    arcs += static_cast<std::size_t>(arrays.sizes[i]) * static_cast<std::size_t>(arrays.alternatives[i]);
  }
  if (words != arrays.words.size() || arcs != arrays.heads.size() || arcs != arrays.labels.size()) fail();
  for (const std::int32_t label : arrays.labels)
    if (label < 0 || static_cast<std::size_t>(label) >= arrays.names.size()) fail();
}

void insert(std::vector<Label>& sorted, Label label) {
  const auto place = std::ranges::lower_bound(sorted, label);
  if (place == sorted.end() || *place != label) sorted.insert(place, label);
}

// Adds the labels of all alternatives; returns their numbers among all labels.
std::vector<Label> add_labels(TreebankLabels& labels, const ReferenceArrays& arrays, Root root) {
  std::vector<Label> numbers;
  for (const std::string& name : arrays.names) {
    auto found = std::ranges::find(labels.names, name);
    if (found == labels.names.end()) found = labels.names.insert(found, name);
    numbers.push_back(static_cast<Label>(found - labels.names.begin()));
  }
  std::size_t word = 0, arc = 0;
  for (std::size_t group = 0; group < arrays.sentences.size(); ++group) {
    const auto size = static_cast<std::size_t>(arrays.sizes[group]);
    for (std::int32_t i = 0; i < arrays.alternatives[group]; ++i)
      for (std::size_t k = 0; k < size; ++k, ++arc) {
        const Node head = arrays.heads[arc];
        const Label label = numbers[static_cast<std::size_t>(arrays.labels[arc])];
        if (head > 0)
          insert(arrays.words[word + k] < head ? labels.allowed.left : labels.allowed.right, label);
        else if (root == Root::first)
          insert(labels.allowed.root_right, label);
        else if (root == Root::last)
          insert(labels.allowed.root_left, label);
      }
    word += size;
  }
  return numbers;
}

// The labels of each sentence, as the parser numbers them; any label for those that it lacks.
class LabelNumbers {
 public:
  LabelNumbers(const ParserSpec& spec, const Treebank& treebank) : spec_(spec), treebank_(treebank) {}

  std::vector<Label> operator()(std::size_t sentence) {
    std::vector<Label> labels;
    for (const StringId id : treebank_.text(Text::label, sentence)) {
      if (id >= numbers_.size()) numbers_.resize(treebank_.strings->size(), kNoLabel);
      if (numbers_[id] == kNoLabel) {
        const Label found = spec_.labels.find((*treebank_.strings)[id]);
        numbers_[id] = found == kNoLabel ? kAnyLabel : found;
      }
      labels.push_back(numbers_[id]);
    }
    return labels;
  }

 private:
  const ParserSpec& spec_;
  const Treebank& treebank_;
  std::vector<Label> numbers_;  // by the number of the string
};

// The first reference of a sentence, which is the original.
Gold first_reference(const References& references, Label root_label) {
  std::vector<std::int32_t> heads;
  std::vector<Label> labels;
  for (Node word = 1; word <= references.words(); ++word) {
    heads.push_back(references.shared().head(word));
    labels.push_back(references.shared().label(word));
  }
  for (const ReferenceGroup& group : references.groups())
    for (std::size_t i = 0; i < group.words.size(); ++i) {
      heads[static_cast<std::size_t>(group.words[i]) - 1] = group.alternatives.front().heads[i];
      labels[static_cast<std::size_t>(group.words[i]) - 1] = group.alternatives.front().labels[i];
    }
  return {heads, labels, root_label};
}

}  // namespace

TrainingData::TrainingData(const Treebank& treebank, const TransitionSystem& system, OracleChoice oracle,
                           float label_cost)
    : oracle_(oracle), label_cost_(label_cost) {
  const TreebankLabels labels(treebank, system);
  spec = std::make_shared<ParserSpec>(system, labels.names, labels.allowed, labels.root_label);
  read(treebank, 0);
}

TrainingData::TrainingData(const Treebank& treebank, std::shared_ptr<const ParserSpec> of, OracleChoice oracle,
                           float label_cost)
    : spec(std::move(of)), oracle_(oracle), label_cost_(label_cost) {
  read(treebank, 0);
}

void TrainingData::read(const Treebank& treebank, std::uint64_t before) {
  if (!references.empty()) throw std::logic_error("sentences with many references cannot be replaced");
  first = before;
  oracles.clear();  // they point to the trees
  golds.clear();
  golds.reserve(treebank.sentences());
  oracles.reserve(treebank.sentences());
  LabelNumbers labels_of(*spec, treebank);
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    golds.emplace_back(treebank.head(i), labels_of(i), spec->root_label);
    oracles.push_back(oracle_for(oracle_, spec->system, golds.back(), label_cost_));
  }
}

TrainingData::TrainingData(const Treebank& treebank, const ReferenceArrays& arrays, const ArcEager& system) {
  check(arrays, treebank.sentences());
  TreebankLabels labels(treebank, system);
  const std::vector<Label> numbers = add_labels(labels, arrays, system.root());
  spec = std::make_shared<ParserSpec>(system, labels.names, labels.allowed, labels.root_label);
  LabelNumbers labels_of(*spec, treebank);
  std::size_t group = 0, word = 0, arc = 0;
  first_group.push_back(0);
  references.reserve(treebank.sentences());
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    std::vector<ReferenceGroup> groups;
    for (; group < arrays.sentences.size() && static_cast<std::size_t>(arrays.sentences[group]) == sentence; ++group) {
      const auto size = static_cast<std::size_t>(arrays.sizes[group]);
      ReferenceGroup& made = groups.emplace_back();
      for (std::size_t k = 0; k < size; ++k) made.words.push_back(arrays.words[word++]);
      for (std::int32_t i = 0; i < arrays.alternatives[group]; ++i) {
        auto& alternative = made.alternatives.emplace_back();
        for (std::size_t k = 0; k < size; ++k, ++arc) {
          alternative.heads.push_back(arrays.heads[arc]);
          alternative.labels.push_back(numbers[static_cast<std::size_t>(arrays.labels[arc])]);
        }
      }
    }
    references.emplace_back(treebank.head(sentence), labels_of(sentence), spec->root_label, std::move(groups));
    first_group.push_back(group);
  }
  for (const References& each : references) {
    golds.push_back(first_reference(each, spec->root_label));
    oracles.push_back(std::make_unique<MultiReferenceOracle>(each, system));
  }
}

}  // namespace dodona
