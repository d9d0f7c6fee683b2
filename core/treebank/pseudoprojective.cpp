#include "treebank/pseudoprojective.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "treebank/projectivity.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

constexpr std::string_view kUp = "↑", kDown = "↓";

bool marks_heads(Encoding encoding) { return encoding == Encoding::head || encoding == Encoding::head_path; }
bool marks_paths(Encoding encoding) { return encoding == Encoding::path || encoding == Encoding::head_path; }

// A decoded label: nsubj↑obj↓ is the label nsubj, lifted from a word labelled obj, on the path of another lifted arc.
struct MarkedLabel {
  std::string_view label, head_label;
  bool lifted = false, on_path = false;

  explicit MarkedLabel(std::string_view text) : label(text) {
    if (label.ends_with(kDown)) {
      on_path = true;
      label.remove_suffix(kDown.size());
    }
    if (const std::size_t up = label.find(kUp); up != std::string_view::npos) {
      lifted = true;
      head_label = label.substr(up + kUp.size());
      label = label.substr(0, up);
    }
  }
};

bool has_arrow(std::string_view label) {
  return label.find(kUp) != std::string_view::npos || label.find(kDown) != std::string_view::npos;
}

// Whether an encoding can produce a label. A parser only predicts labels of its training data, so the same holds for
// its output. Labels may be empty, and so may the label of a head.
bool fits(std::string_view text, Encoding encoding, bool some_are_empty) {
  const MarkedLabel label(text);
  if (encoding == Encoding::baseline) return !has_arrow(text);
  if (label.on_path && !marks_paths(encoding)) return false;
  if (!label.lifted) return true;
  return marks_heads(encoding) ? some_are_empty || !label.head_label.empty() : label.head_label.empty();
}

std::size_t index(std::int32_t word) { return static_cast<std::size_t>(word - 1); }

// The dependents of each node, in order, of a tree that changes.
class MovingDependents {
 public:
  explicit MovingDependents(std::span<const std::int32_t> heads) : below_(heads.size() + 1) {
    for (std::size_t i = 0; i < heads.size(); ++i)
      below_[static_cast<std::size_t>(heads[i])].push_back(static_cast<std::int32_t>(i + 1));
  }
  const std::vector<std::int32_t>& of(std::int32_t node) const { return below_[static_cast<std::size_t>(node)]; }
  void move(std::int32_t word, std::int32_t from, std::int32_t to) {
    auto& old_place = below_[static_cast<std::size_t>(from)];
    old_place.erase(std::lower_bound(old_place.begin(), old_place.end(), word));
    auto& new_place = below_[static_cast<std::size_t>(to)];
    new_place.insert(std::lower_bound(new_place.begin(), new_place.end(), word), word);
  }

 private:
  std::vector<std::vector<std::int32_t>> below_;
};

