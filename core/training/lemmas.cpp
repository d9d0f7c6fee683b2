#include "training/lemmas.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "learners/averaged_perceptron.h"
#include "learners/packing.h"
#include "training/order.h"

namespace dodona {
namespace {

// A form with its tag, and the script for its most frequent lemma.
struct Example {
  std::string_view form, upos, feats;
  std::uint32_t script = 0;
};

}  // namespace

Lemmatiser train_lemmatiser(const Treebank& treebank, int epochs, std::uint64_t seed, float prune) {
  const StringPool& strings = *treebank.strings;
  // Sorted by text, so that the numbers of strings do not matter.
  std::map<std::array<std::string_view, 3>, std::map<std::string_view, std::size_t>> seen;
  for (std::size_t word = 0; word < treebank.words(); ++word) {
    const auto text = [&](Text column) { return strings[treebank[column][word]]; };
    if (text(Text::lemma) == "_" && text(Text::form) != "_") continue;
    ++seen[{text(Text::form), text(Text::tag), text(Text::feats)}][text(Text::lemma)];
  }
  if (seen.empty()) throw std::invalid_argument("the treebank has no lemmas to learn from");

  std::map<EditScript, std::size_t> counts;
  std::vector<std::pair<Example, EditScript>> found;
  for (const auto& [word, lemmas] : seen) {
    const auto most = std::ranges::max_element(lemmas, {}, [](const auto& pair) { return pair.second; });
    EditScript script = EditScript::between(word[0], most->first);
    ++counts[script];
    found.push_back({{word[0], word[1], word[2], 0}, std::move(script)});
  }
  // The most frequent scripts come first: the perceptron learns those.
  std::vector<std::pair<std::size_t, const EditScript*>> ranked;
  for (const auto& [script, count] : counts) ranked.emplace_back(count, &script);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::map<EditScript, std::uint32_t> numbers;
  std::vector<EditScript> scripts;
  std::size_t learnt = 0;
  constexpr std::size_t kMostLearnt = 4000;
  for (const auto& [count, script] : ranked) {
    if ((count > 1 && learnt < kMostLearnt) || learnt == 0) ++learnt;
    numbers.emplace(*script, static_cast<std::uint32_t>(scripts.size()));
    scripts.push_back(*script);
  }
  std::vector<Example> examples, all;
  for (auto& [example, script] : found) {
    example.script = numbers.at(script);
    all.push_back(example);
    if (example.script < learnt) examples.push_back(example);
  }

  AveragedPerceptron learner(learnt);
  FeatureList list = LemmaFeatures::list();
  std::vector<float> scores(learner.padded());
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    std::size_t done = 0;
    for (const std::uint32_t i : order_of_epoch(seed, epoch, examples.size())) {
      LemmaFeatures::extract(examples[i].form, examples[i].upos, examples[i].feats, list);
      learner.score(list, scores.data());
      const auto best = static_cast<std::uint32_t>(
          std::max_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(learnt)) - scores.begin());
      if (best != examples[i].script) learner.update(list, examples[i].script, best);
      if (++done % 32 == 0) learner.sentence_done();  // more frequent averaging gains nothing
    }
  }

  Lemmatiser regular(scripts, pack(learner, prune), {});
  std::vector<Lemmatiser::Exception> exceptions;
  PackedWeights::Workspace workspace(regular.model(), list);
  std::string lemma, wanted;
  for (const Example& example : all) {
    LemmaFeatures::extract(example.form, example.upos, example.feats, list);
    regular.choose(example.form, regular.model().score(list, workspace), lemma);
    wanted.clear();
    if (!scripts[example.script].apply(example.form, wanted)) continue;
    if (lemma != wanted)
      exceptions.push_back({LemmaFeatures::key_of(example.form, example.upos, example.feats), example.script});
  }
  // Drop the scripts that are never used.
  std::vector<std::uint32_t> renumbered(scripts.size(), 0);
  std::vector<EditScript> kept(scripts.begin(), scripts.begin() + static_cast<std::ptrdiff_t>(learnt));
  for (std::uint32_t i = 0; i < learnt; ++i) renumbered[i] = i;
  for (auto& exception : exceptions) {
    if (exception.script >= learnt && renumbered[exception.script] == 0) {
      renumbered[exception.script] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(scripts[exception.script]);
    }
    exception.script = renumbered[exception.script];
  }
  std::ranges::sort(exceptions, {}, &Lemmatiser::Exception::word);
  return {std::move(kept), regular.model(), std::move(exceptions)};
}

}  // namespace dodona
