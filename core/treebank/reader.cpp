#include "treebank/reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "text/characters.h"
#include "treebank/tree.h"
#include "treebank/utf8.h"

namespace dodona {
namespace {

// How many bytes are split into lines at once: few enough that they and the offsets of their fields stay in the L1
// cache until they are interned.
constexpr std::ptrdiff_t kWindow = 1 << 13;

// Lines with more columns are rejected: no format has nearly as many.
constexpr std::size_t kMostColumns = 64;

// Offsets in a line are 32-bit numbers, and a file without line ends must not fill the memory.
constexpr std::size_t kLongestLine = std::size_t{1} << 30;
// Many computations take time or memory that grows with the square of the length of a sentence.
constexpr std::int32_t kLongestSentence = 20'000;

// Text from the file, shortened for a message.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  if (text.size() <= kShown) return "'" + std::string(text) + "'";
  std::size_t end = kShown;  // between characters
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return "'" + std::string(text.substr(0, end)) + "...'";
}

// Why a head cannot be read as a number.
std::string head_fault(std::string_view field) {
  const bool is_negative = field.size() > 1 && field[0] == '-';
  if (field.find_first_not_of("0123456789", is_negative ? 1 : 0) != std::string_view::npos || field.empty())
    return " is not a number";
  if (is_negative) return " is negative: heads are counted from 1, and 0 is the root";
  return field[0] == '0' ? " begins with 0: write it without" : " is outside the sentence";
}

}  // namespace

Reader::Reader(ReaderOptions options) : options_(options) { set_layout(Layout::standard(), kTexts); }

void Reader::report(std::size_t line, Fault kind, std::string message) {
  if (stopped()) return;
  failed_ = true;
  problems_.push_back({line, kind, std::move(message)});
}

// Reports a problem and skips the sentence.
void Reader::fail(std::size_t line, Fault kind, std::string message) {
  sentence_failed_ = any_row_ = true;
  report(line, kind, std::move(message));
}

void Reader::expect(std::size_t bytes) {
  constexpr std::size_t kBytesAWord = 24;  // a minimum: reserved memory costs nothing until it is used
  const std::size_t words = std::min(bytes / kBytesAWord, std::size_t{1} << 24);
  treebank_.heads.reserve(words);
  for (auto& column : treebank_.texts) column.reserve(words);
}

void Reader::feed(std::string_view bytes) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  window_may_end_ = !std::exchange(continued_, false);
  while (at != end && !stopped()) {
    const char* const window = end - at > kWindow ? at + kWindow : end;
    if (!pending_.empty()) {  // the rest of a line that began in an earlier piece
      const auto* const line_end =
          static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(window - at)));
      const char* const rest = line_end == nullptr ? window : line_end + 1;
      if (pending_.size() > kLongestLine) {
        fail(line_ + 1, Fault::columns, "a line of more than a gigabyte");
        pending_.clear();
        continue;
      }
      pending_.append(at, rest);
      at = rest;
      if (line_end != nullptr) read_copy(std::exchange(pending_, {}));
      continue;
    }
    const bool is_padded = end - window >= static_cast<std::ptrdiff_t>(kPadding);
    const std::size_t read = is_padded ? read_lines(at, window) : read_copy({at, window});
    if (read == 0) {  // a line longer than a window, or cut by the end
      pending_.assign(at, window);
      at = window;
    } else {
      at += read;  // the next window begins with the line that this one cuts off
    }
  }
}

// As read_lines, for bytes without padding after them.
std::size_t Reader::read_copy(std::string text) {
  const std::size_t length = text.size();
  text.append(kPadding, '\0');
  return read_lines(text.data(), text.data() + length);
}

// Reads the lines that end between `begin` and `end`, or fewer if a window ends early; returns their number of bytes.
std::size_t Reader::read_lines(const char* begin, const char* end) {
  lines_.split(begin, end);
  while (!stopped() && lines_.next(treebank_.layout.columns.size() + 1)) {
    read_line();
    if (window_may_end_ && lines_.text().empty()) {
      window_may_end_ = false;
      break;
    }
  }
  intern_columns();
  return static_cast<std::size_t>(lines_.rest() - begin);
}

