#include "python/treebank.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "python/arrays.h"
#include "python/signals.h"
#include "text/characters.h"
#include "treebank/enhanced.h"
#include "treebank/projectivity.h"
#include "treebank/pseudoprojective.h"
#include "treebank/punctuation.h"
#include "treebank/tree.h"
#include "treebank/writer.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

// A Python string of short UTF-8. For strings of a few characters Python's own decoder takes several times
// as long; it is asked about characters of four bytes, and about what is not UTF-8.
PyObject* decode(std::string_view text) {
  std::array<wchar_t, 64> characters;
  const auto length = static_cast<Py_ssize_t>(text.size());
  if (text.size() > characters.size()) return PyUnicode_DecodeUTF8(text.data(), length, nullptr);
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto bits = [&](std::size_t place) { return static_cast<unsigned>(text[i + place]) & 0x3Fu; };
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes == 4 || i + bytes > text.size()) return PyUnicode_DecodeUTF8(text.data(), length, nullptr);
    unsigned character = lead;
    if (bytes == 2) character = (lead & 0x1Fu) << 6 | bits(1);
    if (bytes == 3) character = (lead & 0x0Fu) << 12 | bits(1) << 6 | bits(2);
    characters[count++] = static_cast<wchar_t>(character);
    i += bytes;
  }
  return PyUnicode_FromWideChar(characters.data(), static_cast<Py_ssize_t>(count));
}

}  // namespace

nb::object PyStrings::make(StringId id) const {
  const std::string_view view = (*pool_)[id];
  const bool ascii =
      std::none_of(view.begin(), view.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  // Python copies ASCII at once.
  PyObject* const string =
      ascii ? PyUnicode_FromStringAndSize(view.data(), static_cast<Py_ssize_t>(view.size())) : decode(view);
  if (string == nullptr) throw nb::python_error();
  return nb::steal(string);
}

namespace {

// A view of a column, which lives as long as the array. It is not the Python object that is kept
// alive: that object keeps views itself, and would never die.
template <class T, class Column>
nb::object view_of(const Column& column, const std::shared_ptr<const Treebank>& treebank) {
  auto* const kept = new std::shared_ptr<const Treebank>(treebank);
  nb::capsule owner(kept,
                    [](void* pointer) noexcept { delete static_cast<std::shared_ptr<const Treebank>*>(pointer); });
  static_assert(sizeof(typename Column::value_type) == sizeof(T));
  return nb::cast(Array<const T>(reinterpret_cast<const T*>(column.data()), {column.size()}, owner));
}

std::size_t checked(const PyTreebank& self, std::size_t sentence) {
  if (sentence >= self->sentences()) throw nb::index_error("no such sentence");
  return sentence;
}

nb::list strings_of(const PyTreebank& self, std::span<const StringId> ids) {
  nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(ids.size())));
  for (std::size_t i = 0; i < ids.size(); ++i)
    PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), (*self.strings)[ids[i]].inc_ref().ptr());
  return list;
}

nb::object heads_of(const PyTreebank& self, std::size_t sentence) {
  const auto begin = static_cast<Py_ssize_t>(self->word_begin[sentence]);
  const auto end = static_cast<Py_ssize_t>(self->word_begin[sentence + 1]);
  return nb::steal(PySequence_GetSlice(self.heads.ptr(), begin, end));
}

// Stops the collector while many lists are made at once: all of them are alive, and it would look
// through them again and again (a fifth of the time that reading a treebank takes).
class CollectorPaused {
 public:
  CollectorPaused() : was_on_(PyGC_Disable() != 0) {}
  ~CollectorPaused() {
    if (was_on_) PyGC_Enable();
  }
  CollectorPaused(const CollectorPaused&) = delete;
  CollectorPaused& operator=(const CollectorPaused&) = delete;

 private:
  bool was_on_;
};

