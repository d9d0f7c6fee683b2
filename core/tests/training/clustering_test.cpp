// Words with the same neighbours are clustered together, and exchange does not lower what clusters tell.
#include "training/clustering.h"

#include <map>
#include <string>
#include <vector>

#include "test.h"

using namespace dodona;

namespace {

Treebank text_of(const std::vector<std::vector<std::string>>& sentences) {
  Treebank treebank;
  for (const auto& sentence : sentences) {
    for (const std::string& word : sentence) {
      treebank[Text::form].push_back(treebank.strings->intern(word));
      treebank.heads.push_back(0);
    }
    treebank.word_begin.push_back(treebank.heads.size());
    treebank.first_line.push_back(0);
  }
  return treebank;
}

}  // namespace

TEST(clustering_puts_words_with_the_same_neighbours_together) {
  const std::vector<std::string> nouns{"oak", "dove", "Owl"}, verbs{"speaks", "waits"}, articles{"the", "an"};
  std::vector<std::vector<std::string>> sentences;
  for (const std::string& noun : nouns)
    for (const std::string& verb : verbs)
      for (const std::string& article : articles) sentences.push_back({article, noun, verb});
  sentences.push_back({"once"});
  Clustering clustering;
  clustering.add(text_of(sentences));
  clustering.add(text_of({{"THE", "owl", "waits"}}));
  std::map<std::string, std::uint16_t> found;
  for (const auto& [word, cluster] : clustering.clusters(3, 100, 2)) found[word] = cluster;
  CHECK(found.size() == 7);
  CHECK(found["oak"] == found["dove"] && found["dove"] == found["owl"]);
  CHECK(found["speaks"] == found["waits"] && found["the"] == found["an"]);
  CHECK(found["oak"] != found["waits"] && found["oak"] != found["the"] && found["the"] != found["waits"]);
  const auto most_frequent = clustering.clusters(3, 2, 2);
  CHECK(most_frequent.size() == 2 && most_frequent[0].first == "the" && most_frequent[1].first == "waits");
}