class Lifting {
 public:
  Lifting(const Treebank& treebank, std::size_t sentence)
      : treebank_(treebank), begin_(treebank.word_begin[sentence]), before_(treebank.head(sentence)),
        heads_(before_.begin(), before_.end()), on_path_(heads_.size(), false), nodes_(heads_.size() + 1) {
    for (std::size_t node = 0; node < nodes_.size(); ++node) nodes_[node].forget(static_cast<std::int32_t>(node));
    // Every arc that may be non-projective is in the queue. Lifting h -> d removes words from the yield of h, and of no
    // other word: only the new arc to d and the arcs from h that were projective must be checked again.
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    const auto consider = [&](std::int32_t word) { queue.push({arc_length(word), word}); };
    for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads_.size()); ++word) consider(word);
    while (!queue.empty()) {
      const std::int32_t word = queue.top().second;
      queue.pop();
      const std::int32_t head = heads_[index(word)];
      if (arc_is_projective(word)) {
        at(head).keep(word);
        continue;
      }
      on_path_[index(head)] = true;
      heads_[index(word)] = heads_[index(head)];
      consider(word);
      for (const std::int32_t other : at(head).dependents) consider(other);
      at(head).forget(head);
    }
  }

  const std::vector<std::int32_t>& heads() const { return heads_; }

  std::string label(std::size_t word, Encoding encoding) const {
    std::string text(original_label(word));
    if (heads_[word] != before_[word] && encoding != Encoding::baseline) {
      text += kUp;
      if (marks_heads(encoding)) text += original_label(index(before_[word]));
    }
    if (on_path_[word] && marks_paths(encoding)) text += kDown;
    return text;
  }

 private:
  using Candidate = std::pair<std::int32_t, std::int32_t>;  // shortest first, then leftmost

  // What is known of a node.
  struct Known {
    std::vector<std::int32_t> dependents;  // whose arcs from it were projective
    std::int32_t first, last;              // it dominates all words from here to there, which these arcs span
    // The last checks that have found it below the head of an arc, above it, and on the way up from a word.
    std::uint64_t below = 0, above = 0, met = 0;

    void keep(std::int32_t word) {
      dependents.push_back(word);
      first = std::min(first, word);
      last = std::max(last, word);
    }
    void forget(std::int32_t self) {
      dependents.clear();
      first = last = self;
    }
  };

  Known& at(std::int32_t node) { return nodes_[static_cast<std::size_t>(node)]; }
  std::int32_t arc_length(std::int32_t word) const { return std::abs(heads_[index(word)] - word); }

  // Whether the head dominates all words under an arc. Begins at both ends of those of which it is not known: words
  // that the head does not dominate are mostly next to one of them.
  bool arc_is_projective(std::int32_t word) {
    ++check_;
    const std::int32_t head = heads_[index(word)];
    at(head).below = check_;
    highest_ = head;
    std::int32_t left = word < head ? word : at(head).last, right = word < head ? at(head).first : word;
    while (++left < right)
      if (!is_below(left) || (--right > left && !is_below(right))) return false;
    return true;
  }

  // Climbs from a word and from the head in turns, until one way meets the other or a word known to be below the head.
  bool is_below(std::int32_t word) {
    ++climb_;
    std::int32_t up = word;
    for (; at(up).below != check_; up = heads_[index(up)]) {
      if (up == 0 || at(up).above == check_) return false;
      at(up).met = climb_;
      if (highest_ == 0) continue;
      highest_ = heads_[index(highest_)];
      at(highest_).above = check_;
      if (at(highest_).met == climb_) return false;
    }
    for (up = word; at(up).below != check_; up = heads_[index(up)]) at(up).below = check_;
    return true;
  }

  std::string_view original_label(std::size_t word) const {
    return (*treebank_.strings)[treebank_[Text::label][begin_ + word]];
  }

  const Treebank& treebank_;
  std::size_t begin_;
  std::span<const std::int32_t> before_;
  std::vector<std::int32_t> heads_;
  std::vector<bool> on_path_;
  std::vector<Known> nodes_;
  std::uint64_t check_ = 0, climb_ = 0;
  std::int32_t highest_ = 0;  // the node above the head of the arc that a check has come to
};

class Lowering {
 public:
  Lowering(const Treebank& treebank, std::size_t sentence, Encoding encoding)
      : encoding_(encoding), heads_(treebank.head(sentence).begin(), treebank.head(sentence).end()) {
    labels_.reserve(heads_.size());
    for (const StringId id : treebank.text(Text::label, sentence)) labels_.emplace_back((*treebank.strings)[id]);
    if (encoding == Encoding::baseline) return;
    if (std::ranges::none_of(labels_, &MarkedLabel::lifted)) return;
    MovingDependents dependents(heads_);
    for (const std::int32_t word : breadth_first(dependents)) {
      if (!labels_[index(word)].lifted) continue;
      const std::int32_t head = find_head(dependents, word);
      if (head == 0) continue;
      dependents.move(word, heads_[index(word)], head);
      heads_[index(word)] = head;
    }
  }

