#include "oracles/gold.h"

namespace dodona {

Gold::Gold(std::span<const std::int32_t> heads, std::span<const Label> labels, Label root_label)
    : heads_(heads.begin(), heads.end()), labels_(labels.begin(), labels.end()), dependents_(heads),
      root_label_(root_label) {
  for (const Node root : dependents(0)) other_root_labels_ |= !allows(root, root_label);
}

Node Gold::single_root() const {
  const auto roots = dependents(0);
  return roots.size() == 1 ? roots[0] : kNone;
}

Gold gold_of(const ParserSpec& spec, const Treebank& treebank, std::size_t sentence) {
  std::vector<Label> labels;
  for (const StringId id : treebank.text(Text::label, sentence))
    labels.push_back(spec.labels.find((*treebank.strings)[id]));
  return {treebank.head(sentence), labels, spec.root_label};
}

}  // namespace dodona
