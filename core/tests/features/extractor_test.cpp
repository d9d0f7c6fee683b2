// Compares extracted features with a slow interpreter of the templates' text.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "features/encoder.h"
#include "features/extractor.h"
#include "features/shipped_templates.h"
#include "features/templates.h"
#include "scoring/linear/compiled_extractor.h"
#include "scoring/linear/incremental_extractor.h"
#include "test.h"
#include "text/clusters.h"
#include "transitions/system.h"
#include "treebank/reader.h"

using namespace dodona;

namespace {

const char* const kTemplates = R"(s0.form
s0.form b0.form
b0.lemma s1.tag distance
s0.head.form s0.head.label
s0.left1.form b0.left2.upos
s0.right1.xpos s0.right2.label
b0.left.count s0.right.count s0.left.count
s0.left.labels s0.form
b0.left.labels s0.right.labels b0.tag
b1.lower b2.shape
b0.prefix2 s0.suffix3
b0.feats b0.feats.Case s0.feats.Number b0.misc
s0.head.head.tag
distance
distance(s1,s0) s1.form
same(s1,s0).upos s0.form
s2.form s1.label b1.form b0.suffix1 s0.tag b0.tag
)";

const char* const kSentence =
    "1\tDie\tdie\tDET\tART\tCase=Nom|Number=Plur\t_\t_\t_\t_\n"
    "2\tÄste\tAst\tNOUN\tNN\tCase=Nom|Number=Plur\t_\t_\t_\tA=1\n"
    "3\tder\tdie\tDET\tART\tCase=Gen\t_\t_\t_\t_\n"
    "4\talten\talt\tADJ\tADJA\t_\t_\t_\t_\tA=2\n"
    "5\tEiche\tEiche\tNOUN\tNN\tCase=Gen|Number=Sing\t_\t_\t_\tA=1\n"
    "6\trauschten\trauschen\tVERB\tVVFIN\tNumber=Plur\t_\t_\t_\t_\n"
    "7\t_\t_\tX\t_\t_\t_\t_\t_\t_\n"
    "8\t42.\t42\tNUM\tCARD\t_\t_\t_\t_\tA=1\n"
    "9\t.\t.\tPUNCT\t$.\t_\t_\t_\t_\t_\n\n";

// The value of an atom as text, if it has one.
using Answer = std::optional<std::string>;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

class Slow {
 public:
  Slow(const Treebank& treebank, const Configuration& c) : treebank_(treebank), c_(c) {}

  Answer template_answer(const std::string& line) const {
    std::string all;
    for (const std::string& atom : split(line, ' ')) {
      const Answer answer = question_answer(atom);
      if (!answer) return std::nullopt;
      all += *answer + "\n";
    }
    return all;
  }

 private:
  Answer question_answer(const std::string& atom) const {
    if (atom == "distance") return distance(c_.stack(0), c_.buffer(0));
    if (atom == "distance(s1,s0)") return distance(c_.stack(1), c_.stack(0));
    if (atom == "same(s1,s0).upos") return same(c_.stack(1), c_.stack(0), "upos");
    std::vector<std::string> steps = split(atom, '.');
    const auto depth = static_cast<std::size_t>(steps[0][1] - '0');
    Node node = steps[0][0] == 's' ? c_.stack(depth) : c_.buffer(depth);
    std::size_t i = 1;
    for (; i < steps.size() && node != kNone; ++i) {
      const Configuration::Arcs& arcs = c_[node];
      if (steps[i] == "head")
        node = arcs.head;
      else if (steps[i] == "left1")
        node = arcs.left1;
      else if (steps[i] == "left2")
        node = arcs.left2;
      else if (steps[i] == "right1")
        node = arcs.right1;
      else if (steps[i] == "right2")
        node = arcs.right2;
      else
        break;
    }
    if (node == kNone) return std::nullopt;
    std::string name = steps[i];
    for (++i; i < steps.size(); ++i) name += "." + steps[i];
    return node_answer(node, name);
  }