  const std::vector<std::int32_t>& heads() const { return heads_; }
  std::string_view label(std::size_t word) const { return labels_[word].label; }

 private:
  static std::vector<std::int32_t> breadth_first(const MovingDependents& dependents) {
    std::vector<std::int32_t> order(dependents.of(0));
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto& below = dependents.of(order[i]);
      order.insert(order.end(), below.begin(), below.end());
    }
    return order;
  }

  std::int32_t find_head(const MovingDependents& dependents, std::int32_t word) const {
    if (!marks_heads(encoding_)) return end_of_path(dependents, word);
    const std::int32_t found = marks_paths(encoding_) ? search(dependents, word, true) : 0;
    return found != 0 ? found : search(dependents, word, false);
  }

  // The first word below the head of `word`, top down and left to right, that has the label of the original head; along
  // marked arcs only, or along all arcs. The subtree of `word` is excluded.
  std::int32_t search(const MovingDependents& dependents, std::int32_t word, bool along_path) const {
    const std::string_view wanted = labels_[index(word)].head_label;
    std::vector<std::int32_t> agenda{heads_[index(word)]};
    for (std::size_t i = 0; i < agenda.size(); ++i)
      for (const std::int32_t next : dependents.of(agenda[i])) {
        if (next == word || (along_path && !labels_[index(next)].on_path)) continue;
        if (labels_[index(next)].label == wanted) return next;
        agenda.push_back(next);
      }
    return 0;
  }

  // The first word below the head of `word`, along marked arcs, that has no marked arc below it.
  std::int32_t end_of_path(const MovingDependents& dependents, std::int32_t word) const {
    std::vector<std::int32_t> agenda{heads_[index(word)]};
    for (std::size_t i = 0; i < agenda.size(); ++i) {
      const std::size_t found = agenda.size();
      for (const std::int32_t next : dependents.of(agenda[i]))
        if (next != word && labels_[index(next)].on_path) agenda.push_back(next);
      if (i > 0 && agenda.size() == found) return agenda[i];
    }
    return 0;
  }

  Encoding encoding_;
  std::vector<std::int32_t> heads_;
  std::vector<MarkedLabel> labels_;
};

void store(Treebank& treebank, std::size_t word, std::int32_t head, std::string_view label) {
  treebank.heads[word] = head;
  treebank[Text::label][word] = treebank.strings->intern(label);
}

}  // namespace

std::optional<std::size_t> find_marked(const Treebank& treebank) { return treebank.find_label(has_arrow); }

std::optional<std::size_t> find_misfit(const Treebank& treebank, Encoding encoding) {
  const auto& labels = treebank[Text::label];
  // Empty once the marks are removed.
  const bool some_are_empty = std::any_of(
      labels.begin(), labels.end(), [&](StringId id) { return MarkedLabel((*treebank.strings)[id]).label.empty(); });
  return treebank.find_label([=](std::string_view label) { return !fits(label, encoding, some_are_empty); });
}

Treebank projectivise(const Treebank& treebank, Encoding encoding, const Interrupt& interrupt) {
  Treebank result = treebank;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    interrupt();
    if (is_headless(treebank.head(sentence)) || is_projective(treebank.head(sentence))) continue;
    const Lifting lifting(treebank, sentence);
    for (std::size_t word = 0; word < treebank.length(sentence); ++word)
      store(result, treebank.word_begin[sentence] + word, lifting.heads()[word], lifting.label(word, encoding));
  }
  return result;
}

Treebank deprojectivise(const Treebank& treebank, Encoding encoding, const Interrupt& interrupt) {
  Treebank result = treebank;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    interrupt();
    if (is_headless(treebank.head(sentence))) continue;
    const Lowering lowering(treebank, sentence, encoding);
    for (std::size_t word = 0; word < treebank.length(sentence); ++word)
      store(result, treebank.word_begin[sentence] + word, lowering.heads()[word], lowering.label(word));
  }
  return result;
}

}  // namespace dodona
