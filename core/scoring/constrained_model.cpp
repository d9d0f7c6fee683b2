#include "scoring/constrained_model.h"

#include <optional>
#include <stdexcept>
#include <utility>

namespace dodona {
namespace {

// Lower than all scores of models; sums of them are still finite.
constexpr float kForbidden = -1e9f;

using Sets = std::vector<std::uint64_t>;
using Tables = std::vector<std::vector<bool>>;

std::size_t index(Label label) { return static_cast<std::size_t>(label); }
std::uint64_t set_of(Label label) { return std::uint64_t{1} << (label & 63); }

void fill(const std::vector<std::vector<Label>>& lists, std::size_t labels, Sets& sets, Tables& tables) {
  if (lists.size() != labels) throw std::invalid_argument("there must be one list of constraints a label");
  for (const std::vector<Label>& list : lists) {
    std::uint64_t set = 0;
    std::vector<bool> table(labels);
    for (const Label label : list) {
      if (label < 0 || index(label) >= labels) throw std::invalid_argument("a constraint has an unknown label");
      set |= set_of(label);
      table[index(label)] = true;
    }
    sets.push_back(set);
    tables.push_back(std::move(table));
  }
}

// Whether a dependent of a node has one of these labels, or the same number modulo 64 as one of them: with more labels,
// a few arcs are avoided that need not be.
template <class C>
bool has_dependent(const C& c, Node head, std::uint64_t labels) {
  return ((c[head].left_labels | c[head].right_labels) & labels) != 0;
}

class ConstrainedScorer final : public ScorerFor<ConstrainedScorer> {
 public:
  ConstrainedScorer(const ParserSpec& spec, const ConstrainedModel& model, std::unique_ptr<Scorer> scorer)
      : spec_(spec), model_(model), scorer_(std::move(scorer)) {}

  void start(std::size_t sentence) override { scorer_->start(sentence); }

  std::optional<TransitionId> shortcut(const Configuration& c, const LegalTransitions& legal) override {
    return scorer_->shortcut(c, legal);
  }
  std::optional<TransitionId> shortcut(const SharedConfiguration& c, const LegalTransitions& legal) override {
    return scorer_->shortcut(c, legal);
  }
  TransitionId best(const Configuration& c, const LegalTransitions& legal) override { return scorer_->best(c, legal); }
  TransitionId best(const SharedConfiguration& c, const LegalTransitions& legal) override {
    return scorer_->best(c, legal);
  }

  template <class C>
  const float* score_any(const C& c) {
    const float* scores = scorer_->score(c);
    for_legal(spec_.system, spec_.transitions, c, spec_.system.legal(c), [&](Move move, TransitionRange range) {
      if (!builds_arc(move)) return;
      const Arc arc = spec_.system.arc(c, move);
      if (!may_forbid(c, arc)) return;
      for (TransitionId id = range.begin; id < range.end; ++id) {
        if (!model_.forbids(c, arc, spec_.transitions[id].label)) continue;
        if (scores != scores_.data()) {
          scores_.assign(scores, scores + spec_.transitions.size());
          scores = scores_.data();
        }
        scores_[id] = kForbidden;
      }
    });
    return scores;
  }

 private:
  // Whether there are labels that those of the arc could break a constraint with.
  template <class C>
  static bool may_forbid(const C& c, Arc arc) {
    const auto has_dependents = [&](Node node) { return c[node].left_count + c[node].right_count > 0; };
    return has_dependents(arc.dependent) || has_dependents(arc.head) || c.label(arc.head) != kNoLabel;
  }

  const ParserSpec& spec_;
  const ConstrainedModel& model_;
  std::unique_ptr<Scorer> scorer_;
  std::vector<float> scores_;
};

}  // namespace

ConstrainedModel::ConstrainedModel(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<Model> model,
                                   const TreeConstraints& constraints)
    : spec_(std::move(spec)), model_(std::move(model)) {
  fill(constraints.below, spec_->labels.size(), below_, is_below_);
  fill(constraints.beside, spec_->labels.size(), beside_, is_beside_);
  // The root of a sentence can have any dependents.
  below_[index(spec_->root_label)] = 0;
  is_below_[index(spec_->root_label)].assign(spec_->labels.size(), false);
}

MakeScorer ConstrainedModel::scorers(const Treebank& treebank) const {
  return
      [this, make = model_->scorers(treebank)] { return std::make_unique<ConstrainedScorer>(*spec_, *this, make()); };
}

template <class C>
bool ConstrainedModel::forbids(const C& c, Arc arc, Label label) const {
  const Label above = c.label(arc.head);
  return (above != kNoLabel && is_below_[index(above)][index(label)]) ||
         has_dependent(c, arc.dependent, below_[index(label)]) ||
         (arc.head != 0 && has_dependent(c, arc.head, beside_[index(label)]));
}

bool ConstrainedModel::allows(const Configuration& c) const {
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(c.words()) + 1);  // the labels of each node's dependents
  for (Node word = 1; word <= c.words(); ++word) {
    const Node head = c.head(word);
    const Label label = c.label(word);
    if (head <= 0 || label == kNoLabel) continue;
    const Label above = c.label(head);
    if (above != kNoLabel && is_below_[index(above)][index(label)]) return false;
    std::uint64_t& labels = seen[static_cast<std::size_t>(head)];
    if ((labels & beside_[index(label)]) != 0)
      for (Node other = 1; other < word; ++other)
        if (c.head(other) == head && c.label(other) != kNoLabel && is_beside_[index(label)][index(c.label(other))])
          return false;
    labels |= set_of(label);
  }
  return true;
}

void ConstrainedModel::mend(std::span<std::int32_t> heads, std::span<Label> labels) const {
  const auto place = [](std::int32_t word) { return static_cast<std::size_t>(word) - 1; };
  for (std::size_t word = 0; word < heads.size(); ++word) {
    while (heads[word] > 0 && is_below_[index(labels[place(heads[word])])][index(labels[word])]) {
      const std::size_t head = place(heads[word]);
      if (heads[head] == 0)
        labels[head] = spec_->root_label;
      else
        heads[word] = heads[head];
    }
  }
  for (std::size_t word = 0; word < heads.size(); ++word) {
    if (heads[word] == 0 || fits(heads, labels, word, labels[word])) continue;
    const auto& kind = heads[word] > static_cast<std::int32_t>(word) ? spec_->allowed.left : spec_->allowed.right;
    for (const Label label : kind)
      if (below_[index(label)] == 0 && fits(heads, labels, word, label)) {
        labels[word] = label;
        break;
      }
  }
}

// Whether a word can have a label, as far as its head and its siblings go.
bool ConstrainedModel::fits(std::span<const std::int32_t> heads, std::span<const Label> labels, std::size_t word,
                            Label label) const {
  if (is_below_[index(labels[static_cast<std::size_t>(heads[word]) - 1])][index(label)]) return false;
  if (beside_[index(label)] == 0) return true;
  for (std::size_t other = 0; other < heads.size(); ++other)
    if (other != word && heads[other] == heads[word] && is_beside_[index(label)][index(labels[other])]) return false;
  return true;
}

template bool ConstrainedModel::forbids(const Configuration&, Arc, Label) const;
template bool ConstrainedModel::forbids(const SharedConfiguration&, Arc, Label) const;

}  // namespace dodona
