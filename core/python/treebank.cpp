#include "python/treebank.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "treebank/projectivity.h"
#include "treebank/pseudoprojective.h"
#include "treebank/tree.h"
#include "treebank/writer.h"

namespace dodona::python {

using namespace nb::literals;

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;
template <class T>
using InputArray = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object PyStrings::operator[](StringId id) {
  if (id >= strings_.size()) strings_.resize(pool_->size());
  nb::object& string = strings_[id];
  if (!string.is_valid()) {
    const std::string_view view = (*pool_)[id];
    string = nb::steal(PyUnicode_DecodeUTF8(view.data(), static_cast<Py_ssize_t>(view.size()), nullptr));
    if (!string.is_valid()) throw nb::python_error();
  }
  return string;
}

namespace {

// A view of a column; the treebank lives as long as the array.
template <class T>
Array<const T> view_of(const std::vector<T>& column, nb::handle owner) {
  return Array<const T>(column.data(), {column.size()}, owner);
}

template <class T>
Array<T> array_of(std::vector<T> values) {
  auto* const kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  return Array<T>(kept->data(), {kept->size()}, owner);
}

std::size_t checked(const PyTreebank& self, std::size_t sentence) {
  if (sentence >= self.treebank.sentences()) throw nb::index_error("no such sentence");
  return sentence;
}

std::span<const std::int32_t> tree_of(const PyTreebank& self, std::size_t sentence) {
  const auto heads = self.treebank.head(checked(self, sentence));
  if (is_headless(heads)) throw nb::value_error("the sentence has no tree");
  return heads;
}

PyTreebank changed(const PyTreebank& self, Treebank treebank) { return {std::move(treebank), self.strings}; }

nb::list strings_of(const PyTreebank& self, std::span<const StringId> ids) {
  nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(ids.size())));
  for (std::size_t i = 0; i < ids.size(); ++i)
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), (*self.strings)[ids[i]].release().ptr());
  return list;
}

PyTreebank select(const PyTreebank& self, const std::vector<std::size_t>& sentences) {
  Treebank chosen = self.treebank.like();
  for (const std::size_t sentence : sentences) chosen.append(self.treebank, checked(self, sentence));
  return changed(self, std::move(chosen));
}

PyTreebank concatenate(const std::vector<const PyTreebank*>& parts) {
  if (parts.empty()) return PyTreebank(Treebank{});
  Treebank all = parts.front()->treebank.like();
  all.strings = std::make_shared<StringPool>();
  for (const PyTreebank* part : parts) {
    if (part->treebank.layout != all.layout) throw nb::value_error("the treebanks have different columns");
    for (std::size_t sentence = 0; sentence < part->treebank.sentences(); ++sentence) all.append(part->treebank, sentence);
  }
  return PyTreebank(std::move(all));
}

PyTreebank with_heads(const PyTreebank& self, const InputArray<std::int32_t>& heads) {
  if (heads.size() != self.treebank.words()) throw nb::value_error("one head for each word is needed");
  Treebank treebank = self.treebank;
  treebank.heads.assign(heads.data(), heads.data() + heads.size());
  check_trees(treebank);
  return changed(self, std::move(treebank));
}

PyTreebank with_texts(const PyTreebank& self, Text column, const std::vector<std::string_view>& texts) {
  if (texts.size() != self.treebank.words()) throw nb::value_error("one string for each word is needed");
  Treebank treebank = self.treebank;
  for (std::size_t word = 0; word < texts.size(); ++word) {
    if (texts[word].empty() || texts[word].find_first_of("\t\n\r") != std::string_view::npos)
      throw nb::value_error("a column cannot be empty or hold a tab or a line end; write _ for nothing");
    treebank[column][word] = treebank.strings->intern(texts[word]);
  }
  return changed(self, std::move(treebank));
}

using OtherLines = std::vector<std::pair<std::uint32_t, std::string_view>>;

