#include "transitions/parser_spec.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace dodona {

Label LabelSet::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? kNoLabel : static_cast<Label>(found - names_.begin());
}

ParserSpec::ParserSpec(TransitionSystem of, std::vector<std::string> names, const TransitionSet::Labels& may,
                       Label leftover)
    : system(of), labels(std::move(names)), allowed(may), transitions(may, of.moves()), root_label(leftover) {
  // Models store the number of a transition in 16 bits, and reserve the last value.
  if (transitions.size() >= 0xFFFF) throw std::invalid_argument("there are more labels than a model can have");
}

TreebankLabels::TreebankLabels(const Treebank& treebank, const TransitionSystem& system) {
  // How often each label occurs, and how often under the root.
  std::map<StringId, std::pair<std::size_t, std::size_t>> counts;
  for (std::size_t word = 0; word < treebank.words(); ++word) {
    auto& [all, under_root] = counts[treebank[Text::label][word]];
    ++all;
    under_root += treebank.heads[word] == 0;
  }
  std::vector<StringId> order;
  for (const auto& [id, count] : counts) order.push_back(id);
  // By frequency, then by name: the numbers of strings depend on the order of files.
  std::sort(order.begin(), order.end(), [&](StringId a, StringId b) {
    return counts[a].first != counts[b].first ? counts[a].first > counts[b].first
                                              : (*treebank.strings)[a] < (*treebank.strings)[b];
  });
  std::map<StringId, Label> numbers;
  std::size_t most = 0;
  for (const StringId id : order) {
    const auto label = static_cast<Label>(names.size());
    numbers[id] = label;
    names.emplace_back((*treebank.strings)[id]);
    if (counts[id].second > most) {
      most = counts[id].second;
      root_label = label;
    }
  }

  std::set<Label> left, right, under_root;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    const auto heads = treebank.head(sentence);
    const auto labels = treebank.text(Text::label, sentence);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const auto word = static_cast<Node>(i + 1);
      (heads[i] == 0 ? under_root : word < heads[i] ? left : right).insert(numbers[labels[i]]);
    }
  }
  if (system.moves().has(Move::swap)) {
    left.insert(right.begin(), right.end());
    right = left;
  }
  // A move without labels could not be made; any label is better than none.
  if (left.empty()) left.insert(right.empty() ? 0 : *right.begin());
  if (right.empty()) right.insert(*left.begin());
  allowed.left.assign(left.begin(), left.end());
  allowed.right.assign(right.begin(), right.end());
  if (system.root() == Root::first) allowed.root_right.assign(under_root.begin(), under_root.end());
  if (system.root() == Root::last) allowed.root_left.assign(under_root.begin(), under_root.end());
}

}  // namespace dodona
