#include "scoring/network/network_model.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/parallel.h"
#include "scoring/network/functions.h"

namespace dodona {
namespace {

class NetworkScorer final : public ScorerFor<NetworkScorer> {
 public:
  NetworkScorer(const NetworkWeights& network, Kernel kernel, const Treebank& treebank, TagSink* tags)
      : network_(network), treebank_(treebank), tags_(tags), encoder_(network, kernel), product_(kernel),
        nodes_(network.positions.size()), hidden_(network.hidden()), scores_(network.moves.matrix.columns()) {}

  // Reads the sentences that this thread will probably get next, too, since a product of many rows is faster.
  void start(std::size_t sentence) override {
    if (sentence < first_ || sentence >= last_) {
      first_ = sentence;
      last_ = sentence + 1;
      const std::size_t end = std::min(group_end(sentence), treebank_.sentences());
      const auto words = [&](std::size_t last) { return treebank_.word_begin[last] - treebank_.word_begin[first_]; };
      while (last_ < end && words(last_ + 1) <= kMostWords) ++last_;
      encoder_.read(treebank_, first_, last_, tags_);
    }
    parts_ = encoder_.parts() + (treebank_.word_begin[sentence] - treebank_.word_begin[first_]) * network_.none.size();
  }

  template <class C>
  const float* score_any(const C& c) {
    network_.positions.find(c, nodes_.data());
    const std::size_t size = hidden_.size(), all = network_.none.size();
    std::ranges::fill(hidden_, 0.0f);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node node = nodes_[i];
      const float* const parts = node == kNone ? network_.none.data()
                                 : node == 0   ? network_.root.data()
                                               : parts_ + static_cast<std::size_t>(node - 1) * all;
      add_row(parts + i * size, size, hidden_.data());
    }
    relu(hidden_.data(), size);
    product_(network_.moves, hidden_.data(), 1, scores_.data());
    return scores_.data();
  }

 private:
  static constexpr std::size_t kMostWords = 512;  // in advance

  const NetworkWeights& network_;
  const Treebank& treebank_;
  TagSink* tags_;
  NetworkEncoder encoder_;
  Product product_;
  std::size_t first_ = 0, last_ = 0;  // the sentences that were read
  const float* parts_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<float> hidden_, scores_;
};

}  // namespace

NetworkModel::NetworkModel(std::shared_ptr<const ParserSpec> spec, std::unique_ptr<const NetworkWeights> network,
                           Kernel kernel)
    : spec_(std::move(spec)), network_(std::move(network)), kernel_(kernel) {
  if (network_->transitions() != spec_->transitions.size())
    throw std::invalid_argument("the network does not fit the transitions");
}

std::unique_ptr<Model> NetworkModel::load(std::shared_ptr<const ParserSpec> spec, const Options& values,
                                          const NamedViews& arrays) {
  return std::make_unique<NetworkModel>(std::move(spec), NetworkWeights::load(values, arrays));
}

MakeScorer NetworkModel::scorers(const Treebank& treebank, TagSink* tags) const {
  return [this, &treebank, tags] { return std::make_unique<NetworkScorer>(*network_, kernel_, treebank, tags); };
}

}  // namespace dodona
