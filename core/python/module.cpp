#include <nanobind/nanobind.h>

#include "python/treebank.h"

NB_MODULE(_core, module) {
  module.doc() = "Dodona's C++ core. Use the package `dodona`; what is here may change at any time.";
  dodona::python::bind_treebank(module);
  dodona::python::bind_words(module);
  dodona::python::bind_reader(module);
  dodona::python::bind_configuration(module);
  dodona::python::bind_clusters(module);
  dodona::python::bind_trainer(module);
  dodona::python::bind_parser(module);
  dodona::python::bind_confidence(module);
  dodona::python::bind_spanning_tree(module);
  dodona::python::bind_tagger(module);
  dodona::python::bind_tokeniser(module);
  dodona::python::bind_feature_hasher(module);
  dodona::python::bind_cost_sensitive_learner(module);
  dodona::python::bind_network(module);
}
