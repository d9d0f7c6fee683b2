#include "treebank/reader.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "treebank/tree.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

// A treebank whose heads are trees or absent, as Python holds them all, and the heads that were read.
nb::tuple take_partial(Reader& reader) {
  Treebank treebank = reader.take();
  std::vector<std::int32_t> heads = treebank.heads;
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    if (!find_tree_faults(treebank.head(i)).empty())
      std::fill_n(treebank.heads.begin() + static_cast<std::ptrdiff_t>(treebank.word_begin[i]), treebank.length(i),
                  kNoHead);
  return nb::make_tuple(PyTreebank(std::move(treebank)), array_of(std::move(heads)));
}

}  // namespace

void bind_reader(nb::module_& module) {
  nb::class_<Reader>(module, "Reader", "Reads CoNLL-U or CoNLL-X from bytes that come in pieces.")
      .def(
          "__init__",
          [](Reader* self, std::optional<Format> format, bool single_root, bool stop_at_first, bool pedantic,
             bool partial) { new (self) Reader({format, single_root, stop_at_first, pedantic, partial}); },
          "format"_a.none(), "single_root"_a, "stop_at_first"_a, "pedantic"_a, "partial"_a = false,
          "If `partial`, heads need not be trees: take_partial gives them.")
      .def("expect", &Reader::expect, "bytes"_a, "Says about how many bytes will come.")
      .def("feed", &feed<Reader>, "bytes"_a)
      .def("finish", &Reader::finish)
      .def("continued", &Reader::continued, "A reader for a later place in the same file, where a sentence begins.")
      .def_prop_ro("at_rest", &Reader::between_sentences, "Whether all is right so far and no sentence is unfinished.")
      .def(
          "join", [](Reader& self, Reader& next) { self.join(std::move(next)); }, "next"_a, WithoutGil(),
          "Adds what a continued reader has read after this one.")
      .def_prop_ro("ready", &Reader::ready, "How many sentences can be taken.")
      .def("take", [](Reader& self) { return PyTreebank(self.take()); })
      .def("take_partial", &take_partial,
           nb::sig("def take_partial(self) -> tuple[Treebank, numpy.typing.NDArray[numpy.int32]]"),
           "The same, and the heads as they were read: a sentence whose heads are no tree has none in the treebank.")
      .def(
          "take_problems",
          [](Reader& self) {
            std::vector<std::tuple<std::size_t, std::string, std::string, std::string>> problems;
            for (Problem& problem : self.take_problems())
              problems.emplace_back(problem.line, std::string(name_of(problem.kind)), std::move(problem.message),
                                    std::move(problem.sentence));
            return problems;
          },
          "The problems since the last call, each a line, a kind, a message and a sent_id.");
}

}  // namespace dodona::python