PyTreebank with_others(const PyTreebank& self, const std::vector<OtherLines>& sentences) {
  if (sentences.size() != self.treebank.sentences()) throw nb::value_error("one list for each sentence is needed");
  Treebank treebank = self.treebank;
  treebank.others.clear();
  for (std::size_t sentence = 0; sentence < sentences.size(); ++sentence) {
    std::uint32_t last = 0;
    for (const auto& [before, line] : sentences[sentence]) {
      if (before < last || before > treebank.length(sentence) || line.empty() || line.find_first_of("\n\r") != line.npos)
        throw nb::value_error("a comment or token line is out of place, empty or holds a line end");
      treebank.others.push_back({last = before, treebank.strings->keep(line)});
    }
    treebank.other_begin[sentence + 1] = treebank.others.size();
  }
  return changed(self, std::move(treebank));
}

PyTreebank with_format(const PyTreebank& self, Format format) {
  Treebank treebank = self.treebank;
  treebank.format = format;
  return changed(self, std::move(treebank));
}

nb::bytes written(const PyTreebank& self, std::size_t from, std::size_t to) {
  if (from > to || to > self.treebank.sentences()) throw nb::index_error("no such sentences");
  std::string out;
  {
    nb::gil_scoped_release release;
    write(self.treebank, from, to, out);
  }
  return nb::bytes(out.data(), out.size());
}

template <class F>
auto for_trees(const PyTreebank& self, F function) {
  const Treebank& treebank = self.treebank;
  std::vector<decltype(function(treebank.head(0)))> values;
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence)
    values.push_back(is_headless(treebank.head(sentence)) ? 0 : function(treebank.head(sentence)));
  return array_of(std::move(values));
}

Array<std::int32_t> all_depths(const PyTreebank& self) {
  std::vector<std::int32_t> all;
  all.reserve(self.treebank.words());
  for (std::size_t sentence = 0; sentence < self.treebank.sentences(); ++sentence)
    for (const std::int32_t depth : depths(self.treebank.head(sentence))) all.push_back(depth);
  return array_of(std::move(all));
}