  Answer distance(Node s, Node front) const {
    if (s == kNone || front == kNone) return std::nullopt;
    const Node b = front == 0 ? c_.words() + 1 : front;
    const int far = b - s;
    return far < 0 ? "back" : far > 10 ? "far" : far > 4 ? "middling" : std::to_string(far);
  }

  Answer same(Node one, Node other, const std::string& name) const {
    if (one == kNone || other == kNone) return std::nullopt;
    const Answer a = node_answer(one, name), b = node_answer(other, name);
    if (!a || !b) return std::nullopt;
    return *a == *b ? "same" : "different";
  }

  Answer node_answer(Node node, const std::string& name) const {
    const Configuration::Arcs& arcs = c_[node];
    if (name == "label") return arcs.label == kNoLabel ? Answer() : std::to_string(arcs.label);
    if (name == "left.count") return std::to_string(arcs.left_count);
    if (name == "right.count") return std::to_string(arcs.right_count);
    if (name == "left.labels") return std::to_string(arcs.left_labels);
    if (name == "right.labels") return std::to_string(arcs.right_labels);
    if (node == 0) return "the root";
    const std::string answer = word_answer(static_cast<std::size_t>(node) - 1, name);
    return answer.empty() ? Answer() : "a word: " + answer;
  }

  std::string word_answer(std::size_t word, const std::string& name) const {
    const auto column = [&](Text which) { return std::string((*treebank_.strings)[treebank_[which][word]]); };
    const auto filled = [&](Text which) { return column(which) == "_" ? "" : column(which); };
    const std::string form = column(Text::form);
    if (name == "form") return form;
    if (name == "lemma") return filled(Text::lemma);
    if (name == "upos" || name == "tag") return filled(Text::tag);
    if (name == "xpos") return filled(Text::fine_tag);
    if (name == "feats") return filled(Text::feats);
    if (name == "misc") return filled(Text::misc);
    if (name.starts_with("feats.")) {
      for (const std::string& item : split(column(Text::feats), '|'))
        if (item.starts_with(name.substr(6) + "=")) return item.substr(name.size() - 5);
      return "";
    }
    // The others are written by hand for the few words here.
    static const std::map<std::string, std::map<std::string, std::string>> kDerived{
        {"lower", {{"Die", "die"}, {"Eiche", "eiche"}}},
        {"shape",
         {{"Die", "Xxx"},
          {"Äste", "wxx"},
          {"der", "xx"},
          {"alten", "xx"},
          {"Eiche", "Xxx"},
          {"rauschten", "xx"},
          {"_", "_"},
          {"42.", "00."},
          {".", "."}}},
        {"prefix2",
         {{"Die", "Di"},
          {"Äste", "Äs"},
          {"der", "de"},
          {"alten", "al"},
          {"Eiche", "Ei"},
          {"rauschten", "ra"},
          {"_", ""},
          {"42.", "42"},
          {".", ""}}},
        {"suffix3",
         {{"Die", "Die"},
          {"Äste", "ste"},
          {"der", "der"},
          {"alten", "ten"},
          {"Eiche", "che"},
          {"rauschten", "ten"},
          {"_", ""},
          {"42.", "42."},
          {".", ""}}},
        {"suffix1",
         {{"Die", "e"},
          {"Äste", "e"},
          {"der", "r"},
          {"alten", "n"},
          {"Eiche", "e"},
          {"rauschten", "n"},
          {"_", "_"},
          {"42.", "."},
          {".", "."}}},
    };
    const auto& words = kDerived.at(name);
    const auto found = words.find(form);
    return found == words.end() ? form : found->second;
  }

  const Treebank& treebank_;
  const Configuration& c_;
};

Treebank read() {
  Reader reader;
  reader.feed(kSentence);
  reader.finish();
  return reader.take();
}

}  // namespace

