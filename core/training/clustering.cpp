#include "training/clustering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "text/characters.h"

namespace dodona {
namespace {

// Of the words beside a word, those that are rarer count as one.
constexpr std::size_t kMostNeighbours = 20'000;
constexpr int kMostRounds = 20;
// Ends when fewer than one in so many words move.
constexpr std::size_t kFew = 200;

// x log x
class Entropy {
 public:
  Entropy() : table_(1 << 16) {
    for (std::size_t i = 1; i < table_.size(); ++i) table_[i] = of(static_cast<double>(i));
  }
  double operator()(std::uint32_t x) const { return x < table_.size() ? table_[x] : of(x); }

 private:
  static double of(double x) { return x * std::log(x); }
  std::vector<double> table_;
};

// How often words have one of the neighbours, on one side.
struct Neighbours {
  struct Count {
    std::uint32_t neighbour, times;
  };
  std::vector<Count> counts;
  std::vector<std::size_t> begin{0};  // by word
  std::vector<std::uint32_t> sums;    // by neighbour and cluster

  // Pairs of a word and its neighbour.
  Neighbours(std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t words) {
    std::ranges::sort(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i == 0 || pairs[i] != pairs[i - 1]) {
        while (begin.size() <= pairs[i].first) begin.push_back(counts.size());
        counts.push_back({pairs[i].second, 0});
      }
      ++counts.back().times;
    }
    begin.resize(words + 1, counts.size());
  }
  template <class F>
  void of_word(std::size_t word, F f) const {
    for (std::size_t i = begin[word]; i < begin[word + 1]; ++i) f(counts[i]);
  }
};

}  // namespace

void Clustering::add(const Treebank& treebank) {
  std::vector<std::uint32_t> known(treebank.strings->size());
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    for (std::size_t word = treebank.word_begin[i]; word < treebank.word_begin[i + 1]; ++word) {
      const StringId form = treebank[Text::form][word];
      if (known[form] == 0) {
        known[form] = numbers_.try_emplace(lower_case((*treebank.strings)[form]), counts_.size()).first->second;
        counts_.resize(numbers_.size() + 1);
      }
      ++counts_[known[form]];
      text_.push_back(known[form]);
    }
    text_.push_back(0);
  }
}

std::vector<std::pair<std::string, std::uint16_t>> Clustering::clusters(std::size_t count, std::size_t most_words,
                                                                        std::size_t least,
                                                                        const Interrupt& interrupt) const {
  // The words, the most frequent first.
  std::vector<const std::pair<const std::string, std::uint32_t>*> words;
  for (const auto& word : numbers_)
    if (counts_[word.second] >= least) words.push_back(&word);
  std::ranges::sort(words, [&](const auto* one, const auto* other) {
    const std::uint64_t a = counts_[one->second], b = counts_[other->second];
    return a != b ? a > b : one->first < other->first;
  });
  words.resize(std::min(words.size(), most_words));
  const std::size_t rare = words.size(), neighbours = std::min(rare, kMostNeighbours);
  const auto end_of_sentence = static_cast<std::uint32_t>(neighbours), other = end_of_sentence + 1;
  std::vector<std::uint32_t> ranks(counts_.size(), static_cast<std::uint32_t>(rare));
  for (std::size_t i = 0; i < rare; ++i) ranks[words[i]->second] = static_cast<std::uint32_t>(i);

  std::vector<Neighbours> sides;
  for (const bool after : {false, true}) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t i = 1; i + 1 < text_.size(); ++i) {
      const std::uint32_t beside = text_[after ? i + 1 : i - 1];
      const std::uint32_t neighbour = beside == 0                  ? end_of_sentence
                                      : ranks[beside] < neighbours ? ranks[beside]
                                                                   : other;
      if (text_[i] != 0 && ranks[text_[i]] < rare) pairs.emplace_back(ranks[text_[i]], neighbour);
    }
    sides.emplace_back(std::move(pairs), rare).sums.assign((neighbours + 2) * count, 0);
  }

  const Entropy entropy;
  std::vector<std::uint32_t> totals(count);
  std::vector<std::uint16_t> cluster_of(rare);
  const auto change = [&](std::size_t word, bool add) {
    const std::uint16_t cluster = cluster_of[word];
    const auto by = [&](std::uint32_t& sum, std::uint32_t times) { sum += add ? times : 0 - times; };
    by(totals[cluster], static_cast<std::uint32_t>(counts_[words[word]->second]));
    for (Neighbours& side : sides)
      side.of_word(word, [&](auto beside) { by(side.sums[beside.neighbour * count + cluster], beside.times); });
  };
  for (std::size_t i = 0; i < rare; ++i) {
    cluster_of[i] = static_cast<std::uint16_t>(i % count);
    change(i, true);
  }
  std::vector<double> gains(count);
  const InterruptScope scope(interrupt);
  for (int round = 0; round < kMostRounds; ++round) {
    std::size_t moved = 0;
    for (std::size_t word = 0; word < rare; ++word) {
      poll_interrupt();
      change(word, false);
      const auto times = static_cast<std::uint32_t>(counts_[words[word]->second]);
      for (std::size_t i = 0; i < count; ++i)
        gains[i] = -static_cast<double>(sides.size()) * (entropy(totals[i] + times) - entropy(totals[i]));
      for (const Neighbours& side : sides) {
        side.of_word(word, [&](auto beside) {
          const std::uint32_t* const sums = side.sums.data() + beside.neighbour * count;
          const double alone = entropy(beside.times);
          for (std::size_t i = 0; i < count; ++i)
            if (sums[i] != 0) gains[i] += entropy(sums[i] + beside.times) - entropy(sums[i]) - alone;
        });
      }
      const auto best = static_cast<std::uint16_t>(std::ranges::max_element(gains) - gains.begin());
      moved += best != cluster_of[word];
      cluster_of[word] = best;
      change(word, true);
    }
    if (moved * kFew < rare) break;
  }
  std::vector<std::pair<std::string, std::uint16_t>> found;
  for (std::size_t i = 0; i < rare; ++i) found.emplace_back(words[i]->first, cluster_of[i]);
  return found;
}

}  // namespace dodona
