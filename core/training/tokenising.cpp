#include "training/tokenising.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "base/hash.h"
#include "learners/averaged_perceptron.h"
#include "learners/packing.h"
#include "training/order.h"

namespace dodona {
namespace {

// Boundaries less frequent than one in so many are not considered.
constexpr std::uint64_t kRare = 400;
// Also update if the gold boundary leads by less than this; an update changes scores by about 60.
constexpr float kMargin = 20;
// The number of sentences of a block.
constexpr std::size_t kBlock = 32;
constexpr std::uint8_t kNoBoundary = 255;
// Kinds of spans of which more than one, and one in so many, are not tokens are not used.
constexpr std::size_t kWrongSpans = 10;

// A token as written in the text.
struct Surface {
  std::string_view form;
  bool space_after;
  std::size_t first, last;  // its words
};

bool has_space_after(std::string_view misc) {
  const std::vector<std::string_view> items = split(misc, '|');
  return std::ranges::find(items, "SpaceAfter=No") == items.end();
}

// Calls visit(token) for every token of a sentence.
template <class Visit>
void for_tokens(const Treebank& treebank, std::size_t sentence, Visit visit) {
  const StringPool& strings = *treebank.strings;
  const std::size_t begin = treebank.word_begin[sentence], length = treebank.length(sentence);
  const auto others = treebank.other(sentence);
  auto other = others.begin();
  for (std::size_t word = 0; word < length;) {
    Surface token{strings[treebank[Text::form][begin + word]],
                  has_space_after(strings[treebank[Text::misc][begin + word]]), word, word};
    for (; other != others.end() && other->before <= word; ++other) {
      const std::string_view line = strings[other->text];
      if (line.starts_with('#')) continue;
      std::vector<std::string_view> fields = split(line, '\t');
      fields.resize(10);
      const std::size_t dash = fields[0].find('-');
      if (dash == fields[0].npos) continue;  // an empty node
      const std::string digits(fields[0].substr(dash + 1));
      token = {fields[1], has_space_after(fields[9]), word, std::min<std::size_t>(std::stoul(digits), length) - 1};
    }
    word = token.last + 1;
    visit(token);
  }
}

bool begins_paragraph(const Treebank& treebank, std::size_t sentence) {
  return std::ranges::any_of(treebank.other(sentence), [&](const OtherLine& other) {
    const std::string_view line = (*treebank.strings)[other.text];
    return line.starts_with("# newpar") || line.starts_with("# newdoc");
  });
}

// Text with its gold boundaries.
struct Block {
  std::vector<Element> elements;
  std::vector<std::uint8_t> labels;  // one per element; kNoBoundary for spaces and for the text of the next block
};

Block block_of(const Treebank& treebank, std::size_t from, std::size_t to) {
  std::string text;
  std::vector<std::pair<std::size_t, Boundary>> ends;              // the byte after a token
  const std::size_t end = std::min(to + 1, treebank.sentences());  // one more, as the context of the last
  for (std::size_t i = from; i < end; ++i) {
    if (i > from && begins_paragraph(treebank, i)) text.append("\n\n");
    for_tokens(treebank, i, [&](const Surface& token) {
      text.append(token.form);
      if (i < to) ends.emplace_back(text.size(), Boundary::token);
      if (token.space_after) text.push_back(' ');
    });
    if (i < to && !ends.empty()) ends.back().second = Boundary::sentence;
  }
  Block block;
  read_elements(text, true, block.elements);
  block.labels.assign(block.elements.size(), kNoBoundary);
  std::size_t element = 0;
  for (const auto& [byte, boundary] : ends) {
    for (; element < block.elements.size() && block.elements[element].begin < byte; ++element)
      if (block.elements[element].kind != CharacterKind::space)
        block.labels[element] = static_cast<std::uint8_t>(Boundary::inside);
    if (element > 0 && block.elements[element - 1].kind != CharacterKind::space)
      block.labels[element - 1] = static_cast<std::uint8_t>(boundary);
  }
  return block;
}

// Calls visit(position, chunk, history, gap, gold boundary) for every position, except before an empty line and at the
// end.
template <class Visit>
void for_positions(const Block& block, Visit visit) {
  BoundaryHistory history;
  Chunk chunk;
  bool chunk_known = false;
  const auto& elements = block.elements;
  std::size_t at = !elements.empty() && elements[0].kind == CharacterKind::space ? 1 : 0;
  history.token_begin = at;
  while (at < elements.size() && block.labels[at] != kNoBoundary) {
    if (!chunk_known) chunk = BoundaryFeatures::chunk_at(elements, at);
    const bool gap = at + 1 < elements.size() && elements[at + 1].kind == CharacterKind::space;
    const std::size_t after = at + 1 + (gap ? 1 : 0);
    const auto boundary = static_cast<Boundary>(block.labels[at]);
    if (after < elements.size() && !(gap && elements[at + 1].lines >= 2)) visit(at, chunk, history, gap, boundary);
    chunk_known = !gap;
    if (boundary != Boundary::inside) {
      history.token_before =
          boundary == Boundary::sentence ? 0 : BoundaryFeatures::hash(elements, history.token_begin, at + 1);
      history.tokens = boundary == Boundary::sentence ? 0 : history.tokens + 1;
      history.token_begin = after;
    }
    at = after;
  }
}

// The kinds of spans that are tokens in the treebank, and those that do not occur in it.
SpanRules rules_of(const std::vector<Block>& blocks, const std::vector<std::string>& abbreviations) {
  SpanRules rules;
  rules.kinds.set();
  for (const std::string& each : abbreviations) rules.abbreviations.push_back(hash_of_abbreviation(each));
  std::ranges::sort(rules.abbreviations);
  std::array<std::size_t, kSpanKinds> found{}, wrong{};
  std::vector<Span> spans;
  for (const auto& [elements, labels] : blocks)
    for (std::size_t begin = 0; begin < elements.size(); ++begin) {
      if (labels[begin] == kNoBoundary || (begin > 0 && elements[begin - 1].kind != CharacterKind::space)) continue;
      spans.clear();
      find_spans(elements, begin, rules, spans);
      for (const Span& span : spans) {
        bool is_right = true;
        for (std::size_t at = std::max(span.begin, begin + 1) - 1; at < span.end && at + 1 < elements.size(); ++at) {
          const std::uint8_t gold = labels[at] == 0 ? bit(Boundary::inside) : kAnyEnd;
          is_right &= (allowed_by({&span, 1}, elements, at, kAnyBoundary) & gold) != 0;
        }
        const auto kind = static_cast<std::size_t>(span.kind);
        ++found[kind];
        wrong[kind] += !is_right;
      }
    }
  for (std::size_t kind = 0; kind < kSpanKinds; ++kind)
    if (wrong[kind] > 1 + found[kind] / kWrongSpans) rules.kinds.reset(kind);
  return rules;
}

BoundaryTable table_of(const std::vector<Block>& blocks) {
  std::vector<std::array<std::uint32_t, kBoundaries>> counts(BoundaryTable::kCells);
  for (const Block& block : blocks)
    for_positions(block, [&](std::size_t at, const Chunk&, const BoundaryHistory&, bool gap, Boundary boundary) {
      ++counts[BoundaryTable::cell_of(block.elements[at], gap, block.elements[at + (gap ? 2 : 1)])]
              [static_cast<std::size_t>(boundary)];
    });
  std::vector<std::uint8_t> cells(BoundaryTable::kCells, 0);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint64_t total = std::uint64_t{counts[i][0]} + counts[i][1] + counts[i][2];
    for (std::size_t j = 0; j < kBoundaries; ++j)
      if (counts[i][j] > 0 && counts[i][j] * kRare >= total) cells[i] = static_cast<std::uint8_t>(cells[i] | 1u << j);
    // Ignore rare pairs.
    if (total < 5) cells[i] = 0;
  }
  return BoundaryTable(std::move(cells));
}

// Counts words of ideographs in each part of the text. In training, a word is only known if it occurs in another part:
// otherwise all words would be known, and the weights of known words too high.
class CountedWords {
 public:
  explicit CountedWords(const std::vector<Block>& blocks) : blocks_(blocks.size()) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const auto& [elements, labels] = blocks[i];
      std::uint64_t hash = WordList::start();
      std::size_t length = 0;
      for (std::size_t at = 0; at < elements.size(); ++at) {
        if (labels[at] == kNoBoundary) continue;
        hash = WordList::with(hash, elements[at]);
        length = elements[at].kind == CharacterKind::ideograph ? length + 1 : WordList::kLongest + 1;
        if (labels[at] == static_cast<std::uint8_t>(Boundary::inside)) continue;
        if (length <= WordList::kLongest) ++counts_[hash][part_of(i)];
        hash = WordList::start();
        length = 0;
      }
    }
  }

  WordList all() const {
    std::vector<std::uint64_t> hashes;
    for (const auto& [hash, counts] : counts_) hashes.push_back(hash);
    std::ranges::sort(hashes);
    return WordList(std::move(hashes));
  }

  bool is_known(std::uint64_t hash, std::size_t block) const {
    const auto found = counts_.find(hash);
    if (found == counts_.end()) return false;
    for (std::size_t part = 0; part < kParts; ++part)
      if (part != part_of(block) && found->second[part] > 0) return true;
    return false;
  }

 private:
  static constexpr std::size_t kParts = 10;
  std::size_t part_of(std::size_t block) const { return block * kParts / blocks_; }

  std::size_t blocks_;
  std::unordered_map<std::uint64_t, std::array<std::uint32_t, kParts>> counts_;
};