template <class F>
void for_sentences(const PyTreebank& self, F visit) {
  Interruption interruption;
  for (std::size_t sentence = 0; sentence < self->sentences(); ++sentence) {
    interruption();
    visit(sentence);
  }
}

// A list with a value for each sentence.
template <class F>
nb::list list_of(const PyTreebank& self, F value) {
  const CollectorPaused paused;
  nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(self->sentences())));
  for_sentences(self, [&](std::size_t i) {
    PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), nb::object(value(i)).release().ptr());
  });
  return list;
}

PyTreebank changed(const PyTreebank& self, Treebank treebank) { return {std::move(treebank), self.strings}; }

// A copy of a treebank, changed by `edit`.
template <class Edit>
PyTreebank edited(const PyTreebank& self, Edit edit) {
  Treebank treebank = *self;
  edit(treebank);
  return changed(self, std::move(treebank));
}

PyTreebank select(const PyTreebank& self, const std::vector<std::size_t>& sentences) {
  Treebank chosen = self->without_sentences();
  Interruption interruption;
  for (const std::size_t sentence : sentences) {
    interruption();
    chosen.append(*self, checked(self, sentence));
  }
  return changed(self, std::move(chosen));
}

PyTreebank concatenate(const std::vector<const PyTreebank*>& parts) {
  if (parts.empty()) return PyTreebank(Treebank{});
  Treebank all = (*parts.front())->without_sentences();
  all.strings = std::make_shared<StringPool>();
  Interruption interruption;
  for (const PyTreebank* part : parts) {
    interruption();
    if (!(*part)->layout.fits(all.layout)) throw nb::value_error("the treebanks have different columns");
    all.extend(**part);
  }
  return PyTreebank(std::move(all));
}

PyTreebank with_heads(const PyTreebank& self, const InputArray<std::int32_t>& heads) {
  if (heads.size() != self->words()) throw nb::value_error("one head for each word is needed");
  return edited(self, [&](Treebank& treebank) {
    treebank.heads.assign(heads.data(), heads.data() + heads.size());
    check_trees(treebank);
  });
}

PyTreebank with_texts(const PyTreebank& self, Text column, const std::vector<std::string_view>& texts) {
  if (texts.size() != self->words()) throw nb::value_error("one string for each word is needed");
  return edited(self, [&](Treebank& treebank) {
    Interruption interruption;
    for (std::size_t word = 0; word < texts.size(); ++word) {
      interruption();
      if (texts[word].empty() || texts[word].find_first_of(std::string_view("\t\n\r\0", 4)) != std::string_view::npos)
        throw nb::value_error("a column cannot be empty or hold a tab, a line end or a NUL; write _ for nothing");
      treebank[column][word] = treebank.strings->intern(texts[word]);
    }
  });
}

// As with_texts, but each word has one of a few strings.
PyTreebank with_choices(const PyTreebank& self, Text column, const std::vector<std::string_view>& choices,
                        const InputArray<std::int32_t>& chosen) {
  if (chosen.size() != self->words()) throw nb::value_error("one choice for each word is needed");
  if (!std::ranges::all_of(choices, [](std::string_view text) { return can_be_column(text); }))
    throw nb::value_error("a column cannot be empty or hold a tab, a line end or a NUL; write _ for nothing");
  return edited(self, [&](Treebank& treebank) {
    std::vector<StringId> ids;
    for (const std::string_view text : choices) ids.push_back(treebank.strings->intern(text));
    for (std::size_t word = 0; word < chosen.size(); ++word) {
      if (static_cast<std::size_t>(chosen(word)) >= ids.size()) throw nb::value_error("there is no such choice");
      treebank[column][word] = ids[static_cast<std::size_t>(chosen(word))];
    }
  });
}

using OtherLines = std::vector<std::pair<std::uint32_t, std::string_view>>;

