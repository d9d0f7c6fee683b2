#include "tagging/word_types.h"

#include "text/characters.h"
#include "base/hash.h"

namespace dodona {
namespace {

// X for capitals, x for small letters, 0 for digits, and so on; runs of the same are cut to two, and what is no letter and no digit stays.
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
  answers_.assign(templates_->questions().size(), hash_text("\tno word"));
}

std::uint32_t WordTypes::add(std::string_view form) {
  const auto type = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(dictionary_->find(form));
  answers_.resize(answers_.size() + templates_->questions().size());
  answer(form, entries_.back(), answers_.data() + answers_.size() - templates_->questions().size());
  return type;
}

void WordTypes::answer(std::string_view form, const Dictionary::Entry& entry, std::uint64_t* out) const {
  lowered_.clear();
  append_lowered(lowered_, form);
  places_.clear();
  for (std::size_t i = 0; i < lowered_.size(); i += character_at(lowered_, i).bytes) places_.push_back(static_cast<std::uint32_t>(i));
  places_.push_back(static_cast<std::uint32_t>(lowered_.size()));
  const std::size_t characters = places_.size() - 1;
  using Kind = WordQuestion::Kind;
  for (const WordQuestion& question : templates_->questions()) {
    const auto length = static_cast<std::size_t>(question.length);
    const std::string_view lowered = lowered_;
    std::uint64_t value = 0;
    switch (question.kind) {
      case Kind::form: value = hash_text(form); break;
      case Kind::lower: value = hash_text(lowered); break;
      case Kind::known: value = entry.value == 0 ? hash_text("\tunknown") : entry.value; break;
      case Kind::shape:
        buffer_.clear();
        append_shape(buffer_, form);
        value = hash_text(buffer_);
        break;
      case Kind::prefix: value = length > characters ? 0 : hash_text(lowered.substr(0, places_[length])); break;
      case Kind::infix:
        value = length + 3 > characters ? 0 : hash_text(lowered.substr(places_[characters - length - 3], places_[characters - length] - places_[characters - length - 3]));
        break;
      case Kind::suffix: value = length > characters ? 0 : hash_text(lowered.substr(places_[characters - length])); break;
    }
    *out++ = value;
  }
}

}  // namespace dodona