void Reader::finish() {
  if (stopped()) return;
  if (!pending_.empty()) {
    const std::size_t columns = treebank_.layout.columns.size() + 1;
    const auto tabs = static_cast<std::size_t>(std::count(pending_.begin(), pending_.end(), '\t'));
    if (pending_[0] != '#' && pending_ != "\r" && tabs + 1 < columns && pending_.find('\0') == std::string::npos) {
      report(line_ + 1, Fault::cut,
             "the file ends in the middle of a line (" + std::to_string(tabs + 1) + " of " + std::to_string(columns) +
                 " columns)");
      drop_sentence();
      return;
    }
    pending_ += '\n';
    read_copy(std::exchange(pending_, {}));
    if (options_.pedantic && sentence_line_ != 0) report(line_, Fault::cut, "the last line has no line end");
  } else if (options_.pedantic && sentence_line_ != 0) {
    report(line_, Fault::cut, "no empty line after the last sentence");
  }
  if (stopped()) return;
  end_sentence();
  if (!any_row_ && !failed_) report(std::max<std::size_t>(line_, 1), Fault::empty, "no sentences: the file is empty");
}

void Reader::read_line() {
  ++line_;
  if (line_ == 1 && lines_.text().starts_with("\xEF\xBB\xBF")) lines_.remove_prefix(3);
  const std::string_view line = lines_.text();
  if (line.empty()) {
    if (options_.pedantic && sentence_line_ == 0) report(line_, Fault::blank, "an empty line that closes no sentence");
    return end_sentence();
  }
  if (sentence_line_ == 0) sentence_line_ = line_;
  if (const auto fault = lines_.is_plain() ? std::nullopt : find_text_fault(line)) {
    if (line[0] != '#') pass_over_row();
    return fail(line_, *fault, *fault == Fault::nul ? "a NUL byte" : "not valid UTF-8");
  }
  if (line[0] == '#') return read_comment(line);
  read_row();
}

void Reader::read_comment(std::string_view line) {
  if (line.starts_with("# global.columns")) return read_declaration(line);
  if (options_.format == Format::conllx) return fail(line_, Fault::comment, "CoNLL-X has no comments");
  if (options_.pedantic && (words_so_far() > 0 || multiword_end_ > 0 || last_empty_ > 0))
    report(line_, Fault::comment, "a comment after the first word of its sentence");
  evidence_.saw_conllu();
  add_other(line);
}

// CoNLL-U Plus: the first line names the columns.
void Reader::read_declaration(std::string_view line) {
  static constexpr std::array<std::string_view, kTexts> kNames = {"FORM",  "LEMMA",  "UPOS", "XPOS",
                                                                  "FEATS", "DEPREL", "DEPS", "MISC"};  // as in `Text`
  evidence_.saw_conllu();
  if (line_ > 1 && line != treebank_.layout.declaration)
    return fail(line_, Fault::columns, "global.columns is not in the first line, and differs from what it says there");
  if (sentence_line_ == line_) sentence_line_ = 0;  // it belongs to no sentence
  if (line_ > 1) return;                            // files joined end to end repeat it
  Layout layout{{}, std::string(line)};
  std::vector<std::string_view> names = split(line.substr(std::min(line.find('='), line.size() - 1) + 1), ' ');
  std::erase(names, "");
  bool fits = !names.empty() && names[0] == "ID";
  int unknown = kTexts;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto place = std::ranges::find(kNames, names[i]) - kNames.begin();
    const int column = names[i] == "HEAD" ? Layout::kHead : place < int{kTexts} ? static_cast<int>(place) : unknown++;
    fits &= std::ranges::find(layout.columns, column) == layout.columns.end();
    layout.columns.push_back(column);
  }
  fits &= std::ranges::find(layout.columns, static_cast<int>(Text::form)) != layout.columns.end();
  if (!fits)
    return fail(line_, Fault::columns, "global.columns must begin with ID, have FORM, and name no column twice");
  set_layout(std::move(layout), static_cast<std::size_t>(unknown));
}

void Reader::set_layout(Layout layout, std::size_t texts) {
  const auto field_of = [&layout](int column) {
    const auto found = std::ranges::find(layout.columns, column);
    return found == layout.columns.end() ? 0 : static_cast<std::size_t>(found - layout.columns.begin()) + 1;
  };
  form_field_ = field_of(static_cast<int>(Text::form));
  head_field_ = field_of(Layout::kHead);
  treebank_.texts.resize(texts);
  treebank_.layout = std::move(layout);
}

