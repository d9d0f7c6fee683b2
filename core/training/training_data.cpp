#include "training/training_data.h"

#include "oracles/references/multi_reference_oracle.h"

namespace dodona {

TrainingData::TrainingData(const Treebank& treebank, const std::string& templates, TagChoice tag, const TransitionSystem& system, OracleChoice oracle,
                           float label_cost) {
  const TreebankLabels labels(treebank, system);
  auto made = std::make_shared<ParserSetup>(system, templates, tag, labels.names, labels.allowed, labels.root_label);
  check_transitions(*made);
  sentences = made->encoder.learn(treebank);
  golds.reserve(treebank.sentences());
  oracles.reserve(treebank.sentences());
  std::vector<Label> numbers;  // by the number of the string
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    std::vector<Label> gold;
    for (const StringId id : treebank.text(Text::label, i)) {
      if (id >= numbers.size()) numbers.resize(treebank.strings->size(), kNoLabel);
      if (numbers[id] == kNoLabel) numbers[id] = made->labels.find((*treebank.strings)[id]);
      gold.push_back(numbers[id]);
    }
    golds.emplace_back(treebank.head(i), gold, made->root_label);
    oracles.push_back(oracle_for(oracle, system, golds.back(), label_cost));
  }
  setup = std::move(made);
}

TrainingData::TrainingData(ManyReferences many, const ArcEager& system)
    : setup(std::move(many.setup)), sentences(std::move(many.sentences)), references(std::move(many.references)), first_group(std::move(many.first_group)) {
  golds.reserve(references.size());
  for (const References& each : references) {
    std::vector<std::int32_t> heads;
    std::vector<Label> labels;
    for (Node word = 1; word <= each.words(); ++word) {
      heads.push_back(each.shared().head(word));
      labels.push_back(each.shared().label(word));
    }
    for (const ReferenceGroup& group : each.groups())
      for (std::size_t i = 0; i < group.words.size(); ++i) {
        heads[static_cast<std::size_t>(group.words[i]) - 1] = group.alternatives.front().heads[i];
        labels[static_cast<std::size_t>(group.words[i]) - 1] = group.alternatives.front().labels[i];
      }
    golds.emplace_back(heads, labels, setup->root_label);
    oracles.push_back(std::make_unique<MultiReferenceOracle>(each, system));
  }
}

}  // namespace dodona
