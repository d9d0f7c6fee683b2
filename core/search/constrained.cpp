#include "search/constrained.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "search/beam.h"
#include "search/beam_scorer.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

constexpr Label kUnknownLabel = -2;  // one that is to be kept, but is none of the parser's

// The labels that the words of a treebank have: kNoLabel for those without one.
std::vector<Label> labels_of(const ParserSpec& spec, const Treebank& treebank) {
  std::unordered_map<StringId, Label> known{{kUnspecified, kNoLabel}};
  std::vector<Label> labels;
  for (const StringId id : treebank[Text::label]) {
    const auto [found, is_new] = known.try_emplace(id, kUnknownLabel);
    if (is_new)
      if (const Label label = spec.labels.find((*treebank.strings)[id]); label != kNoLabel) found->second = label;
    labels.push_back(found->second);
  }
  return labels;
}

// What is kept of one sentence.
struct Kept {
  std::vector<std::int32_t> heads;
  std::vector<Label> labels;
  std::vector<LostArc> lost;

  Node head(Node word) const { return heads[static_cast<std::size_t>(word) - 1]; }
  Label label(Node word) const { return labels[static_cast<std::size_t>(word) - 1]; }
};

// Whether there is nothing to add: then it does not matter what the system can build.
bool is_whole(const Kept& kept, const ParserSpec& spec) {
  const auto is_given = [](std::int32_t value) { return value != -1; };
  return std::ranges::all_of(kept.heads, is_given) && std::ranges::all_of(kept.labels, is_given) &&
         find_tree_faults(kept.heads, spec.system.single_root()).empty();
}

// The model's scores, restricted to transitions that keep the given arcs. They are normalised over all legal
// transitions: a constraint does not make a derivation more probable.
class ConstrainedScorer : public BeamScorer {
 public:
  ConstrainedScorer(const Parser& parser, Scorer& scorer, const std::vector<bool>& shunned, SearchOptions search)
      : BeamScorer(parser.spec(), parser.model(), scorer, search), spec_(parser.spec()), shunned_(shunned) {}

  void start(const Kept& kept) {
    kept_ = &kept;
    moves_.reset();
    gold_.reset();
    if (std::ranges::all_of(kept.heads, [](std::int32_t head) { return head == kNone; })) return;
    gold_.emplace(kept.heads, kept.labels, spec_.root_label);
    moves_ = arc_constraints(spec_.system, *gold_);
  }

  // What the beam would consider, as far as it keeps the arcs; if none of that does, whatever keeps them.
  template <class F>
  void for_choices(const SharedConfiguration& c, const LegalTransitions& legal, F visit) {
    allowed_.clear();
    for_allowed(c, legal, [&](TransitionRange range) { allowed_.push_back(range); });
    bool any = false;
    BeamScorer::for_choices(c, legal, [&](TransitionRange choice) {
      for (const TransitionRange range : allowed_) {
        const TransitionRange both{std::max(choice.begin, range.begin), std::min(choice.end, range.end)};
        if (both.begin >= both.end) continue;
        visit(both);
        any = true;
      }
    });
    if (!any)
      for (const TransitionRange range : allowed_) visit(range);
  }

 private:
  template <class F>
  void for_allowed(const SharedConfiguration& c, const LegalTransitions& legal, F visit) {
    const MoveSet moves = moves_ ? moves_->allowed(c) : legal.moves;
    for_legal(spec_.system, spec_.transitions, c, moves, [&](Move move, TransitionRange range) {
      if (!builds_arc(move) || !for_labels(spec_.system.arc(c, move).dependent, range, visit)) visit(range);
    });
  }

  // Visits some of the transitions that build an arc, if the label of the word is constrained; whether there were any.
  template <class F>
  bool for_labels(Node word, TransitionRange range, F visit) const {
    const Label wanted = kept_->label(word);
    if (wanted == kNoLabel && (shunned_.empty() || kept_->head(word) == kNone)) return false;
    bool any = false;
    for (TransitionId id = range.begin; id < range.end; ++id) {
      const Label label = spec_.transitions[id].label;
      if (wanted == kNoLabel ? shunned_[static_cast<std::size_t>(label)] : label != wanted) continue;
      visit(TransitionRange{id, id + 1});
      any = true;
    }
    return any;
  }