Splitter train_splitter(const Treebank& treebank, int epochs, std::uint64_t seed) {
  const StringPool& strings = *treebank.strings;
  std::map<std::string_view, std::map<std::string, std::size_t>>
      seen;  // the rules of each token; "" if it is not split
  bool any = false;
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    for_tokens(treebank, i, [&](const Surface& token) {
      words.clear();
      for (std::size_t word = token.first; word <= token.last; ++word)
        words.push_back(strings[treebank[Text::form][treebank.word_begin[i] + word]]);
      std::string text;
      if (words.size() > 1) {
        const std::optional<SplitRule> rule = SplitRule::between(token.form, words);
        if (!rule) return;  // a word of control characters, which no model may write
        text = rule->text();
        any = true;
      }
      ++seen[token.form][text];
    });
  if (!any) return {};

  std::map<std::string, std::size_t> counts;
  std::vector<std::pair<std::string_view, std::string>> examples;
  for (const auto& [token, rules] : seen) {
    const auto most = std::ranges::max_element(rules, {}, [](const auto& pair) { return pair.second; });
    if (!most->first.empty()) ++counts[most->first];
    examples.emplace_back(token, most->first);
  }
  std::vector<std::pair<std::string, std::size_t>> ranked(counts.begin(), counts.end());
  std::ranges::stable_sort(ranked, std::greater(), [](const auto& pair) { return pair.second; });
  std::map<std::string, std::uint32_t> numbers{{"", 0}};
  std::vector<SplitRule> rules;
  std::size_t learnt = 1;
  constexpr std::size_t kMostLearnt = 2000;
  for (const auto& [rule, count] : ranked) {
    rules.push_back(*SplitRule::from_text(rule));
    numbers.emplace(rule, static_cast<std::uint32_t>(rules.size()));
    if (count > 1 && learnt < kMostLearnt) ++learnt;
  }

  AveragedPerceptron learner(learnt);
  FeatureList list(Splitter::kTemplates);
  std::vector<float> scores(learner.padded());
  std::size_t done = 0;
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    for (const std::uint32_t i : order_of_epoch(seed, epoch, examples.size())) {
      const std::uint32_t right = numbers.at(examples[i].second);
      if (right >= learnt) continue;
      Splitter::extract(examples[i].first, list);
      learner.score(list, scores.data());
      const auto best = static_cast<std::uint32_t>(
          std::max_element(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(learnt)) - scores.begin());
      if (best != right) learner.update(list, right, best);
      if (++done % 32 == 0) learner.sentence_done();
    }
  }
  learner.sentence_done();
  const Splitter regular(rules, pack(learner), {});
  std::map<std::uint64_t, std::uint32_t> exceptions;
  for (const auto& [token, rule] : examples)
    if (const std::uint32_t right = numbers.at(rule); regular.choose(token) != right)
      exceptions.emplace(hash_text(token), right);
  return {std::move(rules), regular.model(), Exceptions::of(exceptions)};
}

}  // namespace

