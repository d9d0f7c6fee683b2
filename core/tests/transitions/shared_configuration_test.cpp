// Shared configurations behave like plain ones, and previews predict their fingerprints.
#include <map>
#include <random>
#include <string>
#include <vector>

#include "all_systems.h"
#include "features/encoder.h"
#include "features/extractor.h"
#include "features/templates.h"
#include "test.h"
#include "transitions/preview.h"
#include "transitions/system.h"
#include "treebank/reader.h"

using namespace dodona;

namespace {

template <class One, class Other>
bool same(const One& a, const Other& b) {
  bool all = a.words() == b.words() && a.root() == b.root() && a.stack() == b.stack() &&
             a.buffer_size() == b.buffer_size() && a.headless() == b.headless() && a.words_left() == b.words_left();
  for (std::size_t i = 0; i < a.buffer_size() + 2; ++i)
    all = all && a.buffer(i) == b.buffer(i) && a.stack(i) == b.stack(i);
  for (Node node = 0; node <= a.words(); ++node) {
    const Arcs &one = a[node], &other = b[node];
    all = all && one.head == other.head && one.label == other.label && one.left1 == other.left1 &&
          one.left2 == other.left2 && one.right1 == other.right1 && one.right2 == other.right2 &&
          one.left_count == other.left_count && one.right_count == other.right_count &&
          one.left_labels == other.left_labels && one.right_labels == other.right_labels && one.place == other.place;
  }
  return all;
}

// Makes a random legal move in a plain and a shared configuration; false if there is none.
bool step(const TransitionSystem& system, Configuration& plain, SharedConfiguration& shared, std::mt19937& random) {
  if (system.finished(plain)) return false;
  std::vector<Move> legal;
  for (const Move move : kAllMoves)
    if (system.legal(plain).has(move)) legal.push_back(move);
  const Move move = legal[random() % legal.size()];
  const Label label = builds_arc(move) ? static_cast<Label>(random() % 70) : kNoLabel;
  CHECK(system.legal(shared) == system.legal(plain));
  if (builds_arc(move)) CHECK(system.arc(shared, move).head == system.arc(plain, move).head);
  Preview preview(shared);
  system.apply(preview, move, label);
  system.apply(plain, move, label);
  system.apply(shared, move, label);
  CHECK(preview.fingerprint() == shared.fingerprint());
  return true;
}

template <class F>
void for_systems(F visit) {
  for (const SystemChoice choice : all_choices())
    for (const Root root : {Root::first, Root::last})
      for (const bool single : {false, true}) visit(TransitionSystem(choice, root, single));
}

}  // namespace

TEST(shared_configurations_equal_plain_ones) {
  std::mt19937 random(2015);
  ArcsPool pool;
  SharedConfiguration shared{SharedArcs(pool)};
  Configuration plain, again;
  for_systems([&](const TransitionSystem& system) {
    for (Node words = 0; words <= 14; ++words) {
      system.start(plain, words);
      system.start(shared, words);
      CHECK(same(plain, shared));
      while (step(system, plain, shared, random)) CHECK(same(plain, shared));
      again.assign(shared);
      CHECK(same(plain, again));
      system.finish(plain, 3);
      system.finish(shared, 3);
      CHECK(same(plain, shared));
    }
  });
}

TEST(copies_of_a_shared_configuration_are_independent) {
  std::mt19937 random(2016);
  ArcsPool pool;
  for_systems([&](const TransitionSystem& system) {
    constexpr std::size_t kWays = 6;
    std::vector<Configuration> plain(kWays);
    std::vector<SharedConfiguration> shared(kWays, SharedConfiguration{SharedArcs(pool)});
    for (std::size_t i = 0; i < kWays; ++i) {
      system.start(plain[i], 11);
      system.start(shared[i], 11);
    }
    for (int times = 0; times < 200; ++times) {
      // Some are copied from another one, some continue, and some are swapped.
      const std::size_t one = random() % kWays, other = random() % kWays;
      if (times % 5 == 0) {
        plain[one] = plain[other];
        shared[one] = shared[other];
      } else if (times % 17 == 0 && one != other) {
        plain[one] = plain[other];
        SharedConfiguration taken = std::move(shared[other]);
        shared[other] = taken;
        shared[one] = std::move(taken);
      }
      step(system, plain[one], shared[one], random);
      for (std::size_t i = 0; i < kWays; ++i) CHECK(same(plain[i], shared[i]));
    }
  });
}

