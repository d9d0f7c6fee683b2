#include "features/encoder.h"

#include <type_traits>

namespace dodona {

Value Vocabulary::add(std::string_view string) {
  if (const auto found = values_.find(string); found != values_.end()) return found->second;
  const auto value = static_cast<Value>(strings_.size() + 2);
  strings_.emplace_back(string);
  values_.emplace(strings_.back(), value);
  return value;
}

Value Vocabulary::find(std::string_view string) const {
  const auto found = values_.find(string);
  return found == values_.end() ? kNothingToSay : found->second;
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
  std::vector<Value> known;                             // by the number of the string
  std::unordered_map<std::uint64_t, Value> known_pairs;  // by the numbers of both tags
  for (std::size_t which = 0; which < width; ++which) {
    const Attribute& attribute = self.attributes_[which];
    auto& vocabulary = self.vocabularies_[which];
    const auto look_up = [&]() -> Value {
      if (buffer.empty()) return kNothingToSay;
      if constexpr (std::is_const_v<Self>)
        return vocabulary.find(buffer);
      else
        return vocabulary.add(buffer);
    };
    const bool pair = attribute.kind == Attribute::Kind::tag && self.tag_ == TagChoice::both;
    const Text column = attribute.kind == Attribute::Kind::tag && self.tag_ == TagChoice::xpos ? Text::fine_tag : attribute.column;
    const std::vector<StringId>& ids = treebank[column];
    const std::vector<StringId>& fine = treebank[Text::fine_tag];
    known.assign(pair ? 0 : treebank.strings->size(), kNotYet);
    known_pairs.clear();
    const auto value_of = [&](std::size_t word) -> Value {
      if (pair) {
        const auto [found, is_new] = known_pairs.try_emplace((std::uint64_t{ids[word]} << 32) | fine[word], kNotYet);
        if (is_new) {
          buffer.assign((*treebank.strings)[ids[word]]).append("\t").append((*treebank.strings)[fine[word]]);
          found->second = look_up();
        }
        return found->second;
      }
      Value& value = known[ids[word]];
      if (value == kNotYet) {
        buffer.clear();
        derive(attribute, (*treebank.strings)[ids[word]], buffer);
        value = look_up();
      }
      return value;
    };
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      Value* value = &out.values[(out.begin[i] + 1) * width + which];
      for (std::size_t word = treebank.word_begin[i]; word < treebank.word_begin[i + 1]; ++word, value += width) *value = value_of(word);
    }
  }
  return out;
}

template EncodedSentences Encoder::encode<Encoder>(Encoder&, const Treebank&);
template EncodedSentences Encoder::encode<const Encoder>(const Encoder&, const Treebank&);

}  // namespace dodona
