#include "search/parser.h"

#include <algorithm>

#include "search/greedy.h"
#include "search/nbest.h"
#include "search/sentence_scorer.h"
#include "search/two_step.h"

namespace dodona {
namespace {

// The references of all features of direct templates.
HugeVector<std::uint32_t> table_of(const TemplateSet& set, const DirectTemplates& direct, const Parser::Model& model) {
  HugeVector<std::uint32_t> table(direct.size);
  std::visit(
      [&](const auto& of) {
        if constexpr (requires(FeatureKey key) { of.reference_of(key); })
          for_direct_features(set, direct, [&](std::uint32_t place, FeatureKey key) { table[place] = of.reference_of(key); });
      },
      model);
  return table;
}

// Base learners have no table.
DirectTemplates direct_templates(const ParserSetup& setup, const Parser::Model& model) {
  if (std::holds_alternative<TwoStepModel>(model)) return {setup.templates, std::vector<std::uint32_t>(setup.templates.atoms.size())};
  return {setup.templates, value_counts(setup.templates, setup.encoder, setup.labels.size())};
}

}  // namespace

Parser::Parser(std::shared_ptr<const ParserSetup> setup, Model model)
    : setup_(std::move(setup)), model_(std::move(model)), direct_(direct_templates(*setup_, model_)),
      table_(table_of(setup_->templates, direct_, model_)), parts_(setup_->templates, direct_) {}

void Parser::take_on(std::span<const Habits::Habit> habits) {
  const std::optional<std::size_t> tag = setup_->tag_attribute();
  if (!habits.empty() && !tag) throw std::invalid_argument("habits need tags, which no template asks for");
  habits_ = Habits(habits, tag.value_or(0), setup_->transitions.size());
}

Trees Parser::trees(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt, BeamOptions search) const {
  if (search.beam > 1) return nbest(*this, treebank, 1, search, threads, interrupt).trees;
  const EncodedSentences sentences = setup_->encoder.encode(treebank);
  Trees trees(treebank.words());
  // Each sentence has its own place in the result, whichever thread takes it.
  const auto worker = [&] {
    return [&, c = Configuration(), score = SentenceScorer(*this)](std::size_t i) mutable {
      const WordValues words{sentences[i].data(), sentences.attributes};
      setup_->system.start(c, sentences.words(i));
      score.start(words, c.words());
      score.visit([&](auto& scorer) {
        setup_->system.visit([&](const auto& system) {
          if constexpr (std::is_same_v<decltype(scorer), ModelScorer<TwoStepModel>&>)
            parse_in_two_steps(system, setup_->root_label, c, scorer);
          else
            parse_greedily(system, setup_->transitions, setup_->root_label, c, [&](MoveSet legal) {
              const TransitionId habit = habits_(system, setup_->transitions, c, words, legal);
              return habit != Habits::kNone ? habit : best_legal(system, setup_->transitions, c, legal, scorer(c));
            });
        });
      });
      trees.take(c, treebank.word_begin[i]);
    };
  };
  parallel_for(sentences.sentences(), threads, worker, interrupt);
  return trees;
}

Treebank Parser::parse(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt, BeamOptions search) const {
  return with_trees(treebank, trees(treebank, threads, interrupt, search));
}

Treebank Parser::with_trees(const Treebank& treebank, Trees trees) const {
  Treebank parsed = treebank;
  parsed.heads = std::move(trees.heads);
  std::vector<StringId> names;
  for (const std::string& name : setup_->labels.names()) names.push_back(parsed.strings->intern(name));
  for (std::size_t word = 0; word < parsed.words(); ++word) parsed[Text::label][word] = names[static_cast<std::size_t>(trees.labels[word])];
  parsed[Text::deps].assign(parsed.words(), kUnspecified);
  if (parsed.format == Format::conllx) parsed[Text::misc].assign(parsed.words(), kUnspecified);  // PDEPREL
  return parsed;
}

}  // namespace dodona
