// Tokenisers learn boundaries and splits, and preserve the text.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "learners/averaged_perceptron.h"
#include "learners/packing.h"
#include "scoring/linear/compact.h"
#include "test.h"
#include "tokenising/boundaries.h"
#include "tokenising/tokeniser.h"
#include "training/tokenising.h"
#include "treebank/reader.h"
#include "treebank/utf8.h"
#include "treebank/writer.h"

using namespace dodona;

namespace {

Treebank read(const std::string& text) {
  Reader reader;
  reader.feed(text);
  reader.finish();
  return reader.take();
}

// Sentences of words. A word that ends in < has no space after it; with =, a token is followed by its words.
Treebank treebank_of(const std::vector<std::vector<std::string>>& sentences) {
  std::string text;
  for (const auto& sentence : sentences) {
    int number = 0;
    for (std::string word : sentence) {
      std::string misc = "_";
      if (word.ends_with('<')) {
        word.pop_back();
        misc = "SpaceAfter=No";
      }
      const auto line = [&](const std::string& id, const std::string& form, const std::string& last) {
        text += id + "\t" + form + "\t_\t_\t_\t_\t_\t_\t_\t" + last + "\n";
      };
      const std::size_t sign = word.find('=');
      if (sign == word.npos) {
        line(std::to_string(++number), word, misc);
        continue;
      }
      const std::size_t plus = word.find('+');
      line(std::to_string(number + 1) + "-" + std::to_string(number + 2), word.substr(0, sign), misc);
      line(std::to_string(++number), word.substr(sign + 1, plus - sign - 1), "_");
      line(std::to_string(++number), word.substr(plus + 1), "_");
    }
    text += "\n";
  }
  return read(text);
}

const Tokeniser& tokeniser() {
  static const Tokeniser made = [] {
    std::vector<std::vector<std::string>> sentences;
    for (int i = 0; i < 30; ++i) {
      sentences.push_back({"The", "oak", "spoke<", "."});
      sentences.push_back({"I", "couldn't=could+n't", "know<", ",", "he", "said<", "."});
      sentences.push_back({"Dr.", "Dove", "wouldn't=would+n't", "listen<", "!"});
      sentences.push_back({"Who", "shouldn't=should+n't", "speak<", "?"});
    }
    return train_tokeniser(treebank_of(sentences));
  }();
  return made;
}

std::string cut(const std::string& text, std::size_t piece = 1 << 20, TokenStream::Options options = {}) {
  TokenStream stream(tokeniser(), options);
  std::string out;
  const auto take = [&] {
    const Treebank treebank = stream.take();
    write(treebank, 0, treebank.sentences(), out);
  };
  for (std::size_t i = 0; i < text.size(); i += piece) {
    stream.feed(std::string_view(text).substr(i, piece));
    if (stream.ready() > 0) take();
  }
  stream.finish();
  take();
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out.push_back(text[i]);
      continue;
    }
    const char c = text[++i];
    if (c == 'x') {
      out.push_back(static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16)));
      i += 2;
    } else {
      out.push_back(c == 's' ? ' ' : c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 'p' ? '|' : c);
    }
  }
  return out;
}

// Restores the raw text.
std::string restored(const std::string& conllu) {
  std::string out;
  std::size_t inside = 0;  // remaining words of a multiword token
  for (std::size_t at = 0; at < conllu.size();) {
    const std::size_t end = conllu.find('\n', at);
    const std::string line = conllu.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == '#') continue;
    if (inside > 0) {
      --inside;
      continue;
    }
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == '\t')
        fields.emplace_back();
      else
        fields.back().push_back(c);
    }
    if (const std::size_t dash = fields[0].find('-'); dash != fields[0].npos)
      inside = std::stoul(fields[0].substr(dash + 1)) - std::stoul(fields[0]) + 1;
    std::string before, form = fields[1], after = " ";
    std::string misc = fields[9] + "|";
    for (std::size_t bar; (bar = misc.find('|')) != misc.npos; misc = misc.substr(bar + 1)) {
      const std::string item = misc.substr(0, bar);
      if (item == "SpaceAfter=No") after = "";
      if (item.starts_with("SpacesAfter=")) after = unescaped(item.substr(12));
      if (item.starts_with("SpacesBefore=")) before = unescaped(item.substr(13));
      if (item.starts_with("Raw=")) form = unescaped(item.substr(4));
    }
    out += before + form + after;
  }
  return out;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

}  // namespace