Array<std::uint8_t> all_nonprojective(const PyTreebank& self) {
  const Treebank& treebank = self.treebank;
  std::vector<std::uint8_t> crossing(treebank.words(), 0);
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    if (is_headless(treebank.head(sentence))) continue;
    for (const std::int32_t word : nonprojective_words(treebank.head(sentence)))
      crossing[treebank.word_begin[sentence] + static_cast<std::size_t>(word) - 1] = 1;
  }
  return array_of(std::move(crossing));
}

}  // namespace

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
      .def("__len__", [](const PyTreebank& self) { return self.treebank.sentences(); })
      .def_prop_ro("format", [](const PyTreebank& self) { return self.treebank.format; })
      .def_prop_ro("declaration", [](const PyTreebank& self) { return self.treebank.layout.declaration; })
      .def_prop_ro(
          "offsets",
          [](nb::handle_t<PyTreebank> self) {
            const auto& offsets = nb::cast<const PyTreebank&>(self).treebank.word_begin;
            return Array<const std::int64_t>(reinterpret_cast<const std::int64_t*>(offsets.data()), {offsets.size()}, self);
          },
          "Where each sentence begins among the words, and where the last one ends.")
      .def_prop_ro(
          "heads",
          [](nb::handle_t<PyTreebank> self) { return view_of(nb::cast<const PyTreebank&>(self).treebank.heads, self); },
          "The head of every word; -1 where there is none.")
      .def(
          "ids",
          [](nb::handle_t<PyTreebank> self, Text column) {
            return view_of(nb::cast<const PyTreebank&>(self).treebank[column], self);
          },
          "column"_a, "The number of every word's string in a column.")
      .def(
          "strings",
          [](const PyTreebank& self, const InputArray<StringId>& ids) {
            for (std::size_t i = 0; i < ids.size(); ++i)
              if (ids(i) >= self.treebank.strings->size()) throw nb::index_error("no such string");
            return strings_of(self, {ids.data(), ids.size()});
          },
          "ids"_a, nb::sig("def strings(self, ids: numpy.typing.NDArray[numpy.uint32]) -> list[str]"),
          "The strings with these numbers.")
      .def(
          "all_texts", [](const PyTreebank& self, Text column) { return strings_of(self, self.treebank[column]); },
          "column"_a, nb::sig("def all_texts(self, column: Text) -> list[str]"))
      .def(
          "texts",
          [](const PyTreebank& self, Text column, std::size_t sentence) {
            return strings_of(self, self.treebank.text(column, checked(self, sentence)));
          },
          "column"_a, "sentence"_a, nb::sig("def texts(self, column: Text, sentence: int) -> list[str]"))
      .def(
          "unknown",
          [](const PyTreebank& self, std::size_t sentence) {
            const Treebank& treebank = self.treebank;
            const std::size_t begin = treebank.word_begin[checked(self, sentence)];
            nb::list columns;
            for (const auto& column : treebank.unknown)
              columns.append(strings_of(self, std::span(column).subspan(begin, treebank.length(sentence))));
            return columns;
          },
          "sentence"_a, nb::sig("def unknown(self, sentence: int) -> list[list[str]]"),
          "The columns that Dodona does not know.")
      .def(
          "others",
          [](const PyTreebank& self, std::size_t sentence) {
            nb::list lines;
            for (const OtherLine line : self.treebank.other(checked(self, sentence)))
              lines.append(nb::make_tuple(line.before, (*self.strings)[line.text]));
            return lines;
          },
          "sentence"_a, nb::sig("def others(self, sentence: int) -> list[tuple[int, str]]"),
          "Comments, multiword tokens and empty nodes, each with the word it stands before.")
      .def(
          "first_line",
          [](const PyTreebank& self, std::size_t sentence) { return self.treebank.first_line[checked(self, sentence)]; },
          "sentence"_a)
      .def("select", &select, "sentences"_a)
      .def("with_heads", &with_heads, "heads"_a,
           nb::sig("def with_heads(self, heads: numpy.typing.NDArray[numpy.int32]) -> Treebank"))
      .def("with_texts", &with_texts, "column"_a, "texts"_a)
      .def("with_others", &with_others, "others"_a)
      .def("with_format", &with_format, "format"_a)
      .def("write", &written, "start"_a, "end"_a)
      .def("depths", &all_depths, "The number of arcs between the root and each word.")
      .def("nonprojective", &all_nonprojective, "1 for each word whose arc is not projective.")
      .def(
          "gap_degrees", [](const PyTreebank& self) { return for_trees(self, gap_degree); }, "The gap degree of each tree.")
      .def(
          "edge_degrees", [](const PyTreebank& self) { return for_trees(self, edge_degree); },
          "The edge degree of each tree.")
      .def("is_projective", [](const PyTreebank& self, std::size_t i) { return is_projective(tree_of(self, i)); }, "sentence"_a)
      .def(
          "nonprojective_words",
          [](const PyTreebank& self, std::size_t i) { return nonprojective_words(tree_of(self, i)); }, "sentence"_a)
      .def("gap_degree", [](const PyTreebank& self, std::size_t i) { return gap_degree(tree_of(self, i)); }, "sentence"_a)
      .def("edge_degree", [](const PyTreebank& self, std::size_t i) { return edge_degree(tree_of(self, i)); }, "sentence"_a)
      .def(
          "projectivise", [](const PyTreebank& self, Encoding e) { return changed(self, projectivise(self.treebank, e)); },
          "encoding"_a)
      .def(
          "deprojectivise",
          [](const PyTreebank& self, Encoding e) { return changed(self, deprojectivise(self.treebank, e)); }, "encoding"_a);

  module.def("concatenate", &concatenate, "parts"_a);
}

}  // namespace dodona::python
