// Networks against their definition, in every transition system.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "all_systems.h"
#include "scoring/constrained_model.h"
#include "scoring/network/random_network.h"
#include "scoring/registry.h"
#include "search/constrained.h"
#include "search/most_probable.h"
#include "search/nbest.h"
#include "tagging/edit_script.h"
#include "tagging/network_tags.h"
#include "test.h"

using namespace dodona;

namespace {

std::vector<std::string> forms_of(const Treebank& treebank, std::size_t sentence) {
  std::vector<std::string> forms;
  for (const StringId form : treebank.text(Text::form, sentence)) forms.emplace_back((*treebank.strings)[form]);
  return forms;
}

// How far results are from what they should be, on average, and how large that is.
struct Errors {
  double errors = 0, sizes = 0;
  void add(double found, double wanted) {
    errors += std::abs(found - wanted);
    sizes += std::abs(wanted);
  }
  bool are_small() const { return errors < 0.03 * sizes; }
};

bool are_equal(const Treebank& a, const Treebank& b) {
  const auto texts = [](const Treebank& treebank, Text column) {
    std::vector<std::string_view> all;
    for (const StringId id : treebank[column]) all.push_back((*treebank.strings)[id]);
    return all;
  };
  for (const Text column : {Text::tag, Text::fine_tag, Text::feats, Text::lemma, Text::label})
    if (texts(a, column) != texts(b, column)) return false;
  return a.heads == b.heads;
}

const NetworkModel& model_of(const Parser& parser) { return dynamic_cast<const NetworkModel&>(parser.model()); }

}  // namespace

TEST(scores_of_networks_are_those_of_their_definition) {
  std::mt19937 random(5);
  const Treebank treebank = random_treebank(30, random, false);
  for (const TransitionSystem& system : all_systems(true)) {
    const RandomNetwork network(spec_for(treebank, system), random);
    const Parser parser = network.parser();
    const auto scorer = parser.model().scorers(treebank)();
    Errors errors;
    Configuration c;
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      const PlainNetwork plain(network, forms_of(treebank, i));
      scorer->start(i);
      system.start(c, static_cast<Node>(treebank.length(i)));
      system.visit([&](const auto& each) {
        parse_greedily(each, *network.spec, c, [&](const LegalTransitions& legal) {
          const float* const scores = scorer->score(c);
          const PlainNetwork::Row wanted = plain.scores(c);
          for (std::size_t id = 0; id < wanted.size(); ++id) errors.add(double{scores[id]}, wanted[id]);
          std::vector<TransitionId> all;
          for (const TransitionRange range : legal)
            for (TransitionId id = range.begin; id < range.end; ++id) all.push_back(id);
          return all[random() % all.size()];
        });
      });
    }
    CHECK(errors.sizes > 0 && errors.are_small());
  }
}

