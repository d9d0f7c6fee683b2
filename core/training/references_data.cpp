#include "training/references_data.h"

#include <algorithm>
#include <map>
#include <stdexcept>

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

// The labels of a treebank and of all alternatives, and the numbers that the alternatives' names have among them.
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

}  // namespace

ManyReferences::ManyReferences(const Treebank& treebank, const ReferenceArrays& arrays, const std::string& templates, TagChoice tag, const ArcEager& system) {
  check(arrays, treebank.sentences());
  TreebankLabels labels(treebank, system);
  const std::vector<Label> numbers = add_labels(labels, arrays, system.root());
  auto made = std::make_shared<ParserSetup>(system, templates, tag, labels.names, labels.allowed, labels.root_label);
  check_transitions(*made);
  sentences = made->encoder.learn(treebank);

  std::map<StringId, Label> known;
  std::size_t group = 0, word = 0, arc = 0;
  first_group.push_back(0);
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    std::vector<Label> gold;
    for (const StringId id : treebank.text(Text::label, sentence)) {
      const auto [found, is_new] = known.try_emplace(id, kNoLabel);
      if (is_new) found->second = made->labels.find((*treebank.strings)[id]);
      gold.push_back(found->second);
    }
    std::vector<ReferenceGroup> groups;
    for (; group < arrays.sentences.size() && static_cast<std::size_t>(arrays.sentences[group]) == sentence; ++group) {
      const auto size = static_cast<std::size_t>(arrays.sizes[group]);
      ReferenceGroup& made_group = groups.emplace_back();
      for (std::size_t k = 0; k < size; ++k) made_group.words.push_back(arrays.words[word++]);
      for (std::int32_t i = 0; i < arrays.alternatives[group]; ++i) {
        auto& alternative = made_group.alternatives.emplace_back();
        for (std::size_t k = 0; k < size; ++k, ++arc) {
          alternative.heads.push_back(arrays.heads[arc]);
          alternative.labels.push_back(numbers[static_cast<std::size_t>(arrays.labels[arc])]);
        }
      }
    }
    references.emplace_back(treebank.head(sentence), gold, made->root_label, std::move(groups));
    first_group.push_back(group);
  }
  setup = std::move(made);
}

}  // namespace dodona
