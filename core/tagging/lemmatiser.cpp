#include "tagging/lemmatiser.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {

std::uint64_t LemmaFeatures::key_of(std::string_view form, std::string_view upos, std::string_view feats) {
  return hash_with(hash_with(hash_text(form), hash_text(upos)), hash_text(feats));
}

void LemmaFeatures::extract(std::string_view form, std::string_view upos, std::string_view feats, FeatureList& out) {
  constexpr std::size_t kSuffixes = 7, kFine = 5, kPrefixes = 4;
  thread_local std::string lowered;
  lowered.clear();
  append_lower_case(lowered, form);
  const std::uint64_t coarse = hash_text(upos), fine = hash_with(coarse, hash_text(feats));
  out.size = 0;
  std::uint16_t number = 0;
  const auto add = [&](std::uint64_t tag, std::uint64_t value) {
    out.keys[out.size] = hash_with(hash_with(hash_with(0x1e44a + std::uint64_t{number} * 0x51ED270B, tag), value), 3);
    out.from[out.size++] = number;
  };
  std::size_t begin = lowered.size();
  for (std::size_t i = 1; i <= kSuffixes; ++i) {
    const bool fits = begin > 0;
    if (fits) begin = character_before(lowered, begin);
    const std::string_view suffix = std::string_view(lowered).substr(begin);
    const std::uint64_t value = hash_text(suffix);
    if (fits) add(coarse, value);
    ++number;
    if (i <= kFine) {
      if (fits) add(fine, value);
      ++number;
    }
  }
  std::size_t end = 0;
  for (std::size_t i = 1; i <= kPrefixes; ++i, ++number) {
    if (end >= lowered.size()) continue;
    end += character_at(lowered, end).bytes;
    add(coarse, hash_text(std::string_view(lowered).substr(0, end)));
  }
  const auto kind = [](CharacterKind each) { return static_cast<std::uint64_t>(each); };
  const Character first = form.empty() ? Character{} : character_at(form, 0);
  const bool all_small = lowered == form;
  const bool second_capital = !form.empty() && first.bytes < form.size() &&
                              kind_of(character_at(form, first.bytes).code) == CharacterKind::capital;
  const std::uint64_t shape = kind(kind_of(first.code)) * 4 + (all_small ? 0 : 2) + (second_capital ? 1 : 0);
  add(fine, 1), ++number;
  add(coarse, shape + 16), ++number;
  add(coarse, hash_text(form)), ++number;
  add(fine, hash_text(lowered)), ++number;
  static_assert(kSuffixes + kFine + kPrefixes + 4 <= kTemplates);
}

Lemmatiser::Lemmatiser(std::vector<EditScript> scripts, PackedWeights model, std::vector<Exception> exceptions)
    : scripts_(std::move(scripts)), model_(std::move(model)), exceptions_(std::move(exceptions)) {
  const bool fits =
      model_.transitions() <= scripts_.size() &&
      std::ranges::all_of(exceptions_, [&](const Exception& each) { return each.script < scripts_.size(); }) &&
      std::ranges::is_sorted(exceptions_, {}, &Exception::word);
  if (!fits) throw std::invalid_argument("the parts of the lemmatiser are inconsistent");
}

std::size_t Lemmatiser::choose(std::string_view form, const std::int16_t* scores, std::string& lemma) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < model_.transitions(); ++i)
    if (scores[i] > scores[best]) best = i;
  const auto applies = [&](std::size_t i) {
    lemma.clear();
    return scripts_[i].apply(form, lemma);
  };
  if (applies(best)) return best;
  std::size_t next = model_.transitions();
  for (std::size_t i = 0; i < model_.transitions(); ++i)  // rare: the best script does not apply
    if ((next == model_.transitions() || scores[i] > scores[next]) && applies(i)) next = i;
  lemma.clear();
  if (next == model_.transitions() || !scripts_[next].apply(form, lemma)) lemma = form;
  return next;
}

Treebank Lemmatiser::lemmatise(const Treebank& treebank) const {
  Treebank out = treebank;
  StringPool& strings = *out.strings;
  // A cache, because words repeat.
  struct Slot {
    std::uint64_t key = 0;
    StringId lemma = 0;
  };
  std::vector<Slot> known(1 << 16);
  FeatureList list = LemmaFeatures::list();
  PackedWeights::Workspace workspace(model_, list);
  std::string lemma;
  for (std::size_t word = 0; word < out.words(); ++word) {
    const StringId form = out[Text::form][word], upos = out[Text::tag][word], feats = out[Text::feats][word];
    const std::uint64_t key = hash_with(hash_with(hash_with(1, form), upos), feats) | 1;
    Slot& slot = known[static_cast<std::size_t>(key >> 48)];
    if (slot.key != key) {
      const std::string_view text = strings[form];
      const std::uint64_t full = LemmaFeatures::key_of(text, strings[upos], strings[feats]);
      const auto found = std::ranges::lower_bound(exceptions_, full, {}, &Exception::word);
      lemma.clear();
      if (found == exceptions_.end() || found->word != full || !scripts_[found->script].apply(text, lemma)) {
        LemmaFeatures::extract(text, strings[upos], strings[feats], list);
        choose(text, model_.score(list, workspace), lemma);
      }
      slot = {key, strings.intern(lemma)};
    }
    out[Text::lemma][word] = slot.lemma;
  }
  return out;
}

}  // namespace dodona
