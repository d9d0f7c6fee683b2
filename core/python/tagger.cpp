// Taggers and lemmatisers.
#include "tagging/tagger.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "python/weights.h"
#include "tagging/lemmatiser.h"
#include "training/lemmas.h"
#include "training/tagging.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

using Names = std::vector<std::string>;

bool can_be_written(const std::string& text) {
  return !text.empty() && text.find_first_of(std::string_view("\t\n\r\0", 4)) == text.npos;
}

std::shared_ptr<const TaggerSetup> make_spec(const std::string& templates,
                                             const std::vector<std::tuple<std::string, std::string, std::string>>& tags,
                                             Names forms, const InputArray<std::uint32_t>& form_tags,
                                             const InputArray<std::uint16_t>& sizes,
                                             const InputArray<std::uint8_t>& closed) {
  std::vector<Tag> all;
  for (const auto& [upos, xpos, feats] : tags) {
    if (!can_be_written(upos) || !can_be_written(xpos) || !can_be_written(feats))
      throw std::invalid_argument("a tag cannot be written in a column");
    all.push_back({upos, xpos, feats});
  }
  if (!std::ranges::is_sorted(all)) throw std::invalid_argument("the tags are not in order");
  TagSet set(std::move(all));
  if (set.size() != tags.size()) throw std::invalid_argument("a tag is there twice");
  Dictionary dictionary({std::move(forms),
                         {form_tags.data(), form_tags.data() + form_tags.size()},
                         {sizes.data(), sizes.data() + sizes.size()},
                         {closed.data(), closed.data() + closed.size()}},
                        set);
  return std::make_shared<TaggerSetup>(templates, std::move(set), std::move(dictionary));
}

nb::list tags_of(const Tagger& self) {
  nb::list out;
  for (const Tag& tag : self.spec().tags.tags()) out.append(nb::make_tuple(tag.upos, tag.xpos, tag.feats));
  return out;
}

class PyTaggerTrainer {
 public:
  PyTaggerTrainer(const PyTreebank& treebank, const TaggerOptions& options) : trainer_(*treebank, options) {}
  EpochReport epoch(int number) {
    nb::gil_scoped_release release;
    return trainer_.epoch(number, check_signals);
  }
  Tagger tagger(double prune) const {
    nb::gil_scoped_release release;
    return trainer_.tagger(static_cast<float>(prune));
  }
  std::size_t features() const { return trainer_.features(); }

 private:
  TaggerTrainer trainer_;
};

Lemmatiser make_lemmatiser(const Names& scripts, const InputArray<std::uint8_t>& weights,
                           const InputArray<std::uint64_t>& words, const InputArray<std::uint32_t>& which) {
  std::vector<EditScript> read;
  for (const std::string& text : scripts) {
    auto script = EditScript::from_text(text);
    if (!script) throw std::invalid_argument("an edit script cannot be read");
    read.push_back(std::move(*script));
  }
  if (words.size() != which.size()) throw std::invalid_argument("the lemmatiser does not fit together");
  std::vector<Lemmatiser::Exception> exceptions;
  for (std::size_t i = 0; i < words.size(); ++i) exceptions.push_back({words.data()[i], which.data()[i]});
  return {std::move(read), packed_weights_of(weights), std::move(exceptions)};
}

}  // namespace

