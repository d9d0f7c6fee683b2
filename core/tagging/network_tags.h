// Tags, features and lemmas by a network, in the pass that reads the sentences for parsing.
#pragma once

#include "scoring/network/network_model.h"
#include "search/parser.h"

namespace dodona {

/// Throws std::invalid_argument if a head is none of these, is there twice, or has a value that cannot be written:
/// `tags`, `fine_tags`, `feats`, `lemmas` (whose values are edit scripts), and `feats.NAME` for the feature of that
/// name, whose value `_` means none.
void check_heads(const std::vector<TagHead>& heads);

/// The network of a model, if it has one: constraints may be around it.
const NetworkModel* network_in(const Model& model);

/// The treebank with what the network predicts instead of its own; columns without a head are kept. The result does not
/// depend on the number of threads.
Treebank tag(const NetworkModel& model, const Treebank& treebank, std::size_t threads, const Interrupt& interrupt = {});

/// The same, with the trees of a parser: each sentence is read once. Throws std::invalid_argument if the parser has no
/// network.
Treebank tag_and_parse(const Parser& parser, const Treebank& treebank, std::size_t threads,
                       const Interrupt& interrupt = {}, SearchOptions search = {});

}  // namespace dodona
