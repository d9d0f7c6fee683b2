#include "tokenising/tokeniser.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/hash.h"

namespace dodona {
namespace {

constexpr std::size_t kPiece = 1 << 16;
// How many elements before a position its features depend on, at most, and one that tells an apostrophe from a quote.
constexpr std::size_t kBehind = 9;

}  // namespace

void append_escaped(std::string& out, std::string_view bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  constexpr std::string_view kEscaped = " \t\n\r|\\", kNames = "stnrp\\";
  for (std::size_t i = 0; i < bytes.size();) {
    const Character c = character_at(bytes, i);
    const std::string_view own = bytes.substr(i, c.bytes);
    const bool is_invalid = c.code == kReplacement && c.bytes == 1;
    if (const std::size_t found = kEscaped.find(own); found != kEscaped.npos)
      out.append({'\\', kNames[found]});
    else if (is_control(c.code) || is_invalid)
      for (const char each : own)
        out.append({'\\', 'x', kDigits[static_cast<unsigned char>(each) >> 4], kDigits[each & 15]});
    else
      out.append(own);
    i += c.bytes;
  }
}

Tokeniser::Tokeniser(PackedWeights model, BoundaryTable table, std::vector<std::uint64_t> odd_chunks, Splitter splitter,
                     WordList words, SpanRules spans)
    : model_(std::move(model)), table_(std::move(table)), odd_chunks_(std::move(odd_chunks)),
      splitter_(std::move(splitter)), words_(std::move(words)), spans_(std::move(spans)) {
  const bool fits = model_.transitions() == kBoundaries && table_.cells().size() == BoundaryTable::kCells &&
                    std::ranges::all_of(table_.cells(), [](std::uint8_t bits) { return bits <= kAnyBoundary; }) &&
                    std::ranges::is_sorted(odd_chunks_) && std::ranges::is_sorted(spans_.abbreviations);
  if (!fits) throw std::invalid_argument("the parts of the tokeniser are inconsistent");
}

bool Tokeniser::is_odd(const Chunk& chunk) const {
  return chunk.value != 0 && std::ranges::binary_search(odd_chunks_, chunk.value);
}

std::uint8_t Tokeniser::allowed(std::span<const Element> elements, std::size_t at, bool in_odd_chunk,
                                std::span<const Span> spans) const {
  const Element& next = elements[at + 1];
  const bool gap = next.kind == CharacterKind::space;
  // Marks belong to the character before them; U+200D joins the next character to it as well.
  if (next.kind == CharacterKind::mark || (!gap && elements[at].code == 0x200D)) return bit(Boundary::inside);
  const std::uint8_t boundaries =
      in_odd_chunk && !gap ? kAnyBoundary : table_.allowed(elements[at], gap, gap ? elements[at + 2] : next);
  return spans.empty() ? boundaries : allowed_by(spans, elements, at, boundaries);
}

TokenStream::TokenStream(const Tokeniser& tokeniser, Options options)
    : tokeniser_(tokeniser), options_(options), enough_(kPiece), sentence_number_(options.first_sentence),
      features_(BoundaryFeatures::kTemplates), workspace_(tokeniser.model(), features_), splits_(std::size_t{1} << 13) {
}

void TokenStream::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), std::max(enough_, buffer_.size() + 1) - buffer_.size());
    buffer_.append(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
    if (buffer_.size() < enough_) continue;
    process(false);
    // If much is left, it is one long token or sentence: wait until there is twice as much.
    enough_ = std::max(kPiece, 2 * buffer_.size());
  }
}

void TokenStream::finish() {
  process(true);
  buffer_.clear();
  enough_ = kPiece;
  resume_ = token_begin_byte_ = 0;
  history_ = {};
  chunk_known_ = false;
  token_start_ = position_ = 0;
  before_.clear();
  paragraph_ = true;
  sentence_number_ = options_.first_sentence;
}

std::string_view TokenStream::bytes_of(std::size_t first, std::size_t last) const {
  const std::size_t begin = elements_[first].begin,
                    end = last + 1 < elements_.size() ? elements_[last + 1].begin : resume_;
  return std::string_view(buffer_).substr(begin, end - begin);
}

std::size_t TokenStream::characters_of(std::size_t element) const {
  const std::string_view bytes = bytes_of(element, element);
  if (elements_[element].kind != CharacterKind::space || bytes.size() == 1) return 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < bytes.size(); i += character_at(bytes, i).bytes) ++count;
  return count;
}

