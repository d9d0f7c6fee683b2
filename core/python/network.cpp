// What training a network needs of the core.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/arrays.h"
#include "python/parser_spec.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "scoring/network/kernels.h"
#include "scoring/network/positions.h"
#include "scoring/network/word_rows.h"
#include "training/exploration.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

using Names = std::vector<std::string>;

// The rows of all distinct forms.
struct RowsOfForms {
  std::vector<std::int32_t> types, word, ngrams, shape;
  std::vector<std::int64_t> begins{0};
};

RowsOfForms rows_of_forms(const Treebank& treebank, const WordTable& vocabulary) {
  FormTypes found(treebank);
  RowsOfForms all;
  WordRows rows;
  for (const StringId form : found.forms) {
    vocabulary.find((*treebank.strings)[form], rows);
    all.word.push_back(rows.word);
    all.ngrams.insert(all.ngrams.end(), rows.ngrams.begin(), rows.ngrams.end());
    all.begins.push_back(static_cast<std::int64_t>(all.ngrams.size()));
    all.shape.push_back(rows.shape);
  }
  all.types = std::move(found.types);
  return all;
}

template <class T>
auto table_of(std::vector<T> values, std::size_t columns) {
  auto* const kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  return nb::ndarray<nb::numpy, T, nb::ndim<2>, nb::c_contig>(kept->data(), {kept->size() / columns, columns}, owner);
}

Policy policy_called(const std::string& name) {
  return Options{{"policy", name}}.choice<Policy>("policy", {{"oracle", Policy::oracle},
                                                             {"ambiguity", Policy::ambiguity},
                                                             {"explore", Policy::explore},
                                                             {"sample", Policy::sample}});
}

}  // namespace

void bind_network(nb::module_& module) {
  module.def(
      "network_word_counts",
      [](const PyTreebank& treebank) {
        Names words;
        std::vector<std::int64_t> counts;
        without_gil([&] {
          for (auto& [word, count] : word_counts(*treebank)) {
            words.push_back(word);
            counts.push_back(count);
          }
        });
        return nb::make_tuple(words, array_of(std::move(counts)));
      },
      "treebank"_a,
      nb::sig("def network_word_counts(treebank: Treebank) -> tuple[list[str], numpy.typing.NDArray[numpy.int64]]"),
      "The forms of a treebank in lower case, sorted, and how often each occurs.");

  module.def(
      "network_rows",
      [](const PyTreebank& treebank, Names words, std::size_t buckets, std::size_t shapes) {
        RowsOfForms rows =
            without_gil([&] { return rows_of_forms(*treebank, WordTable(std::move(words), buckets, shapes)); });
        return nb::make_tuple(array_of(std::move(rows.types)), array_of(std::move(rows.word)),
                              array_of(std::move(rows.ngrams)), array_of(std::move(rows.begins)),
                              array_of(std::move(rows.shape)));
      },
      "treebank"_a, "words"_a, "buckets"_a, "shapes"_a,
      nb::sig("def network_rows(treebank: Treebank, words: collections.abc.Sequence[str], buckets: int, shapes: int) "
              "-> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], "
              "numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], "
              "numpy.typing.NDArray[numpy.int32]]"),
      "The distinct form of each word; and for each of those the row of its word (0 if unknown, else 1 + its place in "
      "`words`), the rows of its n-grams, one form after another, where those of each form begin, and the row of its "
      "shape.");

  module.def(
      "network_positions", [](const PySpec& spec) { return Positions::of(spec.spec->system).names(); }, "spec"_a,
      "The positions of a configuration that a network sees.");

  module.def(
      "network_kernels",
      [] {
        Names names;
        for (const Kernel kernel : available_kernels()) names.emplace_back(name_of(kernel));
        return names;
      },
      "The instructions that this processor has for networks, the fastest last. The results do not depend on them.");

  module.def(
      "explore",
      [](const std::vector<const PyTreebank*>& trees, const PySpec& spec, OracleChoice oracle,
         const InputArray<float>& parts, const InputArray<float>& none, const InputArray<float>& root,
         const InputArray<float>& weights, const InputArray<float>& bias, const std::string& policy, double explore_,
         std::uint64_t seed, std::size_t threads) {
        OnlineOptions options;
        options.policy = policy_called(policy);
        options.explore = explore_;
        options.seed = seed;
        const std::size_t transitions = spec.spec->transitions.size();
        const FloatScores network{weights.size() / transitions,
                                  span_of(parts),
                                  span_of(none),
                                  span_of(root),
                                  span_of(weights),
                                  span_of(bias)};
        Explored found = without_gil([&] {
          std::vector<TrainingData> data;
          for (const PyTreebank* each : trees) data.emplace_back(**each, spec.spec, oracle, options.label_cost);
          return explore(data, network, options, threads, check_signals);
        });
        return nb::make_tuple(table_of(std::move(found.words), Positions::of(spec.spec->system).size()),
                              table_of(std::move(found.gold), transitions));
      },
      "trees"_a, "spec"_a, "oracle"_a, "parts"_a, "none"_a, "root"_a, "weights"_a, "bias"_a, "policy"_a, "explore"_a,
      "seed"_a, "threads"_a = 1,
      nb::sig("def explore(trees: collections.abc.Sequence[Treebank], spec: ParserSpec, oracle: OracleChoice, parts: "
              "numpy.typing.NDArray[numpy.float32], none: numpy.typing.NDArray[numpy.float32], root: "
              "numpy.typing.NDArray[numpy.float32], weights: numpy.typing.NDArray[numpy.float32], bias: "
              "numpy.typing.NDArray[numpy.float32], policy: str, explore: float, seed: int, threads: int = 1) -> "
              "tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.uint8]]"),
      "The configurations that training goes through: for each the words at its positions (-1 for none, -2 for the "
      "root), and for each transition 0 if it is illegal, else 1, plus 2 if its cost is zero in the first of the trees, "
      "4 if it is zero in the second, and so on. A transition "
      "has the score weights · ReLU(the sum of the parts of the words at all positions) + bias. All arrays are flat.");
}

}  // namespace dodona::python
