#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>

#include "test.h"
#include "treebank/projectivity.h"
#include "treebank/pseudoprojective.h"
#include "treebank/reader.h"
#include "trees.h"

using namespace dodona;

namespace {

Treebank sentence(const std::vector<std::int32_t>& heads, const std::vector<std::string>& labels) {
  Reader reader;
  for (std::size_t i = 0; i < heads.size(); ++i)
    reader.feed(std::to_string(i + 1) + "\tw\t_\t_\t_\t_\t" + std::to_string(heads[i]) + "\t" + labels[i] + "\t_\t_\n");
  reader.finish();
  return reader.take();
}

std::vector<std::string> labels_of(const Treebank& treebank) {
  std::vector<std::string> labels;
  for (const StringId id : treebank[Text::label]) labels.emplace_back((*treebank.strings)[id]);
  return labels;
}

using Labels = std::vector<std::string>;
using Heads = std::vector<std::int32_t>;

// Nivre and Nilsson (2005), Figure 1: in "Z nich je jen jedna na kvalitu" the preposition Z (1)
// depends on jedna (5), across the root je (3).
const Heads kHeads{5, 1, 0, 5, 3, 3, 6};
const Labels kLabels{"AuxP", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv"};

}  // namespace

TEST(the_example_of_nivre_and_nilsson) {
  const Treebank czech = sentence(kHeads, kLabels);
  const Treebank head = projectivise(czech, Encoding::head);
  CHECK(head.heads == Heads({3, 1, 0, 5, 3, 3, 6}));
  CHECK(labels_of(head) == Labels({"AuxP↑Sb", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv"}));
  CHECK(labels_of(projectivise(czech, Encoding::path)) ==
        Labels({"AuxP↑", "Atr", "Pred", "AuxZ", "Sb↓", "AuxP", "Adv"}));
  CHECK(labels_of(projectivise(czech, Encoding::head_path)) ==
        Labels({"AuxP↑Sb", "Atr", "Pred", "AuxZ", "Sb↓", "AuxP", "Adv"}));
  CHECK(labels_of(projectivise(czech, Encoding::baseline)) == kLabels);
  for (const Encoding encoding : {Encoding::head, Encoding::path, Encoding::head_path}) {
    const Treebank back = deprojectivise(projectivise(czech, encoding), encoding);
    CHECK(back.heads == kHeads);
    CHECK(labels_of(back) == kLabels);
  }
}

TEST(the_search_is_breadth_first_and_left_to_right) {
  // Of two words below the head with the label, the search takes the higher one, then the left one.
  const Treebank lifted = sentence({0, 1, 2, 1, 1}, {"root", "x", "y", "y", "d↑y"});
  CHECK(deprojectivise(lifted, Encoding::head).heads == Heads({0, 1, 2, 1, 4}));
  const Treebank equal = sentence({0, 1, 1, 1}, {"root", "y", "y", "d↑y"});
  CHECK(deprojectivise(equal, Encoding::head).heads == Heads({0, 1, 1, 2}));
  // If no word has the label, the word stays and loses its mark.
  const Treebank nothing = deprojectivise(sentence({0, 1, 1}, {"root", "x", "d↑y"}), Encoding::head);
  CHECK(nothing.heads == Heads({0, 1, 1}));
  CHECK(labels_of(nothing) == Labels({"root", "x", "d"}));
  // Without a marked path, head+path falls back on the search along all arcs.
  CHECK(deprojectivise(equal, Encoding::head_path).heads == Heads({0, 1, 1, 2}));
}

TEST(a_word_is_never_moved_below_itself) {
  const Treebank lifted = sentence({0, 1, 2}, {"root", "d↑y", "y"});
  CHECK(deprojectivise(lifted, Encoding::head).heads == Heads({0, 1, 2}));
}

TEST(lifting_takes_the_smallest_arc_first) {
  // Compares with the definition: lift the shortest, leftmost non-projective arc each time.
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::int32_t words = 2 + static_cast<std::int32_t>(random() % 12);
    Heads heads(static_cast<std::size_t>(words), 0);
    for (std::size_t i = 1; i < heads.size(); ++i) heads[i] = static_cast<std::int32_t>(random() % (i + 1));
    std::vector<std::size_t> order(heads.size());  // shuffled: a random tree, usually non-projective
    std::iota(order.begin(), order.end(), 0);
    shuffle(order, random);
    Heads shuffled(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i)
      shuffled[order[i]] =
          heads[i] == 0 ? 0 : static_cast<std::int32_t>(order[static_cast<std::size_t>(heads[i] - 1)]) + 1;

    Heads expected = shuffled;
    for (;;) {
      std::int32_t smallest = 0, shortest = 0;
      for (const std::int32_t word : nonprojective_words(expected)) {
        const std::int32_t length = std::abs(expected[static_cast<std::size_t>(word - 1)] - word);
        if (smallest == 0 || length < shortest) smallest = word, shortest = length;
      }
      if (smallest == 0) break;
      std::int32_t& head = expected[static_cast<std::size_t>(smallest - 1)];
      head = expected[static_cast<std::size_t>(head - 1)];
    }
    const Labels labels(heads.size(), "x");
    CHECK(projectivise(sentence(shuffled, labels), Encoding::baseline).heads == expected);
  }
}

TEST(labels_with_arrows_are_found) {
  CHECK(!find_marked(sentence({0, 1}, {"a", "b"})));
  CHECK(find_marked(sentence({0, 1}, {"a", "a↑b"})) == 1);
  CHECK(find_marked(sentence({0, 1}, {"a↓", "b"})) == 0);
}

TEST(marks_of_another_encoding_are_found) {
  const Treebank czech = sentence(kHeads, kLabels);
  constexpr Encoding kAll[] = {Encoding::baseline, Encoding::head, Encoding::path, Encoding::head_path};
  for (const Encoding made : kAll)
    for (const Encoding asked : kAll) {
      const auto found = find_misfit(projectivise(czech, made), asked);
      // The marks of `head` are a subset of those of `head_path`, and `baseline` has none.
      const bool fits =
          made == asked || made == Encoding::baseline || (made == Encoding::head && asked == Encoding::head_path);
      CHECK(found.has_value() != fits);
    }
  CHECK(find_misfit(projectivise(czech, Encoding::path), Encoding::head) == 0);       // AuxP↑
  CHECK(find_misfit(projectivise(czech, Encoding::head_path), Encoding::head) == 4);  // Sb↓
}

TEST(marks_of_empty_labels_fit_the_encoding) {
  Labels labels = kLabels;
  labels[4] = "";
  const Treebank lifted = projectivise(sentence(kHeads, labels), Encoding::head);
  CHECK(labels_of(lifted)[0] == "AuxP↑");
  CHECK(!find_misfit(lifted, Encoding::head));
}

TEST(marks_of_marked_empty_labels_fit_the_encoding) {
  const Treebank lifted =
      projectivise(sentence({2, 8, 6, 5, 6, 0, 0, 7, 2}, {"a", "", "b", "c", "d", "e", "f", "g", "h"}), Encoding::head);
  CHECK(labels_of(lifted)[1] == "↑g");
  CHECK(labels_of(lifted)[8] == "h↑");
  CHECK(!find_misfit(lifted, Encoding::head));
}
