#include "treebank/enhanced.h"

#include <string_view>

namespace dodona {
namespace {

// Whether a line begins with 8.1.
bool is_empty_node(std::string_view line) {
  const std::size_t end = line.find_first_not_of("0123456789");
  return end != line.npos && line[end] == '.';
}

}  // namespace

void remove_enhanced(Treebank& treebank) {
  treebank[Text::deps].assign(treebank.words(), kUnspecified);
  std::vector<OtherLine> kept;
  std::vector<std::size_t> begin{0};
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    for (const OtherLine& other : treebank.other(sentence))
      if (!is_empty_node((*treebank.strings)[other.text])) kept.push_back(other);
    begin.push_back(kept.size());
  }
  treebank.others = std::move(kept);
  treebank.other_begin = std::move(begin);
}

}  // namespace dodona
