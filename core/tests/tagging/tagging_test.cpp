// Taggers compared with exhaustive search, edit scripts and lemmatisers.
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "learners/averaged_perceptron.h"
#include "learners/packing.h"
#include "tagging/edit_script.h"
#include "tagging/lemmatiser.h"
#include "tagging/tag_search.h"
#include "tagging/tagger.h"
#include "tagging/word_types.h"
#include "test.h"
#include "training/lemmas.h"
#include "training/tagging.h"
#include "treebank/reader.h"
#include "treebank/writer.h"

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
      text += std::to_string(i + 1) + "\t" + word.form + "\t" + word.lemma + "\t" + word.upos + "\t" + word.xpos +
              "\t" + word.feats + "\t_\t_\t_\t_\n";
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
  const Word speaks{"speaks", "speak", "VERB", "VBZ", "Person=3|Tense=Pres"},
      spoke{"spoke", "speak", "VERB", "VBD", "Tense=Past"};
  const Word spokes{"spokes", "spoke", "NOUN", "NNS", "Number=Plur"}, the{"the", "the", "DET", "DT", "_"},
      stop{".", ".", "PUNCT", ".", "_"};
  return treebank_of({{the, oak, speaks, stop},
                      {the, oaks, spoke, stop},
                      {the, spokes, spoke},
                      {dove, speaks},
                      {doves, spoke, stop},
                      {the, doves, spoke}});
}

Tagger trained(const Treebank& treebank, std::size_t beam, std::size_t closed_from) {
  TaggerTrainer trainer(treebank, {.templates = kTemplates, .known_from = 2, .closed_from = closed_from, .beam = beam});
  for (int epoch = 1; epoch <= 4; ++epoch) trainer.epoch(epoch);
  return trainer.tagger();
}

// The score of a tag after two others, by the definition.
long score_of(const Tagger& tagger, const WordTypes& types, const TypedSentence& sentence, std::uint32_t type,
              std::size_t word, TagId tag, TagId before, TagId before_that) {
  const TaggerSetup& spec = tagger.spec();
  FeatureList list = spec.templates.list();
  spec.templates.extract_word(types.values(type), list);
  spec.templates.extract_context(sentence.view(), word, list);
  spec.templates.extract_history(sentence.view(), word, spec.tags, before, before_that, list);
  PackedWeights::Workspace workspace(tagger.model(), list);
  const std::int16_t* const scores = tagger.model().score(list, workspace);
  long sum = 0;
  for (const std::uint16_t factor : spec.tags.factors(tag)) sum += scores[factor];
  return sum;
}

}  // namespace

TEST(threads_tag_sentences_of_one_pool) {
  const Treebank bank = small();
  const Tagger tagger = trained(bank, 1, 2);
  const Lemmatiser lemmatiser = train_lemmatiser(bank, 4, 1);
  const auto tagged = [&](std::size_t sentence) {
    Treebank part = bank.without_sentences();
    for (int i = 0; i < 50; ++i) {
      part.append(bank, sentence);
      part[Text::form].back() = part.strings->intern("oak" + std::to_string(sentence) + "x" + std::to_string(i));
    }
    const Treebank done = lemmatiser.lemmatise(tagger.with_tags(part, tagger.tags(part, 2, {}, 1)));
    std::string text;
    write(done, 0, done.sentences(), text);
    return text;
  };
  std::vector<std::string> found(bank.sentences());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i) threads.emplace_back([&, i] { found[i] = tagged(i); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == tagged(i));
}

TEST(tags_with_equal_features_share_factors) {
  const TagSet tags(
      {{"VERB", "VB", "Tense=Past"}, {"NOUN", "NN", "Case=Gen|Number=Sing"}, {"NOUN", "NN", "Case=Gen|Number=Plur"}});
  CHECK(tags.size() == 3 && tags.groups() == 2);
  CHECK(tags.columns() == 2 + 2 + 4);
  const auto one = tags.factors(0), other = tags.factors(1);
  CHECK(one.size() == 4 && one[0] == 0 && tags.factors(2)[0] == 1);
  std::size_t shared = 0;
  for (const std::uint16_t factor : one) shared += std::ranges::find(other, factor) != other.end();
  CHECK(shared == 3);  // all but Number
  CHECK(tags.find(tags[2]) == 2 && tags.find({"X", "_", "_"}) == 3);
}

TEST(a_wide_beam_finds_the_best_sequence_of_tags) {
  const Treebank treebank = small();
  for (const std::size_t beam : {1u, 3u}) {
    const Tagger tagger = trained(treebank, beam, 100);
    const TaggerSetup& spec = tagger.spec();

    WordTypes types(spec.templates, spec.dictionary);
    const Treebank text =
        treebank_of({{{"the", "_", "_", "_", "_"}, {"spokes", "_", "_", "_", "_"}, {"speaks", "_", "_", "_", "_"}}});
    std::vector<std::uint32_t> words;
    for (const StringId form : text[Text::form]) words.push_back(types.type_of(*text.strings, form));
    TypedSentence sentence;
    sentence.start(types, words);
    const auto none = static_cast<TagId>(spec.tags.size());
    long best = std::numeric_limits<long>::min();
    std::vector<TagId> wanted;
    for (TagId a = 0; a < none; ++a)
      for (TagId b = 0; b < none; ++b)
        for (TagId c = 0; c < none; ++c) {
          const long total = score_of(tagger, types, sentence, words[0], 0, a, none, none) +
                             score_of(tagger, types, sentence, words[1], 1, b, a, none) +
                             score_of(tagger, types, sentence, words[2], 2, c, b, a);
          if (total > best) best = total, wanted = {a, b, c};
        }
    CHECK(tagger.tags(text, 1, {}, 500) == wanted);
    // Greedy: the best tag of each word, given those before it.
    std::vector<TagId> greedy;
    for (std::size_t i = 0; i < 3; ++i) {
      long most = std::numeric_limits<long>::min();
      TagId chosen = 0;
      for (TagId tag = 0; tag < none; ++tag) {
        const long score = score_of(tagger, types, sentence, words[i], i, tag, i > 0 ? greedy[i - 1] : none,
                                    i > 1 ? greedy[i - 2] : none);
        if (score > most) most = score, chosen = tag;
      }
      greedy.push_back(chosen);
    }
    CHECK(tagger.tags(text, 1) == greedy);
  }
}

