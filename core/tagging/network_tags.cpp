#include "tagging/network_tags.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "base/parallel.h"
#include "scoring/constrained_model.h"
#include "tagging/edit_script.h"
#include "text/characters.h"
#include "treebank/utf8.h"

namespace dodona {
namespace {

using Choice = std::uint16_t;
constexpr std::size_t kMostValues = std::numeric_limits<Choice>::max();
constexpr std::string_view kFeature = "feats.";

constexpr std::pair<std::string_view, Text> kColumns[] = {
    {"tags", Text::tag}, {"fine_tags", Text::fine_tag}, {"feats", Text::feats}, {"lemmas", Text::lemma}};

// The column of a head; none for a single feature.
std::optional<Text> column_of(std::string_view name) {
  const auto* const found = std::ranges::find(kColumns, name, [](const auto& column) { return column.first; });
  return found == std::end(kColumns) ? std::nullopt : std::optional(found->second);
}

// The values that were chosen for each word.
class Choices final : public TagSink {
 public:
  Choices(const std::vector<TagHead>& heads, const Treebank& treebank)
      : heads_(heads), treebank_(treebank), chosen_(treebank.words() * heads.size()) {
    for (const TagHead& head : heads)
      if (column_of(head.name) == Text::lemma)
        for (const std::string& text : head.values) scripts_.push_back(EditScript::from_text(text).value());
  }

  void take(std::size_t word, const float* scores) override {
    Choice* chosen = chosen_.data() + word * heads_.size();
    for (const TagHead& head : heads_) {
      const std::size_t size = head.values.size();
      *chosen++ = column_of(head.name) == Text::lemma ? script_for(word, scores, size) : best_of(scores, size);
      scores += size;
    }
  }

  // The treebank with these values.
  Treebank apply() const {
    Treebank made = treebank_;
    for (std::size_t head = 0; head < heads_.size(); ++head)
      if (const auto column = column_of(heads_[head].name)) {
        if (*column == Text::lemma)
          set_lemmas(head, made);
        else
          set_column(head, made[*column], made);
      }
    set_features(made);
    return made;
  }

 private:
  static Choice best_of(const float* scores, std::size_t size) {
    return static_cast<Choice>(find_first(scores, static_cast<std::uint32_t>(size), highest(scores, size)));
  }

  // The best script that applies to a form; if there is none, the number after the last.
  Choice script_for(std::size_t word, const float* scores, std::size_t size) const {
    const std::string_view form = (*treebank_.strings)[treebank_[Text::form][word]];
    Choice best = best_of(scores, size);
    std::string lemma;
    if (scripts_[best].apply(form, lemma)) return best;
    std::vector<float> left(scores, scores + size);
    for (std::size_t tried = 1; tried < size; ++tried) {
      left[best] = std::numeric_limits<float>::lowest();
      best = best_of(left.data(), size);
      if (scripts_[best].apply(form, lemma)) return best;
    }
    return static_cast<Choice>(size);
  }

  Choice choice(std::size_t word, std::size_t head) const { return chosen_[word * heads_.size() + head]; }

  void set_column(std::size_t head, std::vector<StringId>& column, const Treebank& made) const {
    std::vector<StringId> values;
    for (const std::string& value : heads_[head].values) values.push_back(made.strings->intern(value));
    for (std::size_t word = 0; word < column.size(); ++word) column[word] = values[choice(word, head)];
  }

  void set_lemmas(std::size_t head, Treebank& made) const {
    std::unordered_map<std::uint64_t, StringId> known;  // by form and script
    for (std::size_t word = 0; word < made.words(); ++word) {
      const StringId form = made[Text::form][word];
      const Choice script = choice(word, head);
      const auto [place, is_new] = known.try_emplace(std::uint64_t{form} << 16 | script, form);
      if (is_new && script < scripts_.size()) {
        std::string lemma;
        scripts_[script].apply((*made.strings)[form], lemma);
        place->second = made.strings->intern(lemma);
      }
      made[Text::lemma][word] = place->second;
    }
  }

