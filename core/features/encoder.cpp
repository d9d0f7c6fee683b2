#include "features/encoder.h"

#include <algorithm>
#include <type_traits>
#include <unordered_map>

#include "base/digest.h"

namespace dodona {

// Never 0, which marks free places.
std::uint64_t Vocabulary::print_of(std::string_view padded) {
  return digest_of(padded, HashSeeds::kProcess).hash(HashSeeds::kProcess) | 1;
}

Value Vocabulary::add(std::string_view padded) {
  const std::uint64_t print = print_of(padded);
  const std::size_t at = place_of(print);
  if (prints_[at] != 0) return values_[at];
  strings_.emplace_back(padded);
  const auto value = static_cast<Value>(strings_.size() + 1);
  prints_[at] = print;
  values_[at] = value;
  if (strings_.size() * 4 > prints_.size() * 3) grow();
  return value;
}

void Vocabulary::grow() {
  std::vector<std::uint64_t> prints(prints_.size() * 2);
  std::vector<Value> values(prints.size());
  prints.swap(prints_);
  values.swap(values_);
  --shift_;
  for (std::size_t i = 0; i < prints.size(); ++i) {
    if (prints[i] == 0) continue;
    const std::size_t at = place_of(prints[i]);
    prints_[at] = prints[i];
    values_[at] = values[i];
  }
}

template <class Self>
EncodedSentences Encoder::encode(Self& self, const Treebank& treebank) {
  constexpr Value kNotYet = static_cast<Value>(-1);
  const std::size_t width = self.attributes_.size();
  EncodedSentences out;
  out.attributes = width;
  out.begin.push_back(0);
  for (std::size_t i = 0; i < treebank.sentences(); ++i) out.begin.push_back(out.begin.back() + treebank.length(i) + 1);
  out.values.assign(out.begin.back() * width, kRootValue);

  std::string buffer;
  struct Known {
    Text column;
    bool pair;
    std::vector<Value> values;                       // by the number of the string
    std::unordered_map<std::uint64_t, Value> pairs;  // by the numbers of both tags
  };
  std::vector<Known> known(width);
  for (std::size_t which = 0; which < width; ++which) {
    const Attribute& attribute = self.attributes_[which];
    const bool tag = attribute.kind == Attribute::Kind::tag;
    known[which].pair = tag && self.tag_ == TagChoice::both;
    known[which].column = tag && self.tag_ == TagChoice::xpos ? Text::fine_tag : attribute.column;
    if (!known[which].pair) known[which].values.assign(treebank.strings->size(), kNotYet);
  }
  // Strings of a treebank and std::strings are padded, as Vocabulary requires.
  const auto look_up = [&](std::size_t which, std::string_view string) -> Value {
    if (string.empty()) return kNoValue;
    if constexpr (std::is_const_v<Self>)
      return self.vocabularies_[which].find(string);
    else
      return self.vocabularies_[which].add(string);
  };
  const auto value_of_pair = [&](std::size_t which, std::size_t word) -> Value {
    const StringId coarse = treebank[Text::tag][word], fine = treebank[Text::fine_tag][word];
    const auto [found, is_new] = known[which].pairs.try_emplace((std::uint64_t{coarse} << 32) | fine, kNotYet);
    if (is_new) {
      buffer.assign((*treebank.strings)[coarse]).append("\t").append((*treebank.strings)[fine]);
      found->second = look_up(which, buffer);
    }
    return found->second;
  };
  // A few sentences at a time, so that their values stay in the cache from one attribute to the next.
  constexpr std::size_t kAtATime = 8;
  for (std::size_t begin = 0; begin < treebank.sentences(); begin += kAtATime) {
    const std::size_t end = std::min(begin + kAtATime, treebank.sentences());
    for (std::size_t which = 0; which < width; ++which) {
      const StringId* const ids = treebank[known[which].column].data();
      Value* const values = known[which].values.data();
      for (std::size_t i = begin; i < end; ++i) {
        Value* out_value = &out.values[(out.begin[i] + 1) * width + which];
        for (std::size_t word = treebank.word_begin[i]; word < treebank.word_begin[i + 1]; ++word, out_value += width) {
          if (known[which].pair) {
            *out_value = value_of_pair(which, word);
            continue;
          }
          Value& value = values[ids[word]];
          if (value == kNotYet)
            value = look_up(
                which, derived(self.attributes_[which], (*treebank.strings)[ids[word]], buffer, self.clusters_.get()));
          *out_value = value;
        }
      }
    }
  }
  return out;
}

template EncodedSentences Encoder::encode<Encoder>(Encoder&, const Treebank&);
template EncodedSentences Encoder::encode<const Encoder>(const Encoder&, const Treebank&);

}  // namespace dodona