// Over many configurations: a template has a feature exactly if the slow interpreter finds values for all atoms, and
// its keys are equal exactly if the values are.
TEST(features_follow_the_templates) {
  const Treebank treebank = read();
  CHECK(treebank.words() == 9);
  const TemplateSet set(kTemplates);
  const std::vector<std::string> lines = split(kTemplates, '\n');
  CHECK(set.templates.size() == lines.size());
  Encoder encoder(set.attributes, TagChoice::upos);
  const EncodedSentences sentences = encoder.learn(treebank);
  const Extractor extractor(set);
  FeatureList features = extractor.list();

  std::vector<std::map<std::string, FeatureKey>> key_of(lines.size());
  std::vector<std::map<FeatureKey, std::string>> answer_of(lines.size());
  std::size_t wrong = 0, checked = 0;
  std::mt19937 random(1);
  for (int round = 0; round < 600; ++round) {
    const Root root = round % 3 == 0 ? Root::first : round % 3 == 1 ? Root::last : Root::none;
    const TransitionSystem system(
        root != Root::none && round % 4 == 0 ? choice_of<SwapStandard>() : choice_of<ArcEager>(), root, round % 2 == 0);
    Configuration c;
    system.start(c, 9);
    while (!system.finished(c)) {
      extractor.extract(c, {sentences[0].data(), sentences.attributes}, features);
      std::map<std::size_t, FeatureKey> found;
      for (std::size_t i = 0; i < features.size; ++i) found[features.from[i]] = features.keys[i];
      const Slow slow(treebank, c);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const Answer answer = slow.template_answer(lines[i]);
        ++checked;
        wrong += answer.has_value() != found.contains(i);
        if (!answer || !found.contains(i)) continue;
        wrong += key_of[i].try_emplace(*answer, found[i]).first->second != found[i];
        wrong += answer_of[i].try_emplace(found[i], *answer).first->second != *answer;
      }
      std::vector<Move> moves;
      for (const Move move : kAllMoves)
        if (system.legal(c).has(move)) moves.push_back(move);
      system.apply(c, moves[random() % moves.size()], static_cast<Label>(random() % 5));
    }
  }
  CHECK(wrong == 0);
  CHECK(checked > 50'000);
  for (const auto& keys : key_of) CHECK(keys.size() > 1);  // every template has had features
}

// Strings unseen in training have no value, and templates with them no feature.
TEST(unseen_strings_have_no_features) {
  const Treebank treebank = read();
  const TemplateSet set("s0.form\nb0.form\nb0.tag\n");
  Encoder encoder(set.attributes, TagChoice::both);
  const EncodedSentences before = static_cast<const Encoder&>(encoder).encode(treebank);
  CHECK(before.values[1 * before.attributes] == kNoValue);
  const EncodedSentences learnt = encoder.learn(treebank);
  const EncodedSentences after = static_cast<const Encoder&>(encoder).encode(treebank);
  CHECK(learnt.values == after.values);
  CHECK(learnt.values[0] == kRootValue);
  CHECK(learnt.values[1 * learnt.attributes] > kRootValue);
}

// All words of the sentence, in three clusters.
static std::shared_ptr<const Clusters> clusters_of(const Treebank& treebank) {
  std::vector<std::string> words;
  std::vector<std::uint16_t> numbers;
  for (const StringId form : treebank[Text::form]) {
    words.emplace_back((*treebank.strings)[form]);
    numbers.push_back(static_cast<std::uint16_t>(numbers.size() % 3));
  }
  return std::make_shared<const Clusters>(Clusters::of(words, numbers));
}

TEST(words_of_a_cluster_have_one_value) {
  const Treebank treebank = read();
  const TemplateSet set("s0.cluster\n");
  Encoder encoder(set.attributes, TagChoice::upos, clusters_of(treebank));
  const std::vector<Value> values = encoder.learn(treebank).values;
  CHECK(values[0] == kRootValue && values[1] > kRootValue && values[1] == values[4] && values[1] != values[2]);
  CHECK(encoder.vocabularies()[0].strings() == std::vector<std::string>{"0", "1", "2"});
  Encoder without(set.attributes, TagChoice::upos);
  CHECK(without.learn(treebank).values[1] == kNoValue);
}

