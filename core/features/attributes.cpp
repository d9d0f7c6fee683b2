#include "features/attributes.h"

#include <algorithm>

namespace dodona {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Where the first `length` characters end; npos if there are fewer.
std::size_t after_characters(std::string_view text, int length) {
  std::size_t end = 0;
  for (int i = 0; i < length; ++i) {
    if (end >= text.size()) return text.npos;
    ++end;
    while (end < text.size() && continues(text[end])) ++end;
  }
  return end;
}

// Where the last `length` characters begin; npos if there are fewer.
std::size_t before_characters(std::string_view text, int length) {
  std::size_t begin = text.size();
  for (int i = 0; i < length; ++i) {
    if (begin == 0) return text.npos;
    --begin;
    while (begin > 0 && continues(text[begin])) --begin;
  }
  return begin;
}

// X for capitals, x for small letters, 0 for digits, w for letters beyond ASCII, others as they are;
// runs of the same are cut to two.
void shape_of(std::string_view text, std::string& out) {
  const std::size_t begin = out.size();
  for (const char c : text) {
    if (continues(c)) continue;
    const auto byte = static_cast<unsigned char>(c);
    const char kind = byte >= 0x80 ? 'w' : c >= 'A' && c <= 'Z' ? 'X' : c >= 'a' && c <= 'z' ? 'x' : c >= '0' && c <= '9' ? '0' : c;
    const std::size_t size = out.size();
    if (size >= begin + 2 && out[size - 1] == kind && out[size - 2] == kind) continue;
    out.push_back(kind);
  }
}

// The value of one feature of FEATS, "Nom" for Case in Case=Nom|Number=Sing.
std::string_view feature_of(std::string_view feats, std::string_view name) {
  while (!feats.empty()) {
    const std::size_t bar = std::min(feats.find('|'), feats.size());
    const std::string_view item = feats.substr(0, bar);
    if (item.size() > name.size() && item.starts_with(name) && item[name.size()] == '=') return item.substr(name.size() + 1);
    feats.remove_prefix(std::min(bar + 1, feats.size()));
  }
  return {};
}

}  // namespace

void derive(const Attribute& attribute, std::string_view text, std::string& out) {
  switch (attribute.kind) {
    case Attribute::Kind::column:
    case Attribute::Kind::tag:
      // A form can be a real underscore; elsewhere it means that the column is empty.
      if (attribute.column == Text::form || text != "_") out.append(text);
      break;
    case Attribute::Kind::lower:
      for (const char c : text) out.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
      break;
    case Attribute::Kind::shape: shape_of(text, out); break;
    case Attribute::Kind::prefix:
      if (const std::size_t end = after_characters(text, attribute.length); end != text.npos) out.append(text.substr(0, end));
      break;
    case Attribute::Kind::suffix:
      if (const std::size_t begin = before_characters(text, attribute.length); begin != text.npos) out.append(text.substr(begin));
      break;
    case Attribute::Kind::feature: out.append(feature_of(text, std::string_view(attribute.name).substr(6))); break;
  }
}

}  // namespace dodona
