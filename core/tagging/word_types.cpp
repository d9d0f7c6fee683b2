#include "tagging/word_types.h"

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {
namespace {

// X for upper case, x for lower case, 0 for digits, and so on; runs of the same kind are cut to two. Other characters
// are copied.
void append_shape(std::string& out, std::string_view form) {
  char last = 0;
  int run = 0;
  for (std::size_t i = 0; i < form.size();) {
    const Character c = character_at(form, i);
    char kind = 0;
    switch (kind_of(c.code)) {
      case CharacterKind::letter: kind = 'x'; break;
      case CharacterKind::capital: kind = 'X'; break;
      case CharacterKind::digit: kind = '0'; break;
      case CharacterKind::ideograph: kind = 'h'; break;
      case CharacterKind::mark: kind = 'm'; break;
      case CharacterKind::space: kind = ' '; break;
      default: break;
    }
    if (kind == 0) {
      out.append(form.substr(i, c.bytes));
      run = 0;
    } else {
      run = kind == last ? run + 1 : 1;
      if (run <= 2) out.push_back(kind);
    }
    last = kind;
    i += c.bytes;
  }
}

}  // namespace

void WordTypes::clear() {
  types_.clear();
  entries_.assign(1, {});
  values_.assign(templates_->atoms().size(), hash_text("\tno word"));
}

std::uint32_t WordTypes::add(std::string_view form) {
  const auto type = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(dictionary_->find(form));
  values_.resize(values_.size() + templates_->atoms().size());
  find_values(form, entries_.back(), values_.data() + values_.size() - templates_->atoms().size());
  return type;
}

void WordTypes::find_values(std::string_view form, const Dictionary::Entry& entry, std::uint64_t* out) const {
  lowered_.clear();
  append_lower_case(lowered_, form);
  const std::vector<std::size_t> offsets = character_offsets(lowered_);
  const std::size_t characters = offsets.size() - 1;
  using Kind = WordAtom::Kind;
  for (const WordAtom& atom : templates_->atoms()) {
    const auto length = static_cast<std::size_t>(atom.length);
    const std::string_view lowered = lowered_;
    std::uint64_t value = 0;
    switch (atom.kind) {
      case Kind::form: value = hash_text(form); break;
      case Kind::lower: value = hash_text(lowered); break;
      case Kind::known: value = entry.value == 0 ? hash_text("\tunknown") : entry.value; break;
      case Kind::shape:
        buffer_.clear();
        append_shape(buffer_, form);
        value = hash_text(buffer_);
        break;
      case Kind::prefix: value = length > characters ? 0 : hash_text(lowered.substr(0, offsets[length])); break;
      case Kind::infix:
        value = length + 3 > characters
                    ? 0
                    : hash_text(lowered.substr(offsets[characters - length - 3],
                                               offsets[characters - length] - offsets[characters - length - 3]));
        break;
      case Kind::suffix:
        value = length > characters ? 0 : hash_text(lowered.substr(offsets[characters - length]));
        break;
    }
    *out++ = value;
  }
}

}  // namespace dodona
