#include "tokenising/spans.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "tokenising/boundaries.h"

namespace dodona {
namespace {

using enum CharacterKind;

// Endings of host names that are recognised without http:// or www. Ambiguous ones (it, is, in) are left out.
constexpr std::string_view kHosts[] = {"ai", "au",  "biz", "br",  "ch",  "cn",  "com",  "cz", "de",
                                       "dk", "edu", "eu",  "fr",  "gov", "hu",  "info", "io", "jp",
                                       "kr", "mil", "mx",  "net", "nl",  "org", "pl",   "ru", "uk"};
// Extensions of files.
constexpr std::string_view kExtensions[] = {
    "7z",  "apk",  "avi", "bak", "bat",   "bib",  "bmp",  "bz2",  "cfg",  "conf", "conllu", "cpp",  "css",
    "csv", "dat",  "dll", "dmg", "doc",   "docx", "eps",  "epub", "exe",  "flac", "gif",    "gz",   "hpp",
    "htm", "html", "ico", "ini", "ipynb", "iso",  "jar",  "java", "jpeg", "jpg",  "js",     "json", "log",
    "lua", "md",   "mkv", "mov", "mp3",   "mp4",  "mpeg", "mpg",  "odt",  "ogg",  "pdf",    "php",  "png",
    "ppt", "pptx", "ps1", "psd", "py",    "rar",  "rb",   "rs",   "rst",  "rtf",  "sh",     "sql",  "svg",
    "tar", "tex",  "tgz", "tif", "tiff",  "toml", "ts",   "tsv",  "ttf",  "txt",  "wav",    "webm", "webp",
    "xls", "xlsx", "xml", "xz",  "yaml",  "yml",  "zip",  "zst"};
constexpr std::string_view kUnits[] = {
    "a",    "am", "b",  "cm",  "cl",   "dl", "fps", "ft", "g",   "gb",   "ghz",  "gib", "h",   "hp",
    "hrs",  "hz", "k",  "kb",  "kbps", "kg", "khz", "kj", "km",  "km/h", "km²",  "kmh", "kph", "kw",
    "kwh",  "l",  "lb", "lbs", "m",    "m²", "m³",  "ma", "mah", "mb",   "mbps", "mg",  "mhz", "mi",
    "min",  "ml", "mm", "mph", "ms",   "mw", "mwh", "nm", "oz",  "pm",   "px",   "rpm", "s",   "sec",
    "sqft", "tb", "v",  "w",   "x",    "yd", "°",   "°c", "°f",  "µg",   "µm"};
constexpr std::string_view kSuffixes[] = {"alpha", "beta", "dev", "post", "pre", "rc"};

// The characters of a chunk.
class ChunkText {
 public:
  ChunkText(std::span<const Element> elements, std::size_t begin, std::size_t end, const SpanRules& rules)
      : elements_(elements), begin_(begin), end_(end), rules_(rules) {}

  char32_t code(std::size_t i) const { return i < end_ ? elements_[i].code : 0; }
  CharacterKind kind(std::size_t i) const { return i < end_ ? elements_[i].kind : space; }
  bool is_digit(std::size_t i) const { return code(i) >= '0' && code(i) <= '9'; }
  bool is_letter(std::size_t i) const { return kind(i) == letter || kind(i) == capital || kind(i) == mark; }
  bool is_word(std::size_t i) const { return is_letter(i) || kind(i) == digit; }
  bool is_one_of(std::size_t i, std::string_view characters) const {
    return code(i) != 0 && code(i) < 128 && characters.find(static_cast<char>(code(i))) != characters.npos;
  }
  std::size_t begin() const { return begin_; }

