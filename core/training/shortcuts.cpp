#include "training/shortcuts.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "scoring/feature_model.h"
#include "search/greedy.h"

namespace dodona {

LearntShortcuts learn_shortcuts(const Parser& parser, const Treebank& treebank, std::size_t least,
                                const Interrupt& interrupt) {
  LearntShortcuts learnt;
  const auto* const model = dynamic_cast<const FeatureModel*>(&parser.model());
  const std::optional<std::size_t> tag = model == nullptr ? std::nullopt : model->feature_set().tag_attribute();
  if (!tag) return learnt;

  struct Seen {
    TransitionId transition;
    std::size_t times = 0;
    bool always = true;  // whether the transition was always the same
  };
  std::unordered_map<std::uint64_t, Seen> seen;
  const ParserSpec& spec = parser.spec();
  const EncodedSentences sentences = model->feature_set().encoder.encode(treebank);
  const MakeScorer make_scorer = model->scorers(treebank);
  const auto worker = [&] {
    return [&, c = Configuration(), scorer = make_scorer()](std::size_t i) mutable {
      const WordValues words{sentences[i].data(), sentences.attributes};
      spec.system.start(c, sentences.words(i));
      scorer->start(i);
      parse_greedily(spec.system, spec, c, [&](const LegalTransitions& legal) {
        const TransitionId id = highest_scoring(scorer->score(c), legal);
        Seen& here = seen.try_emplace(Shortcuts::context_of(c, words, *tag, legal.moves), Seen{id}).first->second;
        ++here.times;
        here.always = here.always && here.transition == id;
        ++learnt.decisions;
        return id;
      });
    };
  };
  parallel_for(treebank.sentences(), 1, worker, interrupt);

  for (const auto& [context, what] : seen) {
    if (!what.always || what.times < least) continue;
    learnt.shortcuts.push_back({context, what.transition});
    learnt.covered += what.times;
  }
  std::ranges::sort(learnt.shortcuts, {}, &Shortcuts::Shortcut::context);
  return learnt;
}

}  // namespace dodona
