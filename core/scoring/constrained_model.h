// A model that keeps constraints on the labels of trees.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scoring/scorer.h"

namespace dodona {

/// Labels that cannot occur together. Both lists have an entry for each label of the parser.
struct TreeConstraints {
  std::vector<std::vector<Label>> below;   ///< the labels that dependents of a word with this label cannot have
  std::vector<std::vector<Label>> beside;  ///< the labels that other dependents of the same head cannot have
};

/// Scores as another model does, but transitions that break a constraint so low that they are made only where nothing
/// else is legal: so each sentence gets a tree. Where an arc is added, its label is compared with those of the head, of
/// the head's other dependents, and of the dependents of its own word, as far as these have been attached.
class ConstrainedModel final : public Model {
 public:
  /// Throws std::invalid_argument if the constraints do not fit the labels.
  ConstrainedModel(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<Model> model,
                   const TreeConstraints& constraints);

  const std::shared_ptr<Model>& unconstrained() const { return model_; }
  /// The same constraints around another model with the same spec.
  std::shared_ptr<ConstrainedModel> around(std::shared_ptr<Model> other) const {
    auto model = std::make_shared<ConstrainedModel>(*this);
    model->model_ = std::move(other);
    return model;
  }
  MakeScorer scorers(const Treebank& treebank) const override;
  bool is_constrained() const override { return true; }
  bool allows(const Configuration& finished) const override;
  /// A word whose head cannot have it gets the head of its head, and a root that cannot have dependents the label of
  /// roots. A word that its siblings exclude gets the most frequent label that fits.
  void mend(std::span<std::int32_t> heads, std::span<Label> labels) const override;
  double unit() const override { return model_->unit(); }
  std::vector<Text> columns() const override { return model_->columns(); }
  std::size_t features() const override { return model_->features(); }
  std::size_t weights() const override { return model_->weights(); }
  // What a file holds is the other model; the constraints are kept beside it.
  std::string kind() const override { return model_->kind(); }
  Options values() const override { return model_->values(); }
  NamedArrays arrays(bool compact) const override { return model_->arrays(compact); }

  /// Whether an arc with this label would break a constraint.
  template <class C>
  bool forbids(const C& c, Arc arc, Label label) const;

 private:
  bool fits(std::span<const std::int32_t> heads, std::span<const Label> labels, std::size_t word, Label label) const;

  std::shared_ptr<const ParserSpec> spec_;
  std::shared_ptr<Model> model_;
  // Sets of labels as configurations have them, modulo 64; and exactly.
  std::vector<std::uint64_t> below_, beside_;
  std::vector<std::vector<bool>> is_below_, is_beside_;
};

}  // namespace dodona
