#include <algorithm>
#include <random>
#include <string>

#include "test.h"
#include "treebank/projectivity.h"
#include "treebank/punctuation.h"
#include "treebank/reader.h"
#include "trees.h"

using namespace dodona;

namespace {

using Flags = std::vector<std::uint8_t>;
using Labels = std::vector<std::string>;

Treebank sentence(const Heads& heads, const Labels& labels) {
  Reader reader;
  for (std::size_t i = 0; i < heads.size(); ++i)
    reader.feed(std::to_string(i + 1) + "\tw\t_\t_\t_\t_\t" + std::to_string(heads[i]) + "\t" + labels[i] + "\t_\t_\n");
  reader.finish();
  return reader.take();
}

Labels labels_of(const Treebank& treebank) {
  Labels labels;
  for (const StringId id : treebank[Text::label]) labels.emplace_back((*treebank.strings)[id]);
  return labels;
}

Labels different_labels(std::size_t words) {
  Labels labels;
  for (std::size_t i = 0; i < words; ++i) labels.emplace_back(1, static_cast<char>('a' + i));
  return labels;
}

bool may_move(const Heads& heads, const Flags& flags, std::size_t i) {
  return flags[i] != 0 && heads[i] != 0 && std::ranges::count(heads, static_cast<std::int32_t>(i) + 1) == 0;
}

// The words with non-projective arcs in a tree from which some words without dependents are removed.
std::vector<std::int32_t> crossing_without(const Heads& heads, const std::vector<bool>& left_out) {
  std::vector<std::int32_t> numbers{0}, words, crossing;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (!left_out[i]) words.push_back(static_cast<std::int32_t>(i) + 1);
    numbers.push_back(static_cast<std::int32_t>(words.size()));
  }
  Heads rest;
  for (const std::int32_t word : words)
    rest.push_back(numbers[static_cast<std::size_t>(heads[static_cast<std::size_t>(word) - 1])]);
  for (const std::int32_t number : nonprojective_words(rest))
    crossing.push_back(words[static_cast<std::size_t>(number) - 1]);
  return crossing;
}

int distance(const Heads& heads, std::int32_t one, std::int32_t other) {
  int steps = 0;
  for (; !dominates(heads, one, other); one = heads[static_cast<std::size_t>(one) - 1]) ++steps;
  for (; other != one; other = heads[static_cast<std::size_t>(other) - 1]) ++steps;
  return steps;
}

// Checks everything that the header promises for one tree.
void check(const Heads& heads, const Flags& flags) {
  const Labels labels = different_labels(heads.size());
  const Treebank before = sentence(heads, labels), after = move_punctuation(before, flags, false),
                 marked = move_punctuation(before, flags, true);
  std::vector<bool> moves(heads.size());
  for (std::size_t i = 0; i < heads.size(); ++i) {
    moves[i] = may_move(heads, flags, i);
    CHECK(moves[i] || after.heads[i] == heads[i]);
  }
  CHECK(labels_of(after) == labels);
  CHECK(marked.heads == after.heads);
  // Only arcs that cross without punctuation still do.
  CHECK(is_tree(after.heads));
  CHECK(nonprojective_words(after.heads) == crossing_without(heads, moves));
  if (is_projective(heads)) CHECK(after.heads == heads);
  if (std::ranges::count(moves, true) == 1) {
    const auto i = static_cast<std::size_t>(std::ranges::find(moves, true) - moves.begin());
    for (std::int32_t head = 1; head <= static_cast<std::int32_t>(heads.size()); ++head) {
      Heads other = heads;
      other[i] = head;
      if (is_tree(other) && nonprojective_words(other) == crossing_without(heads, moves))
        CHECK(distance(heads, heads[i], after.heads[i]) <= distance(heads, heads[i], head));
    }
  }
  const Treebank back = put_punctuation_back(marked);
  const Labels marks = labels_of(marked);
  CHECK(labels_of(back) == labels);
  for (std::size_t i = 0; i < heads.size(); ++i)
    CHECK(back.heads[i] == (marks[i] == labels[i] ? after.heads[i] : heads[i]));
  CHECK(find_moved(marked).has_value() == (marks != labels));
}

}  // namespace

TEST(punctuation_is_reattached_in_every_small_tree) {
  std::int32_t moved = 0;
  for (std::int32_t words = 1; words <= 5; ++words)
    for_all_heads(words, [&](const Heads& heads) {
      if (!is_tree(heads)) return;
      for (unsigned choice = 0; choice < 1u << words; ++choice) {
        Flags flags;
        for (std::int32_t i = 0; i < words; ++i) flags.push_back(choice >> i & 1u);
        check(heads, flags);
        moved += move_punctuation(sentence(heads, different_labels(heads.size())), flags, false).heads != heads;
      }
    });
  CHECK(moved > 1000);
}

TEST(punctuation_is_reattached_in_longer_trees) {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    const Heads heads = random_tree(6 + static_cast<std::int32_t>(random() % 14), random);
    Flags flags;
    for (std::size_t i = 0; i < heads.size(); ++i) flags.push_back(random() % 3 == 0);
    check(heads, flags);
  }
}

TEST(marked_punctuation_is_restored) {
  // The comma is attached to the root and crosses the arc from 2 to 4: in Dutch, "(1989, roman)".
  const Heads heads{0, 1, 1, 2};
  const Treebank moved =
      move_punctuation(sentence(heads, {"root", "acl", "punct", "parataxis"}), Flags{0, 0, 1, 0}, true);
  CHECK(moved.heads == Heads({0, 1, 2, 2}));
  CHECK(labels_of(moved) == Labels({"root", "acl", "punct⇢root", "parataxis"}));
  const Treebank back = put_punctuation_back(moved);
  CHECK(back.heads == heads);
  CHECK(labels_of(back) == Labels({"root", "acl", "punct", "parataxis"}));
  // To the first word above its head, else to the first below, else it stays.
  CHECK(put_punctuation_back(sentence({0, 1, 2, 3, 4}, {"a", "b", "b", "c", "punct⇢b"})).heads ==
        Heads({0, 1, 2, 3, 3}));
  CHECK(put_punctuation_back(sentence({0, 1, 2, 1, 1}, {"a", "b", "c", "c", "punct⇢c"})).heads ==
        Heads({0, 1, 2, 1, 4}));
  CHECK(put_punctuation_back(sentence({0, 1}, {"a", "punct⇢b"})).heads == Heads({0, 1}));
  CHECK(put_punctuation_back(sentence({0, 0}, {"a", "punct⇢b"})).heads == Heads({0, 0}));
}

TEST(restored_punctuation_leaves_a_tree) {
  // Each of two marked words belongs below the other: the second one stays.
  CHECK(put_punctuation_back(sentence({0, 1, 2, 1, 4}, {"root", "punct⇢y", "x", "punct⇢x", "y"})).heads ==
        Heads({0, 5, 2, 1, 4}));
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    const Heads heads = random_tree(2 + static_cast<std::int32_t>(random() % 9), random);
    Labels labels;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      std::string label(1, static_cast<char>('a' + random() % 3));
      if (random() % 2 == 0) {
        label += "⇢";
        label += static_cast<char>('a' + random() % 3);
      }
      labels.push_back(label);
    }
    const Treebank back = put_punctuation_back(sentence(heads, labels));
    CHECK(is_tree(back.heads));
    CHECK(!find_moved(back));
  }
  CHECK(labels_of(put_punctuation_back(sentence({0, 1}, {"⇢", "a⇢b"}))) == Labels({"⇢", "a"}));
}
