// Taggers and lemmatisers.
#include "tagging/tagger.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "python/arrays.h"
#include "python/rules.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "scoring/linear/compact.h"
#include "tagging/lemmatiser.h"
#include "text/characters.h"
#include "training/lemmas.h"
#include "training/tagging.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

constexpr const char* kArrays = "def arrays(self) -> dict[str, numpy.typing.NDArray[typing.Any]]";

void make_tagger(Tagger* self, const std::string& templates,
                 const std::vector<std::tuple<std::string, std::string, std::string>>& tags, Names forms,
                 const InputArray<std::uint32_t>& form_tags, const InputArray<std::uint16_t>& sizes,
                 const InputArray<std::uint8_t>& closed, const InputArray<std::uint8_t>& weights,
                 std::shared_ptr<Clusters> clusters) {
  std::vector<Tag> all;
  for (const auto& [upos, xpos, feats] : tags) {
    if (!can_be_column(upos) || !can_be_column(xpos) || !can_be_column(feats))
      throw std::invalid_argument("a tag cannot be written in a column");
    all.push_back({upos, xpos, feats});
  }
  if (!std::ranges::is_sorted(all)) throw std::invalid_argument("the tags are not in order");
  TagSet set(std::move(all));
  if (set.size() != tags.size()) throw std::invalid_argument("a tag is there twice");
  Dictionary dictionary({std::move(forms), vector_of(form_tags), vector_of(sizes), vector_of(closed)}, set);
  auto spec = std::make_shared<TaggerSetup>(templates, std::move(set), std::move(dictionary), std::move(clusters));
  const std::size_t columns = spec->tags.columns();
  new (self) Tagger(std::move(spec), expanded(span_of(weights), columns));
}

nb::list tags_of(const Tagger& self) {
  nb::list out;
  for (const Tag& tag : self.spec().tags.tags()) out.append(nb::make_tuple(tag.upos, tag.xpos, tag.feats));
  return out;
}

nb::dict tagger_arrays(const Tagger& self) {
  const Dictionary::Parts& dictionary = self.spec().dictionary.parts();
  return dict_of(NamedArrays{{"weights", compacted(self.model())},
                             {"form_tags", dictionary.tags},
                             {"sizes", dictionary.sizes},
                             {"closed", dictionary.closed}});
}

nb::dict lemmatiser_arrays(const Lemmatiser& self) {
  return dict_of(NamedArrays{{"weights", compacted(self.model())},
                             {"exceptions", self.exceptions().keys},
                             {"exception_scripts", self.exceptions().rules}});
}

}  // namespace