TEST(tags_of_networks_are_those_of_their_definition) {
  std::mt19937 random(6);
  const Treebank treebank = random_treebank(40, random, true);
  const RandomNetwork network(spec_for(treebank, ArcHybrid()), random);
  struct Sink final : TagSink {
    void take(std::size_t word, const float* scores) override { seen.emplace(word, std::vector(scores, scores + 13)); }
    std::map<std::size_t, std::vector<float>> seen;
  } sink;
  const Parser parser = network.parser();
  const auto scorer = model_of(parser).scorers(treebank, &sink)();
  for (std::size_t i = 0; i < treebank.sentences(); ++i) scorer->start(i);
  const Treebank tagged = tag(model_of(parser), treebank, 1);
  CHECK(sink.seen.size() == treebank.words());
  const auto text = [&](Text column, std::size_t word) { return (*tagged.strings)[tagged[column][word]]; };
  Errors errors;
  std::set<std::string_view> lemmas;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    const PlainNetwork plain(network, forms_of(treebank, i));
    for (std::size_t k = 0; k < treebank.length(i); ++k) {
      const std::size_t word = treebank.word_begin[i] + k;
      const PlainNetwork::Row wanted = plain.tags(k);
      const std::vector<float>& found = sink.seen[word];
      CHECK(wanted.size() == found.size());
      for (std::size_t tag = 0; tag < wanted.size(); ++tag) errors.add(double{found[tag]}, wanted[tag]);
      const auto best = [&](std::size_t begin, std::size_t end) {
        return static_cast<std::size_t>(std::max_element(found.data() + begin, found.data() + end) - found.data()) -
               begin;
      };
      CHECK(text(Text::tag, word) == network.heads[0].values[best(0, 3)]);
      std::string feats;
      for (const std::size_t head : {1u, 2u}) {
        const std::string& value = network.heads[head].values[best(3 * head, 3 * head + 3)];
        if (value != "_") feats += (feats.empty() ? "" : "|") + network.heads[head].name.substr(6) + "=" + value;
      }
      CHECK(text(Text::feats, word) == (feats.empty() ? "_" : feats));
      std::vector<std::size_t> order{0, 1, 2, 3};
      std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return found[9 + a] > found[9 + b]; });
      std::string lemma;
      for (const std::size_t script : order)
        if (EditScript::from_text(network.heads[3].values[script])->apply(text(Text::form, word), lemma)) break;
      CHECK(text(Text::lemma, word) == lemma);
      lemmas.insert(text(Text::lemma, word));
    }
  }
  CHECK(errors.are_small() && lemmas.size() > 1);
  CHECK(tagged[Text::fine_tag] == treebank[Text::fine_tag] && tagged.heads == treebank.heads);
}

TEST(networks_give_the_same_on_every_kernel_and_number_of_threads) {
  std::mt19937 random(7);
  Treebank treebank = random_treebank(300, random, true, 12);
  const TransitionSystem system = ArcEager(Root::last);
  const RandomNetwork network(spec_for(treebank, system), random);
  const Parser parser = network.parser(Kernel::plain);
  const Treebank wanted = tag_and_parse(parser, treebank, 1);
  CHECK(are_equal(wanted, tag(model_of(parser), parser.parse(treebank, 1), 3)));
  for (const Kernel kernel : available_kernels())
    for (const std::size_t threads : {1u, 4u}) {
      const Parser other = network.parser(kernel);
      CHECK(are_equal(wanted, tag_and_parse(other, treebank, threads)));
    }
  // A sentence does not depend on the others.
  Treebank alone = treebank.without_sentences();
  alone.append(treebank, 77);
  const Treebank parsed = tag_and_parse(parser, alone, 1);
  Treebank part = wanted.without_sentences();
  part.append(wanted, 77);
  CHECK(are_equal(parsed, part));
  // With constraints, there are other trees, and the same tags.
  const std::size_t labels = network.spec->labels.size();
  std::vector<std::vector<Label>> below(labels, {0, 1, 2}), beside(labels, {3});
  const Parser constrained(network.spec, std::make_shared<ConstrainedModel>(network.spec, parser.shared_model(),
                                                                            TreeConstraints{below, beside}));
  const Treebank other = tag_and_parse(constrained, treebank, 3);
  CHECK(!are_equal(other, wanted));
  CHECK(other[Text::tag] == wanted[Text::tag]);
  CHECK(are_equal(other, tag(model_of(parser), constrained.parse(treebank, 1), 1)));
  // With a beam, too.
  CHECK(
      are_equal(tag_and_parse(parser, treebank, 1, {}, {4, 1.0f}), tag_and_parse(parser, treebank, 3, {}, {4, 1.0f})));
}

TEST(networks_work_in_every_search) {
  std::mt19937 random(8);
  for (const TransitionSystem& system : all_systems(true)) {
    const Treebank treebank = random_treebank(12, random, !system.moves().has(Move::swap), 6);
    const Parser parser = RandomNetwork(spec_for(treebank, system), random).parser();
    const Treebank greedy = parser.parse(treebank, 1);
    check_trees(greedy);
    const Treebank beam = parser.parse(treebank, 2, {}, {4, 1.0f});
    check_trees(beam);
    const NBest best = nbest(parser, treebank, 3, {4, 1.0f}, 1);
    CHECK(best.counts.size() == treebank.sentences());
    const auto probable = most_probable(parser, treebank, 100, {4, 1.0f}, 1);
    CHECK(probable.scores.size() == treebank.sentences());
    std::vector<std::int32_t> kept = greedy.heads;
    CHECK(complete(parser, treebank, kept, {}, {2, 1.0f}, 1).treebank.heads == greedy.heads);
  }
}

