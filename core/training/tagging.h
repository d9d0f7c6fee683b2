// Trains taggers with the averaged perceptron, by word or by sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "learners/averaged_perceptron.h"
#include "tagging/tag_search.h"
#include "tagging/tagger.h"
#include "tagging/word_types.h"
#include "training/report.h"
#include "training/tag_counts.h"

namespace dodona {

struct TaggerOptions {
  std::string templates;
  bool xpos = true;              ///< whether to predict XPOS; otherwise it is left empty
  std::size_t known_from = 5;    ///< words with this frequency are in the dictionary
  std::size_t closed_from = 40;  ///< words with this frequency get no other tags than those in training
  std::size_t beam = 1;          ///< 1: greedy, one update per word; more: max-violation updates of sequences
  std::size_t max_features = 0;  ///< see SparseWeights
  std::uint64_t seed = 1;
  std::shared_ptr<const Clusters> clusters = nullptr;  ///< those that templates read, if they read any
};

/// The features of a word use the predicted tags of the preceding words, not the gold tags, so that the tagger learns
/// to recover from its errors.
class TaggerTrainer {
 public:
  /// Throws std::invalid_argument if the treebank has no tags.
  TaggerTrainer(const Treebank& treebank, const TaggerOptions& options);
  /// With the tag set and the dictionary of these counts.
  TaggerTrainer(const Treebank& treebank, const TaggerOptions& options, const TagCounts& counts);

  /// Replaces the sentences by others with these tags, for an epoch in several parts: this one comes after `first`
  /// sentences. A word whose tag is not in the tag set is tagged, but not learnt from.
  void read(const Treebank& treebank, std::vector<TagId> tags, std::uint64_t first);

  /// Trains on all sentences once; epochs are counted from 1.
  EpochReport epoch(int number, const Interrupt& interrupt = {});
  /// See `pack` for `prune`.
  Tagger tagger(float prune = 0) const;

 private:
  /// The features of a word of the current sentence that do not depend on tags.
  void extract(std::size_t word, FeatureList& out) const;
  void learn(std::size_t length, EpochReport& report);
  void learn_with_beam(std::size_t length, EpochReport& report);
  bool can_learn(const Dictionary::Entry& entry, TagId gold) const;
  TagId within_margin(const Dictionary::Entry& entry, TagId gold);
  void change(FeatureList& features, TagId better, TagId worse);

  TaggerOptions options_;
  std::shared_ptr<const TaggerSetup> spec_;
  std::vector<TagId> gold_;
  std::vector<std::uint32_t> words_;
  std::vector<std::size_t> begin_;
  WordTypes types_;

  AveragedPerceptron learner_;
  TagChooser chooser_;
  TagBeam<double> beam_;
  TypedSentence sentence_;
  FeatureList features_, context_;
  std::vector<float> scores_, base_;
  std::vector<AveragedPerceptron::Change> changes_;
  std::size_t first_ = 0;     // the first word of the current sentence
  std::uint64_t before_ = 0;  // the number of sentences of the epoch before these
};

}  // namespace dodona
