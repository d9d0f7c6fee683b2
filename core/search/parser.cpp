#include "search/parser.h"

#include <algorithm>

#include "search/greedy.h"
#include "search/nbest.h"
#include "search/sentence_scorer.h"
#include "search/two_step.h"

namespace dodona {
namespace {

// How many values each question can have; 0 for those that are not numbered from 0 on.
std::vector<std::uint32_t> value_counts(const ParserSetup& setup, const Parser::Model& model) {
  std::vector<std::uint32_t> counts;
  // Base learners have no table.
  if (std::holds_alternative<TwoStepModel>(model)) return std::vector<std::uint32_t>(setup.templates.atoms.size());
  for (const Atom atom : setup.templates.atoms) {
    switch (atom.kind) {
      case Atom::Kind::attribute:
        counts.push_back(static_cast<std::uint32_t>(setup.encoder.vocabularies()[atom.attribute].strings().size()) + 2);
        break;
      case Atom::Kind::label: counts.push_back(static_cast<std::uint32_t>(setup.labels.size()) + 1); break;
      case Atom::Kind::distance: counts.push_back(kDistances); break;
      case Atom::Kind::same:
      case Atom::Kind::attached: counts.push_back(3); break;
      default: counts.push_back(0); break;
    }
  }
  return counts;
}

// The references of all features of direct templates.
template <class Model>
HugeVector<std::uint32_t> table_of(const TemplateSet& set, const DirectTemplates& direct, const Model& model) {
  HugeVector<std::uint32_t> table(direct.size);
  if constexpr (requires(FeatureKey key) { model.reference_of(key); })
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!direct.templates[i].is_direct) continue;
    const std::vector<std::uint16_t>& questions = set.templates[i];
    std::vector<Value> answers(questions.size(), 1);  // 0 is no answer, and has no feature
    for (bool more = true; more;) {
      std::uint32_t place = direct.templates[i].base;
      for (std::size_t j = 0; j < answers.size(); ++j) place += answers[j] * direct.templates[i].strides[j];
      table[place] = model.reference_of(Extractor::key_of(set, i, answers.data()));
      more = false;
      for (std::size_t j = 0; j < answers.size() && !more; ++j) {
        more = ++answers[j] < direct.values[questions[j]];
        if (!more) answers[j] = 1;
      }
    }
  }
  return table;
}

}  // namespace

Parser::Parser(std::shared_ptr<const ParserSetup> setup, Model model)
    : setup_(std::move(setup)), model_(std::move(model)), direct_(setup_->templates, value_counts(*setup_, model_)),
      table_(std::visit([&](const auto& of) { return table_of(setup_->templates, direct_, of); }, model_)),
      parts_{Extractor(setup_->templates, Part::stack, direct_), Extractor(setup_->templates, Part::buffer, direct_),
             Extractor(setup_->templates, Part::rest, direct_)} {}

Trees Parser::trees(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt, std::size_t beam) const {
  if (beam > 1) return nbest(*this, treebank, 1, beam, threads, interrupt).trees;
  const EncodedSentences sentences = setup_->encoder.encode(treebank);
  Trees trees(treebank.words());
  // Each sentence has its own place in the result, whichever thread takes it.
  const auto worker = [&] {
    return [&, c = Configuration(), score = SentenceScorer(*this)](std::size_t i) mutable {
      setup_->system.start(c, sentences.words(i));
      score.start({sentences[i].data(), sentences.attributes}, c.words());
      score.visit([&](auto& scorer) {
        setup_->system.visit([&](const auto& system) {
          if constexpr (std::is_same_v<decltype(scorer), ModelScorer<TwoStepModel>&>)
            parse_in_two_steps(system, setup_->root_label, c, scorer);
          else
            parse_greedily(system, setup_->transitions, setup_->root_label, c, [&](const Configuration& at) { return scorer(at); });
        });
      });
      trees.take(c, treebank.word_begin[i]);
    };
  };
  for_sentences(sentences.sentences(), threads, worker, interrupt);
  return trees;
}

Treebank Parser::parse(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt, std::size_t beam) const {
  return with_trees(treebank, trees(treebank, threads, interrupt, beam));
}

Treebank Parser::with_trees(const Treebank& treebank, Trees trees) const {
  Treebank parsed = treebank;
  parsed.heads = std::move(trees.heads);
  std::vector<StringId> names;
  for (const std::string& name : setup_->labels.names()) names.push_back(parsed.strings->intern(name));
  for (std::size_t word = 0; word < parsed.words(); ++word) parsed[Text::label][word] = names[static_cast<std::size_t>(trees.labels[word])];
  parsed[Text::deps].assign(parsed.words(), kNothing);
  if (parsed.format == Format::conllx) parsed[Text::misc].assign(parsed.words(), kNothing);  // PDEPREL
  return parsed;
}

}  // namespace dodona
