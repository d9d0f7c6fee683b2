// Tells CoNLL-U and CoNLL-X apart by the contents of a file.
#pragma once

#include <string_view>

#include "treebank/treebank.h"

namespace dodona {

/// Evidence for one of the formats.
///
/// Both have ten columns. Only CoNLL-U has comments, multiword tokens, empty nodes, enhanced
/// dependencies (`3:nsubj`) and `SpaceAfter=No`; only CoNLL-X has a number in column 9 (PHEAD) and
/// tags outside the universal ones in column 4. A file with none of these is read as CoNLL-U.
class FormatEvidence {
 public:
  /// Call this for a comment, a multiword token or an empty node.
  void saw_conllu() { conllu_ = true; }
  void add(FormatEvidence more) {
    conllu_ |= more.conllu_;
    conllx_ |= more.conllx_;
  }
  /// Collects evidence from the tags, DEPS and MISC of all words.
  void see_words(const Treebank& treebank);
  Format verdict() const { return !conllu_ && conllx_ ? Format::conllx : Format::conllu; }

 private:
  bool conllu_ = false, conllx_ = false;
};

}  // namespace dodona