TEST(networks_read_unusual_sentences) {
  std::mt19937 random(9);
  const Treebank small = random_treebank(3, random);
  const Parser parser = RandomNetwork(spec_for(small, ArcEager()), random).parser();
  std::string text;
  int words = 0;
  const auto add = [&](const std::string& form) {
    text += std::to_string(++words) + "\t" + form + "\t_\t_\t_\t_\t_\t_\t_\t_\n";
  };
  for (int i = 0; i < 3000; ++i) add("w" + std::to_string(i % 700));
  for (const char* form : {"\xE6\xBC\xA2\xE5\xAD\x97", "\xF0\x9F\x98\x80", "<", ">", "-", "\xD8\xA7\xD9\x84"})
    add(form);
  add(std::string(20000, 'x'));
  const Treebank treebank = read_treebank(text + "\n");
  const Treebank parsed = tag_and_parse(parser, treebank, 1);
  check_trees(parsed);
  CHECK(parsed.words() == static_cast<std::size_t>(words));
}

TEST(saved_networks_give_the_same_scores) {
  std::mt19937 random(10);
  const Treebank treebank = random_treebank(60, random);
  const RandomNetwork network(spec_for(treebank, ArcHybrid()), random);
  const Parser parser = network.parser();
  const NamedArrays arrays = parser.model().arrays(true);
  const auto loaded = load_model("network", network.spec, parser.model().values(), views_of(arrays));
  const Parser again(network.spec, std::shared_ptr<Model>(loaded.get(), [](Model*) {}));
  CHECK(are_equal(tag_and_parse(parser, treebank, 1), tag_and_parse(again, treebank, 1)));
  CHECK(again.model().arrays(false) == arrays && again.model().weights() == parser.model().weights());
}

TEST(damaged_networks_are_refused) {
  std::mt19937 random(11);
  const Treebank treebank = random_treebank(20, random);
  const RandomNetwork network(spec_for(treebank, ArcHybrid()), random);
  const Options values = network.rounded()->values();
  const NamedArrays arrays = network.rounded()->arrays();
  const auto is_loaded = [&](const Options& with, const NamedArrays& of) {
    return !is_refused([&] { load_model("network", network.spec, with, views_of(of)); });
  };
  CHECK(is_loaded(values, arrays));
  for (const auto& [name, array] : arrays) {
    NamedArrays without = arrays;
    without.erase(name);
    CHECK(!is_loaded(values, without));
    for (const int change : {-1, 1, 7}) {
      NamedArrays other = arrays;
      std::visit([&](auto& items) { items.resize(items.size() + static_cast<std::size_t>(change)); }, other[name]);
      CHECK(!is_loaded(values, other));
    }
    if (std::holds_alternative<std::vector<float>>(array))
      for (const float bad : {std::numeric_limits<float>::infinity(), std::nanf(""), 1e30f}) {
        NamedArrays other = arrays;
        std::get<std::vector<float>>(other[name]).back() = bad;
        CHECK(!is_loaded(values, other));
      }
    NamedArrays retyped = arrays;
    retyped[name] = std::vector<double>(3);
    CHECK(!is_loaded(values, retyped));
  }
  for (const auto& [name, value] : values.all()) {
    if (name == "positions") continue;
    for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-32}, std::int64_t{64}, std::int64_t{33},
                                   std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::min()}) {
      Options other = values;
      other.set(name, bad);
      CHECK(!is_loaded(other, arrays));
    }
  }
  for (const char* bad : {"", "s0", "s0 s1 s2 b0 b1 b2 s0.left1 s0.right1 s1.right1 b9.foo", "b0  b1", "q0", "s"}) {
    Options other = values;
    other.set("positions", bad);
    CHECK(!is_loaded(other, arrays));
  }
  NamedArrays other = arrays;
  std::get<std::vector<std::int8_t>>(other["mix.weight"])[3] = -128;
  CHECK(!is_loaded(values, other));
  // Weights of training that are not finite.
  RandomNetwork diverged = network;
  std::get<std::vector<float>>(diverged.arrays["tags.weight"])[2] = std::nanf("");
  CHECK(is_refused([&] { diverged.rounded(); }));
}

