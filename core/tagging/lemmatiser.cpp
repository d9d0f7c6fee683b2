#include "tagging/lemmatiser.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {

std::uint64_t LemmaFeatures::key_of(std::string_view form, std::string_view upos, std::string_view feats) {
  return hash_with(hash_with(hash_text(form), hash_text(upos)), hash_text(feats));
}

void LemmaFeatures::extract(std::string_view form, std::string_view upos, std::string_view feats, FeatureList& out) {
  constexpr std::size_t kSuffixes = 7, kFine = 5, kPrefixes = 4;
  const std::string lowered = lower_case(form);
  const Characters characters(lowered);
  const std::uint64_t coarse = hash_text(upos), fine = hash_with(coarse, hash_text(feats));
  out.size = 0;
  std::uint16_t number = 0;
  // The next template has this feature, unless it does not apply.
  const auto add = [&](std::uint64_t tag, std::uint64_t value, bool applies = true) {
    out.keys[out.size] = hash_with(hash_with(hash_with(0x1e44a + std::uint64_t{number} * 0x51ED270B, tag), value), 3);
    out.from[out.size] = number++;
    out.size += applies;
  };
  for (std::size_t i = 1; i <= kSuffixes; ++i) {
    const std::uint64_t value = hash_text(characters.suffix(i));
    add(coarse, value, i <= characters.size());
    if (i <= kFine) add(fine, value, i <= characters.size());
  }
  for (std::size_t i = 1; i <= kPrefixes; ++i) add(coarse, hash_text(characters.prefix(i)), i <= characters.size());
  const Character first = form.empty() ? Character{} : character_at(form, 0);
  const bool second_capital =
      first.bytes < form.size() && kind_of(character_at(form, first.bytes).code) == CharacterKind::capital;
  const std::uint64_t shape =
      static_cast<std::uint64_t>(kind_of(first.code)) * 4 + (lowered == form ? 0 : 2) + (second_capital ? 1 : 0);
  add(fine, 1);
  add(coarse, shape + 16);
  add(coarse, hash_text(form));
  add(fine, hash_text(lowered));
  static_assert(kSuffixes + kFine + kPrefixes + 4 <= kTemplates);
}

Lemmatiser::Lemmatiser(std::vector<EditScript> scripts, PackedWeights model, Exceptions exceptions)
    : scripts_(std::move(scripts)), model_(std::move(model)), exceptions_(std::move(exceptions)) {
  if (model_.transitions() > scripts_.size() || !exceptions_.are_valid(scripts_.size()))
    throw std::invalid_argument("the parts of the lemmatiser are inconsistent");
}

std::size_t Lemmatiser::choose(std::string_view form, const std::int16_t* scores, std::string& lemma) const {
  const std::size_t count = model_.transitions();
  const auto applies = [&](std::size_t i) {
    lemma.clear();
    return scripts_[i].apply(form, lemma);
  };
  const auto best = static_cast<std::size_t>(std::max_element(scores, scores + count) - scores);
  if (applies(best)) return best;
  std::size_t next = count;
  for (std::size_t i = 0; i < count; ++i)  // rare: the best script does not apply
    if ((next == count || scores[i] > scores[next]) && applies(i)) next = i;
  if (next == count || !applies(next)) lemma = form;
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
  FeatureList list(LemmaFeatures::kTemplates);
  PackedWeights::Workspace workspace(model_, list);
  std::string lemma;
  for (std::size_t word = 0; word < out.words(); ++word) {
    const StringId form = out[Text::form][word], upos = out[Text::tag][word], feats = out[Text::feats][word];
    const std::uint64_t key = hash_with(hash_with(hash_with(1, form), upos), feats) | 1;
    Slot& slot = known[static_cast<std::size_t>(key >> 48)];
    if (slot.key != key) {
      const std::string_view text = strings[form];
      const std::uint64_t full = LemmaFeatures::key_of(text, strings[upos], strings[feats]);
      const std::optional<std::uint32_t> known_script = exceptions_.find(full);
      lemma.clear();
      if (!known_script || !scripts_[*known_script].apply(text, lemma)) {
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