void TokenStream::process(bool last) {
  const std::size_t start_byte = resume_, token_byte = token_begin_byte_;
  elements_.clear();
  resume_ = read_elements(buffer_, last, elements_);  // for now, the end of the elements
  // The end of a text looks like a line end, so that one at the end of the text makes no difference.
  if (last && resume_ > start_byte && elements_.back().kind != CharacterKind::space)
    elements_.push_back({U' ', static_cast<std::uint32_t>(resume_), CharacterKind::space, 1});
  const std::size_t count = elements_.size();
  if (!tokeniser_.words().empty()) lengths_.assign(count + 1, 0);
  const auto place_of = [&](std::size_t byte) {
    return static_cast<std::size_t>(std::ranges::lower_bound(elements_, byte, {}, &Element::begin) - elements_.begin());
  };
  std::size_t at = place_of(start_byte);
  history_.token_begin = place_of(token_byte);
  std::size_t limit = count;
  if (!last) {  // up to a chunk that may be incomplete
    while (limit > 0 && count - limit < kLongestToken && elements_[limit - 1].kind != CharacterKind::space) --limit;
    limit = std::min(limit, count - std::min(count, BoundaryFeatures::kAhead * 2));
  }
  if (position_ == 0 && at == 0 && at < limit) {
    if (elements_[0].kind == CharacterKind::space) {  // before the first token of the text
      append_escaped(before_, bytes_of(0, 0));
      position_ += characters_of(0);
      at = 1;
    }
    history_.token_begin = at;
    token_start_ = position_;
  }
  // The chunk is stored relative to the position to resume at.
  const auto move_chunk = [&](std::ptrdiff_t by) {
    chunk_.end += by;
    for (Span& span : spans_) {
      span.begin += static_cast<std::size_t>(by);
      span.end += static_cast<std::size_t>(by);
    }
  };
  if (chunk_known_) move_chunk(static_cast<std::ptrdiff_t>(at));
  while (at < limit) {
    if (!chunk_known_) {
      chunk_ = BoundaryFeatures::chunk_at(elements_, at);
      chunk_is_odd_ = tokeniser_.is_odd(chunk_);
      spans_.clear();
      if (!chunk_.is_word) find_spans(elements_, at, tokeniser_.spans(), spans_);
      chunk_known_ = true;
    }
    const std::size_t next = at + 1;
    const bool gap = next < count && elements_[next].kind == CharacterKind::space;
    const std::size_t after = next + (gap ? 1 : 0);
    const Boundary boundary = decide(at, after, gap);
    if (gap) chunk_known_ = false;
    position_ += 1;
    if (boundary == Boundary::inside) {
      if (gap) position_ += characters_of(next);
      at = after;
      continue;
    }
    end_token(at, gap);
    if (gap) position_ += characters_of(next);
    history_.token_before = BoundaryFeatures::hash(elements_, history_.token_begin, at + 1);
    ++history_.tokens;
    if (boundary == Boundary::sentence) {
      end_sentence();
      paragraph_ = gap && elements_[next].lines >= 2;
    }
    token_start_ = position_;
    history_.token_begin = at = after;
  }
  if (last) {
    if (history_.tokens > 0) end_sentence();
    return;
  }
  if (chunk_known_) {
    std::erase_if(spans_, [&](const Span& span) { return span.end < at; });
    move_chunk(-static_cast<std::ptrdiff_t>(at));
  }
  const std::size_t first = std::min(history_.token_begin, at), keep = first - std::min(first, kBehind);
  const auto byte_of = [&](std::size_t element) {
    return element < count ? std::size_t{elements_[element].begin} : resume_;
  };
  const std::size_t erased = byte_of(keep), go_on = byte_of(at);
  token_begin_byte_ = byte_of(history_.token_begin) - erased;
  resume_ = go_on - erased;
  buffer_.erase(0, erased);
}

KnownWords TokenStream::known_at(std::size_t at) {
  if (!KnownWords::are_available(tokeniser_.words(), elements_, at)) return {};
  constexpr std::uint16_t kLookedUp = 0x100;
  return KnownWords::at(at, [&](std::size_t begin) {
    std::uint16_t& lengths = lengths_[begin];
    if (lengths == 0) lengths = static_cast<std::uint16_t>(tokeniser_.words().lengths_at(elements_, begin) | kLookedUp);
    return static_cast<WordList::Lengths>(lengths);
  });
}

Boundary TokenStream::decide(std::size_t at, std::size_t after, bool gap) {
  if (after >= elements_.size()) return Boundary::sentence;  // the end of the text
  if (gap && elements_[at + 1].lines >= (options_.presegmented || options_.lines ? 1 : 2)) return Boundary::sentence;
  std::uint8_t allowed = tokeniser_.allowed(elements_, at, chunk_is_odd_, spans_);
  if (options_.presegmented && (allowed & bit(Boundary::sentence)) != 0)
    allowed = static_cast<std::uint8_t>((allowed & ~bit(Boundary::sentence)) |
                                        (allowed == bit(Boundary::sentence) ? bit(Boundary::token) : 0));
  Boundary best;
  if (std::has_single_bit(allowed)) {
    best = static_cast<Boundary>(std::countr_zero(allowed));
  } else {
    BoundaryFeatures::extract(elements_, at, chunk_, history_, known_at(at), features_);
    const std::int16_t* const scores = tokeniser_.model().score(features_, workspace_);
    best = best_boundary(scores, allowed);
  }
  if (best == Boundary::inside && at + 1 - history_.token_begin >= kLongestToken) best = Boundary::token;
  const bool is_longest = options_.presegmented ? words_ + 1 >= kLongestLine : history_.tokens + 1 >= kLongestSentence;
  if (best == Boundary::token && is_longest) best = Boundary::sentence;
  return best;
}

