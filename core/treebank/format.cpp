#include "treebank/format.h"

#include <algorithm>
#include <array>

namespace dodona {
namespace {

constexpr std::array<std::string_view, 18> kUniversalTags = {
    "ADJ",  "ADP",  "ADV",   "AUX",   "CCONJ", "CONJ", "DET", "INTJ", "NOUN",
    "NUM",  "PART", "PRON",  "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"};

bool is_universal(std::string_view tag) {
  return tag == "_" || std::find(kUniversalTags.begin(), kUniversalTags.end(), tag) != kUniversalTags.end();
}

}  // namespace

void FormatEvidence::see_word(std::string_view tag, std::string_view deps, std::string_view misc) {
  if (deps != "_") {
    // 3:nsubj or 3.1:nsubj against 3
    if (deps.find_first_not_of("0123456789") == std::string_view::npos) conllx_ = true;
    else if (deps.find(':') != std::string_view::npos) conllu_ = true;
  }
  if (misc != "_" && misc.find("SpaceAfter=No") != std::string_view::npos) conllu_ = true;
  if (!conllx_ && !is_universal(tag)) conllx_ = true;
}

}  // namespace dodona
