#include "treebank/format.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace dodona {
namespace {

constexpr std::array<std::string_view, 18> kUniversalTags = {"ADJ",   "ADP",   "ADV",   "AUX", "CCONJ", "CONJ",
                                                             "DET",   "INTJ",  "NOUN",  "NUM", "PART",  "PRON",
                                                             "PROPN", "PUNCT", "SCONJ", "SYM", "VERB",  "X"};

bool is_universal(std::string_view tag) {
  return tag == "_" || std::find(kUniversalTags.begin(), kUniversalTags.end(), tag) != kUniversalTags.end();
}

}  // namespace

void FormatEvidence::see_words(const Treebank& treebank) {
  // There are many words and few different strings: each string is checked once, and none once the answer is known.
  const auto for_each_string = [&](Text column, auto look) {
    if (conllu_) return;
    std::vector<char> seen(treebank.strings->size());
    for (const StringId id : treebank[column])
      if (id != kUnspecified && !std::exchange(seen[id], true)) look((*treebank.strings)[id]);
  };
  for_each_string(Text::misc,
                  [this](std::string_view misc) { conllu_ |= misc.find("SpaceAfter=No") != std::string_view::npos; });
  for_each_string(Text::deps, [this](std::string_view deps) {  // 3:nsubj or 3.1:nsubj as opposed to 3
    if (deps.find_first_not_of("0123456789") == std::string_view::npos)
      conllx_ = true;
    else
      conllu_ |= deps.find(':') != std::string_view::npos;
  });
  for_each_string(Text::tag, [this](std::string_view tag) { conllx_ |= !is_universal(tag); });
}

}  // namespace dodona
