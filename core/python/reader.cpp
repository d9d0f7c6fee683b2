#include "treebank/reader.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

void bind_reader(nb::module_& module) {
  nb::class_<Reader>(module, "Reader", "Reads CoNLL-U or CoNLL-X from bytes that come in pieces.")
      .def(
          "__init__",
          [](Reader* self, std::optional<Format> format, bool single_root, bool stop_at_first, bool pedantic) {
            new (self) Reader({format, single_root, stop_at_first, pedantic});
          },
          "format"_a.none(), "single_root"_a, "stop_at_first"_a, "pedantic"_a)
      .def("expect", &Reader::expect, "bytes"_a, "Says about how many bytes will come.")
      .def(
          "feed",
          [](Reader& self, const nb::bytes& bytes) {
            const std::string_view view(bytes.c_str(), bytes.size());
            nb::gil_scoped_release release;
            self.feed(view);
          },
          "bytes"_a)
      .def("finish", &Reader::finish)
      .def("continued", &Reader::continued, "A reader for a later place in the same file, where a sentence begins.")
      .def_prop_ro("at_rest", &Reader::at_rest, "Whether all is right so far and no sentence is unfinished.")
      .def("join", [](Reader& self, Reader& next) { self.join(std::move(next)); }, "next"_a,
           nb::call_guard<nb::gil_scoped_release>(), "Adds what a continued reader has read after this one.")
      .def_prop_ro("ready", &Reader::ready, "How many sentences can be taken.")
      .def("take", [](Reader& self) { return PyTreebank(self.take()); })
      .def(
          "take_problems",
          [](Reader& self) {
            std::vector<std::tuple<std::size_t, std::string, std::string>> problems;
            for (Problem& problem : self.take_problems())
              problems.emplace_back(problem.line, std::string(name_of(problem.kind)), std::move(problem.message));
            return problems;
          },
          "The problems since the last call, each a line, a kind and a message.");
}

}  // namespace dodona::python