TEST(configurations_with_equal_stack_buffer_and_arcs_are_equal) {
  ArcsPool pool;
  const auto made = [&](const TransitionSystem& system, const std::vector<std::pair<Move, Label>>& moves) {
    SharedConfiguration c{SharedArcs(pool)};
    system.start(c, 3);
    for (const auto& [move, label] : moves) system.apply(c, move, label);
    return c;
  };
  using enum Move;
  const auto same_print = [](const auto& a, const auto& b) { return a.fingerprint() == b.fingerprint(); };
  // Arc-standard can attach a left and a right dependent in either order.
  const TransitionSystem standard = ArcStandard();
  const auto left_first = made(standard, {{shift, -1}, {shift, -1}, {left_arc, 1}, {shift, -1}, {right_arc, 2}});
  const auto right_first = made(standard, {{shift, -1}, {shift, -1}, {shift, -1}, {right_arc, 2}, {left_arc, 1}});
  const auto other_label = made(standard, {{shift, -1}, {shift, -1}, {shift, -1}, {right_arc, 1}, {left_arc, 2}});
  CHECK(left_first == right_first && same_print(left_first, right_first));
  CHECK(!(left_first == other_label) && !same_print(left_first, other_label));
  // The same words in another order.
  const TransitionSystem swapping = SwapStandard();
  const auto shifted = made(swapping, {{shift, -1}, {shift, -1}, {shift, -1}});
  const auto swapped = made(swapping, {{shift, -1}, {shift, -1}, {swap, -1}, {shift, -1}, {shift, -1}});
  CHECK(!(shifted == swapped) && !same_print(shifted, swapped));
}

TEST(shared_and_plain_configurations_have_equal_features) {
  std::string text;
  for (int word = 1; word <= 9; ++word)
    text += std::to_string(word) + "\tw" + std::to_string(word) + "\tl" + std::to_string(word % 4) + "\tT" +
            std::to_string(word % 3) + "\t_\t_\t_\t_\t_\t_\n";
  Reader reader;
  reader.feed(text + "\n");
  reader.finish();
  const Treebank treebank = reader.take();
  const TemplateSet set(
      "s0.form b0.form\ns1.lemma s2.form\nb0.form b1.form b2.form\ns0.head.label s0.head.head.form\ns0.left1.form s0.left2.label\n"
      "s0.right1.form s0.right2.label\nb0.left.count s0.right.count\nb0.left.labels s0.upos\ns0.right.labels\ndistance s0.previous.form\n"
      "s0.attached b0.next.form\ns1.left1.label s1.right1.label\nsame.upos\n");
  const Extractor extractor(set);
  Encoder encoder(set.attributes, TagChoice::upos);
  const EncodedSentences sentences = encoder.learn(treebank);
  const WordValues words{sentences[0].data(), sentences.attributes};
  std::mt19937 random(2017);
  ArcsPool pool;
  for_systems([&](const TransitionSystem& system) {
    Configuration plain;
    SharedConfiguration shared{SharedArcs(pool)};
    system.start(plain, 9);
    system.start(shared, 9);
    FeatureList one = extractor.list(), other = extractor.list();
    do {
      extractor.extract(plain, words, one);
      extractor.extract(shared, words, other);
      CHECK(one.size == other.size);
      for (std::size_t i = 0; i < one.size; ++i) CHECK(one.keys[i] == other.keys[i] && one.from[i] == other.from[i]);
    } while (step(system, plain, shared, random));
  });
}

TEST(configurations_with_the_same_context_have_the_same_features) {
  const TemplateSet set(
      "s0.form b0.form\ns1.form\nb1.form\ns0.head.label\ns0.left1.form s0.left.count\nb0.left.labels\ns1.right1.label\ns0.attached\n");
  const Extractor extractor(set);
  std::string text;
  for (int word = 1; word <= 7; ++word)
    text += std::to_string(word) + "\tw" + std::to_string(word) + "\t_\t_\t_\t_\t_\t_\t_\t_\n";
  Reader reader;
  reader.feed(text + "\n");
  reader.finish();
  Encoder encoder(set.attributes, TagChoice::upos);
  const EncodedSentences sentences = encoder.learn(reader.take());
  std::mt19937 random(2018);
  ArcsPool pool;
  // All forms differ, so features identify the words.
  std::map<std::uint64_t, std::vector<FeatureKey>> features_of;
  std::size_t wrong = 0, again = 0;
  FeatureList list = extractor.list();
  for (int times = 0; times < 400; ++times)
    for_systems([&](const TransitionSystem& system) {
      Configuration plain;
      SharedConfiguration shared{SharedArcs(pool)};
      system.start(plain, 7);
      system.start(shared, 7);
      do {
        extractor.extract(shared, {sentences[0].data(), sentences.attributes}, list);
        const std::vector<FeatureKey> keys(list.keys.begin(),
                                           list.keys.begin() + static_cast<std::ptrdiff_t>(list.size));
        const std::uint64_t context = extractor.context(shared);
        const auto [found, is_new] = features_of.try_emplace(context, keys);
        wrong += found->second != keys;
        again += !is_new;
      } while (step(system, plain, shared, random));
    });
  CHECK(wrong == 0);
  CHECK(again > 1000 && features_of.size() > 1000);
}
