#include "training/training_data.h"

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

}  // namespace dodona
