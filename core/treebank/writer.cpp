#include "treebank/writer.h"

#include "text/characters.h"

namespace dodona {
namespace {

void write_word(const Treebank& treebank, std::size_t word, std::size_t number, std::string& out) {
  append_number(out, number);
  for (const int column : treebank.layout.columns) {
    out += '\t';
    if (column == Layout::kHead) {
      if (treebank.heads[word] == kNoHead)
        out += '_';
      else
        append_number(out, static_cast<std::size_t>(treebank.heads[word]));
    } else {
      out += (*treebank.strings)[treebank.texts[static_cast<std::size_t>(column)][word]];
    }
  }
  out += '\n';
}

}  // namespace

void write(const Treebank& treebank, std::size_t from, std::size_t to, std::string& out) {
  for (std::size_t sentence = from; sentence < to; ++sentence) {
    const std::size_t begin = treebank.word_begin[sentence], length = treebank.length(sentence);
    const auto others = treebank.other(sentence);
    auto other = others.begin();
    for (std::size_t word = 0; word <= length; ++word) {
      for (; other != others.end() && other->before == word; ++other)
        out.append((*treebank.strings)[other->text]).push_back('\n');
      if (word < length) write_word(treebank, begin + word, word + 1, out);
    }
    out += '\n';
  }
}

}  // namespace dodona
