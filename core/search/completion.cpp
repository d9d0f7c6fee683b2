#include "search/completion.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "search/beam.h"
#include "search/model_source.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

constexpr Label kUnknownLabel = -2;  // one that is to be kept, but is none of the parser's

// The labels that the words of a treebank have: kNoLabel for those without one.
std::vector<Label> labels_of(const ParserSetup& setup, const Treebank& treebank) {
  std::unordered_map<StringId, Label> known{{kNothing, kNoLabel}};
  std::vector<Label> labels;
  for (const StringId id : treebank[Text::label]) {
    const auto [found, is_new] = known.try_emplace(id, kUnknownLabel);
    if (is_new)
      if (const Label label = setup.labels.find((*treebank.strings)[id]); label != kNoLabel) found->second = label;
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
bool is_whole(const Kept& kept, const ParserSetup& setup) {
  const auto is_given = [](std::int32_t value) { return value != -1; };
  return std::ranges::all_of(kept.heads, is_given) && std::ranges::all_of(kept.labels, is_given) &&
         find_tree_faults(kept.heads, setup.system.single_root()).empty();
}

// The model's scores for those transitions that keep what is to be kept.
class KeepingSource {
 public:
  KeepingSource(const Parser& parser, const std::vector<bool>& shunned, BeamOptions search)
      : setup_(parser.setup()), scores_(parser, search), shunned_(shunned) {}

  void start(WordValues words, Node length, const Kept& kept) {
    scores_.start(words, length);
    kept_ = &kept;
    moves_.reset();
    gold_.reset();
    if (std::ranges::all_of(kept.heads, [](std::int32_t head) { return head == kNone; })) return;
    gold_.emplace(kept.heads, kept.labels, setup_.root_label);
    moves_ = arc_constraints(setup_.system, *gold_);
  }

  const std::int16_t* operator()(const SharedConfiguration& c) { return scores_(c); }

  // Of all legal transitions, also those that keep nothing: what is kept does not make a sequence more probable.
  template <class System>
  double whole(const System& system, const SharedConfiguration& c, const std::int16_t* scores) {
    return scores_.whole(system, c, scores);
  }
  int bonus(TransitionRange range) const { return scores_.bonus(range); }

  // What habit does, if that keeps it; or else whatever does.
  template <class F>
  void for_choices(const SharedConfiguration& c, F visit) {
    const TransitionId habit = scores_.habit(setup_.system, c, setup_.system.legal(c));
    bool keeps = false;
    if (habit != Habits::kNone) for_all_choices(c, [&](TransitionRange range) { keeps = keeps || (range.begin <= habit && habit < range.end); });
    if (keeps)
      visit({habit, habit + 1});
    else
      for_all_choices(c, visit);
  }

 private:
  template <class F>
  void for_all_choices(const SharedConfiguration& c, F visit) {
    const MoveSet moves = moves_ ? moves_->allowed(c) : setup_.system.legal(c);
    for_legal(setup_.system, setup_.transitions, c, moves, [&](Move move, TransitionRange range) {
      if (!builds_arc(move) || !for_labels(setup_.system.arc(c, move).dependent, range, visit)) visit(range);
    });
  }

  // Some of the transitions that build an arc, if the label of the word matters; whether there were any.
  template <class F>
  bool for_labels(Node word, TransitionRange range, F visit) const {
    const Label wanted = kept_->label(word);
    if (wanted == kNoLabel && (shunned_.empty() || kept_->head(word) == kNone)) return false;
    bool any = false;
    for (TransitionId id = range.begin; id < range.end; ++id) {
      const Label label = setup_.transitions[id].label;
      if (wanted == kNoLabel ? shunned_[static_cast<std::size_t>(label)] : label != wanted) continue;
      visit(TransitionRange{id, id + 1});
      any = true;
    }
    return any;
  }

  const ParserSetup& setup_;
  ModelSource scores_;
  const std::vector<bool>& shunned_;
  const Kept* kept_ = nullptr;
  std::optional<Gold> gold_;
  std::unique_ptr<ArcConstraints> moves_;
};

class CompletingParser {
 public:
  CompletingParser(const Parser& parser, BeamOptions search, const std::vector<bool>& shunned)
      : setup_(parser.setup()), source_(parser, shunned, search), beam_(setup_.transitions, search.beam) {}

  void parse(WordValues words, Node length, Kept& kept, Trees& trees, std::size_t first) {
    source_.start(words, length, kept);
    setup_.system.visit([&](const auto& system) {
      beam_.start(system, length);
      while (beam_.step(system, source_)) {
      }
      auto& best = beam_.hypotheses()[0].c;
      system.finish(best, setup_.root_label);
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

  const ParserSetup& setup_;
  KeepingSource source_;
  Beam<double, std::int16_t> beam_;
};

}  // namespace

Completion complete(const Parser& parser, const Treebank& treebank, std::span<const std::int32_t> heads, const std::vector<Label>& shunned,
                    BeamOptions search, std::size_t threads, const Interrupt& interrupt) {
  if (search.beam == 1) search.temperature = 0;  // there is nothing to compare
  const ParserSetup& setup = parser.setup();
  const EncodedSentences sentences = setup.encoder.encode(treebank);
  const std::vector<Label> labels = labels_of(setup, treebank);
  std::vector<bool> is_shunned(shunned.empty() ? 0 : setup.labels.size());
  for (const Label label : shunned) is_shunned[static_cast<std::size_t>(label)] = true;
  std::vector<Kept> kept(sentences.sentences());
  Trees trees(treebank.words());
  const auto worker = [&] {
    return [&, completing = CompletingParser(parser, search, is_shunned)](std::size_t i) mutable {
      const std::size_t first = treebank.word_begin[i], length = treebank.length(i);
      const auto of_sentence = [&](std::span<const std::int32_t> column) {
        const auto part = column.subspan(first, length);
        return std::vector(part.begin(), part.end());
      };
      Kept& each = kept[i];
      each = {of_sentence(heads), of_sentence(labels), {}};
      if (is_whole(each, setup)) {
        std::ranges::copy(each.heads, trees.heads.begin() + static_cast<std::ptrdiff_t>(first));
        return;  // its labels are put in below
      }
      each.lost = drop_conflicts(each.heads, !setup.system.moves().has(Move::swap), setup.system.single_root());
      for (const LostArc& arc : each.lost) each.labels[static_cast<std::size_t>(arc.word) - 1] = kNoLabel;
      completing.parse({sentences[i].data(), sentences.attributes}, sentences.words(i), each, trees, first);
    };
  };
  parallel_for(sentences.sentences(), threads, worker, interrupt);

  Completion done{parser.with_trees(treebank, std::move(trees)), {}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (const LostArc& arc : kept[i].lost) done.lost.push_back({i, arc});
    for (std::size_t k = 0; k < kept[i].heads.size(); ++k) {
      const std::size_t word = treebank.word_begin[i] + k;
      const Label label = kept[i].labels[k];
      const bool has_head = kept[i].heads[k] != kNone && done.treebank.heads[word] == kept[i].heads[k];
      if (label == kUnknownLabel || (label != kNoLabel && has_head)) done.treebank[Text::label][word] = treebank[Text::label][word];
    }
  }
  return done;
}

}  // namespace dodona
