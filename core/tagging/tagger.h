// A tagger for UPOS, XPOS and FEATS.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "scoring/linear/packed_weights.h"
#include "tagging/dictionary.h"
#include "tagging/tag_set.h"
#include "tagging/tag_templates.h"
#include "text/clusters.h"
#include "treebank/treebank.h"

namespace dodona {

/// Everything in a tagger but its weights.
struct TaggerSetup {
  TaggerSetup(std::string_view template_text, TagSet tag_set, Dictionary known,
              std::shared_ptr<const Clusters> of_words = nullptr)
      : templates(template_text), tags(std::move(tag_set)), dictionary(std::move(known)),
        clusters(std::move(of_words)) {}
  TagTemplates templates;
  TagSet tags;
  Dictionary dictionary;
  std::shared_ptr<const Clusters> clusters;  ///< null if templates read none
};

/// A trained tagger. It is immutable, so threads can share it.
class Tagger {
 public:
  /// Throws std::invalid_argument if the model does not have one output per factor of the tags.
  Tagger(std::shared_ptr<const TaggerSetup> spec, PackedWeights model);

  const TaggerSetup& spec() const { return *spec_; }
  const PackedWeights& model() const { return model_; }

  /// The tags of all words. The result does not depend on the number of threads. A beam of 1 is greedy.
  std::vector<TagId> tags(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt = {},
                          std::size_t beam = 1) const;

  /// The treebank with these tags instead of its own.
  Treebank with_tags(const Treebank& treebank, const std::vector<TagId>& tags) const;

 private:
  class Worker;
  std::shared_ptr<const TaggerSetup> spec_;
  PackedWeights model_;
};

}  // namespace dodona
