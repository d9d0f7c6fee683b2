// What a parser can do, as Python sees it.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "text/characters.h"
#include "transitions/parser_spec.h"

namespace dodona::python {

/// A parser spec that Python may share with parsers.
struct PySpec {
  PySpec(SystemChoice system, Root root, bool single_root, std::vector<std::string> labels, std::vector<Label> left,
         std::vector<Label> right, std::vector<Label> root_left, std::vector<Label> root_right, Label root_label) {
    const TransitionSet::Labels allowed{std::move(left), std::move(right), std::move(root_left), std::move(root_right)};
    const auto limit = static_cast<Label>(labels.size());
    for (const auto* list : {&allowed.left, &allowed.right, &allowed.root_left, &allowed.root_right})
      for (const Label label : *list)
        if (label < 0 || label >= limit) throw std::invalid_argument("a transition has an unknown label");
    if (!std::ranges::all_of(labels, can_be_column))
      throw std::invalid_argument("a label cannot be written in a column");
    if (root_label < 0 || root_label >= limit) throw std::invalid_argument("the root's label is unknown");
    if (allowed.left.empty() || allowed.right.empty() || (root == Root::first && allowed.root_right.empty()) ||
        (root == Root::last && allowed.root_left.empty()))
      throw std::invalid_argument("a move has no label");
    spec = std::make_shared<ParserSpec>(TransitionSystem(system, root, single_root), std::move(labels), allowed,
                                        root_label);
  }

  PySpec(const Treebank& treebank, const TransitionSystem& system) {
    const TreebankLabels of(treebank, system);
    spec = std::make_shared<ParserSpec>(system, of.names, of.allowed, of.root_label);
  }

  std::shared_ptr<const ParserSpec> spec;
};

}  // namespace dodona::python
