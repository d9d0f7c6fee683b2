// A treebank and templates to try parsers with.
#pragma once

#include <random>
#include <string>

#include "treebank/reader.h"
#include "trees.h"

namespace dodona {

/// A treebank of random words under random trees, projective or of any kind: nothing to learn, but much to remember.
inline Treebank random_treebank(int sentences, std::mt19937& random, bool projective = true) {
  const auto some = [&](const char* letter, unsigned kinds) { return letter + std::to_string(random() % kinds); };
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    const auto words = 1 + static_cast<std::int32_t>(random() % 9);
    const Heads heads = projective ? random_projective_tree(words, random) : random_tree(words, random);
    for (std::size_t word = 0; word < heads.size(); ++word)
      text += std::to_string(word + 1) + "\t" + some("w", 400) + "\t" + some("l", 90) + "\t" + some("T", 5) + "\t" + some("X", 12) + "\tCase=" +
              some("C", 4) + "\t" + std::to_string(heads[word]) + "\t" + (heads[word] == 0 ? "root" : some("d", 12)) + "\t_\t_\n";
    text += "\n";
  }
  Reader reader;
  reader.feed(text);
  reader.finish();
  return reader.take();
}

inline const char* const kTemplates =
    "s0.form\ns0.upos\nb0.form\nb0.upos\nb1.upos\nb0.form b1.form\ns0.previous.form\nb0.next.upos\ns0.upos b0.upos\ns0.form b0.upos\n"
    "s0.upos b0.upos b1.upos distance\ns0.form b0.form\ns0.head.upos s0.upos\ns0.left1.label b0.left1.label\ns0.right.labels\n"
    "s0.tag same.feats.Case\ns0.attached s0.upos b0.upos\ns1.upos s0.upos b0.upos\nb0.left.count b0.upos\ns0.lemma b0.feats.Case\n";

}  // namespace dodona