  // The end of a run of words and of some other characters.
  std::size_t after_run(std::size_t i, std::string_view others) const {
    while (is_word(i) || is_one_of(i, others)) ++i;
    return i;
  }
  std::size_t after_digits(std::size_t i) const {
    while (is_digit(i)) ++i;
    return i;
  }
  // The text from `begin` up to `end`, in lower case.
  std::string lower(std::size_t begin, std::size_t end) const {
    std::string text;
    for (; begin < end; ++begin) append_character(text, lower_case(code(begin)));
    return text;
  }
  bool is_abbreviation(std::size_t begin, std::size_t end) const {
    return std::ranges::binary_search(rules_.abbreviations, BoundaryFeatures::hash(elements_, begin, end));
  }
  // Whether a list, which is in order, has this text; the text must be in one case.
  template <std::size_t size>
  bool is_in(const std::string_view (&list)[size], std::size_t begin, std::size_t end) const {
    if (end - begin > 8) return false;
    for (std::size_t i = begin + 1; i < end; ++i)
      if (is_letter(i) && (kind(i) == capital) != (kind(begin) == capital) && !is_digit(begin)) return false;
    return std::ranges::binary_search(list, lower(begin, end));
  }

 private:
  std::span<const Element> elements_;
  std::size_t begin_, end_;
  const SpanRules& rules_;
};
static_assert(std::ranges::is_sorted(kHosts) && std::ranges::is_sorted(kExtensions));

// The matchers return the end of a span that begins at `i`, or `i` if there is none.

// Without the punctuation after an address. A closing bracket belongs to it if it has the opening one.
std::size_t without_punctuation(const ChunkText& text, std::size_t begin, std::size_t end) {
  for (; end > begin; --end) {
    const char32_t last = text.code(end - 1);
    if (last == ')') {
      std::ptrdiff_t open = 0;
      for (std::size_t i = begin; i < end; ++i) open += (text.code(i) == '(') - (text.code(i) == ')');
      if (open >= 0) break;
    } else if (!text.is_one_of(end - 1, ".,;:!?'\"]}*_>-~")) {
      break;
    }
  }
  return end;
}

std::size_t after_address(const ChunkText& text, std::size_t i) {
  std::size_t end = i;
  while (text.is_word(end) || text.is_one_of(end, "-._~:/?#[]@!$&'()*+,;=%|{}^\\")) ++end;
  return without_punctuation(text, i, end);
}

// The end of labels with dots between them, at least two; `last` is where the last label begins.
std::size_t after_host(const ChunkText& text, std::size_t i, std::size_t& last) {
  std::size_t end = i;
  last = i;
  while (text.is_word(end)) {
    const std::size_t label = end;
    end = text.after_run(end, "-");
    // A sentence that follows without a space: example.com.Thanks
    const bool is_sentence = last > i && text.kind(label) == capital && text.kind(label + 1) == letter;
    if (is_sentence && text.is_in(kHosts, last, label - 1)) return label - 1;
    last = label;
    if (text.code(end) != '.' || !text.is_word(end + 1)) break;
    ++end;
  }
  return last == i ? i : end;
}

std::size_t email(const ChunkText& text, std::size_t i) {
  const std::size_t at = text.after_run(i, "._%+-&=");
  if (at == i || text.code(at) != '@' || !(text.is_word(i) || text.code(i) == '_')) return i;
  std::size_t last = 0;
  const std::size_t end = after_host(text, at + 1, last);
  return end > at + 1 && end - last >= 2 && text.is_letter(last) ? end : i;
}

std::size_t address(const ChunkText& text, std::size_t i) {
  if (!text.is_word(i)) return i;
  std::size_t end = i;
  while (text.is_letter(end) && end - i < 10) ++end;
  if (text.code(end) == ':' && text.code(end + 1) == '/' && text.code(end + 2) == '/' && text.is_word(end + 3))
    return after_address(text, i);
  const std::string word = text.lower(i, std::min(end, i + 6));
  if (word == "mailto" && text.code(end) == ':' && email(text, end + 1) > end + 1) return email(text, end + 1);
  if (word == "www" && text.code(end) == '.' && text.is_word(end + 1)) return after_address(text, i);
  std::size_t last = 0;
  end = after_host(text, i, last);
  if (end == i) return i;
  // With a path, any ending is one of a host.
  if (text.code(end) == '/' && text.is_word(end + 1) && end - last > 1 && last - i > 2 && text.is_letter(last))
    return after_address(text, i);
  if (!text.is_in(kHosts, last, end)) return i;
  if (text.code(end) == '/') return std::max(end, after_address(text, i));
  if (text.code(end) == ':' && text.is_digit(end + 1)) return after_address(text, i);
  return end;
}

std::size_t file(const ChunkText& text, std::size_t i) {
  const bool is_relative =
      text.code(i) == '.' && (text.code(i + 1) == '/' || (text.code(i + 1) == '.' && text.code(i + 2) == '/'));
  const bool has_drive = text.kind(i) == capital && text.code(i + 1) == ':' && text.code(i + 2) == '\\';
  const std::size_t end = has_drive ? text.after_run(i + 2, "\\/._-~+%") : text.after_run(i, "\\/._-~+%#");
  if (!text.is_word(i) && !is_relative && !text.is_one_of(i, "/~_-")) return i;
  if (i > text.begin() + 1 && text.is_one_of(i - 1, "\\/._-~+%") && text.is_word(i - 2)) return i;  // tried from there
  // The last dot before an extension.
  for (std::size_t dot = end; dot-- > i + 1;) {
    if (text.code(dot) != '.' || !text.is_word(dot - 1)) continue;
    std::size_t after = dot + 1;
    while (text.is_word(after)) ++after;
    if (text.is_in(kExtensions, dot + 1, after) && text.code(after) != '_' && text.code(after) != '@') return after;
  }
  if (has_drive) return without_punctuation(text, i, end);
  // A path from the root, or from a known folder.
  const bool has_root = text.code(i) == '/' || (text.code(i) == '~' && text.code(i + 1) == '/') || is_relative;
  if (!has_root) return i;
  std::size_t folders = 0, letters = 0;
  for (std::size_t at = i; at < end; ++at) {
    folders += text.code(at) == '/' && text.is_word(at + 1);
    letters += text.is_letter(at);
  }
  const bool is_path = letters > 2 && folders > (text.code(i) == '/' ? 1u : 0u);
  return is_path ? without_punctuation(text, i, end) : i;
}

// Whether a sign is at the beginning of a chunk, or after a bracket, a quotation mark or a punctuation mark.
bool begins(const ChunkText& text, std::size_t i) {
  return i == text.begin() || (text.kind(i - 1) == punctuation && !text.is_one_of(i - 1, "#%&*-@_\\"));
}

std::size_t handle(const ChunkText& text, std::size_t i) {
  if (text.code(i) != '@' || !begins(text, i) || !(text.is_letter(i + 1) || text.code(i + 1) == '_')) return i;
  std::size_t end = text.after_run(i + 1, "_.-");
  while (text.is_one_of(end - 1, ".-")) --end;
  return end;
}

std::size_t hashtag(const ChunkText& text, std::size_t i) {
  if (text.code(i) != '#' || !begins(text, i)) return i;
  const std::size_t end = text.after_run(i + 1, "_");
  const std::size_t letters = text.after_digits(i + 1);
  return letters < end ? end : i;
}

bool is_emoji(char32_t code) { return code >= 0x1F300 && code <= 0x1FAFF; }

// An emoji with its modifiers and those joined to it, or an emoticon. Emoticons are whole chunks, but for punctuation
// after them; with a nose, they may follow something.
std::size_t emoticon(const ChunkText& text, std::size_t i) {
  if (is_emoji(text.code(i))) {
    std::size_t end = i + 1;
    while (text.kind(end) == mark || (text.code(end - 1) == 0x200D && text.kind(end) == symbol)) ++end;
    return end;
  }
  std::size_t at = i;
  if (text.code(at) == '>' && text.code(at + 1) == ':') ++at;
  if (text.code(at) == '<' && text.code(at + 1) == '3') {
    at += 2;
    return i == text.begin() && text.code(at) == 0 ? at : i;
  }
  if (!text.is_one_of(at, ":;=")) return i;
  ++at;
  const bool nose = text.is_one_of(at, "-'");
  if (nose) ++at;
  if (!text.is_one_of(at, ")(DPpOo3|/\\*]")) return i;
  const char32_t mouth = text.code(at++);
  while (text.code(at) == mouth) ++at;
  if (text.is_word(at) || (!nose && i > text.begin())) return i;
  std::size_t rest = at;
  while (text.is_one_of(rest, ".,!?")) ++rest;
  return text.code(rest) == 0 ? at : i;
}

// The end of digits with separators between them.
std::size_t after_number(const ChunkText& text, std::size_t i, std::string_view separators) {
  std::size_t end = text.after_digits(i);
  if (end == i) return i;
  while (text.is_digit(end + 1) &&
         (text.is_one_of(end, separators) || (text.code(end) == 0x2019 && separators.size() > 1)))
    end = text.after_digits(end + 1);
  return end;
}

constexpr std::string_view kSeparators = ".,'";

bool is_currency(char32_t code) {
  return code == '$' || (code >= 0xA2 && code <= 0xA5) || (code >= 0x20A0 && code <= 0x20CF);
}

std::size_t price(const ChunkText& text, std::size_t i) {
  std::size_t at = i;
  while (text.kind(at) == capital && at - i < 3) ++at;  // US$5
  if (is_currency(text.code(at))) {
    std::size_t end = after_number(text, at + 1, kSeparators);
    if (end == at + 1) return i;
    if (text.is_one_of(end, "kKmMB") && !text.is_word(end + 1)) ++end;
    return text.is_word(end) ? i : end;
  }
  const std::size_t end = after_number(text, i, kSeparators);
  return end > i && is_currency(text.code(end)) && !text.is_word(end + 1) ? end + 1 : i;
}

std::size_t unit(const ChunkText& text, std::size_t i) {
  const std::size_t number = after_number(text, i, kSeparators);
  if (number == i) return i;
  std::size_t end = number;
  while (text.is_letter(end) || text.code(end) == 0xB0 || text.code(end) == 0xB2 || text.code(end) == 0xB3) ++end;
  if (text.code(end) == '/' && text.code(end + 1) == 'h') end += 2;
  return end > number && !text.is_word(end) && std::ranges::find(kUnits, text.lower(number, end)) != std::end(kUnits)
             ? end
             : i;
}

std::size_t version(const ChunkText& text, std::size_t i) {
  const bool has_v = text.code(i) == 'v' || text.code(i) == 'V';
  const std::size_t begin = has_v ? i + 1 : i, end = after_number(text, begin, ".");
  if (end == begin) return i;
  const bool has_dot = end > text.after_digits(begin);
  std::size_t letters = end + (text.is_one_of(end, "-_+."));
  const std::size_t suffix = letters;
  while (text.is_letter(letters)) ++letters;
  if (has_dot && text.is_in(kSuffixes, suffix, letters)) {
    const std::size_t last = text.code(letters) == '.' ? letters + 1 : letters;
    const std::size_t after = text.after_digits(last);
    return after > last ? after : letters;
  }
  return has_v && !text.is_word(end) ? end : i;
}

std::size_t time(const ChunkText& text, std::size_t i) {
  std::size_t end = text.after_digits(i);
  if (end == i || end - i > 2) return i;
  std::size_t parts = 0;
  while (parts < 2 && text.code(end) == ':' && text.after_digits(end + 1) == end + 3) {
    end += 3;
    ++parts;
  }
  if (parts == 2 && text.is_one_of(end, ".,") && text.is_digit(end + 1)) end = text.after_digits(end + 1);
  return parts > 0 ? end : i;
}

std::size_t date(const ChunkText& text, std::size_t i) {
  std::size_t end = text.after_digits(i);
  const char32_t separator = text.code(end);
  if (end == i || end - i > 4 || !text.is_one_of(end, "/.-")) return i;
  const std::size_t middle = end + 1;
  end = text.after_digits(middle);
  if (end == middle || end - middle > 2 || text.code(end) != separator) return i;
  const std::size_t last = end + 1;
  end = text.after_digits(last);
  return end > last && end - last <= 4 && end - last != 3 && !text.is_word(end) && text.code(end) != separator ? end
                                                                                                               : i;
}

std::size_t number(const ChunkText& text, std::size_t i) {
  const std::size_t end = after_number(text, i, kSeparators);
  return end > text.after_digits(i) ? end : i;
}

std::size_t abbreviation(const ChunkText& text, std::size_t i) {
  if (i > text.begin() && text.code(i - 1) == '-') return i;  // J.-P.
  std::size_t found = i;
  for (std::size_t at = i; text.is_letter(at) || text.code(at) == '.'; ++at)
    if (text.code(at) == '.' && !text.is_word(at + 1) && text.code(at + 1) != '.' && text.is_abbreviation(i, at + 1))
      found = at + 1;
  return found;
}

// In the order of the kinds.
constexpr std::size_t (*kMatchers[kSpanKinds])(const ChunkText&, std::size_t) = {
    email, address, file, handle, hashtag, emoticon, price, unit, version, time, date, number, abbreviation};

// The first that may follow a word directly.
constexpr auto kFirstInWord = static_cast<std::size_t>(SpanKind::emoticon);

// Characters of spans other than abbreviations.
constexpr auto kSigns = [] {
  std::array<bool, 128> signs{};
  for (const char each : std::string_view(":@#/;=")) signs[static_cast<std::size_t>(each)] = true;
  return signs;
}();

// Whether only the inside of a span is certain, not what is beside it.
bool is_open(SpanKind kind) { return kind >= SpanKind::price && kind <= SpanKind::number; }

}  // namespace

void find_spans(std::span<const Element> elements, std::size_t begin, const SpanRules& rules, std::vector<Span>& out) {
  std::size_t end = begin;
  bool is_plain = true, has_digit = false, has_others = false;
  for (; end < elements.size() && elements[end].kind != space && end - begin < kLongestToken; ++end) {
    const char32_t code = elements[end].code;
    is_plain &= code < 128 ? !kSigns[code] : !is_emoji(code);
    (elements[end].kind == digit ? has_digit : has_others) = true;
    const bool goes_on = end + 1 < elements.size() && elements[end + 1].kind != space;
    is_plain &= code != '.' || !goes_on || elements[end + 1].code == '.';
  }
  is_plain &= !(has_digit && has_others);
  // Many chunks are a word and a full stop.
  const std::size_t first_kind = is_plain ? static_cast<std::size_t>(SpanKind::abbreviation) : 0;
  const ChunkText text(elements, begin, end, rules);
  for (std::size_t i = begin; i < end;) {
    const bool in_word = i > begin && text.is_word(i - 1);
    std::size_t after = i;
    for (std::size_t kind = std::max(first_kind, in_word ? kFirstInWord : 0); kind < kSpanKinds && after == i; ++kind) {
      if (!rules.kinds[kind]) continue;
      after = kMatchers[kind](text, i);
      if (after > i) out.push_back({i, after, static_cast<SpanKind>(kind)});
    }
    if (after > i) {
      i = after;
      continue;
    }
    // The next place where a word or a sign begins.
    if (!text.is_word(i++)) continue;
    while (text.is_word(i)) ++i;
  }
}

std::uint64_t hash_of_abbreviation(std::string_view text) {
  std::vector<Element> elements;
  read_elements(text, true, elements);
  return BoundaryFeatures::hash(elements, 0, elements.size());
}

std::uint8_t allowed_by(std::span<const Span> spans, std::span<const Element> elements, std::size_t at,
                        std::uint8_t boundaries) {
  const auto only = [&](std::uint8_t some, Boundary otherwise) {
    const auto both = static_cast<std::uint8_t>(boundaries & some);
    return both != 0 ? both : bit(otherwise);
  };
  for (const Span& span : spans) {
    if (at + 1 < span.begin) break;
    if (at + 1 > span.end) continue;
    if (at >= span.begin && at + 1 < span.end) return bit(Boundary::inside);
    if (is_open(span.kind)) continue;
    if (at + 1 == span.begin) return only(kAnyEnd, Boundary::token);
    const Element& next = elements[at + 1];
    if (next.kind == CharacterKind::space)
      return only(span.kind == SpanKind::email || span.kind == SpanKind::abbreviation ? bit(Boundary::token) : kAnyEnd,
                  Boundary::token);
    // What follows may belong to the token: example.com's
    const bool ends =
        next.kind == CharacterKind::punctuation && next.code != '\'' && next.code != 0x2019 && next.code != '-';
    return only(ends ? bit(Boundary::token) : bit(Boundary::inside) | bit(Boundary::token), Boundary::token);
  }
  return boundaries;
}

}  // namespace dodona
