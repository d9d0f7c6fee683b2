#include "tagging/tagger.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "tagging/tag_search.h"
#include "tagging/word_types.h"

namespace dodona {
namespace {

// The number of sentences that share a table of forms.
constexpr std::size_t kBatch = 4096;

}  // namespace

Tagger::Tagger(std::shared_ptr<const TaggerSetup> spec, PackedWeights model)
    : spec_(std::move(spec)), model_(std::move(model)) {
  if (model_.transitions() != spec_->tags.columns())
    throw std::invalid_argument("the weights of the tagger do not match its tags");
}

// The state of one thread.
class Tagger::Worker {
 public:
  Worker(const Tagger& tagger, const WordTypes& types, const HugeVector<std::int16_t>& rows, std::size_t beam)
      : tagger_(tagger), spec_(tagger.spec()), types_(types), rows_(rows), chooser_(spec_.tags),
        beam_(spec_.tags, beam), width_(beam), context_(spec_.templates.list()), next_context_(context_),
        features_(context_), workspace_(tagger.model_, context_), next_workspace_(workspace_), history_(workspace_),
        base_(tagger.model_.columns()) {}

  void tag(std::span<const std::uint32_t> words, TagId* out) {
    sentence_.start(types_, words);
    if (width_ > 1) return tag_with_beam(words, out);
    const PackedWeights& model = tagger_.model_;
    TagId before = spec_.tags.none(), before_that = before;
    prefetch_context(0, words, context_, workspace_);
    for (std::size_t i = 0; i < words.size(); ++i) {
      // Prefetch the weights of the next word while this one is scored.
      if (i + 1 < words.size()) prefetch_context(i + 1, words, next_context_, next_workspace_);
      const Dictionary::Entry& entry = types_.entry(words[i]);
      TagId tag;
      if (entry.closed && entry.tags.size() == 1) {
        tag = entry.tags[0];
      } else {
        features_.size = 0;
        spec_.templates.extract_history(sentence_.view(), i, spec_.tags, before, before_that, features_);
        model.request(features_, history_);
        model.look_up(context_, {}, workspace_);
        model.look_up(features_, {}, history_);
        append(history_, workspace_);
        const std::int16_t* const row = row_of(words[i]);
        const std::int16_t* const scores = model.sum(workspace_, {&row, 1});
        tag = chooser_.best<std::int32_t>(entry, scores).tag;
      }
      out[i] = tag;
      before_that = before;
      before = tag;
      std::swap(context_, next_context_);
      std::swap(workspace_, next_workspace_);
    }
  }

 private:
  const std::int16_t* row_of(std::uint32_t type) const { return rows_.data() + type * tagger_.model_.columns(); }

  void prefetch_context(std::size_t word, std::span<const std::uint32_t> words, FeatureList& list,
                        PackedWeights::Workspace& workspace) {
    const Dictionary::Entry& entry = types_.entry(words[word]);
    if (width_ == 1 && entry.closed && entry.tags.size() == 1) return;
    list.size = 0;
    spec_.templates.extract_context(sentence_.view(), word, list);
    tagger_.model_.request(list, workspace);
    const std::int16_t* const row = row_of(words[word]);
    for (std::size_t i = 0; i < tagger_.model_.columns(); i += 32) prefetch(row + i);
  }

  // Adds the rows that one lookup found to those of another.
  static void append(const PackedWeights::Workspace& from, PackedWeights::Workspace& to) {
    std::copy_n(from.rows.begin(), from.row_count, to.rows.begin() + static_cast<std::ptrdiff_t>(to.row_count));
    std::copy_n(from.lists.begin(), from.list_count, to.lists.begin() + static_cast<std::ptrdiff_t>(to.list_count));
    to.row_count += from.row_count;
    to.list_count += from.list_count;
  }