PyTreebank with_others(const PyTreebank& self, const std::vector<OtherLines>& sentences) {
  if (sentences.size() != self->sentences()) throw nb::value_error("one list for each sentence is needed");
  return edited(self, [&](Treebank& treebank) {
    treebank.others.clear();
    for (std::size_t sentence = 0; sentence < sentences.size(); ++sentence) {
      std::uint32_t last = 0;
      for (const auto& [before, line] : sentences[sentence]) {
        if (before < last || before > treebank.length(sentence) || line.empty() ||
            line.find_first_of(std::string_view("\n\r\0", 3)) != line.npos)
          throw nb::value_error("a comment or token line is out of place, empty or holds a line end or a NUL");
        treebank.others.push_back({last = before, treebank.strings->keep(line)});
      }
      treebank.other_begin[sentence + 1] = treebank.others.size();
    }
  });
}

// As if it had been read from no file.
PyTreebank without_lines(const PyTreebank& self) {
  return edited(self, [](Treebank& treebank) { std::ranges::fill(treebank.first_line, 0); });
}

PyTreebank without_enhanced(const PyTreebank& self) { return edited(self, remove_enhanced); }

PyTreebank with_format(const PyTreebank& self, Format format) {
  return edited(self, [&](Treebank& treebank) { treebank.format = format; });
}

nb::bytes written(const PyTreebank& self, std::size_t from, std::size_t to) {
  if (from > to || to > self->sentences()) throw nb::index_error("no such sentences");
  std::string out;
  {
    nb::gil_scoped_release release;
    write(*self, from, to, out);
  }
  return nb::bytes(out.data(), out.size());
}

// What a function gives for the tree of a sentence, or for the trees of all.
template <auto function>
auto for_tree(const PyTreebank& self, std::size_t sentence) {
  const auto heads = self->head(checked(self, sentence));
  if (is_headless(heads)) throw nb::value_error("the sentence has no tree");
  return function(heads);
}
template <auto function>
auto for_trees(const PyTreebank& self) {
  std::vector<decltype(function(self->head(0)))> values;
  for_sentences(self, [&](std::size_t sentence) {
    const auto heads = self->head(sentence);
    values.push_back(is_headless(heads) ? 0 : function(heads));
  });
  return array_of(std::move(values));
}

Array<std::int32_t> all_depths(const PyTreebank& self) {
  std::vector<std::int32_t> all;
  for_sentences(self, [&](std::size_t sentence) {
    const auto each = depths(self->head(sentence));
    all.insert(all.end(), each.begin(), each.end());
  });
  return array_of(std::move(all));
}

Array<std::uint8_t> all_nonprojective(const PyTreebank& self) {
  std::vector<std::uint8_t> crossing(self->words(), 0);
  for_sentences(self, [&](std::size_t sentence) {
    if (is_headless(self->head(sentence))) return;
    for (const std::int32_t word : nonprojective_words(self->head(sentence)))
      crossing[self->word_begin[sentence] + static_cast<std::size_t>(word) - 1] = 1;
  });
  return array_of(std::move(crossing));
}

}  // namespace

PyTreebank::PyTreebank(Treebank from, std::shared_ptr<PyStrings> shared)
    : treebank(std::make_shared<const Treebank>(std::move(from))), strings(std::move(shared)),
      heads(view_of<std::int32_t>(treebank->heads, treebank)),
      offsets(view_of<std::int64_t>(treebank->word_begin, treebank)) {}

PyTreebank::PyTreebank(Treebank from) : PyTreebank(std::move(from), nullptr) {
  strings = std::make_shared<PyStrings>(treebank->strings);
}

