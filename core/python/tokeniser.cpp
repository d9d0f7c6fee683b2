// Tokenisers.
#include "tokenising/tokeniser.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "python/weights.h"
#include "training/tokenising.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

using Names = std::vector<std::string>;

Splitter make_splitter(const Names& texts, const InputArray<std::uint8_t>& weights,
                       const InputArray<std::uint64_t>& tokens, const InputArray<std::uint32_t>& which) {
  std::vector<SplitRule> rules;
  for (const std::string& text : texts) {
    auto rule = SplitRule::from_text(text);
    if (!rule) throw std::invalid_argument("a rule for multiword tokens cannot be read");
    rules.push_back(std::move(*rule));
  }
  if (rules.empty()) return {};
  if (tokens.size() != which.size()) throw std::invalid_argument("the rules for multiword tokens do not fit together");
  std::vector<Splitter::Exception> exceptions;
  for (std::size_t i = 0; i < tokens.size(); ++i) exceptions.push_back({tokens.data()[i], which.data()[i]});
  return {std::move(rules), packed_weights_of(weights), std::move(exceptions)};
}

// Cells of the table that say something, as (place, bits).
nb::object table_of(const Tokeniser& self) {
  std::vector<std::uint32_t> filled;
  const auto& cells = self.table().cells();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] != 0) filled.push_back(static_cast<std::uint32_t>(i) << 3 | cells[i]);
  return nb::cast(array_of(std::move(filled)));
}

BoundaryTable make_table(const InputArray<std::uint32_t>& filled) {
  std::vector<std::uint8_t> cells(BoundaryTable::kCells, 0);
  for (std::size_t i = 0; i < filled.size(); ++i) {
    const std::uint32_t cell = filled.data()[i];
    if (cell >> 3 >= cells.size()) throw std::invalid_argument("the tokeniser does not fit together");
    cells[cell >> 3] = static_cast<std::uint8_t>(cell & 7);
  }
  return BoundaryTable(std::move(cells));
}

// A stream and what it needs to live.
struct PyTokenStream {
  PyTokenStream(nb::object keep, const Tokeniser& tokeniser, TokenStream::Options options)
      : kept(std::move(keep)), stream(tokeniser, options) {}
  nb::object kept;
  TokenStream stream;
};

}  // namespace

void bind_tokeniser(nb::module_& module) {
  nb::class_<Tokeniser>(module, "Tokeniser", "Weights and rules: all that cutting text into sentences and words needs.")
      .def(
          "__init__",
          [](Tokeniser* self, const InputArray<std::uint8_t>& weights, const InputArray<std::uint32_t>& table,
             const InputArray<std::uint64_t>& odd_chunks, const Names& rules,
             const InputArray<std::uint8_t>& split_weights, const InputArray<std::uint64_t>& exceptions,
             const InputArray<std::uint32_t>& exception_rules, const InputArray<std::uint64_t>& words) {
            new (self) Tokeniser(packed_weights_of(weights), make_table(table),
                                 {odd_chunks.data(), odd_chunks.data() + odd_chunks.size()},
                                 make_splitter(rules, split_weights, exceptions, exception_rules),
                                 WordList({words.data(), words.data() + words.size()}));
          },
          "weights"_a, "table"_a, "odd_chunks"_a, "rules"_a, "split_weights"_a, "exceptions"_a, "exception_rules"_a,
          "words"_a)
      .def(
          "weights", [](const Tokeniser& self) { return weights_of(self.model()); }, nb::rv_policy::automatic)
      .def_prop_ro("table", &table_of, nb::sig("def table(self) -> numpy.typing.NDArray[numpy.uint32]"))
      .def_prop_ro(
          "odd_chunks", [](const Tokeniser& self) { return copied<std::uint64_t>(self.odd_chunks()); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "words", [](const Tokeniser& self) { return copied<std::uint64_t>(self.words().hashes()); },
          nb::rv_policy::automatic)
      .def_prop_ro("rules",
                   [](const Tokeniser& self) {
                     Names texts;
                     for (const SplitRule& rule : self.splitter().rules()) texts.push_back(rule.text());
                     return texts;
                   })
      .def(
          "split_weights",
          [](const Tokeniser& self) {
            return self.splitter().empty() ? array_of(std::vector<std::uint8_t>())
                                           : weights_of(self.splitter().model());
          },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "exceptions",
          [](const Tokeniser& self) {
            std::vector<std::uint64_t> tokens;
            for (const auto& each : self.splitter().exceptions()) tokens.push_back(each.token);
            return array_of(std::move(tokens));
          },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "exception_rules",
          [](const Tokeniser& self) {
            std::vector<std::uint32_t> which;
            for (const auto& each : self.splitter().exceptions()) which.push_back(each.rule);
            return array_of(std::move(which));
          },
          nb::rv_policy::automatic);

  nb::class_<PyTokenStream>(module, "TokenStream", "Cuts text that comes in pieces, in constant memory.")
      .def(
          "__init__",
          [](PyTokenStream* self, nb::object tokeniser, bool presegmented, bool ranges, std::uint64_t first_sentence) {
            new (self)
                PyTokenStream(tokeniser, nb::cast<const Tokeniser&>(tokeniser), {presegmented, ranges, first_sentence});
          },
          "tokeniser"_a, "presegmented"_a = false, "ranges"_a = true, "first_sentence"_a = 1,
          nb::sig(
              "def __init__(self, tokeniser: Tokeniser, presegmented: bool = False, ranges: bool = True, first_sentence: int = 1) -> None"))
      .def(
          "feed",
          [](PyTokenStream& self, const nb::bytes& bytes) {
            const std::string_view view(bytes.c_str(), bytes.size());
            nb::gil_scoped_release release;
            self.stream.feed(view);
          },
          "bytes"_a)
      .def("finish",
           [](PyTokenStream& self) {
             nb::gil_scoped_release release;
             self.stream.finish();
           })
      .def_prop_ro("ready", [](const PyTokenStream& self) { return self.stream.ready(); })
      .def("take", [](PyTokenStream& self) { return PyTreebank(self.stream.take()); });

  module.def(
      "train_tokeniser",
      [](const PyTreebank& treebank, int epochs, std::uint64_t seed, double prune) {
        nb::gil_scoped_release release;
        return train_tokeniser(*treebank, epochs, seed, static_cast<float>(prune), check_signals);
      },
      "treebank"_a, "epochs"_a = 10, "seed"_a = 1, "prune"_a = 0.0);
  module.def(
      "text_of",
      [](const PyTreebank& treebank) {
        const std::string text = text_of(*treebank, 0, treebank->sentences());
        return nb::bytes(text.data(), text.size());
      },
      "treebank"_a, "What the sentences looked like before they were cut into words.");
}

}  // namespace dodona::python
