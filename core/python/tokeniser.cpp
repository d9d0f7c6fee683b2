// Tokenisers.
#include "tokenising/tokeniser.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "python/arrays.h"
#include "python/rules.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "scoring/linear/compact.h"
#include "training/tokenising.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

void make_tokeniser(Tokeniser* self, const InputArray<std::uint8_t>& weights, const InputArray<std::uint32_t>& table,
                    const InputArray<std::uint64_t>& odd_chunks, const Names& texts,
                    const InputArray<std::uint8_t>& split_weights, const InputArray<std::uint64_t>& exceptions,
                    const InputArray<std::uint32_t>& exception_rules, const InputArray<std::uint64_t>& words,
                    std::uint32_t span_kinds, const InputArray<std::uint64_t>& abbreviations) {
  std::vector<std::uint8_t> cells(BoundaryTable::kCells, 0);
  for (const std::uint32_t cell : span_of(table)) {
    if (cell >> 3 >= cells.size()) throw std::invalid_argument("the tokeniser does not fit together");
    cells[cell >> 3] = static_cast<std::uint8_t>(cell & 7);
  }
  Splitter splitter;
  if (auto rules = rules_of<SplitRule>(texts, "a rule for multiword tokens cannot be read"); !rules.empty()) {
    auto known = exceptions_of(exceptions, exception_rules, "the rules for multiword tokens do not fit together");
    const std::size_t most = rules.size() + 1;
    splitter = {std::move(rules), expanded(span_of(split_weights), most), std::move(known)};
  }
  new (self) Tokeniser(expanded(span_of(weights), kBoundaries), BoundaryTable(std::move(cells)), vector_of(odd_chunks),
                       std::move(splitter), WordList(vector_of(words)),
                       SpanRules{SpanKinds(span_kinds), vector_of(abbreviations)});
}

nb::dict arrays_of(const Tokeniser& self) {
  std::vector<std::uint32_t> table;  // the cells that say something, as (place, bits)
  const auto& cells = self.table().cells();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] != 0) table.push_back(static_cast<std::uint32_t>(i) << 3 | cells[i]);
  const Splitter& splitter = self.splitter();
  return dict_of(NamedArrays{
      {"weights", compacted(self.model())},
      {"table", std::move(table)},
      {"odd_chunks", self.odd_chunks()},
      {"split_weights", splitter.empty() ? std::vector<std::uint8_t>() : compacted(splitter.model())},
      {"exceptions", splitter.exceptions().keys},
      {"exception_rules", splitter.exceptions().rules},
      {"words", self.words().hashes()},
      {"abbreviations", self.spans().abbreviations},
  });
}

}  // namespace

void bind_tokeniser(nb::module_& module) {
  nb::class_<Tokeniser>(module, "Tokeniser", "Weights and rules: all that cutting text into sentences and words needs.")
      .def("__init__", &make_tokeniser, "weights"_a, "table"_a, "odd_chunks"_a, "rules"_a, "split_weights"_a,
           "exceptions"_a, "exception_rules"_a, "words"_a, "span_kinds"_a, "abbreviations"_a)
      .def("arrays", &arrays_of, nb::sig("def arrays(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"),
           "What it was made of, but for the rules and kinds of spans.")
      .def_prop_ro("span_kinds", [](const Tokeniser& self) { return self.spans().kinds.to_ulong(); })
      .def_prop_ro("rules", [](const Tokeniser& self) { return texts_of(self.splitter().rules()); });

  nb::class_<TokenStream>(module, "TokenStream", "Cuts text that comes in pieces, in constant memory.")
      .def(
          "__init__",
          [](TokenStream* self, const Tokeniser& tokeniser, bool presegmented, bool lines, bool ranges,
             std::uint64_t first_sentence) {
            new (self) TokenStream(tokeniser, {presegmented, ranges, first_sentence, lines});
          },
          nb::keep_alive<1, 2>(), "tokeniser"_a, "presegmented"_a = false, "lines"_a = false, "ranges"_a = true,
          "first_sentence"_a = 1)
      .def("feed", &feed<TokenStream>, "bytes"_a)
      .def("finish", &TokenStream::finish, WithoutGil())
      .def_prop_ro("ready", &TokenStream::ready)
      .def("take", [](TokenStream& self) { return PyTreebank(self.take()); });

  module.def(
      "train_tokeniser",
      [](const PyTreebank& treebank, int epochs, std::uint64_t seed, double prune,
         const std::vector<std::string>& abbreviations) {
        return train_tokeniser(*treebank, epochs, seed, static_cast<float>(prune), abbreviations, check_signals);
      },
      "treebank"_a, "epochs"_a = 10, "seed"_a = 1, "prune"_a = 0.0, "abbreviations"_a = std::vector<std::string>(),
      WithoutGil());
  module.def(
      "text_of",
      [](const PyTreebank& treebank) {
        const std::string text = text_of(*treebank);
        return nb::bytes(text.data(), text.size());
      },
      "treebank"_a, "What the sentences looked like before they were cut into words.");
}

}  // namespace dodona::python
