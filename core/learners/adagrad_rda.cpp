#include "learners/adagrad_rda.h"

#include <stdexcept>

#include "learners/gradient_rows.h"
#include "scoring/softmax.h"
#include "scoring/sum_rows.h"

namespace dodona {
namespace {

constexpr std::uint32_t kNew = 0xFFFFFFFF;

}  // namespace

AdaGradRda::AdaGradRda(std::size_t transitions, const AdaGradRdaOptions& options)
    : rows_(transitions, row_width(transitions), 16), options_(options), probabilities_(padded()), gradient_(padded()),
      among_zero_cost_(padded()), is_worth_noting_(padded()) {}

void AdaGradRda::score(const FeatureList& features, float* scores) {
  FeatureTable& table = rows_.table();
  table.reserve(features.size);
  // The table is far larger than the caches: request all cells, then all sums, and only then add.
  for (std::size_t i = 0; i < features.size; ++i) table.request(FeatureTable::nonzero(features.keys[i]));
  found_.resize(features.keys.size());
  found_rows_.resize(features.keys.size());
  found_lists_.resize(features.keys.size());
  std::size_t rows = 0, lists = 0;
  const Cell* const cells = table.cells().data();
  for (std::size_t i = 0; i < features.size; ++i) {
    const Cell* cell = table.find(FeatureTable::nonzero(features.keys[i]));
    found_[i] = cell == nullptr ? kNew : static_cast<std::uint32_t>(cell - cells);
    if (cell == nullptr) continue;
    const float* const g = rows_[*cell].a;
    if (rows_.is_row(*cell)) {
      found_rows_[rows++] = g;
      for (std::size_t j = 0; j < 2 * padded(); j += 16) prefetch(g + j);
    } else {
      found_lists_[lists++] = found_[i];
      prefetch(g);
      prefetch(g + 16);
    }
  }
  const float t = threshold();
  add_weights({found_rows_.data(), rows}, padded(), t, options_.rho, scores);
  if (options_.alpha != 1)
    for (std::size_t i = 0; i < padded(); ++i) scores[i] *= options_.alpha;
  for (std::size_t i = 0; i < lists; ++i) {
    const Cell& cell = cells[found_lists_[i]];
    const auto list = rows_[cell];
    for (std::size_t j = 0; j < cell.size; ++j)
      if (std::abs(list.a[j]) > t) scores[list.transitions[j]] += weight(list.a[j], list.b[j], t);
  }
}

// The derivatives of log P(Y | x) by the scores: f - p, where f is the distribution over zero-cost transitions.
void AdaGradRda::set_gradient(const Decision& decision) {
  softmax(decision.scores, decision.legal, probabilities_.data());
  std::fill(gradient_.begin(), gradient_.end(), 0.0f);
  for (const TransitionRange range : decision.legal)
    for (TransitionId id = range.begin; id < range.end; ++id) gradient_[id] = -probabilities_[id];
  softmax(decision.scores, decision.zero_cost, among_zero_cost_.data());
  for (std::size_t i = 0; i < decision.zero_cost.size(); ++i) gradient_[decision.zero_cost[i]] += among_zero_cost_[i];
}

void AdaGradRda::learn(const FeatureList& features, const Decision& decision) {
  set_gradient(decision);
  if (decision.zero_cost.empty()) return;  // no legal transition is correct
  ++updates_;
  worth_noting_.clear();
  for (const TransitionRange range : decision.legal)
    for (TransitionId id = range.begin; id < range.end; ++id) {
      is_worth_noting_[id] = std::abs(gradient_[id]) > options_.tiny;
      if (is_worth_noting_[id]) worth_noting_.push_back(id);
    }
  if (!worth_noting_.empty()) {
    for (std::size_t i = 0; i < features.size; ++i) {
      // Room was made before the features were scored, so that cells are still where they were found.
      step(found_[i] != kNew ? rows_.table().at(found_[i])
                             : rows_.find_or_add(FeatureTable::nonzero(features.keys[i]), features.from[i]));
    }
    for (const TransitionId id : worth_noting_) is_worth_noting_[id] = false;
  }
}

void AdaGradRda::step(Cell& cell) {
  if (!rows_.is_row(cell)) {
    auto list = rows_[cell];
    std::size_t missing = worth_noting_.size();
    for (std::size_t i = 0; i < cell.size; ++i) missing -= is_worth_noting_[list.transitions[i]] ? 1u : 0u;
    if (cell.size + missing <= rows_.longest_list()) {
      if (missing > 0) {
        for (const TransitionId id : worth_noting_) rows_.at(cell, id);
        list = rows_[cell];
      }
      for (std::size_t i = 0; i < cell.size; ++i) {
        const float d = gradient_[list.transitions[i]];
        list.a[i] += d;
        list.b[i] += d * d;
      }
      return;
    }
    rows_.make_row(cell);
  }
  add_gradient(rows_[cell].a, gradient_.data(), padded());
}

NamedArrays AdaGradRda::state() const {
  NamedArrays arrays{{"updates", std::vector<std::uint64_t>{updates_}}};
  rows_.save(arrays);
  return arrays;
}

void AdaGradRda::restore(const NamedViews& arrays, std::size_t templates) {
  const auto updates = array_named<std::uint64_t>(arrays, "updates");
  if (updates.size() != 1) throw std::invalid_argument("the saved training state does not fit together");
  rows_.restore(arrays, templates);
  updates_ = updates[0];
}

}  // namespace dodona
