#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <nanobind/stl/tuple.h>

#include <memory>

#include "python/treebank.h"
#include "search/greedy.h"
#include "search/setup.h"
#include "training/online.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

struct PyTrainer {
  PyTrainer(const PyTreebank& treebank, const std::string& templates, TagChoice tag, Root root, bool single_root, OnlineOptions options)
      : labels(*treebank, root), setup(ArcEager(root, single_root), templates, tag, labels.names, labels.allowed, labels.root_label),
        trainer(setup.system, setup.transitions, setup.extractor, options) {
    sentences = setup.encoder.learn(*treebank);
    for (std::size_t i = 0; i < treebank->sentences(); ++i) {
      std::vector<Label> gold;
      for (const StringId id : treebank->text(Text::label, i)) gold.push_back(setup.labels.find((*treebank->strings)[id]));
      golds.emplace_back(treebank->head(i), gold, setup.root_label);
    }
  }
  WordValues values(const EncodedSentences& all, std::size_t i) const { return {all[i].data(), all.attributes}; }

  EpochReport epoch() {
    ++epochs;
    EpochReport report;
    for (const std::uint32_t i : trainer.order(epochs, golds.size())) trainer.learn(epochs, i, values(sentences, i), golds[i], report);
    return report;
  }

  TreebankLabels labels;
  ParserSetup setup;
  OnlineTrainer trainer;
  EncodedSentences sentences;
  std::vector<Gold> golds;
  int epochs = 0;
};

}  // namespace

void bind_parser(nb::module_& module) {
  nb::enum_<Root>(module, "Root").value("first", Root::first).value("last", Root::last).value("none", Root::none);
  nb::enum_<TagChoice>(module, "TagChoice").value("upos", TagChoice::upos).value("xpos", TagChoice::xpos).value("both", TagChoice::both);
  nb::enum_<OracleChoice>(module, "OracleChoice").value("static", OracleChoice::static_).value("dynamic", OracleChoice::dynamic);
  nb::enum_<Policy>(module, "Policy").value("oracle", Policy::oracle).value("ambiguity", Policy::ambiguity).value("explore", Policy::explore);

  nb::class_<PyTrainer>(module, "Trainer")
      .def("__init__", [](PyTrainer* self, const PyTreebank& treebank, const std::string& templates, TagChoice tag, Root root, bool single_root,
                          OracleChoice oracle, Policy policy, double explore, int after, double label_cost, std::uint64_t seed) {
        new (self) PyTrainer(treebank, templates, tag, root, single_root, {oracle, policy, explore, after, static_cast<float>(label_cost), seed});
      }, "treebank"_a, "templates"_a, "tag"_a, "root"_a, "single_root"_a, "oracle"_a, "policy"_a, "explore"_a, "after"_a, "label_cost"_a, "seed"_a)
      .def("epoch", [](PyTrainer& self) {
        nb::gil_scoped_release release;
        const EpochReport report = self.epoch();
        return std::tuple(report.decisions, report.updates, report.cost);
      })
      .def_prop_ro("features", [](PyTrainer& self) { return self.trainer.learner().features(); })
      .def_prop_ro("transitions", [](PyTrainer& self) { return self.setup.transitions.size(); })
      .def("parse", [](PyTrainer& self, const PyTreebank& treebank) {
        Treebank parsed = *treebank;
        const EncodedSentences sentences = self.setup.encoder.encode(*treebank);
        std::vector<StringId> labels;
        for (const std::string& name : self.setup.labels.names()) labels.push_back(parsed.strings->intern(name));
        Configuration c;
        FeatureList features = self.setup.extractor.list();
        std::vector<float> scores(self.setup.transitions.size() + 16);
        for (std::size_t i = 0; i < treebank->sentences(); ++i) {
          self.setup.system.start(c, sentences.words(i));
          parse_greedily(self.setup.system, self.setup.transitions, self.setup.root_label, c, [&](const Configuration& at) {
            self.setup.extractor.extract(at, self.values(sentences, i), features);
            std::fill(scores.begin(), scores.end(), 0.0f);
            self.trainer.learner().score_averaged(features, scores.data());
            return scores.data();
          });
          for (Node word = 1; word <= c.words(); ++word) {
            const std::size_t at = treebank->word_begin[i] + static_cast<std::size_t>(word) - 1;
            parsed.heads[at] = c.head(word);
            parsed[Text::label][at] = labels[static_cast<std::size_t>(c.label(word))];
          }
        }
        return PyTreebank(std::move(parsed), treebank.strings);
      });
}

}  // namespace dodona::python
