#include "text/characters.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace dodona {

void append_character(std::string& out, char32_t code) {
  const auto add = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code < 0x80) return add(code);
  int shift = code < 0x800 ? 6 : code < 0x10000 ? 12 : 18;
  add((shift == 6 ? 0xC0 : shift == 12 ? 0xE0 : 0xF0) | code >> shift);
  while ((shift -= 6) >= 0) add(0x80 | (code >> shift & 0x3F));
}

void append_number(std::string& out, std::uint64_t value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

bool read_number(std::string_view text, std::uint8_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

char32_t lower_case(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if (c < 0xC0) return c;
  if (c <= 0xDE) return c == 0xD7 ? c : c + 32;
  if (c < 0x100) return c;
  if (c <= 0x17F) {  // upper and lower case alternate; in two ranges, upper case is odd
    if (c == 0x130) return U'i';
    if (c == 0x178) return 0xFF;
    const bool upper_is_odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (c == 0x138 || c == 0x149 || c == 0x17F || c == 0x131) return c;
    return (c & 1) == (upper_is_odd ? 1u : 0u) ? c + 1 : c;
  }
  if (c >= 0x370 && c < 0x400) {
    if (c == 0x386) return 0x3AC;
    if (c >= 0x388 && c <= 0x38A) return c + 37;
    if (c == 0x38C) return 0x3CC;
    if (c == 0x38E || c == 0x38F) return c + 63;
    if (c >= 0x391 && c <= 0x3AB && c != 0x3A2) return c + 32;
    return c;
  }
  if (c >= 0x400 && c < 0x530) {
    if (c <= 0x40F) return c + 80;
    if (c <= 0x42F) return c + 32;
    if (c < 0x460 || (c > 0x481 && c < 0x48A)) return c;
    if (c == 0x4C0) return 0x4CF;
    if (c > 0x4C0 && c < 0x4CF) return c & 1 ? c + 1 : c;
    return c & 1 ? c : c + 1;
  }
  if (c >= 0x531 && c <= 0x556) return c + 48;
  if (c >= 0x1E00 && c <= 0x1EFF && !(c >= 0x1E96 && c <= 0x1E9F)) return c & 1 ? c : c + 1;
  if (c >= 0x1F00 && c <= 0x1F6F && (c & 8)) return c - 8;  // Greek with breathings
  if (c >= 0xFF21 && c <= 0xFF3A) return c + 32;
  return c;
}

std::string lower_case(std::string_view text) {
  std::string lowered;
  lowered.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    if (const char32_t lower = lower_case(c.code); lower != c.code)
      append_character(lowered, lower);
    else
      lowered.append(text.substr(i, c.bytes));
    i += c.bytes;
  }
  return lowered;
}

namespace {

struct Range {
  char32_t first, last;
  CharacterKind kind;
};

using enum CharacterKind;

// The characters beyond Latin-1 that are not letters, sorted. A character in no range is a letter.
constexpr Range kRanges[] = {
    {0x2C2, 0x2C5, symbol},        {0x300, 0x36F, mark},          {0x37E, 0x37E, punctuation},
    {0x387, 0x387, punctuation},   {0x483, 0x489, mark},          {0x55A, 0x55F, punctuation},
    {0x589, 0x58A, punctuation},   {0x591, 0x5BD, mark},          {0x5BE, 0x5BE, punctuation},
    {0x5BF, 0x5BF, mark},          {0x5C0, 0x5C0, punctuation},   {0x5C1, 0x5C2, mark},
    {0x5C3, 0x5C3, punctuation},   {0x5C4, 0x5C5, mark},          {0x5F3, 0x5F4, punctuation},
    {0x609, 0x60D, punctuation},   {0x610, 0x61A, mark},          {0x61B, 0x61F, punctuation},
    {0x64B, 0x65F, mark},          {0x660, 0x669, digit},         {0x66A, 0x66D, punctuation},
    {0x670, 0x670, mark},          {0x6D4, 0x6D4, punctuation},   {0x6D6, 0x6DC, mark},
    {0x6F0, 0x6F9, digit},         {0x900, 0x903, mark},          {0x93A, 0x93C, mark},
    {0x93E, 0x94F, mark},          {0x964, 0x965, punctuation},   {0x966, 0x96F, digit},
    {0x9BE, 0x9CD, mark},          {0x9E6, 0x9EF, digit},         {0xBBE, 0xBCD, mark},
    {0xE01, 0xE30, ideograph},     {0xE31, 0xE31, mark},          {0xE32, 0xE33, ideograph},
    {0xE34, 0xE3A, mark},          {0xE3F, 0xE3F, symbol},        {0xE40, 0xE46, ideograph},
    {0xE47, 0xE4E, mark},          {0xE50, 0xE59, digit},         {0xE5A, 0xE5B, punctuation},
    {0xE81, 0xEB0, ideograph},     {0xEB1, 0xEBC, mark},          {0xEC0, 0xEC6, ideograph},
    {0xEC8, 0xECD, mark},          {0x1000, 0x102A, ideograph},   {0x102B, 0x103E, mark},
    {0x104A, 0x104F, punctuation}, {0x1361, 0x1368, punctuation}, {0x1680, 0x1680, space},
    {0x1780, 0x17B3, ideograph},   {0x17B4, 0x17D3, mark},        {0x17D4, 0x17DA, punctuation},
    {0x180E, 0x180E, space},       {0x1AB0, 0x1AFF, mark},        {0x1DC0, 0x1DFF, mark},
    {0x2000, 0x200A, space},       {0x200B, 0x200B, space},       {0x200C, 0x200F, mark},
    {0x2010, 0x2027, punctuation}, {0x2028, 0x2029, space},       {0x202A, 0x202E, mark},
    {0x202F, 0x202F, space},       {0x2030, 0x205E, punctuation}, {0x205F, 0x205F, space},
    {0x2060, 0x206F, mark},        {0x2070, 0x2089, digit},       {0x20A0, 0x20CF, symbol},
    {0x20D0, 0x20F0, mark},        {0x2100, 0x214F, symbol},      {0x2150, 0x218B, digit},
    {0x2190, 0x23FF, symbol},      {0x2400, 0x245F, symbol},      {0x2460, 0x249B, digit},
    {0x249C, 0x2BFF, symbol},      {0x2E00, 0x2E7F, punctuation}, {0x2E80, 0x2FFF, ideograph},
    {0x3000, 0x3000, space},       {0x3001, 0x3003, punctuation}, {0x3004, 0x3004, symbol},
    {0x3005, 0x3007, ideograph},   {0x3008, 0x3011, punctuation}, {0x3012, 0x3013, symbol},
    {0x3014, 0x301F, punctuation}, {0x3020, 0x3020, symbol},      {0x3021, 0x3029, ideograph},
    {0x302A, 0x302F, mark},        {0x3030, 0x3030, punctuation}, {0x3031, 0x3098, ideograph},
    {0x3099, 0x309A, mark},        {0x309B, 0x30FA, ideograph},   {0x30FB, 0x30FB, punctuation},
    {0x30FC, 0x312F, ideograph},   {0x31A0, 0x9FFF, ideograph},   {0xA6F2, 0xA6F7, punctuation},
    {0xF900, 0xFAFF, ideograph},   {0xFE00, 0xFE0F, mark},        {0xFE10, 0xFE1F, punctuation},
    {0xFE20, 0xFE2F, mark},        {0xFE30, 0xFE6B, punctuation}, {0xFEFF, 0xFEFF, space},
    {0xFF01, 0xFF0F, punctuation}, {0xFF10, 0xFF19, digit},       {0xFF1A, 0xFF20, punctuation},
    {0xFF21, 0xFF3A, capital},     {0xFF3B, 0xFF40, punctuation}, {0xFF5B, 0xFF65, punctuation},
    {0xFF66, 0xFF9F, ideograph},   {0xFFE0, 0xFFEE, symbol},      {0xFFF9, 0xFFFB, mark},
    {0xFFFC, 0xFFFC, symbol},      {0x1D165, 0x1D169, mark},      {0x1D7CE, 0x1D7FF, digit},
    {0x1F000, 0x1F3FA, symbol},    {0x1F3FB, 0x1F3FF, mark},      {0x1F400, 0x1FAFF, symbol},
    {0x20000, 0x3FFFF, ideograph}, {0xE0000, 0xE0FFF, mark},
};

CharacterKind kind_in_latin1(char32_t c) {
  if (c <= 0x20 || c == 0x7F || (c >= 0x80 && c <= 0xA0)) return space;
  if (c >= '0' && c <= '9') return digit;
  if (c >= 'A' && c <= 'Z') return capital;
  if (c >= 'a' && c <= 'z') return letter;
  if (c < 0x80)
    return c == '$' || c == '+' || c == '<' || c == '=' || c == '>' || c == '^' || c == '`' || c == '|' || c == '~'
               ? symbol
               : punctuation;
  if (c == 0xAA || c == 0xB5 || c == 0xBA) return letter;
  if (c == 0xAD) return mark;
  if (c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0xBC && c <= 0xBE)) return digit;
  if (c == 0xA1 || c == 0xA7 || c == 0xAB || c == 0xB6 || c == 0xB7 || c == 0xBB || c == 0xBF) return punctuation;
  if (c < 0xC0 || c == 0xD7 || c == 0xF7) return symbol;
  return c <= 0xDE ? capital : letter;
}

constexpr bool is_sorted() {
  for (std::size_t i = 1; i < std::size(kRanges); ++i)
    if (kRanges[i].first <= kRanges[i - 1].last) return false;
  return true;
}
static_assert(is_sorted());

}  // namespace

CharacterKind kind_of(char32_t code) {
  static const auto kLatin1 = [] {
    std::array<CharacterKind, 256> kinds{};
    for (char32_t c = 0; c < 256; ++c) kinds[c] = kind_in_latin1(c);
    return kinds;
  }();
  if (code < 256) return kLatin1[code];
  const auto* const found = std::upper_bound(std::begin(kRanges), std::end(kRanges), code,
                                             [](char32_t c, const Range& range) { return c < range.first; });
  if (found != std::begin(kRanges) && code <= (found - 1)->last) return (found - 1)->kind;
  return lower_case(code) != code ? capital : letter;
}

bool has_control(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character here = character_at(text, at);
    if (is_control(here.code)) return true;
    at += here.bytes;
  }
  return false;
}

Characters::Characters(std::string_view text) : text_(text) {
  for (std::size_t i = 0; i < text.size(); i += character_at(text, i).bytes) offsets_.push_back(i);
  offsets_.push_back(text.size());
}

}  // namespace dodona
