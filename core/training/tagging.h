// Learns taggers: the averaged perceptron, word by word or for whole sentences.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "learners/averaged_perceptron.h"
#include "base/parallel.h"
#include "tagging/tag_search.h"
#include "tagging/tagger.h"
#include "tagging/word_types.h"
#include "training/report.h"

namespace dodona {

struct TaggerOptions {
  std::string templates;
  bool xpos = true;              ///< whether to learn XPOS; if not, it is left empty
  std::size_t known_from = 5;    ///< words seen so often are in the dictionary
  std::size_t closed_from = 40;  ///< words seen so often have no other tags than those seen
  std::size_t beam = 1;          ///< 1 is greedy: every word is learnt from; with more, sequences are compared where the violation is greatest
  std::uint64_t seed = 1;
  float margin = 30;             ///< by how much the right tag must lead, or it is learnt from as well (greedy only): a mistake changes scores by about 50
};

/// Tags follow those that the tagger itself gave to the words before, so that it learns to live with its mistakes.
class TaggerTrainer {
 public:
  /// Throws std::invalid_argument if there is nothing to learn from.
  TaggerTrainer(const Treebank& treebank, const TaggerOptions& options);

  /// Goes through all sentences once; epochs count from 1.
  EpochReport epoch(int number, const Interrupt& interrupt = {});
  /// See `pack` for `prune`.
  Tagger tagger(float prune = 0) const;
  std::size_t features() const { return learner_.features(); }
  const TaggerSetup& spec() const { return *spec_; }

 private:
  void learn(std::size_t sentence, EpochReport& report);
  void learn_with_beam(std::size_t sentence, EpochReport& report);
  TagId within_margin(const Dictionary::Entry& entry, TagId gold);
  void change(FeatureList& features, TagId better, TagId worse);

  TaggerOptions options_;
  std::vector<TagId> gold_;  // filled while the spec is made
  std::shared_ptr<const TaggerSetup> spec_;
  std::vector<std::uint32_t> words_;
  std::vector<std::size_t> begin_;
  std::unique_ptr<WordTypes> types_;

  AveragedPerceptron learner_;
  TagChooser chooser_;
  TagBeam<double> beam_;
  TypedSentence sentence_;
  FeatureList features_, context_;
  std::vector<float> scores_, base_;
  std::vector<AveragedPerceptron::Change> changes_;
  std::size_t first_ = 0;  // the first word of the sentence
};

}  // namespace dodona