TEST(heads_of_networks_are_checked) {
  const auto is_accepted = [](std::vector<TagHead> heads) { return !is_refused([&] { check_heads(heads); }); };
  CHECK(is_accepted({}));
  CHECK(is_accepted({{"tags", {"NOUN"}}, {"feats.Case", {"_", "Nom"}}, {"feats.Number", {"_"}}}));
  CHECK(!is_accepted({{"tags", {}}}));
  CHECK(!is_accepted({{"heads", {"1"}}}));
  CHECK(!is_accepted({{"tags", {"NOUN"}}, {"tags", {"NOUN"}}}));
  CHECK(!is_accepted({{"feats", {"_"}}, {"feats.Case", {"_"}}}));
  CHECK(!is_accepted({{"feats.Case", {"_"}}, {"feats", {"_"}}}));
  CHECK(!is_accepted({{"feats.", {"_"}}}));
  CHECK(!is_accepted({{"tags", {"a\tb"}}}));
  CHECK(!is_accepted({{"tags", {"a\xFF"}}}) && !is_accepted({{"feats.\xFF", {"_"}}}));
  CHECK(!is_accepted({{"lemmas", {"no script"}}}));
}

TEST(positions_are_those_that_a_system_offers) {
  const auto names = [](const TransitionSystem& system) { return Positions::of(system).text(); };
  CHECK(names(ArcEager()) == "s0 s1 s2 b0 b1 b2 s0.left1 s0.right1 s0.head b0.left1");
  CHECK(names(ArcHybrid()) == "s0 s1 s2 b0 b1 b2 s0.left1 s0.right1 s1.right1 b0.left1");
  CHECK(names(ArcStandard()) == "s0 s1 s2 b0 b1 b2 s0.left1 s0.right1 s1.right1 s1.left1");
  Configuration c(4, Root::first);
  const ArcEager system;
  system.apply(c, Move::shift, kNoLabel);
  system.apply(c, Move::right_arc, 0);
  system.apply(c, Move::shift, kNoLabel);
  system.apply(c, Move::left_arc, 0);
  std::vector<Node> nodes(10);
  Positions::of(system).find(c, nodes.data());
  CHECK(nodes == std::vector<Node>{2, 1, 0, 4, kNone, kNone, kNone, kNone, 1, 3});
}

TEST(words_have_rows_of_words_ngrams_and_shapes) {
  CHECK(shape_of("Boeing-747s") == "Xxxx-dddx" && shape_of("") == "" && shape_of("ABCDE") == "XXX");
  const WordTable table({"oak", "speaks"}, 1000, 100);
  WordRows oak, capital, other, empty;
  table.find("oak", oak);
  table.find("OAK", capital);
  table.find("elm", other);
  table.find("", empty);
  CHECK(oak.word == 1 && capital.word == 1 && other.word == 0 && empty.word == 0);
  CHECK(oak.ngrams == capital.ngrams && oak.ngrams != other.ngrams && oak.shape != capital.shape);
  CHECK(oak.ngrams.size() == 4 + 3 + 2 + 1 && empty.ngrams.size() == 1);
  CHECK(is_refused([] { WordTable({"a", "a"}, 1, 1); }));
  CHECK(is_refused([] { WordTable({}, 0, 1); }));
  CHECK(is_refused([] { WordTable({}, 1, std::size_t{1} << 40); }));
}
