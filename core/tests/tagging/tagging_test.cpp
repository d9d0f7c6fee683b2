// Taggers against exhaustive search, and the ways from forms to lemmas.
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "tagging/edit_script.h"
#include "tagging/lemmatiser.h"
#include "tagging/tagger.h"
#include "tagging/word_types.h"
#include "test.h"
#include "text/characters.h"
#include "training/lemmas.h"
#include "training/tagging.h"
#include "treebank/reader.h"

using namespace dodona;

namespace {

constexpr const char* kTemplates =
    "w0.form\nw0.suffix1\nw0.suffix2\nw0.prefix1\nw0.shape\nw0.known\nw-1.lower w0.lower\nw1.lower\nw1.known\n"
    "w-1.tag\nw-1.tag w-2.tag # two of them\nw-1.full w0.suffix1\n";

struct Word {
  std::string form, lemma, upos, xpos, feats;
};

Treebank treebank_of(const std::vector<std::vector<Word>>& sentences) {
  std::string text;
  for (const auto& sentence : sentences) {
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      const Word& word = sentence[i];
      text += std::to_string(i + 1) + "\t" + word.form + "\t" + word.lemma + "\t" + word.upos + "\t" + word.xpos + "\t" + word.feats + "\t_\t_\t_\t_\n";
    }
    text += "\n";
  }
  Reader reader;
  reader.feed(text);
  reader.finish();
  return reader.take();
}

Treebank small() {
  const Word oak{"oak", "oak", "NOUN", "NN", "Number=Sing"}, oaks{"oaks", "oak", "NOUN", "NNS", "Number=Plur"};
  const Word dove{"Dove", "dove", "NOUN", "NN", "Number=Sing"}, doves{"doves", "dove", "NOUN", "NNS", "Number=Plur"};
  const Word speaks{"speaks", "speak", "VERB", "VBZ", "Person=3|Tense=Pres"}, spoke{"spoke", "speak", "VERB", "VBD", "Tense=Past"};
  const Word spokes{"spokes", "spoke", "NOUN", "NNS", "Number=Plur"}, the{"the", "the", "DET", "DT", "_"}, stop{".", ".", "PUNCT", ".", "_"};
  return treebank_of({{the, oak, speaks, stop}, {the, oaks, spoke, stop}, {the, spokes, spoke}, {dove, speaks}, {doves, spoke, stop}, {the, doves, spoke}});
}

Tagger trained(const Treebank& treebank, std::size_t beam, std::size_t closed_from) {
  TaggerTrainer trainer(treebank, {kTemplates, true, 2, closed_from, beam, 1});
  for (int epoch = 1; epoch <= 4; ++epoch) trainer.epoch(epoch);
  return trainer.tagger();
}

// The score of a word's tag after two others, straight from the definition.
long score_of(const Tagger& tagger, const WordTypes& types, const TypedSentence& sentence, std::uint32_t type, std::size_t word, TagId tag, TagId before,
              TagId before_that) {
  const TaggerSetup& setup = tagger.setup();
  FeatureList list = setup.templates.list();
  setup.templates.extract_word(types.values(type), list);
  setup.templates.extract_context(sentence.view(), word, list);
  setup.templates.extract_history(sentence.view(), word, setup.tags, before, before_that, list);
  LinearModel::Workspace workspace(tagger.model(), list);
  const std::int16_t* const scores = tagger.model().score(list, workspace);
  long sum = 0;
  for (const std::uint16_t factor : setup.tags.factors(tag)) sum += scores[factor];
  return sum;
}

}  // namespace

TEST(a_tag_is_what_its_factors_are) {
  const TagSet tags({{"VERB", "VB", "Tense=Past"}, {"NOUN", "NN", "Case=Gen|Number=Sing"}, {"NOUN", "NN", "Case=Gen|Number=Plur"}});
  CHECK(tags.size() == 3 && tags.groups() == 2);
  CHECK(tags.columns() == 2 + 2 + 4);
  const auto one = tags.factors(0), other = tags.factors(1);
  CHECK(one.size() == 4 && one[0] == 0 && tags.factors(2)[0] == 1);
  std::size_t shared = 0;
  for (const std::uint16_t factor : one) shared += std::ranges::find(other, factor) != other.end();
  CHECK(shared == 3);  // all but number
  CHECK(tags.find(tags[2]) == 2 && tags.find({"X", "_", "_"}) == 3);
}

TEST(a_wide_beam_finds_the_best_sequence_of_tags) {
  const Treebank treebank = small();
  for (const std::size_t beam : {1u, 3u}) {
    const Tagger tagger = trained(treebank, beam, 100);
    const TaggerSetup& setup = tagger.setup();

    WordTypes types(setup.templates, setup.dictionary);
    const Treebank text = treebank_of({{{"the", "_", "_", "_", "_"}, {"spokes", "_", "_", "_", "_"}, {"speaks", "_", "_", "_", "_"}}});
    std::vector<std::uint32_t> words;
    for (const StringId form : text[Text::form]) words.push_back(types.type_of(*text.strings, form));
    TypedSentence sentence;
    sentence.start(types, words);
    const auto none = static_cast<TagId>(setup.tags.size());
    long best = std::numeric_limits<long>::min();
    std::vector<TagId> wanted;
    for (TagId a = 0; a < none; ++a)
      for (TagId b = 0; b < none; ++b)
        for (TagId c = 0; c < none; ++c) {
          const long total = score_of(tagger, types, sentence, words[0], 0, a, none, none) + score_of(tagger, types, sentence, words[1], 1, b, a, none) +
                             score_of(tagger, types, sentence, words[2], 2, c, b, a);
          if (total > best) best = total, wanted = {a, b, c};
        }
    CHECK(tagger.tags(text, 1, {}, 500) == wanted);
    // Greedy: the best of each word after those before it.
    std::vector<TagId> greedy;
    for (std::size_t i = 0; i < 3; ++i) {
      long most = std::numeric_limits<long>::min();
      TagId chosen = 0;
      for (TagId tag = 0; tag < none; ++tag) {
        const long score = score_of(tagger, types, sentence, words[i], i, tag, i > 0 ? greedy[i - 1] : none, i > 1 ? greedy[i - 2] : none);
        if (score > most) most = score, chosen = tag;
      }
      greedy.push_back(chosen);
    }
    CHECK(tagger.tags(text, 1) == greedy);
  }
}

