#include "treebank/punctuation.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "treebank/projectivity.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

constexpr std::string_view kMark = "⇢";

std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }

// A tree of the words that keep their heads, to which the others are attached one by one.
class ReattachedTree {
 public:
  ReattachedTree(std::span<const std::int32_t> heads, std::span<const std::uint8_t> is_punctuation)
      : heads_(1, 0), stays_(heads.size() + 1, true), crosses_(heads.size() + 1, false), dominance_(heads) {
    heads_.insert(heads_.end(), heads.begin(), heads.end());
    std::vector<bool> has_dependents(heads_.size(), false);
    for (const std::int32_t head : heads) has_dependents[at(head)] = true;
    for (std::int32_t word = 1; word < nodes(); ++word)
      if (is_punctuation[at(word) - 1] && !has_dependents[at(word)] && head(word) != 0) {
        unattached_.push_back(word);
        stays_[at(word)] = false;
      }
    is_attached_ = stays_;
    for (std::int32_t word = 1; word < nodes(); ++word) {
      const auto [left, right] = std::minmax({head(word), word});
      crosses_[at(word)] = stays_[at(word)] && !all_below(head(word), left + 1, right);
    }
  }

  // Attaches each word to the best head.
  void attach_all() {
    for (const std::int32_t word : unattached_) {
      heads_[at(word)] = best_head(word);
      is_attached_[at(word)] = true;
    }
  }

  std::int32_t head(std::int32_t word) const { return heads_[at(word)]; }

 private:
  static constexpr std::int32_t kAbsent = -1;

  std::int32_t nodes() const { return static_cast<std::int32_t>(heads_.size()); }

  // Whether a node dominates all attached words from `from` up to `to`.
  bool all_below(std::int32_t node, std::int32_t from, std::int32_t to) const {
    for (std::int32_t word = from; word < to; ++word)
      if (is_attached_[at(word)] && !dominance_(node, stays_[at(word)] ? word : head(word))) return false;
    return true;
  }

  // The head of the shortest projective arc over a word. Projective arcs never cross each other, so attaching the word
  // to this head leaves all of them projective.
  std::int32_t limit(std::int32_t word) const {
    std::int32_t shortest = nodes(), found = 0;
    for (std::int32_t other = 1; other < nodes(); ++other) {
      const auto [left, right] = std::minmax({head(other), other});
      if (!is_attached_[at(other)] || crosses_[at(other)] || left > word || right < word || right - left >= shortest)
        continue;
      shortest = right - left;
      found = head(other);
    }
    return found;
  }

  // An arc to the word can only be projective if its head is the word next to it or dominates that word; the arc from
  // the limit always is.
  std::int32_t best_head(std::int32_t word) const {
    std::vector<std::int32_t> above(heads_.size(), kAbsent);  // the distance of a node above the old head
    std::int32_t steps = 0;
    for (std::int32_t node = head(word);; node = head(node)) {
      above[at(node)] = steps++;
      if (node == 0) break;
    }
    const std::int32_t limit = this->limit(word);
    std::tuple<std::int32_t, std::int32_t, std::int32_t> best{2 * nodes(), 0, head(word)};
    for (const std::int32_t side : {-1, 1}) {
      std::int32_t next = word + side;
      while (next > 0 && next < nodes() && !is_attached_[at(next)]) next += side;
      if (next <= 0 || next == nodes()) continue;
      if (!stays_[at(next)]) next = head(next);
      // The path from a node to the old head goes up to their lowest common ancestor and down again.
      std::int32_t up = 0, turn = next;
      for (; above[at(turn)] == kAbsent; turn = head(turn)) ++up;
      std::int32_t left = word, right = word;  // the node dominates all words in between
      for (std::int32_t node = next; node != 0; node = head(node), --up) {
        const std::int32_t distance = up > 0 ? up + above[at(turn)] : above[at(node)];
        if (dominates_all(node, left, right)) best = std::min(best, {distance, std::abs(node - word), node});
        if (node == limit) break;
      }
    }
    return std::get<2>(best);
  }

  // Whether a node dominates all words between it and the interval from `left` to `right`; if so, extends the interval:
  // the nodes above dominate it as well.
  bool dominates_all(std::int32_t node, std::int32_t& left, std::int32_t& right) const {
    if (!all_below(node, node + 1, left) || !all_below(node, right + 1, node)) return false;
    left = std::min(left, node);
    right = std::max(right, node);
    return true;
  }

  std::vector<std::int32_t> heads_;
  std::vector<bool> stays_, is_attached_, crosses_;
  std::vector<std::int32_t> unattached_;
  Dominance dominance_;  // in the tree as it was: words that move dominate none
};