void Reader::read_row() {
  // Without a declaration, the first row may have more columns than CoNLL-U.
  const std::size_t fields = lines_.fields();
  if (!any_row_ && treebank_.layout.declaration.empty() && fields > 10 && fields <= kMostColumns) {
    set_layout(Layout::standard(fields - 10), kTexts + fields - 10);
    if (options_.pedantic)
      report(line_, Fault::columns,
             std::to_string(fields) + " columns, and no line `# global.columns` names those after the tenth");
  }
  any_row_ = true;
  const std::size_t columns = treebank_.layout.columns.size() + 1;
  if (fields != columns) {
    pass_over_row();
    return fail(line_, Fault::columns,
                std::to_string(fields) + (fields == 1 ? " column" : " columns") + " where there should be " +
                    std::to_string(columns) + ", separated by tabs");
  }
  const std::string_view id = lines_.field();
  if (const std::int32_t number = parse_number(id); number != kNotANumber) return read_word(number);
  const std::size_t mark = id.find_first_of("-.");
  if (mark == std::string_view::npos || options_.format == Format::conllx)
    return fail(line_, Fault::word_number, quoted(id) + " is not a word number");
  evidence_.saw_conllu();
  if (id[mark] == '-')
    read_multiword(id, mark);
  else
    read_empty_node(id, mark);
}

// Counts a row that cannot be read, so that the words after it are not reported as well.
void Reader::pass_over_row() {
  const std::string_view id = lines_.field();
  const std::int32_t number = parse_number(id);
  const bool is_other = id.find_first_not_of("0123456789-.") == id.npos && id.find_first_of("-.") != id.npos;
  if (number != kNotANumber)
    last_word_ = number;
  else if (!is_other)
    ++last_word_;
}

void Reader::read_word(std::int32_t id) {
  if (id != last_word_ + 1)
    fail(line_, Fault::word_number,
         "word number " + std::to_string(id) + " where " + std::to_string(last_word_ + 1) + " should be");
  last_word_ = id;
  last_empty_ = 0;
  if (id == kLongestSentence + 1) fail(line_, Fault::word_number, "a sentence of more than 20,000 words: split it");

  treebank_.heads.push_back(head_field_ == 0 ? kNoHead : parse_head(lines_.field(head_field_)));
  if (lines_.field(form_field_).empty()) fail(line_, Fault::form, "an empty form");
  waiting_.push_back(lines_.mark());
}

// Interns the words read since the last call, column by column: the values in a column are similar, so branches are
// predicted well and several cache misses overlap.
void Reader::intern_columns() {
  if (waiting_.empty()) return;
  Treebank& to = treebank_;
  const std::size_t before = to.heads.size() - waiting_.size();
  for (std::size_t i = 0; i < to.layout.columns.size(); ++i) {
    const int column = to.layout.columns[i];
    if (column == Layout::kHead) continue;
    auto& ids = to.texts[static_cast<std::size_t>(column)];
    ids.resize(to.heads.size());
    StringId* id = ids.data() + before;
    for (const std::uint32_t line : waiting_) *id++ = to.strings->intern_padded(lines_.field(line, i + 1));
  }
  if (!to.layout.declaration.empty())  // columns that the file does not have
    for (auto& column : to.texts) column.resize(to.heads.size(), kUnspecified);
  waiting_.clear();
}

std::int32_t Reader::parse_head(std::string_view field) {
  const std::int32_t value = parse_number(field);
  if (value == kNotANumber && field != "_") fail(line_, Fault::head, "head " + quoted(field) + head_fault(field));
  return value == kNotANumber ? kNoHead : value;
}

void Reader::read_multiword(std::string_view id, std::size_t dash) {
  const std::int32_t first = parse_number(id.substr(0, dash)), last = parse_number(id.substr(dash + 1));
  if (first != last_word_ + 1 || last < first || first <= multiword_end_)
    return fail(line_, Fault::multiword,
                "multiword token " + quoted(id) + " does not fit here (the next word is " +
                    std::to_string(last_word_ + 1) + ")");
  multiword_end_ = last;
  multiword_line_ = line_;
  add_other(lines_.text());
}