  void set_features(Treebank& made) const {
    std::vector<std::pair<std::size_t, std::string_view>> features;
    for (std::size_t head = 0; head < heads_.size(); ++head)
      if (!column_of(heads_[head].name))
        features.emplace_back(head, std::string_view(heads_[head].name).substr(kFeature.size()));
    if (features.empty()) return;
    std::map<std::vector<Choice>, StringId> known;
    std::vector<Choice> values(features.size());
    for (std::size_t word = 0; word < made.words(); ++word) {
      for (std::size_t i = 0; i < features.size(); ++i) values[i] = choice(word, features[i].first);
      const auto [place, is_new] = known.try_emplace(values, kUnspecified);
      if (is_new) {
        std::string text;
        for (std::size_t i = 0; i < features.size(); ++i) {
          const std::string& value = heads_[features[i].first].values[values[i]];
          if (value == "_") continue;
          if (!text.empty()) text += '|';
          text.append(features[i].second).append("=").append(value);
        }
        if (!text.empty()) place->second = made.strings->intern(text);
      }
      made[Text::feats][word] = place->second;
    }
  }

  const std::vector<TagHead>& heads_;
  const Treebank& treebank_;
  std::vector<EditScript> scripts_;
  std::vector<Choice> chosen_;  // [words, heads]
};

// A network whose scorers also give tags away.
class TaggingModel final : public Model {
 public:
  TaggingModel(const NetworkModel& model, TagSink& tags) : model_(model), tags_(tags) {}
  MakeScorer scorers(const Treebank& treebank) const override { return model_.scorers(treebank, &tags_); }
  double unit() const override { return model_.unit(); }

 private:
  const NetworkModel& model_;
  TagSink& tags_;
};

}  // namespace

void check_heads(const std::vector<TagHead>& heads) {
  std::set<std::string_view> seen;
  for (const TagHead& head : heads) {
    const auto fail = [&](const char* what) { throw std::invalid_argument("the network's " + head.name + " " + what); };
    const auto column = column_of(head.name);
    if (!column && (!head.name.starts_with(kFeature) || head.name.size() == kFeature.size() || has_control(head.name) ||
                    find_text_fault(head.name)))
      throw std::invalid_argument("the network has a head for no known column");
    if (head.values.empty() || head.values.size() >= kMostValues) fail("have too many or too few values");
    const auto is_valid = [&](const std::string& value) {
      if (find_text_fault(value)) return false;  // it is no UTF-8
      return column == Text::lemma ? EditScript::from_text(value).has_value() : can_be_column(value);
    };
    if (!std::ranges::all_of(head.values, is_valid)) fail("have a value that cannot be written");
    // Single features and whole FEATS exclude each other.
    if (!seen.insert(head.name).second || (!column && seen.contains("feats")) ||
        (column == Text::feats && std::ranges::any_of(seen, [](auto name) { return name.starts_with(kFeature); })))
      fail("are there twice");
  }
}

const NetworkModel* network_in(const Model& model) {
  if (const auto* const constraints = dynamic_cast<const ConstrainedModel*>(&model))
    return network_in(*constraints->unconstrained());
  return dynamic_cast<const NetworkModel*>(&model);
}

Treebank tag(const NetworkModel& model, const Treebank& treebank, std::size_t threads, const Interrupt& interrupt) {
  Choices choices(model.network().heads, treebank);
  const MakeScorer make_scorer = model.scorers(treebank, &choices);
  const auto worker = [&] { return [scorer = make_scorer()](std::size_t i) { scorer->start(i); }; };
  parallel_for(treebank.sentences(), threads, worker, interrupt);
  return choices.apply();
}

Treebank tag_and_parse(const Parser& parser, const Treebank& treebank, std::size_t threads, const Interrupt& interrupt,
                       SearchOptions search) {
  const NetworkModel* const network = network_in(parser.model());
  if (network == nullptr) throw std::invalid_argument("the parser has no network");
  Choices choices(network->network().heads, treebank);
  std::shared_ptr<Model> model = std::make_shared<TaggingModel>(*network, choices);
  if (const auto* const constraints = dynamic_cast<const ConstrainedModel*>(&parser.model()))
    model = constraints->around(std::move(model));
  Trees trees = Parser(parser.shared_spec(), std::move(model)).trees(treebank, threads, interrupt, search);
  return parser.with_trees(choices.apply(), std::move(trees));
}

}  // namespace dodona
