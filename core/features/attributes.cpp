#include "features/attributes.h"

#include <algorithm>

#include "text/characters.h"

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

// X for upper case, x for lower case, 0 for digits, w for letters beyond ASCII, other characters unchanged;
// runs of the same character are cut to two.
std::string_view shape_of(std::string_view text, std::string& out) {
  out.clear();
  for (const char c : text) {
    if (continues(c)) continue;
    const auto byte = static_cast<unsigned char>(c);
    const char kind = byte >= 0x80           ? 'w'
                      : c >= 'A' && c <= 'Z' ? 'X'
                      : c >= 'a' && c <= 'z' ? 'x'
                      : c >= '0' && c <= '9' ? '0'
                                             : c;
    const std::size_t size = out.size();
    if (size >= 2 && out[size - 1] == kind && out[size - 2] == kind) continue;
    out.push_back(kind);
  }
  return out;
}

// The value of one feature of FEATS, "Nom" for Case in Case=Nom|Number=Sing.
std::string_view feature_of(std::string_view feats, std::string_view name) {
  while (!feats.empty()) {
    const std::size_t bar = std::min(feats.find('|'), feats.size());
    const std::string_view item = feats.substr(0, bar);
    if (item.size() > name.size() && item.starts_with(name) && item[name.size()] == '=')
      return item.substr(name.size() + 1);
    feats.remove_prefix(std::min(bar + 1, feats.size()));
  }
  return {};
}

}  // namespace

std::string_view derived(const Attribute& attribute, std::string_view text, std::string& buffer,
                         const Clusters* clusters) {
  switch (attribute.kind) {
    case Attribute::Kind::column:
    case Attribute::Kind::tag:
      // A form may be an underscore; in other columns it means that the column is empty.
      return attribute.column == Text::form || text != "_" ? text : std::string_view();
    case Attribute::Kind::lower:
      buffer.clear();
      for (const char c : text) buffer.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
      return buffer;
    case Attribute::Kind::shape: return shape_of(text, buffer);
    case Attribute::Kind::prefix: {
      const std::size_t end = after_characters(text, attribute.length);
      return end == text.npos ? std::string_view() : text.substr(0, end);
    }
    case Attribute::Kind::suffix: {
      const std::size_t begin = before_characters(text, attribute.length);
      return begin == text.npos ? std::string_view() : text.substr(begin);
    }
    case Attribute::Kind::feature: return feature_of(text, std::string_view(attribute.name).substr(6));
    case Attribute::Kind::cluster: {
      const auto number = clusters == nullptr ? std::nullopt : clusters->find(text);
      buffer.clear();
      if (number) append_number(buffer, *number);
      return buffer;
    }
  }
  return {};
}

}  // namespace dodona
