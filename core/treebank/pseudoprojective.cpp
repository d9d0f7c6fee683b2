#include "treebank/pseudoprojective.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>

#include "treebank/projectivity.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

constexpr std::string_view kUp = "↑", kDown = "↓";

bool marks_heads(Encoding encoding) { return encoding == Encoding::head || encoding == Encoding::head_path; }
bool marks_paths(Encoding encoding) { return encoding == Encoding::path || encoding == Encoding::head_path; }

// A label taken apart: nsubj↑obj↓ is the label nsubj, lifted from a word labelled obj, and passed
// over by another lifted arc.
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

void check_unmarked(const Treebank& treebank) {
  for (const StringId id : treebank[Text::label]) {
    const std::string_view label = (*treebank.strings)[id];
    if (label.find(kUp) != std::string_view::npos || label.find(kDown) != std::string_view::npos)
      throw std::invalid_argument("the label '" + std::string(label) + "' has an arrow: has this treebank been made projective already?");
  }
}

// The shortest, then leftmost, non-projective arc, by its dependent; 0 if there is none.
std::int32_t smallest_nonprojective_arc(std::span<const std::int32_t> heads) {
  std::int32_t smallest = 0, shortest = 0;
  for (const std::int32_t word : nonprojective_words(heads)) {
    const std::int32_t length = std::abs(heads[static_cast<std::size_t>(word - 1)] - word);
    if (smallest == 0 || length < shortest) {
      smallest = word;
      shortest = length;
    }
  }
  return smallest;
}

class Lifting {
 public:
  Lifting(const Treebank& treebank, std::size_t sentence)
      : treebank_(treebank), begin_(treebank.word_begin[sentence]), before_(treebank.head(sentence)),
        heads_(before_.begin(), before_.end()), on_path_(heads_.size(), false) {
    while (const std::int32_t word = smallest_nonprojective_arc(heads_)) {
      std::int32_t& head = heads_[index(word)];
      on_path_[index(head)] = true;
      head = heads_[index(head)];
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
  static std::size_t index(std::int32_t word) { return static_cast<std::size_t>(word - 1); }
  std::string_view original_label(std::size_t word) const {
    return (*treebank_.strings)[treebank_[Text::label][begin_ + word]];
  }

  const Treebank& treebank_;
  std::size_t begin_;
  std::span<const std::int32_t> before_;
  std::vector<std::int32_t> heads_;
  std::vector<bool> on_path_;
};

class Lowering {
 public:
  Lowering(const Treebank& treebank, std::size_t sentence, Encoding encoding)
      : encoding_(encoding), heads_(treebank.head(sentence).begin(), treebank.head(sentence).end()) {
    labels_.reserve(heads_.size());
    for (const StringId id : treebank.text(Text::label, sentence)) labels_.emplace_back((*treebank.strings)[id]);
    if (encoding == Encoding::baseline) return;
    const std::vector<std::int32_t> top_down = breadth_first(heads_);
    for (const std::int32_t word : top_down) {
      if (!labels_[index(word)].lifted) continue;
      if (const std::int32_t head = find_head(word)) heads_[index(word)] = head;
    }
  }

  const std::vector<std::int32_t>& heads() const { return heads_; }
  std::string_view label(std::size_t word) const { return labels_[word].label; }

 private:
  static std::size_t index(std::int32_t word) { return static_cast<std::size_t>(word - 1); }

  static std::vector<std::int32_t> breadth_first(std::span<const std::int32_t> heads) {
    const Dependents dependents(heads);
    std::vector<std::int32_t> order(dependents.of(0).begin(), dependents.of(0).end());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto below = dependents.of(static_cast<std::size_t>(order[i]));
      order.insert(order.end(), below.begin(), below.end());
    }
    return order;
  }

  std::int32_t find_head(std::int32_t word) const {
    const Dependents dependents(heads_);
    switch (encoding_) {
      case Encoding::baseline: return 0;
      case Encoding::head: return search(dependents, word, false);
      case Encoding::path: return end_of_path(dependents, word);
      case Encoding::head_path: {
        const std::int32_t found = search(dependents, word, true);
        return found != 0 ? found : search(dependents, word, false);
      }
    }
    return 0;
  }

  // The first word below the head of `word`, top down and left to right, that bears the label that
  // the head of `word` had; along marked arcs only, or along all. What `word` dominates is left out.
  std::int32_t search(const Dependents& dependents, std::int32_t word, bool along_path) const {
    const std::string_view wanted = labels_[index(word)].head_label;
    std::deque<std::int32_t> agenda{heads_[index(word)]};
    for (; !agenda.empty(); agenda.pop_front()) {
      for (const std::int32_t next : dependents.of(static_cast<std::size_t>(agenda.front()))) {
        if (next == word || (along_path && !labels_[index(next)].on_path)) continue;
        if (labels_[index(next)].label == wanted) return next;
        agenda.push_back(next);
      }
    }
    return 0;
  }

  // The first word below the head of `word`, along marked arcs, that has no marked arc below it.
  std::int32_t end_of_path(const Dependents& dependents, std::int32_t word) const {
    std::deque<std::int32_t> agenda{heads_[index(word)]};
    for (bool start = true; !agenda.empty(); agenda.pop_front(), start = false) {
      const std::size_t waiting = agenda.size();
      for (const std::int32_t next : dependents.of(static_cast<std::size_t>(agenda.front())))
        if (next != word && labels_[index(next)].on_path) agenda.push_back(next);
      if (!start && agenda.size() == waiting) return agenda.front();
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

Treebank projectivise(const Treebank& treebank, Encoding encoding) {
  check_unmarked(treebank);
  Treebank result = treebank;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    if (is_headless(treebank.head(sentence)) || is_projective(treebank.head(sentence))) continue;
    const Lifting lifting(treebank, sentence);
    for (std::size_t word = 0; word < treebank.length(sentence); ++word)
      store(result, treebank.word_begin[sentence] + word, lifting.heads()[word], lifting.label(word, encoding));
  }
  return result;
}

Treebank deprojectivise(const Treebank& treebank, Encoding encoding) {
  Treebank result = treebank;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    if (is_headless(treebank.head(sentence))) continue;
    const Lowering lowering(treebank, sentence, encoding);
    for (std::size_t word = 0; word < treebank.length(sentence); ++word)
      store(result, treebank.word_begin[sentence] + word, lowering.heads()[word], lowering.label(word));
  }
  return result;
}

}  // namespace dodona
