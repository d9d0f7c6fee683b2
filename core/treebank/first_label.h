// The first word with a given kind of label.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "treebank/treebank.h"

namespace dodona {

/// The first word, counted through all sentences, whose label does not pass. `passes` is called once per label, not per
/// word.
template <class F>
std::optional<std::size_t> first_word(const Treebank& treebank, F passes) {
  std::vector<bool> passed(treebank.strings->size());
  const auto& labels = treebank[Text::label];
  for (std::size_t word = 0; word < labels.size(); ++word) {
    if (passed[labels[word]]) continue;
    if (!passes((*treebank.strings)[labels[word]])) return word;
    passed[labels[word]] = true;
  }
  return std::nullopt;
}

}  // namespace dodona
