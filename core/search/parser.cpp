#include "search/parser.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "search/greedy.h"

namespace dodona {
namespace {

// How many values each question can have; 0 for those that are not numbered from 0 on.
std::vector<std::uint32_t> value_counts(const ParserSetup& setup) {
  std::vector<std::uint32_t> counts;
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
std::vector<std::uint32_t> table_of(const TemplateSet& set, const DirectTemplates& direct, const LinearModel& model) {
  std::vector<std::uint32_t> table(direct.size);
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

// The features of one part of the templates, and the sum of their weights.
struct PartOfScore {
  PartOfScore(const Extractor& from, const LinearModel& model) : extractor(from), features(from.list()), workspace(model, features) {}

  void ask(const LinearModel& model, const Configuration& c, WordValues words) {
    extractor.extract(c, words, features);
    model.ask(features, workspace);
  }
  void look_up(const LinearModel& model, std::span<const std::uint32_t> table) { model.look_up(features, table, workspace); }

  const Extractor& extractor;
  FeatureList features;
  LinearModel::Workspace workspace;
};

}  // namespace

// Scores the configurations of one sentence after the other. What the words at the top of the stack
// and at the front of the buffer alone say is added up once and kept: the buffer's share until its front
// moves, the stack's share for each word. That saves a sixth of the time. (Parsing several sentences in
// lockstep, so that one works while another waits for memory, was tried and saved nothing.)
class SentenceScorer {
 public:
  explicit SentenceScorer(const Parser& parser)
      : model_(parser.model_), table_(parser.table_), stack_(parser.parts_[0], model_), buffer_(parser.parts_[1], model_), rest_(parser.parts_[2], model_) {}

  void start(WordValues words, Node length) {
    words_ = words;
    front_ = kNone;
    kept_.assign(static_cast<std::size_t>(length) + 1, false);
    sums_.resize(kept_.size() * model_.columns());
  }

  const std::int16_t* operator()(const Configuration& c) {
    const Node s = c.stack(0), b = c.buffer(0);
    const bool stack_is_new = s != kNone && !kept_[static_cast<std::size_t>(s)], buffer_is_new = b != front_;
    front_ = b;
    // First ask for all memory that will be needed, then look.
    rest_.ask(model_, c, words_);
    if (stack_is_new) stack_.ask(model_, c, words_);
    if (buffer_is_new) buffer_.ask(model_, c, words_);
    rest_.look_up(model_, table_);
    if (stack_is_new) stack_.look_up(model_, table_);
    if (buffer_is_new) buffer_.look_up(model_, table_);

    std::array<const std::int16_t*, 2> shares;
    std::size_t count = 0;
    if (buffer_is_new) model_.sum(buffer_.workspace, {});
    shares[count++] = buffer_.workspace.scores.data();
    if (s != kNone) {
      std::int16_t* const kept = &sums_[static_cast<std::size_t>(s) * model_.columns()];
      if (stack_is_new) std::copy_n(model_.sum(stack_.workspace, {}), model_.columns(), kept);
      kept_[static_cast<std::size_t>(s)] = true;
      shares[count++] = kept;
    }
    return model_.sum(rest_.workspace, std::span(shares).first(count));
  }

 private:
  const LinearModel& model_;
  const std::vector<std::uint32_t>& table_;
  PartOfScore stack_, buffer_, rest_;
  WordValues words_{};
  Node front_ = kNone;
  std::vector<char> kept_;          // whether a word's share of the stack is known
  std::vector<std::int16_t> sums_;  // those shares
};

Parser::Parser(std::shared_ptr<const ParserSetup> setup, LinearModel model)
    : setup_(std::move(setup)), model_(std::move(model)), direct_(setup_->templates, value_counts(*setup_)),
      table_(table_of(setup_->templates, direct_, model_)),
      parts_{Extractor(setup_->templates, Part::stack, direct_), Extractor(setup_->templates, Part::buffer, direct_),
             Extractor(setup_->templates, Part::rest, direct_)} {}

Trees Parser::trees(const Treebank& treebank, std::size_t threads) const {
  const EncodedSentences sentences = setup_->encoder.encode(treebank);
  Trees trees;
  trees.heads.resize(treebank.words());
  trees.labels.resize(treebank.words());
  // Each sentence has its own place in the result, whichever thread takes it.
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Configuration c;
    SentenceScorer score(*this);
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < sentences.sentences();) {
      setup_->system.start(c, sentences.words(i));
      score.start({sentences[i].data(), sentences.attributes}, c.words());
      parse_greedily(setup_->system, setup_->transitions, setup_->root_label, c, [&](const Configuration& at) { return score(at); });
      const std::size_t first = treebank.word_begin[i];
      for (Node word = 1; word <= c.words(); ++word) {
        trees.heads[first + static_cast<std::size_t>(word) - 1] = c.head(word);
        trees.labels[first + static_cast<std::size_t>(word) - 1] = c.label(word);
      }
    }
  };
  threads = std::clamp<std::size_t>(threads, 1, sentences.sentences() / 32 + 1);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return trees;
}

Treebank Parser::parse(const Treebank& treebank, std::size_t threads) const {
  Trees trees = this->trees(treebank, threads);
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