void bind_treebank(nb::module_& module) {
  nb::enum_<Format>(module, "Format").value("conllu", Format::conllu).value("conllx", Format::conllx);
  nb::enum_<Encoding>(module, "Encoding")
      .value("baseline", Encoding::baseline)
      .value("head", Encoding::head)
      .value("path", Encoding::path)
      .value("head_path", Encoding::head_path);
  nb::enum_<Text>(module, "Text")
      .value("form", Text::form)
      .value("lemma", Text::lemma)
      .value("tag", Text::tag)
      .value("fine_tag", Text::fine_tag)
      .value("feats", Text::feats)
      .value("label", Text::label)
      .value("deps", Text::deps)
      .value("misc", Text::misc);

  nb::class_<PyTreebank>(module, "Treebank", "Sentences in columns; never changed once made.")
      .def("__len__", [](const PyTreebank& self) { return self->sentences(); })
      .def_prop_ro("format", [](const PyTreebank& self) { return self->format; })
      .def_prop_ro("declaration", [](const PyTreebank& self) { return self->layout.declaration; })
      .def_ro("offsets", &PyTreebank::offsets, nb::sig("def offsets(self) -> numpy.typing.NDArray[numpy.int64]"),
              "Where each sentence begins among the words, and where the last one ends.")
      .def_ro("heads", &PyTreebank::heads, nb::sig("def heads(self) -> numpy.typing.NDArray[numpy.int32]"),
              "The head of every word; -1 where there is none.")
      .def(
          "head", [](const PyTreebank& self, std::size_t i) { return heads_of(self, checked(self, i)); }, "sentence"_a,
          nb::sig("def head(self, sentence: int) -> numpy.typing.NDArray[numpy.int32]"), "The heads of a sentence.")
      .def(
          "ids", [](const PyTreebank& self, Text column) { return view_of<StringId>((*self)[column], self.treebank); },
          "column"_a, nb::sig("def ids(self, column: Text) -> numpy.typing.NDArray[numpy.uint32]"),
          "The number of every word's string in a column.")
      .def(
          "strings",
          [](const PyTreebank& self, const InputArray<StringId>& ids) {
            for (std::size_t i = 0; i < ids.size(); ++i)
              if (ids(i) >= self->strings->size()) throw nb::index_error("no such string");
            return strings_of(self, {ids.data(), ids.size()});
          },
          "ids"_a, nb::sig("def strings(self, ids: numpy.typing.NDArray[numpy.uint32]) -> list[str]"),
          "The strings with these numbers.")
      .def(
          "all_texts", [](const PyTreebank& self, Text column) { return strings_of(self, (*self)[column]); },
          "column"_a, nb::sig("def all_texts(self, column: Text) -> list[str]"))
      .def(
          "texts",
          [](const PyTreebank& self, Text column, std::size_t sentence) {
            return strings_of(self, self->text(column, checked(self, sentence)));
          },
          "column"_a, "sentence"_a, nb::sig("def texts(self, column: Text, sentence: int) -> list[str]"))
      .def(
          "text_lists",
          [](const PyTreebank& self, Text column) {
            return list_of(self, [&](std::size_t i) { return strings_of(self, self->text(column, i)); });
          },
          "column"_a, nb::sig("def text_lists(self, column: Text) -> list[list[str]]"))
      .def(
          "head_arrays",
          [](const PyTreebank& self) { return list_of(self, [&](std::size_t i) { return heads_of(self, i); }); },
          nb::sig("def head_arrays(self) -> list[numpy.typing.NDArray[numpy.int32]]"))
      .def(
          "unknown",
          [](const PyTreebank& self, std::size_t sentence) {
            nb::list columns;
            checked(self, sentence);
            for (std::size_t column = kTexts; column < self->texts.size(); ++column)
              columns.append(strings_of(self, self->text(static_cast<Text>(column), sentence)));
            return columns;
          },
          "sentence"_a, nb::sig("def unknown(self, sentence: int) -> list[list[str]]"),
          "The columns that Dodona does not know.")
      .def(
          "others",
          [](const PyTreebank& self, std::size_t sentence) {
            nb::list lines;
            for (const OtherLine line : self->other(checked(self, sentence)))
              lines.append(nb::make_tuple(line.before, (*self.strings)[line.text]));
            return lines;
          },
          "sentence"_a, nb::sig("def others(self, sentence: int) -> list[tuple[int, str]]"),
          "Comments, multiword tokens and empty nodes, each with the word it stands before.")
      .def(
          "first_line",
          [](const PyTreebank& self, std::size_t sentence) { return self->first_line[checked(self, sentence)]; },
          "sentence"_a)
      .def("select", &select, "sentences"_a)
      .def(
          "reversed", [](const PyTreebank& self) { return changed(self, self->reversed()); },
          "The same sentences from right to left, for parsers; other lines stay in their places.")
      .def("with_heads", &with_heads, "heads"_a,
           nb::sig("def with_heads(self, heads: numpy.typing.NDArray[numpy.int32]) -> Treebank"))
      .def("with_texts", &with_texts, "column"_a, "texts"_a)
      .def("with_choices", &with_choices, "column"_a, "choices"_a, "chosen"_a,
           nb::sig("def with_choices(self, column: Text, choices: collections.abc.Sequence[str], chosen: "
                   "numpy.typing.NDArray[numpy.int32]) -> Treebank"),
           "Another column, in which every word has one of some strings, given by its number.")
      .def("with_others", &with_others, "others"_a)
      .def(
          "mentions",
          [](const PyTreebank& self, std::string_view text) {
            const StringPool& strings = *self->strings;
            for (StringId id = 0; id < strings.size(); ++id)
              if (strings[id].find(text) != std::string_view::npos) return true;
            return false;
          },
          "text"_a, "Whether any column, comment or other line has this in it.")
      .def("without_lines", &without_lines, "The same sentences without the lines that they were read from.")
      .def("without_enhanced", &without_enhanced, "The same sentences without enhanced dependencies and empty nodes.")
      .def("with_format", &with_format, "format"_a)
      .def("write", &written, "start"_a, "end"_a)
      .def("depths", &all_depths, "The number of arcs between the root and each word.")
      .def("nonprojective", &all_nonprojective, "1 for each word whose arc is not projective.")
      .def("gap_degrees", &for_trees<gap_degree>, "The gap degree of each tree.")
      .def("edge_degrees", &for_trees<edge_degree>, "The edge degree of each tree.")
      .def("is_projective", &for_tree<is_projective>, "sentence"_a)
      .def("nonprojective_words", &for_tree<nonprojective_words>, "sentence"_a)
      .def("gap_degree", &for_tree<gap_degree>, "sentence"_a)
      .def("edge_degree", &for_tree<edge_degree>, "sentence"_a)
      .def(
          "find_marked", [](const PyTreebank& self) { return find_marked(*self); },
          "The first word whose label has an arrow, counted through all sentences.")
      .def(
          "find_misfit", [](const PyTreebank& self, Encoding e) { return find_misfit(*self, e); }, "encoding"_a,
          "The first word whose label has marks that the encoding never makes.")
      .def(
          "projectivise",
          [](const PyTreebank& self, Encoding e) { return changed(self, projectivise(*self, e, Interruption())); },
          "encoding"_a)
      .def(
          "deprojectivise",
          [](const PyTreebank& self, Encoding e) { return changed(self, deprojectivise(*self, e, Interruption())); },
          "encoding"_a)
      .def(
          "move_punctuation",
          [](const PyTreebank& self, bool mark) {
            return changed(self, move_punctuation(*self, punctuation_of(*self), mark, Interruption()));
          },
          "mark"_a)
      .def(
          "find_moved", [](const PyTreebank& self) { return find_moved(*self); },
          "The first word whose label says that it is punctuation that was moved, counted through all sentences.")
      .def("put_punctuation_back",
           [](const PyTreebank& self) { return changed(self, put_punctuation_back(*self, Interruption())); });

  module.def("concatenate", &concatenate, "parts"_a);
}

}  // namespace dodona::python