void TokenStream::end_token(std::size_t last, bool gap) {
  const std::string_view raw = bytes_of(history_.token_begin, last);
  bool odd = false;
  for (std::size_t i = history_.token_begin; i <= last; ++i)
    odd |= elements_[i].code == kReplacement || elements_[i].kind == CharacterKind::space;
  std::string_view form = raw;
  if (odd) {
    form_.clear();
    for (std::size_t i = 0; i < raw.size();) {
      const Character c = character_at(raw, i);
      if (c.code < 0x20 || (c.code >= 0x7F && c.code < 0xA0) || c.code == 0x2028 || c.code == 0x2029)
        form_.push_back(' ');
      else if (c.code == kReplacement)
        append_character(form_, kReplacement);
      else
        form_.append(raw.substr(i, c.bytes));
      i += c.bytes;
    }
    form = form_;
  }
  misc_.clear();
  const auto item = [&](std::string_view name) { misc_.append(misc_.empty() ? "" : "|").append(name); };
  if (odd && form != raw) {
    item("Raw=");
    append_escaped(misc_, raw);
  }
  const std::string_view spaces = gap ? bytes_of(last + 1, last + 1) : std::string_view();
  if (spaces.empty()) {
    item("SpaceAfter=No");
  } else if (spaces != " ") {
    item("SpacesAfter=");
    append_escaped(misc_, spaces);
  }
  if (!before_.empty()) {
    item("SpacesBefore=");
    misc_.append(before_);
    before_.clear();
  }
  if (options_.ranges) {
    item("TokenRange=");
    append_number(misc_, token_start_);
    misc_.push_back(':');
    append_number(misc_, position_);
  }
  StringPool& strings = *treebank_.strings;
  const auto add_word = [&](std::string_view word, StringId misc) {
    treebank_[Text::form].push_back(strings.intern(word));
    for (const Text column : {Text::lemma, Text::tag, Text::fine_tag, Text::feats, Text::label, Text::deps})
      treebank_[column].push_back(kUnspecified);
    treebank_[Text::misc].push_back(misc);
    treebank_.heads.push_back(kNoHead);
    ++words_;
  };
  text_.append(form);
  if (gap) text_.push_back(' ');
  const std::vector<std::string>* words = nullptr;
  if (!tokeniser_.splitter().empty()) {
    const std::uint64_t key = hash_text(form);
    Split& slot = splits_[static_cast<std::size_t>(key >> 51)];
    if (slot.token != key) slot = {key, tokeniser_.splitter().split(form)};
    if (!slot.words.empty()) words = &slot.words;
  }
  if (words == nullptr) {
    // With ranges nearly every string is different: looking it up is useless.
    add_word(form, misc_.empty() ? kUnspecified : options_.ranges ? strings.keep(misc_) : strings.intern(misc_));
    return;
  }
  line_.clear();
  append_number(line_, words_ + 1);
  line_.push_back('-');
  append_number(line_, words_ + words->size());
  line_.append("\t").append(form).append("\t_\t_\t_\t_\t_\t_\t_\t").append(misc_.empty() ? "_" : misc_);
  multiword_.push_back({static_cast<std::uint32_t>(words_), strings.keep(line_)});
  for (const std::string& word : *words) add_word(word, kUnspecified);
}

void TokenStream::end_sentence() {
  StringPool& strings = *treebank_.strings;
  const auto comment = [&](std::string_view line) { treebank_.others.push_back({0, strings.keep(line)}); };
  if (paragraph_) comment("# newpar");
  line_ = "# sent_id = ";
  append_number(line_, sentence_number_++);
  comment(line_);
  if (text_.ends_with(' ')) text_.pop_back();
  line_ = "# text = ";
  line_.append(text_);
  comment(line_);
  treebank_.others.insert(treebank_.others.end(), multiword_.begin(), multiword_.end());
  treebank_.word_begin.push_back(treebank_.heads.size());
  treebank_.other_begin.push_back(treebank_.others.size());
  treebank_.first_line.push_back(0);
  text_.clear();
  multiword_.clear();
  words_ = 0;
  history_.tokens = 0;
  history_.token_before = 0;
  paragraph_ = false;
}

Treebank TokenStream::take() {
  Treebank done = treebank_.take_complete();
  for (OtherLine& each : multiword_) each.text = treebank_.strings->keep((*done.strings)[each.text]);
  return done;
}

}  // namespace dodona
