#include "search/parser.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "search/greedy.h"

namespace dodona {
namespace {

// One sentence on its way through the parser.
struct Lane {
  Lane(const ParserSetup& setup, const LinearModel& model) : features(setup.extractor.list()), workspace(model, setup.extractor.templates()) {}
  std::size_t sentence = 0;
  WordValues words{};
  Configuration c;
  FeatureList features;
  LinearModel::Workspace workspace;
};

// Sentences that are parsed by one thread, several at a time in lockstep: while one waits for memory,
// the others work. Each is parsed greedily as if it were alone.
class Lockstep {
 public:
  Lockstep(const Parser& parser, const EncodedSentences& sentences, const Treebank& treebank, Trees& trees)
      : setup_(*parser.setup), model_(parser.model), sentences_(sentences), treebank_(treebank), trees_(trees) {
    for (std::size_t i = 0; i < kLanes; ++i) all_.emplace_back(setup_, model_);
    for (Lane& lane : all_) idle_.push_back(&lane);
  }

  /// Parses sentences until `next()` has no more: it returns the number of one, or of none that exists.
  template <class Next>
  void run(Next next) {
    for (;;) {
      while (!idle_.empty()) {
        const std::size_t sentence = next();
        if (sentence >= sentences_.sentences()) break;
        start(*idle_.back(), sentence);
        busy_.push_back(idle_.back());
        idle_.pop_back();
      }
      if (busy_.empty()) return;
      for (Lane* lane : busy_) {
        setup_.extractor.extract(lane->c, lane->words, lane->features);
        model_.ask(lane->features);
      }
      for (Lane* lane : busy_) model_.look_up(lane->features, lane->workspace);
      for (std::size_t i = busy_.size(); i-- > 0;) {
        Lane& lane = *busy_[i];
        const TransitionId id = best_legal(setup_.transitions, lane.c, setup_.system.legal(lane.c), model_.sum(lane.workspace));
        ArcEager::apply(lane.c, setup_.transitions[id].move, setup_.transitions[id].label);
        if (!setup_.system.finished(lane.c)) continue;
        finish(lane);
        idle_.push_back(&lane);
        busy_.erase(busy_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

 private:
  static constexpr std::size_t kLanes = 6;

  void start(Lane& lane, std::size_t sentence) {
    lane.sentence = sentence;
    lane.words = {sentences_[sentence].data(), sentences_.attributes};
    setup_.system.start(lane.c, sentences_.words(sentence));
  }

  void finish(Lane& lane) {
    ArcEager::finish(lane.c, setup_.root_label);
    const std::size_t first = treebank_.word_begin[lane.sentence];
    for (Node word = 1; word <= lane.c.words(); ++word) {
      trees_.heads[first + static_cast<std::size_t>(word) - 1] = lane.c.head(word);
      trees_.labels[first + static_cast<std::size_t>(word) - 1] = lane.c.label(word);
    }
  }

  const ParserSetup& setup_;
  const LinearModel& model_;
  const EncodedSentences& sentences_;
  const Treebank& treebank_;
  Trees& trees_;
  std::vector<Lane> all_;
  std::vector<Lane*> idle_, busy_;
};

}  // namespace

Trees Parser::trees(const Treebank& treebank, std::size_t threads) const {
  const EncodedSentences sentences = setup->encoder.encode(treebank);
  Trees trees;
  trees.heads.resize(treebank.words());
  trees.labels.resize(treebank.words());
  // Each sentence has its own place in the result, whichever thread takes it.
  std::atomic<std::size_t> next{0};
  const auto work = [&] { Lockstep(*this, sentences, treebank, trees).run([&] { return next.fetch_add(1, std::memory_order_relaxed); }); };
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
  for (const std::string& name : setup->labels.names()) names.push_back(parsed.strings->intern(name));
  for (std::size_t word = 0; word < parsed.words(); ++word) parsed[Text::label][word] = names[static_cast<std::size_t>(trees.labels[word])];
  parsed[Text::deps].assign(parsed.words(), kNothing);
  if (parsed.format == Format::conllx) parsed[Text::misc].assign(parsed.words(), kNothing);  // PDEPREL
  return parsed;
}

}  // namespace dodona