TEST(a_tokeniser_learns_the_ends_of_tokens_and_sentences) {
  const std::string out = cut("The dove wouldn't listen. Dr. Oak mightn't know, he said!");
  CHECK(count(out, "# text = ") == 2);
  CHECK(out.find("# text = The dove wouldn't listen.\n") != out.npos);
  CHECK(out.find("3-4\twouldn't\t_\t_\t_\t_\t_\t_\t_\tTokenRange=9:17\n3\twould\t") != out.npos);
  CHECK(out.find("mightn't\t_\t_\t_\t_\t_\t_\t_\tTokenRange=34:42\n3\tmight\t") != out.npos);  // not in training
  CHECK(out.find("\tlisten\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|TokenRange=18:24\n") != out.npos);
}

TEST(empty_lines_end_sentences_and_lines_do_in_presegmented_text) {
  CHECK(count(cut("The oak\n\nspoke\n \n he said"), "# newpar") == 3);
  CHECK(count(cut("The oak\nspoke."), "# text = ") == 1);
  const std::string lines = cut("The oak\nspoke. The dove\r\nspoke", 1 << 20, {true, false});
  CHECK(count(lines, "# text = ") == 3);
  CHECK(lines.find("TokenRange") == lines.npos);
  CHECK(restored(lines) == "The oak\nspoke. The dove\r\nspoke");
}

TEST(text_can_be_restored_byte_for_byte) {
  std::mt19937 random(1);
  const std::vector<std::string> parts = {"The",
                                          "oak",
                                          " ",
                                          " ",
                                          "  ",
                                          "\n",
                                          "\n\n",
                                          "\t",
                                          "\r\n",
                                          ".",
                                          "!",
                                          ",",
                                          "don't",
                                          "|",
                                          "\\",
                                          "\\n",
                                          "_",
                                          "\xC2\xA0",
                                          "\xE3\x80\x80",
                                          "e\xCC\x81",
                                          "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
                                          "\xFF",
                                          "\xC3",
                                          "\xED\xA0\x80",
                                          std::string("\0", 1),
                                          "\x01",
                                          "\x7F",
                                          "\xEF\xBB\xBF",
                                          "\xEF\xBF\xBD",
                                          "1",
                                          "=",
                                          "#",
                                          "\xC2\x85",
                                          "\xE6\xBC\xA2\xE5\xAD\x97",
                                          "'",
                                          "\""};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (std::size_t i = random() % 60; i > 0; --i) text += parts[random() % parts.size()];
    const std::string out = cut(text);
    bool only_spaces = true;
    for (std::size_t i = 0; i < text.size(); i += character_at(text, i).bytes)
      only_spaces &= kind_of(character_at(text, i).code) == CharacterKind::space;
    CHECK(restored(out) == (only_spaces ? "" : text));
    CHECK(!find_text_fault(out));
    if (!out.empty()) CHECK(read(out).sentences() == count(out, "# text = "));
    // In pieces of any size.
    for (const std::size_t piece : {1u, 3u, 7u}) CHECK(cut(text, piece) == out);
  }
}