#if defined(DODONA_COMPILES_TEMPLATES)
namespace {

// Compares the features extracted in parsing, in parts and with indexed templates, with those in training.
void compare_parts(std::string_view text) {
  const Treebank treebank = read();
  const TemplateSet set(text);
  Encoder encoder(set.attributes, TagChoice::xpos, clusters_of(treebank));
  const EncodedSentences sentences = encoder.learn(treebank);
  const WordValues words{sentences[0].data(), sentences.attributes};
  const IndexedTemplates indexed(set, value_counts(set, encoder, 5));
  CHECK(indexed.code != nullptr && indexed.size > 0);
  std::vector<FeatureKey> table(indexed.size);
  for_indexed_features(set, indexed, [&](std::uint32_t place, FeatureKey key) { table[place] = key; });
  const Extractor extractor(set);
  const PartExtractors parts = part_extractors(set, indexed);
  IncrementalExtractor features(parts), shared_features(parts);

  FeatureList all = extractor.list();
  const auto collect = [&](const FeatureList& list, std::vector<FeatureKey>& into) {
    into.insert(into.end(), list.keys.begin(), list.keys.begin() + static_cast<std::ptrdiff_t>(list.size));
    for (std::size_t i = 0; i < list.indexed_size; ++i)
      if (const FeatureKey key = table[list.indexed[i]]; key != 0) into.push_back(key);
  };
  std::size_t wrong = 0, checked = 0, swapped = 0;
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const Root root = round % 3 == 0 ? Root::first : round % 3 == 1 ? Root::last : Root::none;
    const TransitionSystem system(
        root != Root::none && round % 4 == 0 ? choice_of<SwapStandard>() : choice_of<ArcEager>(), root, round % 2 == 0);
    Configuration c;
    ArcsPool pool;
    SharedConfiguration shared{SharedArcs(pool)};
    system.start(c, 9);
    system.start(shared, 9);
    features.start(words, 9);
    shared_features.start(words, 9);
    std::vector<FeatureKey> of_buffer;
    std::map<Node, std::vector<FeatureKey>> of_stack;
    while (!system.finished(c)) {
      extractor.extract(c, words, all);
      std::vector<FeatureKey> wanted(all.keys.begin(), all.keys.begin() + static_cast<std::ptrdiff_t>(all.size)), found;
      features.look_at(c);
      shared_features.look_at(shared);
      wrong += features.rest().indexed != shared_features.rest().indexed ||
               features.rest().size != shared_features.rest().size;
      if (features.buffer_is_new()) {
        of_buffer.clear();
        collect(features.buffer(), of_buffer);
      }
      found = of_buffer;
      if (features.stack_is_new()) collect(features.stack(), of_stack[features.top()]);
      if (features.top() != kNone) std::ranges::copy(of_stack.at(features.top()), std::back_inserter(found));
      collect(features.rest(), found);
      std::ranges::sort(wanted);
      std::ranges::sort(found);
      wrong += wanted != found;
      ++checked;
      swapped += !c.swapped().empty();
      std::vector<Move> moves;
      for (const Move move : kAllMoves)
        if (system.legal(c).has(move)) moves.push_back(move);
      const Move move = moves[random() % moves.size()];
      const auto label = static_cast<Label>(random() % 5);
      system.apply(c, move, label);
      system.apply(shared, move, label);
    }
  }
  CHECK(wrong == 0);
  CHECK(checked > 4'000);
  CHECK(swapped > 100);
}

}  // namespace

TEST(compiled_templates_give_the_same_features) {
  for (const std::string_view text : kShippedTemplates) compare_parts(text);
}

// With too many words for the table of indexed templates, the compiled code is not used.
TEST(compiled_templates_are_not_used_with_too_many_words) {
  const TemplateSet set(kShippedTemplates[0]);
  std::vector<std::uint32_t> counts(set.atoms.size(), 3);
  CHECK(IndexedTemplates(set, counts).code != nullptr);
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (set.atoms[i].kind == Atom::Kind::attribute && set.attributes[set.atoms[i].attribute].name == "form")
      counts[i] = 3'000'000;
  const IndexedTemplates indexed(set, counts);
  CHECK(indexed.code == nullptr && indexed.size == 0);
}
#endif