TEST(only_hypotheses_that_end_in_the_same_two_tags_are_merged) {
  const TagSet tags({{"A", "_", "_"}, {"B", "_", "_"}, {"C", "_", "_"}});
  TagBeam<int> beam(tags, 4);
  beam.start();
  beam.add(0, 0, 5);
  beam.add(0, 1, 4);
  beam.advance();
  for (std::uint32_t from = 0; from < 2; ++from) beam.add(from, 2, 1);
  beam.advance();
  CHECK(beam.last().size() == 2 && beam.last()[0].before == 0 && beam.last()[1].before == 1);
  for (std::uint32_t from = 0; from < 2; ++from) beam.add(from, 0, from == 0 ? 1 : 3);
  beam.advance();
  CHECK(beam.last().size() == 1 && beam.last()[0].score == 8);
  std::vector<TagId> found(3);
  beam.trace(3, 0, found.data());
  CHECK(found == std::vector<TagId>({1, 2, 0}));
}

TEST(a_tagger_learns_and_threads_do_not_change_the_result) {
  const Treebank treebank = small();
  const Tagger tagger = trained(treebank, 1, 100);
  const Treebank tagged = tagger.with_tags(treebank, tagger.tags(treebank, 1));
  for (const Text column : {Text::tag, Text::fine_tag, Text::feats})
    for (std::size_t i = 0; i < treebank.words(); ++i)
      CHECK((*tagged.strings)[tagged[column][i]] == (*treebank.strings)[treebank[column][i]]);
  Treebank many = treebank.without_sentences();
  for (int i = 0; i < 100; ++i)
    for (std::size_t j = 0; j < treebank.sentences(); ++j) many.append(treebank, j);
  CHECK(tagger.tags(many, 1) == tagger.tags(many, 4));
  // A closed word gets no other tags than those in training.
  const Tagger closed = trained(treebank, 1, 2);
  for (const TagId tag : closed.tags(treebank_of({{{"spoke", "_", "_", "_", "_"}, {"spoke", "_", "_", "_", "_"}}}), 1))
    CHECK(closed.spec().tags[tag].upos == "VERB");
}

TEST(edit_scripts_lead_from_forms_to_lemmas) {
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"walked", "walk"},    {"Walked", "walk"}, {"is", "be"},   {"Είναι", "είμαι"}, {"ÉTÉ", "être"},
      {"gegangen", "gehen"}, {"x", "x"},         {"USA", "USA"}, {"a\xff", "a"},     {"Oaks", "oak"}};
  for (const auto& [form, lemma] : pairs) {
    const EditScript script = EditScript::between(form, lemma);
    std::string out;
    CHECK(script.apply(form, out));
    CHECK(out == lemma);
    CHECK(EditScript::from_text(script.text()) == script);
  }
  CHECK(EditScript::between("walked", "walk") == EditScript::between("talked", "talk"));
  CHECK(EditScript::between("Walked", "walk") == EditScript::between("Talked", "talk"));
  CHECK(!EditScript::between("walked", "walk").lower && EditScript::between("Walked", "walk").lower);
  std::string out;
  CHECK(!EditScript::between("walked", "walk").apply("ed", out));
  for (const char* bad : {"", "l\t1\t\t2", "q\t0\t\t0\t", "l\t999\t\t0\t", "=\t", "=\ta\rb", "l\t0\ta\xC2\x85\t0\t",
                          "l\t0\t\t0\ta\xE2\x80\xA9", "=\t\x1B[2J"})
    CHECK(!EditScript::from_text(bad));
}

TEST(a_lemmatiser_learns_rules_and_exceptions) {
  const Treebank treebank = small();
  const Lemmatiser lemmatiser = train_lemmatiser(treebank);
  const Treebank found = lemmatiser.lemmatise(treebank);
  for (std::size_t i = 0; i < treebank.words(); ++i)
    CHECK((*found.strings)[found[Text::lemma][i]] == (*treebank.strings)[treebank[Text::lemma][i]]);
  const Treebank other = lemmatiser.lemmatise(treebank_of({{{"groves", "_", "NOUN", "NNS", "Number=Plur"}}}));
  CHECK((*other.strings)[other[Text::lemma][0]] == "grove");
}

TEST(the_next_best_script_is_used_if_one_does_not_apply) {
  std::vector<EditScript> scripts;
  for (const char* text : {"k\t0\t\t5\t", "k\t0\t\t0\t", "l\t0\t\t0\t"})
    scripts.push_back(*EditScript::from_text(text));
  const Lemmatiser lemmatiser(scripts, pack(AveragedPerceptron(3)), {});
  const auto chosen = [&](std::vector<std::int16_t> scores) {
    std::string lemma;
    lemmatiser.choose("Oak", scores.data(), lemma);
    return lemma;
  };
  CHECK(chosen({9, 5, 1}) == "Oak" && chosen({9, 1, 5}) == "oak" && chosen({5, 1, 9}) == "oak");
  std::string lemma;
  const std::int16_t score = 1;
  CHECK(Lemmatiser({scripts[0]}, pack(AveragedPerceptron(1)), {}).choose("Oak", &score, lemma) == 1 && lemma == "Oak");
}