TEST(one_stream_reads_many_texts) {
  const std::vector<std::string> texts = {" The oak", "",  "spoke.\n\nHe said",          " \n ",
                                          "\xC3",     "!", "The dove wouldn't listen. ", std::string(70'000, 'a')};
  for (const bool presegmented : {false, true}) {
    const TokenStream::Options options{presegmented, true, 7};
    TokenStream stream(tokeniser(), options);
    std::string together, apart;
    for (const std::string& text : texts) {
      stream.feed(text);
      stream.finish();
      apart += cut(text, 1 << 20, options);
    }
    const Treebank all = stream.take();
    write(all, 0, all.sentences(), together);
    CHECK(together == apart);
  }
}

TEST(spaces_at_the_end_of_a_text_do_not_matter) {
  for (const std::string text : {"The oak spoke.", "Dr", "I couldn't", "he said!)", "Who? Dr."}) {
    const std::string out = cut(text);
    for (const std::string spaces : {" ", "\n", "\n\n", "\r\n \t"}) {
      std::string with = cut(text + spaces);
      CHECK(restored(with) == text + spaces);
      if (const std::size_t after = with.find("SpacesAfter="); after != with.npos)
        with.replace(after, with.find('|', after) - after, "SpaceAfter=No");
      else
        with.insert(with.rfind("TokenRange="), "SpaceAfter=No|");
      CHECK(with == out);
    }
  }
}

TEST(long_texts_are_tokenised_in_pieces) {
  std::string text;
  for (int i = 0; i < 30'000; ++i)
    text += i % 7 == 0 ? "The oak spoke.\n" : i % 5 == 0 ? "\xE6\xBC\xA2\xE5\xAD\x97" : "He can't know, he said. ";
  const std::string whole = cut(text);
  CHECK(cut(text, 1000) == whole);
  CHECK(restored(whole) == text);
  // One endless word.
  const std::string endless(300'000, 'a');
  const std::string out = cut(endless, 5000);
  CHECK(restored(out) == endless);
  CHECK(count(out, "# text = ") >= 300'000 / kLongestToken / TokenStream::kLongestSentence);
  CHECK(count(out, "TokenRange=") == 300);
  std::string words;
  for (int i = 0; i < 20'000; ++i) words += "oak ";
  CHECK(count(cut(words, 4096), "# text = ") == 20);
  CHECK(restored(cut(words)) == words);
  const std::string spaces = "a" + std::string(500'000, ' ') + "b";
  CHECK(restored(cut(spaces, 10'000)) == spaces);
}

TEST(spans_are_found_by_their_form) {
  SpanRules rules;
  rules.kinds.set();
  rules.abbreviations = {hash_of_abbreviation("e.g.")};
  const auto spans_of = [&](std::string_view chunk) {
    std::vector<Element> elements;
    read_elements(chunk, true, elements);
    std::vector<Span> spans;
    find_spans(elements, 0, rules, spans);
    std::vector<std::string> found;
    for (const Span& span : spans) {
      const std::size_t end = span.end < elements.size() ? elements[span.end].begin : chunk.size();
      found.emplace_back(chunk.substr(elements[span.begin].begin, end - elements[span.begin].begin));
    }
    return found;
  };
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"(http://oak.gr/a_(b)),", {"http://oak.gr/a_(b)"}},
      {"<a.b@oak.gr>;c@oak.gr.", {"a.b@oak.gr", "c@oak.gr"}},
      {"oak.com.Thanks", {"oak.com"}},
      {"\"leaf.tar.gz\"", {"leaf.tar.gz"}},
      {"/usr/bin/oak,", {"/usr/bin/oak"}},
      {"@oak:", {"@oak"}},
      {"#oak!", {"#oak"}},
      {"$1,250.50.", {"$1,250.50"}},
      {"3.5km/h,", {"3.5km/h"}},
      {"1.2.3-rc1)", {"1.2.3-rc1"}},
      {"10:30-11:45", {"10:30", "11:45"}},
      {"12/24/1999,", {"12/24/1999"}},
      {"(e.g.,", {"e.g."}},
      {":-)", {":-)"}},
      {"\U0001F44D\U0001F3FD\U0001F333", {"\U0001F44D\U0001F3FD", "\U0001F333"}},
      {"and/or", {}},
      {"end.", {}},
      {"J.-e.g.", {}},
      {"oak@", {}},
      {"F%#ing", {}},
      {"2010.", {}},
  };
  for (const auto& [chunk, expected] : cases) CHECK(spans_of(chunk) == expected);
  // In a long chunk, the search ends.
  CHECK(spans_of(std::string(kLongestToken, ',') + "a@oak.gr").empty());
  rules.kinds.reset();
  for (const auto& [chunk, expected] : cases) CHECK(spans_of(chunk).empty());
}

TEST(long_chunks_are_not_distinguished) {
  for (const std::size_t length : {1u, 24u, 25u, 300u}) {
    std::vector<Element> elements;
    read_elements(std::string(length, 'a') + " b", true, elements);
    const Chunk chunk = BoundaryFeatures::chunk_at(elements, 0);
    CHECK((chunk.value != 0) == (length <= 24));
    CHECK(chunk.end == (length <= 24 ? static_cast<std::ptrdiff_t>(length) : 0));
  }
}

TEST(split_rules_apply_to_other_tokens) {
  const auto same = [](std::string_view a, std::vector<std::string_view> of_a, std::string_view b,
                       std::vector<std::string_view> of_b) {
    return SplitRule::between(a, of_a) == SplitRule::between(b, of_b);
  };
  CHECK(same("couldn't", {"could", "n't"}, "shouldn't", {"should", "n't"}));
  CHECK(same("John's", {"John", "'s"}, "Mary's", {"Mary", "'s"}));
  CHECK(same("wktb", {"w", "ktb"}, "wqal", {"w", "qal"}));
  const std::vector<std::pair<std::string, std::vector<std::string_view>>> cases = {
      {"du", {"de", "le"}},           {"au", {"à", "le"}},    {"στον", {"σ", "τον"}},
      {"dámelo", {"dá", "me", "lo"}}, {"zum", {"zu", "dem"}}, {"I'm", {"I", "'m"}}};
  for (const auto& [token, words] : cases) {
    const SplitRule rule = *SplitRule::between(token, words);
    const auto found = rule.apply(token);
    CHECK(found.has_value() && std::vector<std::string_view>(found->begin(), found->end()) == words);
    CHECK(*SplitRule::from_text(rule.text()) == rule);
  }
  CHECK(!SplitRule::between("couldn't", {"could", "n't"})->apply("n't"));
  // A last word that has more in common with the beginning of its token than with the end is taken as it is.
  CHECK(SplitRule::between("abca", {"x", "aba"})->apply("abcd") == std::vector<std::string>({"x", "aba"}));
  CHECK(SplitRule::between("acba", {"x", "aba"})->apply("acbd") == std::vector<std::string>({"x", "abd"}));
  for (const char* bad :
       {"", "0\t1", "=\ta", "0\t-1\t\t\v", "x\t1\t\t\v=\ta", "=\ta\v=\tb\rc", "=\ta\v=\tb\xE2\x80\xA8"})
    CHECK(!SplitRule::from_text(bad));
  CHECK(!SplitRule::between("a\vb", {"a\v", "b"}) && !SplitRule::between("ab", {"a", "\x1B"}));
}

TEST(compact_models_equal_the_originals) {
  std::mt19937 random(3);
  for (const std::size_t outputs : {3u, 40u, 300u}) {
    AveragedPerceptron learner(outputs);
    FeatureList list(6);
    for (int i = 0; i < 3000; ++i) {
      list.size = 6;
      for (std::size_t j = 0; j < 6; ++j) {
        list.keys[j] = (random() % 500 * 6 + j + 1) * 0x9E3779B97F4A7C15u;
        list.from[j] = static_cast<std::uint16_t>(j);
      }
      learner.update(list, static_cast<TransitionId>(random() % outputs), static_cast<TransitionId>(random() % outputs),
                     static_cast<float>(random() % 50));
      learner.sentence_done();
    }
    for (const float prune : {0.0f, 2.0f}) {
      const PackedWeights model = pack(learner, prune);
      const std::vector<std::uint8_t> bytes = compacted(model);
      const PackedWeights again = expanded(bytes, model.transitions());
      const auto same = [](auto a, auto b) { return std::ranges::equal(a, b); };
      const PackedWeights::Parts a = model.parts(), b = again.parts();
      CHECK(a.transitions == b.transitions && a.homes == b.homes && a.scale == b.scale);
      CHECK(same(a.rows, b.rows) && same(a.shifts, b.shifts) && same(a.entries, b.entries) &&
            a.buckets.size() == b.buckets.size());
      for (std::size_t i = 0; i < a.buckets.size(); ++i)
        CHECK(std::ranges::equal(a.buckets[i].fingerprints, b.buckets[i].fingerprints) &&
              std::ranges::equal(a.buckets[i].references, b.buckets[i].references));
      CHECK(prune == 0 || model.weights() < pack(learner).weights());
      // Damaged models are rejected or harmless.
      for (int i = 0; i < 200; ++i) {
        std::vector<std::uint8_t> damaged = bytes;
        if (i % 2 == 0)
          damaged.resize(random() % damaged.size());
        else
          damaged[random() % damaged.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
        try {
          (void)expanded(damaged, model.transitions());
        } catch (const std::invalid_argument&) {
        }
      }
    }
  }
}
