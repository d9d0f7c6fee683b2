#include "training/lemmas.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>

#include "learners/averaged_perceptron.h"
#include "learners/packing.h"
#include "text/characters.h"
#include "training/order.h"

namespace dodona {
namespace {

// A script, as often as words need it.
struct CountedScript {
  std::size_t count = 0;
  std::uint32_t number = 0;
};

// A word of further text is an example if it occurs so often there.
constexpr std::size_t kOften = 3;
// With more words than this, those that occurred once are forgotten, so that memory is bounded.
constexpr std::size_t kMostWords = std::size_t{1} << 21;

std::size_t total(const std::map<std::string_view, std::size_t>& lemmas) {
  std::size_t sum = 0;
  for (const auto& [lemma, times] : lemmas) sum += times;
  return sum;
}

// A form with its tag, and the script for its most frequent lemma.
struct Example {
  std::string_view form, upos, feats;
  const CountedScript* script;
};

}  // namespace

void LemmaCounts::add(const Treebank& treebank) {
  const StringPool& strings = *treebank.strings;
  std::vector<std::string_view> own(strings.size());  // by the number of the string
  for (std::size_t word = 0; word < treebank.words(); ++word) {
    const auto text = [&](Text column) {
      const StringId id = treebank[column][word];
      if (own[id].data() == nullptr) own[id] = (*strings_)[strings_->intern(strings[id])];
      return own[id];
    };
    if (text(Text::lemma) == "_" && text(Text::form) != "_") continue;
    if (has_control(text(Text::lemma))) continue;  // no model may write it
    ++words_[{text(Text::form), text(Text::tag), text(Text::feats)}][text(Text::lemma)];
  }
  if (words_.size() > kMostWords) std::erase_if(words_, [](const auto& each) { return total(each.second) == 1; });
}

Lemmatiser train_lemmatiser(const Treebank& treebank, int epochs, std::uint64_t seed, float prune,
                            const LemmaCounts* further) {
  LemmaCounts counted;
  counted.add(treebank);
  LemmaCounts::Words seen = counted.words();
  if (seen.empty()) throw std::invalid_argument("the treebank has no lemmas to learn from");
  if (further != nullptr)
    for (const auto& each : further->words())
      if (total(each.second) >= kOften) seen.insert(each);

  std::map<EditScript, CountedScript> counts;
  std::vector<Example> all;
  for (const auto& [word, lemmas] : seen) {
    const auto most = std::ranges::max_element(lemmas, {}, [](const auto& pair) { return pair.second; });
    CountedScript& script = counts[EditScript::between(word[0], most->first)];
    ++script.count;
    all.push_back({word[0], word[1], word[2], &script});
  }
  // The most frequent scripts come first: the perceptron learns those.
  std::vector<std::pair<const EditScript, CountedScript>*> ranked;
  for (auto& each : counts) ranked.push_back(&each);
  std::ranges::stable_sort(ranked, std::greater(), [](const auto* each) { return each->second.count; });
  std::vector<EditScript> scripts;
  for (auto* each : ranked) {
    each->second.number = static_cast<std::uint32_t>(scripts.size());
    scripts.push_back(each->first);
  }
  constexpr std::ptrdiff_t kMostLearnt = 4000;
  const auto repeated = std::ranges::count_if(ranked, [](const auto* each) { return each->second.count > 1; });
  const auto learnt = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(repeated, 1, kMostLearnt));
  std::vector<Example> examples;
  std::ranges::copy_if(all, std::back_inserter(examples),
                       [&](const Example& each) { return each.script->number < learnt; });

  AveragedPerceptron learner(learnt);
  FeatureList list(LemmaFeatures::kTemplates);
  std::vector<float> scores(learner.padded());
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    std::size_t done = 0;
    for (const std::uint32_t i : order_of_epoch(seed, epoch, examples.size())) {
      LemmaFeatures::extract(examples[i].form, examples[i].upos, examples[i].feats, list);
      learner.score(list, scores.data());
      const auto best = static_cast<std::uint32_t>(
          std::max_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(learnt)) - scores.begin());
      const std::uint32_t right = examples[i].script->number;
      if (best != right) learner.update(list, right, best);
      if (++done % 32 == 0) learner.sentence_done();  // more frequent averaging gains nothing
    }
  }

  // Of the scripts that are not learnt, only those of exceptions are kept.
  const Lemmatiser regular(scripts, pack(learner, prune), {});
  std::vector<EditScript> kept(scripts.begin(), scripts.begin() + static_cast<std::ptrdiff_t>(learnt));
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::map<std::uint64_t, std::uint32_t> exceptions;
  PackedWeights::Workspace workspace(regular.model(), list);
  std::string lemma, wanted;
  for (const Example& example : all) {
    LemmaFeatures::extract(example.form, example.upos, example.feats, list);
    regular.choose(example.form, regular.model().score(list, workspace), lemma);
    wanted.clear();
    std::uint32_t script = example.script->number;
    if (!scripts[script].apply(example.form, wanted) || lemma == wanted) continue;
    if (script >= learnt) {
      const auto [found, is_new] = numbers.try_emplace(script, static_cast<std::uint32_t>(kept.size()));
      if (is_new) kept.push_back(scripts[script]);
      script = found->second;
    }
    exceptions.emplace(LemmaFeatures::key_of(example.form, example.upos, example.feats), script);
  }
  return {std::move(kept), regular.model(), Exceptions::of(exceptions)};
}

}  // namespace dodona