void Reader::read_empty_node(std::string_view id, std::size_t dot) {
  const std::int32_t word = parse_number(id.substr(0, dot)), place = parse_number(id.substr(dot + 1));
  if (word != last_word_ || place != last_empty_ + 1)
    return fail(line_, Fault::empty_node,
                "empty node " + quoted(id) + " does not fit here (" + std::to_string(last_word_) + "." +
                    std::to_string(last_empty_ + 1) + " would)");
  last_empty_ = place;
  add_other(lines_.text());
}

void Reader::add_other(std::string_view line) {
  treebank_.others.push_back({static_cast<std::uint32_t>(words_so_far()), treebank_.strings->keep(line)});
}

void Reader::end_sentence() {
  if (sentence_line_ == 0) return;
  const std::size_t words = words_so_far();
  if (words == 0 && !sentence_failed_) fail(sentence_line_, Fault::empty, "a sentence without words");
  if (multiword_end_ > last_word_ && !sentence_failed_)
    fail(multiword_line_, Fault::multiword,
         "a multiword token up to word " + std::to_string(multiword_end_) + " in a sentence of " +
             std::to_string(words));
  if (!sentence_failed_) {
    const auto heads = std::span(treebank_.heads).subspan(treebank_.word_begin.back());
    for (TreeFault& fault : find_tree_faults(heads, options_.single_root, options_.partial))
      fail(line_of_word(fault.word), fault.kind, std::move(fault.message));
  }
  if (sentence_failed_) return drop_sentence();
  name_problems();
  treebank_.word_begin.push_back(treebank_.heads.size());
  treebank_.other_begin.push_back(treebank_.others.size());
  treebank_.first_line.push_back(sentence_line_);
  start_sentence();
}

// The line of a word of the current sentence, in which every line is a word or one of `others`.
std::size_t Reader::line_of_word(std::size_t word) const {
  std::size_t line = sentence_line_ + word;
  for (std::size_t i = treebank_.other_begin.back(); i < treebank_.others.size(); ++i)
    line += treebank_.others[i].before <= word;
  return line;
}

void Reader::start_sentence() {
  sentence_line_ = 0;
  sentence_failed_ = false;
  last_word_ = last_empty_ = multiword_end_ = 0;
}

// Gives the problems of the current sentence its sent_id.
void Reader::name_problems() {
  constexpr std::string_view kName = "# sent_id = ";
  if (problems_.empty() || problems_.back().line < sentence_line_) return;
  for (std::size_t i = treebank_.other_begin.back(); i < treebank_.others.size(); ++i) {
    const std::string_view text = (*treebank_.strings)[treebank_.others[i].text];
    if (!text.starts_with(kName)) continue;
    for (auto problem = problems_.rbegin(); problem != problems_.rend() && problem->line >= sentence_line_; ++problem)
      problem->sentence = text.substr(kName.size());
    return;
  }
}

void Reader::drop_sentence() {
  name_problems();
  // Its first words may be interned already, and its last ones not.
  const std::size_t words = treebank_.word_begin.back();
  waiting_.resize(waiting_.size() - std::min(waiting_.size(), treebank_.heads.size() - words));
  for (auto& column : treebank_.texts) column.resize(std::min(column.size(), words));
  treebank_.heads.resize(words);
  treebank_.others.resize(treebank_.other_begin.back());
  start_sentence();
}

Reader Reader::continued() const {
  Reader next(options_);
  next.set_layout(treebank_.layout, treebank_.texts.size());
  next.line_ = 1;  // so that none of its lines counts as the first of the file
  next.any_row_ = next.continued_ = true;
  return next;
}

void Reader::join(Reader&& next) {
  const std::size_t sentences = ready();
  treebank_.absorb(std::move(next.treebank_));
  for (std::size_t i = sentences; i < ready(); ++i) treebank_.first_line[i] += line_ - 1;
  line_ += next.line_ - 1;
  evidence_.add(next.evidence_);
}

Treebank Reader::take() {
  if (!options_.format) evidence_.see_words(treebank_);
  treebank_.format = options_.format.value_or(evidence_.verdict());
  // Once sentences were returned as CoNLL-U, the format stays.
  if (ready() > 0 && treebank_.format == Format::conllu) evidence_.saw_conllu();
  return treebank_.take_complete();
}

std::vector<Problem> Reader::take_problems() { return std::exchange(problems_, {}); }

}  // namespace dodona