TEST(a_tagger_learns_and_does_not_depend_on_threads) {
  const Treebank treebank = small();
  const Tagger tagger = trained(treebank, 1, 100);
  const Treebank tagged = tagger.with_tags(treebank, tagger.tags(treebank, 1));
  for (const Text column : {Text::tag, Text::fine_tag, Text::feats})
    for (std::size_t i = 0; i < treebank.words(); ++i) CHECK((*tagged.strings)[tagged[column][i]] == (*treebank.strings)[treebank[column][i]]);
  Treebank many = treebank.without_sentences();
  for (int i = 0; i < 100; ++i)
    for (std::size_t j = 0; j < treebank.sentences(); ++j) many.append(treebank, j);
  CHECK(tagger.tags(many, 1) == tagger.tags(many, 4));
  // A word seen often enough has no other tags than those it had.
  const Tagger closed = trained(treebank, 1, 2);
  for (const TagId tag : closed.tags(treebank_of({{{"spoke", "_", "_", "_", "_"}, {"spoke", "_", "_", "_", "_"}}}), 1))
    CHECK(closed.setup().tags[tag].upos == "VERB");
}

TEST(edit_scripts_lead_from_forms_to_lemmas) {
  const std::vector<std::pair<std::string, std::string>> pairs = {{"walked", "walk"}, {"Walked", "walk"}, {"is", "be"},      {"Είναι", "είμαι"}, {"ÉTÉ", "être"},
                                                                 {"gegangen", "gehen"}, {"x", "x"},        {"USA", "USA"}, {"a\xff", "a"},     {"Oaks", "oak"}};
  for (const auto& [form, lemma] : pairs) {
    const EditScript script = EditScript::between(form, lemma);
    std::string out;
    CHECK(script.apply(form, out));
    CHECK(out == lemma);
    CHECK(EditScript::from_text(script.text()) == script);
  }
  CHECK(EditScript::between("walked", "walk") == EditScript::between("talked", "talk"));
  CHECK(EditScript::between("Walked", "walk") == EditScript::between("Talked", "talk"));
  std::string out;
  CHECK(!EditScript::between("walked", "walk").apply("ed", out));
  for (const char* bad : {"", "l\t1\t\t2", "q\t0\t\t0\t", "l\t999\t\t0\t", "=\t"}) CHECK(!EditScript::from_text(bad));
}

TEST(a_lemmatiser_learns_rules_and_exceptions) {
  const Treebank treebank = small();
  const Lemmatiser lemmatiser = train_lemmatiser(treebank);
  const Treebank found = lemmatiser.lemmatise(treebank);
  for (std::size_t i = 0; i < treebank.words(); ++i) CHECK((*found.strings)[found[Text::lemma][i]] == (*treebank.strings)[treebank[Text::lemma][i]]);
  const Treebank other = lemmatiser.lemmatise(treebank_of({{{"groves", "_", "NOUN", "NNS", "Number=Plur"}}}));
  CHECK((*other.strings)[other[Text::lemma][0]] == "grove");
}

TEST(characters_are_read_whatever_the_bytes) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\xA6\xFF\xC3";
  std::vector<char32_t> codes;
  std::vector<std::uint32_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += bytes.back()) {
    const Character c = character_at(text, i);
    codes.push_back(c.code);
    bytes.push_back(c.bytes);
  }
  CHECK(codes == std::vector<char32_t>{U'a', U'é', U'€', U'\U0001F426', kReplacement, kReplacement});
  CHECK(bytes == std::vector<std::uint32_t>{1, 2, 3, 4, 1, 1});
  for (char32_t c = 0; c < 0x30000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string one;
    append_character(one, c);
    CHECK(character_at(one, 0).code == c && character_at(one, 0).bytes == one.size());
    CHECK(lower_case(lower_case(c)) == lower_case(c));
  }
  for (const auto& [capital, small] : {std::pair{U'Ä', U'ä'}, {U'Ő', U'ő'}, {U'Ž', U'ž'}, {U'Ÿ', U'ÿ'}, {U'Ά', U'ά'}, {U'Σ', U'σ'}, {U'Ж', U'ж'}, {U'Ё', U'ё'}, {U'Ա', U'ա'}})
    CHECK(lower_case(capital) == small && kind_of(capital) == CharacterKind::capital && kind_of(small) == CharacterKind::letter);
  for (const char32_t c : {U'ß', U'ı', U'×', U'1', U'漢'}) CHECK(lower_case(c) == c);
  CHECK(kind_of(0x3000) == CharacterKind::space && kind_of(0) == CharacterKind::space && kind_of(0x301) == CharacterKind::mark);
  CHECK(kind_of(U'漢') == CharacterKind::ideograph && kind_of(U'。') == CharacterKind::punctuation && kind_of(0x1F426) == CharacterKind::symbol);
}