  const ParserSpec& spec_;
  const std::vector<bool>& shunned_;
  const Kept* kept_ = nullptr;
  std::optional<Gold> gold_;
  std::unique_ptr<ArcConstraints> moves_;
  std::vector<TransitionRange> allowed_;
};

class CompletingParser {
 public:
  CompletingParser(const Parser& parser, const MakeScorer& make_scorer, SearchOptions search,
                   const std::vector<bool>& shunned)
      : spec_(parser.spec()), scorer_(make_scorer()), source_(parser, *scorer_, shunned, search),
        beam_(spec_.transitions, search.beam) {}

  void parse(std::size_t sentence, Node length, Kept& kept, Trees& trees, std::size_t first) {
    scorer_->start(sentence);
    source_.start(kept);
    spec_.system.visit([&](const auto& system) {
      beam_.search(system, source_, length);
      auto& best = beam_.hypotheses()[0].c;
      system.finish(best, spec_.root_label);
      trees.take(best, first);
      look_for_losses(best, kept);
    });
  }

 private:
  static void look_for_losses(const SharedConfiguration& c, Kept& kept) {
    for (Node word = 1; word <= c.words(); ++word) {
      const Node head = kept.head(word);
      const Label label = kept.label(word);
      if (head != kNone && head != c.head(word))
        kept.lost.push_back({word, Conflict::search, kNone});
      else if (head == kNone && label >= 0 && label != c.label(word))
        kept.lost.push_back({word, Conflict::label, c.head(word)});
    }
    std::ranges::sort(kept.lost, {}, &LostArc::word);
  }

  const ParserSpec& spec_;
  std::unique_ptr<Scorer> scorer_;
  ConstrainedScorer source_;
  Beam beam_;
};

}  // namespace

Completion complete(const Parser& parser, const Treebank& treebank, std::span<const std::int32_t> heads,
                    const std::vector<Label>& shunned, SearchOptions search, std::size_t threads,
                    const Interrupt& interrupt) {
  if (search.beam == 1) search.temperature = 0;  // there is nothing to compare
  const ParserSpec& spec = parser.spec();
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  const std::vector<Label> labels = labels_of(spec, treebank);
  std::vector<bool> is_shunned(shunned.empty() ? 0 : spec.labels.size());
  for (const Label label : shunned) is_shunned[static_cast<std::size_t>(label)] = true;
  std::vector<Kept> kept(treebank.sentences());
  Trees trees(treebank.words());
  const auto worker = [&] {
    return [&, completing = CompletingParser(parser, make_scorer, search, is_shunned)](std::size_t i) mutable {
      const std::size_t first = treebank.word_begin[i], length = treebank.length(i);
      const auto of_sentence = [&](std::span<const std::int32_t> column) {
        const auto part = column.subspan(first, length);
        return std::vector(part.begin(), part.end());
      };
      Kept& each = kept[i];
      each = {of_sentence(heads), of_sentence(labels), {}};
      if (is_whole(each, spec)) {
        std::ranges::copy(each.heads, trees.heads.begin() + static_cast<std::ptrdiff_t>(first));
        return;  // its labels are put in below
      }
      each.lost = drop_conflicts(each.heads, !spec.system.moves().has(Move::swap), spec.system.single_root());
      for (const LostArc& arc : each.lost) each.labels[static_cast<std::size_t>(arc.word) - 1] = kNoLabel;
      completing.parse(i, static_cast<Node>(length), each, trees, first);
    };
  };
  parallel_for(treebank.sentences(), threads, worker, interrupt);

  Completion done{parser.with_trees(treebank, std::move(trees)), {}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (const LostArc& arc : kept[i].lost) done.lost.push_back({i, arc});
    for (std::size_t k = 0; k < kept[i].heads.size(); ++k) {
      const std::size_t word = treebank.word_begin[i] + k;
      const Label label = kept[i].labels[k];
      const bool has_head = kept[i].heads[k] != kNone && done.treebank.heads[word] == kept[i].heads[k];
      if (label == kUnknownLabel || (label != kNoLabel && has_head))
        done.treebank[Text::label][word] = treebank[Text::label][word];
    }
  }
  return done;
}

}  // namespace dodona
