#include "search/learning_habits.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "search/greedy.h"
#include "search/sentence_scorer.h"

namespace dodona {

LearntHabits habits_of(const Parser& parser, const Treebank& treebank, std::size_t least, const Interrupt& interrupt) {
  const ParserSetup& setup = parser.setup();
  LearntHabits learnt;
  const std::optional<std::size_t> tag = setup.tag_attribute();
  if (!tag) return learnt;

  struct Seen {
    TransitionId transition;
    std::size_t times = 0;
    bool always = true;  // the same
  };
  std::unordered_map<std::uint64_t, Seen> seen;
  const EncodedSentences sentences = setup.encoder.encode(treebank);
  const auto worker = [&] {
    return [&, c = Configuration(), score = SentenceScorer(parser)](std::size_t i) mutable {
      const WordValues words{sentences[i].data(), sentences.attributes};
      setup.system.start(c, sentences.words(i));
      score.start(words, c.words());
      parse_greedily(setup.system, setup.transitions, setup.root_label, c, [&](MoveSet legal) {
        const TransitionId id = best_legal(setup.system, setup.transitions, c, legal, score(c));
        Seen& here = seen.try_emplace(Habits::context_of(c, words, *tag, legal), Seen{id}).first->second;
        ++here.times;
        here.always = here.always && here.transition == id;
        ++learnt.decisions;
        return id;
      });
    };
  };
  parallel_for(sentences.sentences(), 1, worker, interrupt);

  for (const auto& [context, what] : seen) {
    if (!what.always || what.times < least) continue;
    learnt.habits.push_back({context, what.transition});
    learnt.habitual += what.times;
  }
  std::ranges::sort(learnt.habits, {}, &Habits::Habit::context);
  return learnt;
}

}  // namespace dodona
