#include "tagging/word_types.h"

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {
namespace {

// X for upper case, x for lower case, 0 for digits, and so on; runs of the same kind are cut to two. Other characters
// are copied.
std::string shape_of(std::string_view form) {
  constexpr char kKinds[kCharacterKinds + 1] = "xX0 \0\0mh";  // in the order of CharacterKind
  std::string shape;
  char last = 0;
  int run = 0;
  for (std::size_t i = 0; i < form.size();) {
    const Character c = character_at(form, i);
    const char kind = kKinds[static_cast<std::size_t>(kind_of(c.code))];
    run = kind == last ? run + 1 : 1;
    if (kind == 0)
      shape.append(form.substr(i, c.bytes));
    else if (run <= 2)
      shape.push_back(kind);
    last = kind;
    i += c.bytes;
  }
  return shape;
}

}  // namespace

void WordTypes::clear() {
  types_.clear();
  entries_.assign(1, {});
  values_.assign(templates_->atoms().size(), hash_text("\tno word"));
}

std::uint32_t WordTypes::add(std::string_view form) {
  const Dictionary::Entry& entry = entries_.emplace_back(dictionary_->find(form));
  const std::string lowered = lower_case(form);
  const Characters characters(lowered);
  const std::size_t count = characters.size();
  using Kind = WordAtom::Kind;
  const auto value_of = [&](const WordAtom& atom) -> std::uint64_t {
    const auto length = static_cast<std::size_t>(atom.length);
    switch (atom.kind) {
      case Kind::form: return hash_text(form);
      case Kind::lower: return hash_text(lowered);
      case Kind::known: return entry.value == 0 ? hash_text("\tunknown") : entry.value;
      case Kind::cluster: {
        const auto number = clusters_ == nullptr ? std::nullopt : clusters_->find(form);
        return number ? *number + std::uint64_t{1} : 0;
      }
      case Kind::shape: return hash_text(shape_of(form));
      case Kind::prefix: return length > count ? 0 : hash_text(characters.prefix(length));
      case Kind::infix: return length + 3 > count ? 0 : hash_text(characters.part(count - length - 3, count - length));
      case Kind::suffix: return length > count ? 0 : hash_text(characters.suffix(length));
    }
    return 0;
  };
  for (const WordAtom& atom : templates_->atoms()) values_.push_back(value_of(atom));
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

}  // namespace dodona
