// Tells CoNLL-U and CoNLL-X apart by what is in a file.
#pragma once

#include <string_view>

#include "treebank/treebank.h"

namespace dodona {

/// What has been seen that only one of the formats has.
///
/// Both have ten columns. Only CoNLL-U has comments, multiword tokens, empty nodes, enhanced
/// dependencies (`3:nsubj`) and `SpaceAfter=No`; only CoNLL-X has a number in column 9 (PHEAD) and
/// tags outside the universal ones in column 4. A file with neither is taken for CoNLL-U.
class FormatEvidence {
 public:
  /// A comment, a multiword token or an empty node.
  void saw_conllu() { conllu_ = true; }
  void add(FormatEvidence more) {
    conllu_ |= more.conllu_;
    conllx_ |= more.conllx_;
  }
  /// Looks at the tags, DEPS and MISC of all words.
  void see_words(const Treebank& treebank);
  Format verdict() const { return !conllu_ && conllx_ ? Format::conllx : Format::conllu; }
  bool operator==(const FormatEvidence&) const = default;

 private:
  bool conllu_ = false, conllx_ = false;
};

}  // namespace dodona