void bind_tagger(nb::module_& module) {
  module.def(
      "check_tag_templates", [](const std::string& text) { return TagTemplates(text).size(); }, "text"_a,
      "How many templates for tagging the text holds; TemplateError(line, message) if it cannot be read.");

  nb::class_<Tagger>(module, "Tagger", "Templates, tags, dictionary and weights: all that tagging needs.")
      .def(
          "__init__",
          [](Tagger* self, const std::string& templates,
             const std::vector<std::tuple<std::string, std::string, std::string>>& tags, Names forms,
             const InputArray<std::uint32_t>& form_tags, const InputArray<std::uint16_t>& sizes,
             const InputArray<std::uint8_t>& closed, const InputArray<std::uint8_t>& weights) {
            new (self) Tagger(make_spec(templates, tags, std::move(forms), form_tags, sizes, closed),
                              packed_weights_of(weights));
          },
          "templates"_a, "tags"_a, "forms"_a, "form_tags"_a, "sizes"_a, "closed"_a, "weights"_a)
      .def(
          "tag",
          [](const Tagger& self, const PyTreebank& treebank, std::size_t threads, std::size_t beam) {
            Treebank tagged;
            {
              nb::gil_scoped_release release;
              tagged = self.with_tags(*treebank, self.tags(*treebank, threads, check_signals, beam));
            }
            return PyTreebank(std::move(tagged), treebank.strings);
          },
          "treebank"_a, "threads"_a = 1, "beam"_a = 1)
      .def_prop_ro("templates", [](const Tagger& self) { return self.spec().templates.text(); })
      .def_prop_ro("tags", &tags_of, nb::sig("def tags(self) -> list[tuple[str, str, str]]"))
      .def_prop_ro("forms", [](const Tagger& self) { return self.spec().dictionary.parts().forms; })
      .def_prop_ro(
          "form_tags", [](const Tagger& self) { return copied<std::uint32_t>(self.spec().dictionary.parts().tags); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "sizes", [](const Tagger& self) { return copied<std::uint16_t>(self.spec().dictionary.parts().sizes); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "closed", [](const Tagger& self) { return copied<std::uint8_t>(self.spec().dictionary.parts().closed); },
          nb::rv_policy::automatic)
      .def_prop_ro("features", [](const Tagger& self) { return self.model().features(); })
      .def_prop_ro("columns", [](const Tagger& self) { return self.model().transitions(); })
      .def("weights", [](const Tagger& self) { return weights_of(self.model()); }, nb::rv_policy::automatic);

  const TaggerOptions usual;
  nb::class_<PyTaggerTrainer>(module, "TaggerTrainer", "Learns a tagger.")
      .def(
          "__init__",
          [](PyTaggerTrainer* self, const PyTreebank& treebank, const std::string& templates, bool xpos,
             std::size_t known_from, std::size_t closed_from, std::size_t beam, std::uint64_t seed) {
            new (self) PyTaggerTrainer(treebank,
                                       {templates, xpos, known_from, closed_from, beam, seed, TaggerOptions().margin});
          },
          "treebank"_a, "templates"_a, "xpos"_a = true, "known_from"_a = usual.known_from,
          "closed_from"_a = usual.closed_from, "beam"_a = 1, "seed"_a = 1)
      .def("epoch", &PyTaggerTrainer::epoch, "number"_a)
      .def("tagger", &PyTaggerTrainer::tagger, "prune"_a = 0.0)
      .def_prop_ro("features", &PyTaggerTrainer::features);

  nb::class_<Lemmatiser>(module, "Lemmatiser", "Edit scripts, weights and exceptions: all that finding lemmas needs.")
      .def(
          "__init__",
          [](Lemmatiser* self, const Names& scripts, const InputArray<std::uint8_t>& weights,
             const InputArray<std::uint64_t>& words, const InputArray<std::uint32_t>& which) {
            new (self) Lemmatiser(make_lemmatiser(scripts, weights, words, which));
          },
          "scripts"_a, "weights"_a, "exceptions"_a, "exception_scripts"_a)
      .def(
          "lemmatise",
          [](const Lemmatiser& self, const PyTreebank& treebank) {
            Treebank done;
            {
              nb::gil_scoped_release release;
              done = self.lemmatise(*treebank);
            }
            return PyTreebank(std::move(done), treebank.strings);
          },
          "treebank"_a)
      .def_prop_ro("scripts",
                   [](const Lemmatiser& self) {
                     Names texts;
                     for (const EditScript& script : self.scripts()) texts.push_back(script.text());
                     return texts;
                   })
      .def_prop_ro(
          "exceptions",
          [](const Lemmatiser& self) {
            std::vector<std::uint64_t> words;
            for (const auto& each : self.exceptions()) words.push_back(each.word);
            return array_of(std::move(words));
          },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "exception_scripts",
          [](const Lemmatiser& self) {
            std::vector<std::uint32_t> which;
            for (const auto& each : self.exceptions()) which.push_back(each.script);
            return array_of(std::move(which));
          },
          nb::rv_policy::automatic)
      .def("weights", [](const Lemmatiser& self) { return weights_of(self.model()); }, nb::rv_policy::automatic);

  module.def(
      "train_lemmatiser",
      [](const PyTreebank& treebank, int epochs, std::uint64_t seed, double prune) {
        nb::gil_scoped_release release;
        return train_lemmatiser(*treebank, epochs, seed, static_cast<float>(prune));
      },
      "treebank"_a, "epochs"_a = 6, "seed"_a = 1, "prune"_a = 0.0);
}

}  // namespace dodona::python