  void tag_with_beam(std::span<const std::uint32_t> words, TagId* out) {
    const PackedWeights& model = tagger_.model_;
    beam_.start();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Dictionary::Entry& entry = types_.entry(words[i]);
      prefetch_context(i, words, context_, workspace_);
      model.look_up(context_, {}, workspace_);
      const std::int16_t* row = row_of(words[i]);
      std::copy_n(model.sum(workspace_, {&row, 1}), base_.size(), base_.begin());
      for (std::uint32_t from = 0; from < beam_.last().size(); ++from) {
        features_.size = 0;
        spec_.templates.extract_history(sentence_.view(), i, spec_.tags, beam_.last()[from].tag,
                                        beam_.last()[from].before, features_);
        model.request(features_, history_);
        model.look_up(features_, {}, history_);
        row = base_.data();
        const std::int16_t* const scores = model.sum(history_, {&row, 1});
        chooser_.for_tags<std::int64_t>(entry, scores,
                                        [&](TagId tag, std::int64_t score) { beam_.add(from, tag, score); });
      }
      beam_.advance();
    }
    beam_.trace(words.size(), 0, out);
  }

  const Tagger& tagger_;
  const TaggerSetup& spec_;
  const WordTypes& types_;
  const HugeVector<std::int16_t>& rows_;
  TagChooser chooser_;
  TagBeam<std::int64_t> beam_;
  std::size_t width_;
  TypedSentence sentence_;
  FeatureList context_, next_context_, features_;
  PackedWeights::Workspace workspace_, next_workspace_, history_;
  HugeVector<std::int16_t> base_;
};

std::vector<TagId> Tagger::tags(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt,
                                std::size_t beam) const {
  std::vector<TagId> out(treebank.words());
  std::vector<std::uint32_t> words;
  WordTypes types(spec_->templates, spec_->dictionary, spec_->clusters.get());
  HugeVector<std::int16_t> rows;
  const std::size_t columns = model_.columns();
  for (std::size_t begin = 0; begin < treebank.sentences(); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, treebank.sentences());
    constexpr std::size_t kMostTypes = 100'000;  // each has a row of scores in memory
    if (types.size() > kMostTypes) {
      types.clear();
      rows.clear();
    }
    const std::size_t first = treebank.word_begin[begin], last = treebank.word_begin[end];
    const std::size_t old_types = rows.size() / columns;
    words.clear();
    for (std::size_t word = first; word < last; ++word)
      words.push_back(types.type_of(*treebank.strings, treebank[Text::form][word]));
    rows.resize(types.size() * columns);
    const auto scorer = [&] {
      return [&, list = spec_->templates.list(),
              workspace = PackedWeights::Workspace(model_, spec_->templates.list())](std::size_t i) mutable {
        const auto type = static_cast<std::uint32_t>(old_types + i);
        list.size = 0;
        spec_->templates.extract_word(types.values(type), list);
        std::copy_n(model_.score(list, workspace), columns, rows.begin() + static_cast<std::ptrdiff_t>(type * columns));
      };
    };
    parallel_for(types.size() - old_types, threads, scorer, interrupt);
    const auto worker = [&] {
      return [&, worker = std::make_unique<Worker>(*this, types, rows, beam)](std::size_t i) {
        const std::size_t at = treebank.word_begin[begin + i];
        worker->tag({words.data() + (at - first), treebank.length(begin + i)}, out.data() + at);
      };
    };
    parallel_for(end - begin, threads, worker, interrupt);
  }
  return out;
}

Treebank Tagger::with_tags(const Treebank& treebank, const std::vector<TagId>& tags) const {
  Treebank tagged = treebank;
  std::vector<std::array<StringId, 3>> names;
  for (const Tag& tag : spec_->tags.tags())
    names.push_back(
        {tagged.strings->intern(tag.upos), tagged.strings->intern(tag.xpos), tagged.strings->intern(tag.feats)});
  for (std::size_t word = 0; word < tags.size(); ++word) {
    const auto& [upos, xpos, feats] = names[tags[word]];
    tagged[Text::tag][word] = upos;
    tagged[Text::fine_tag][word] = xpos;
    tagged[Text::feats][word] = feats;
  }
  return tagged;
}

}  // namespace dodona
