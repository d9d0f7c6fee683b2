#include "features/encoder.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <unordered_map>

namespace dodona {

Value Vocabulary::add(std::string_view string) {
  const StringId id = pool_.intern(string);
  if (id >= values_.size()) values_.resize(pool_.size(), kNothingToSay);
  if (values_[id] == kNothingToSay) {
    values_[id] = static_cast<Value>(strings_.size() + 2);
    strings_.emplace_back(string);
  }
  return values_[id];
}

Value Vocabulary::find(std::string_view string) const {
  const std::optional<StringId> id = pool_.find(string);
  return id && *id < values_.size() ? values_[*id] : kNothingToSay;
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
    std::vector<Value> values;                      // by the number of the string
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
  const auto look_up = [&](std::size_t which) -> Value {
    if (buffer.empty()) return kNothingToSay;
    if constexpr (std::is_const_v<Self>)
      return self.vocabularies_[which].find(buffer);
    else
      return self.vocabularies_[which].add(buffer);
  };
  const auto value_of_pair = [&](std::size_t which, std::size_t word) -> Value {
    const StringId coarse = treebank[Text::tag][word], fine = treebank[Text::fine_tag][word];
    const auto [found, is_new] = known[which].pairs.try_emplace((std::uint64_t{coarse} << 32) | fine, kNotYet);
    if (is_new) {
      buffer.assign((*treebank.strings)[coarse]).append("\t").append((*treebank.strings)[fine]);
      found->second = look_up(which);
    }
    return found->second;
  };
  // A few sentences at a time: their values stay in the cache while one attribute follows the other.
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
          if (value == kNotYet) {
            buffer.clear();
            derive(self.attributes_[which], (*treebank.strings)[ids[word]], buffer);
            value = look_up(which);
          }
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