std::string_view label_of(const Treebank& treebank, std::size_t word) {
  return (*treebank.strings)[treebank[Text::label][word]];
}

// The position of the mark. A label does not begin with one.
std::size_t mark_position(std::string_view label) { return label.find(kMark, 1); }

// Whether a word is `other` or in its subtree.
bool is_below(std::span<const std::int32_t> heads, std::int32_t word, std::int32_t other) {
  while (word != 0 && word != other) word = heads[at(word) - 1];
  return word == other;
}

// Finds the original head of a word by its label; kNotFound if no word has that label.
class Search {
 public:
  static constexpr std::int32_t kNotFound = 0;

  Search(std::span<const std::int32_t> heads, const std::vector<std::string_view>& labels)
      : heads_(heads), labels_(labels), dependents_(heads) {}

  std::int32_t operator()(std::int32_t word, std::string_view wanted) const {
    const auto has_label = [&](std::int32_t node) { return labels_[at(node) - 1] == wanted; };
    const std::int32_t head = heads_[at(word) - 1];
    for (std::int32_t node = head == 0 ? 0 : heads_[at(head) - 1]; node != 0; node = heads_[at(node) - 1])
      if (has_label(node)) return node;
    std::vector<std::int32_t> agenda{head};
    for (std::size_t i = 0; i < agenda.size(); ++i)
      for (const std::int32_t next : dependents_.of(at(agenda[i]))) {
        if (next == word) continue;
        if (has_label(next)) return next;
        agenda.push_back(next);
      }
    return kNotFound;
  }

 private:
  std::span<const std::int32_t> heads_;
  const std::vector<std::string_view>& labels_;
  Dependents dependents_;
};

}  // namespace

std::vector<std::uint8_t> punctuation_of(const Treebank& treebank) {
  std::vector<std::uint8_t> flags;
  flags.reserve(treebank.words());
  for (const StringId tag : treebank[Text::tag]) {
    const std::string_view name = (*treebank.strings)[tag];
    flags.push_back(name == "PUNCT" || name == ".");
  }
  return flags;
}

Treebank move_punctuation(const Treebank& treebank, std::span<const std::uint8_t> is_punctuation, bool mark,
                          const Interrupt& interrupt) {
  Treebank result = treebank;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    interrupt();
    const auto heads = treebank.head(sentence);
    if (is_headless(heads) || is_projective(heads)) continue;
    const std::size_t begin = treebank.word_begin[sentence];
    ReattachedTree tree(heads, is_punctuation.subspan(begin, heads.size()));
    tree.attach_all();
    std::vector<std::string_view> labels;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      result.heads[begin + i] = tree.head(static_cast<std::int32_t>(i) + 1);
      labels.push_back(label_of(treebank, begin + i));
    }
    if (!mark) continue;
    const Search search(result.head(sentence), labels);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (result.heads[begin + i] == heads[i]) continue;
      const std::string_view above = labels[at(heads[i]) - 1];
      if (search(static_cast<std::int32_t>(i) + 1, above) != heads[i]) continue;
      result[Text::label][begin + i] =
          result.strings->intern(std::string(labels[i]) + std::string(kMark) + std::string(above));
    }
  }
  return result;
}

std::optional<std::size_t> find_moved(const Treebank& treebank) {
  return treebank.find_label([](std::string_view label) { return mark_position(label) != std::string_view::npos; });
}

Treebank put_punctuation_back(const Treebank& treebank, const Interrupt& interrupt) {
  Treebank result = treebank;
  const std::optional<std::size_t> first = find_moved(treebank);
  if (!first) return result;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    interrupt();
    const std::size_t begin = treebank.word_begin[sentence], end = begin + treebank.length(sentence);
    if (end <= *first) continue;
    std::vector<std::string_view> labels, marks;
    bool any = false;
    for (std::size_t word = begin; word < end; ++word) {
      const std::string_view label = label_of(treebank, word);
      const std::size_t mark = mark_position(label);
      labels.push_back(label.substr(0, mark));
      marks.push_back(mark == std::string_view::npos ? std::string_view() : label.substr(mark));
      any |= mark != std::string_view::npos;
    }
    if (!any) continue;
    const Search search(treebank.head(sentence), labels);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (marks[i].empty()) continue;
      const std::int32_t head = search(static_cast<std::int32_t>(i) + 1, marks[i].substr(kMark.size()));
      if (head != Search::kNotFound && !is_below(result.head(sentence), head, static_cast<std::int32_t>(i) + 1))
        result.heads[begin + i] = head;
      result[Text::label][begin + i] = result.strings->intern(std::string(labels[i]));
    }
  }
  return result;
}

}  // namespace dodona