void bind_tagger(nb::module_& module) {
  module.def(
      "check_tag_templates", [](const std::string& text) { return TagTemplates(text).size(); }, "text"_a,
      "How many templates for tagging the text holds; TemplateError(line, message) if it cannot be read.");

  nb::class_<Tagger>(module, "Tagger", "Templates, tags, dictionary and weights: all that tagging needs.")
      .def("__init__", &make_tagger, "templates"_a, "tags"_a, "forms"_a, "form_tags"_a, "sizes"_a, "closed"_a,
           "weights"_a, "clusters"_a.none() = nb::none())
      .def(
          "tag",
          [](const Tagger& self, const PyTreebank& treebank, std::size_t threads, std::size_t beam) {
            return made_from(treebank, [&] {
              return self.with_tags(*treebank, self.tags(*treebank, threads, check_signals, beam));
            });
          },
          "treebank"_a, "threads"_a = 1, "beam"_a = 1)
      .def_prop_ro("templates", [](const Tagger& self) { return self.spec().templates.text(); })
      .def_prop_ro("tags", &tags_of, nb::sig("def tags(self) -> list[tuple[str, str, str]]"))
      .def_prop_ro("forms", [](const Tagger& self) { return self.spec().dictionary.parts().forms; })
      .def_prop_ro("features", [](const Tagger& self) { return self.model().features(); })
      .def_prop_ro(
          "clusters", [](const Tagger& self) { return std::const_pointer_cast<Clusters>(self.spec().clusters); },
          nb::sig("def clusters(self) -> Clusters | None"))
      .def("arrays", &tagger_arrays, nb::sig(kArrays), "What it was made of, but for templates, tags and forms.");

  nb::class_<TagCounts>(module, "TagCounts", "The tags of words, counted; the tag set is that of the first treebank.")
      .def(
          "__init__",
          [](TagCounts* self, const PyTreebank& treebank, bool xpos) { new (self) TagCounts(*treebank, xpos); },
          "treebank"_a, "xpos"_a)
      .def(
          "add", [](TagCounts& self, const PyTreebank& treebank) { return self.add(*treebank); }, "treebank"_a,
          WithoutGil(), "Returns how many words were not counted, since their tags are not in the set.");

  nb::class_<TaggerTrainer>(module, "TaggerTrainer", "Learns a tagger.")
      .def(
          "__init__",
          [](TaggerTrainer* self, const PyTreebank& treebank, const std::string& templates, const TagCounts& counts,
             std::size_t beam, std::size_t max_features, std::uint64_t seed, std::shared_ptr<Clusters> clusters) {
            new (self) TaggerTrainer(*treebank,
                                     {.templates = templates,
                                      .beam = beam,
                                      .max_features = max_features,
                                      .seed = seed,
                                      .clusters = std::move(clusters)},
                                     counts);
          },
          "treebank"_a, "templates"_a, "counts"_a, "beam"_a = 1, "max_features"_a = 0, "seed"_a = 1,
          "clusters"_a.none() = nb::none(), "The tag set and the dictionary are those of `counts`.")
      .def(
          "read",
          [](TaggerTrainer& self, const PyTreebank& treebank, const TagCounts& counts, std::uint64_t first) {
            self.read(*treebank, counts.tags_of(*treebank), first);
          },
          "treebank"_a, "counts"_a, "first"_a = 0, WithoutGil(),
          "Replaces the sentences to learn from, in an epoch of which `first` sentences came before these.")
      .def(
          "epoch", [](TaggerTrainer& self, int number) { return self.epoch(number, check_signals); }, "number"_a,
          WithoutGil())
      .def(
          "tagger", [](const TaggerTrainer& self, double prune) { return self.tagger(static_cast<float>(prune)); },
          "prune"_a = 0.0, WithoutGil());

  nb::class_<Lemmatiser>(module, "Lemmatiser", "Edit scripts, weights and exceptions: all that finding lemmas needs.")
      .def(
          "__init__",
          [](Lemmatiser* self, const Names& scripts, const InputArray<std::uint8_t>& weights,
             const InputArray<std::uint64_t>& words, const InputArray<std::uint32_t>& which) {
            auto read = rules_of<EditScript>(scripts, "an edit script cannot be read");
            Exceptions exceptions = exceptions_of(words, which, "the lemmatiser does not fit together");
            const std::size_t most = read.size();
            new (self) Lemmatiser(std::move(read), expanded(span_of(weights), most), std::move(exceptions));
          },
          "scripts"_a, "weights"_a, "exceptions"_a, "exception_scripts"_a)
      .def(
          "lemmatise",
          [](const Lemmatiser& self, const PyTreebank& treebank) {
            return made_from(treebank, [&] { return self.lemmatise(*treebank); });
          },
          "treebank"_a)
      .def_prop_ro("scripts", [](const Lemmatiser& self) { return texts_of(self.scripts()); })
      .def("arrays", &lemmatiser_arrays, nb::sig(kArrays), "What it was made of, but for the scripts.");

  nb::class_<LemmaCounts>(module, "LemmaCounts", "Words with their lemmas, counted.")
      .def(nb::init<>())
      .def(
          "add", [](LemmaCounts& self, const PyTreebank& treebank) { self.add(*treebank); }, "treebank"_a,
          WithoutGil());

  module.def(
      "edit_scripts",
      [](const PyTreebank& treebank, std::size_t least) {
        auto [scripts, chosen] = without_gil([&] { return edit_scripts(*treebank, least); });
        return nb::make_tuple(nb::cast(texts_of(scripts)), array_of(std::move(chosen)));
      },
      "treebank"_a, "least"_a,
      nb::sig("def edit_scripts(treebank: Treebank, least: int) -> tuple[list[str], "
              "numpy.typing.NDArray[numpy.int32]]"),
      "The scripts from forms to lemmas that at least so many words need, and the script of each word, or -1.");
  module.def(
      "lemmatised",
      [](const PyTreebank& treebank, const Names& scripts, const InputArray<std::int32_t>& candidates) {
        const auto read = rules_of<EditScript>(scripts, "an edit script cannot be read");
        return made_from(treebank, [&] { return lemmatised(*treebank, read, span_of(candidates)); });
      },
      "treebank"_a, "scripts"_a, "candidates"_a,
      nb::sig("def lemmatised(treebank: Treebank, scripts: collections.abc.Sequence[str], candidates: "
              "numpy.typing.NDArray[numpy.int32]) -> Treebank"),
      "Lemmas by the first of each word's candidates, scripts by number, that applies.");

  module.def(
      "train_lemmatiser",
      [](const PyTreebank& treebank, int epochs, std::uint64_t seed, double prune, const LemmaCounts* further) {
        return train_lemmatiser(*treebank, epochs, seed, static_cast<float>(prune), further);
      },
      "treebank"_a, "epochs"_a = 6, "seed"_a = 1, "prune"_a = 0.0, "further"_a.none() = nb::none(), WithoutGil());
}

}  // namespace dodona::python