std::string text_of(const Treebank& treebank) {
  std::string text;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    if (i > 0 && begins_paragraph(treebank, i)) {
      while (text.ends_with(' ')) text.pop_back();
      text.append("\n\n");
    }
    for_tokens(treebank, i, [&](const Surface& token) {
      text.append(token.form);
      if (token.space_after) text.push_back(' ');
    });
  }
  return text;
}

Tokeniser train_tokeniser(const Treebank& treebank, int epochs, std::uint64_t seed, float prune,
                          const std::vector<std::string>& abbreviations, const Interrupt& interrupt) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < treebank.sentences(); i += kBlock)
    blocks.push_back(block_of(treebank, i, std::min(i + kBlock, treebank.sentences())));
  if (blocks.empty()) throw std::invalid_argument("the treebank has no sentences to learn from");

  std::vector<std::uint64_t> odd;
  const BoundaryTable table = table_of(blocks);
  for (const Block& block : blocks)
    for_positions(block, [&](std::size_t at, const Chunk& chunk, const BoundaryHistory&, bool gap, Boundary boundary) {
      if (gap || chunk.value == 0) return;
      const std::uint8_t bits = table.allowed(block.elements[at], false, block.elements[at + 1]);
      if ((bits >> static_cast<unsigned>(boundary) & 1) == 0) odd.push_back(chunk.value);
    });
  std::ranges::sort(odd);
  odd.erase(std::unique(odd.begin(), odd.end()), odd.end());

  AveragedPerceptron learner(kBoundaries);
  const CountedWords words(blocks);
  const WordList list_of_words = words.all();
  const Tokeniser rules(pack(learner), table, odd, {}, {}, {});
  std::vector<std::vector<WordList::Lengths>> lengths(blocks.size());
  for (std::size_t i = 0; i < blocks.size() && !list_of_words.empty(); ++i)
    for (std::size_t at = 0; at < blocks[i].elements.size(); ++at)
      lengths[i].push_back(
          WordList::lengths(blocks[i].elements, at, [&](std::uint64_t hash) { return words.is_known(hash, i); }));
  FeatureList list(BoundaryFeatures::kTemplates);
  std::vector<float> scores(learner.padded());
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    learn_in_order(order_of_epoch(seed, epoch, blocks.size()), interrupt, [&](std::size_t i, EpochReport&) {
      const Block& block = blocks[i];
      for_positions(block,
                    [&](std::size_t at, const Chunk& chunk, const BoundaryHistory& history, bool, Boundary boundary) {
                      const std::uint8_t allowed = rules.allowed(block.elements, at, rules.is_odd(chunk), {});
                      if (std::has_single_bit(allowed)) return;
                      KnownWords known;
                      if (KnownWords::are_available(list_of_words, block.elements, at))
                        known = KnownWords::at(at, [&](std::size_t begin) { return lengths[i][begin]; });
                      BoundaryFeatures::extract(block.elements, at, chunk, history, known, list);
                      learner.score(list, scores.data());
                      scores[static_cast<std::size_t>(boundary)] -= kMargin;
                      const Boundary best = best_boundary(scores.data(), allowed);
                      if (best != boundary)
                        learner.update(list, static_cast<TransitionId>(boundary), static_cast<TransitionId>(best));
                    });
      learner.sentence_done();
    });
  }
  return {pack(learner, prune),           table, std::move(odd), train_splitter(treebank, epochs, seed), list_of_words,
          rules_of(blocks, abbreviations)};
}

}  // namespace dodona
