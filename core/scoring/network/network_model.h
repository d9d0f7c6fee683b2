// A model whose scorer is a network.
#pragma once

#include <memory>
#include <vector>

#include "scoring/network/encoder.h"
#include "scoring/scorer.h"

namespace dodona {

class NetworkModel final : public Model {
 public:
  static constexpr const char* kKind = "network";

  /// Throws std::invalid_argument if the network does not have one output for each transition.
  NetworkModel(std::shared_ptr<const ParserSpec> spec, std::unique_ptr<const NetworkWeights> network,
               Kernel kernel = fastest_kernel());
  static std::unique_ptr<Model> load(std::shared_ptr<const ParserSpec> spec, const Options& values,
                                     const NamedViews& arrays);

  const NetworkWeights& network() const { return *network_; }
  /// The results are the same with every kernel.
  Kernel kernel() const { return kernel_; }

  MakeScorer scorers(const Treebank& treebank) const override { return scorers(treebank, nullptr); }
  /// Scorers that also give the scores of tags to a sink, for every sentence that they begin or read in advance.
  MakeScorer scorers(const Treebank& treebank, TagSink* tags) const;

  std::size_t weights() const override { return network_->size(); }
  std::string kind() const override { return kKind; }
  Options values() const override { return network_->values(); }
  NamedArrays arrays(bool /*compact*/) const override { return network_->arrays(); }

 private:
  std::shared_ptr<const ParserSpec> spec_;
  std::unique_ptr<const NetworkWeights> network_;
  Kernel kernel_;
};

}  // namespace dodona
