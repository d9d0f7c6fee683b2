// Models that decide on a move first and then on a label.
#include "scoring/move_then_label/move_then_label_model.h"

#include <memory>
#include <random>
#include <string>

#include "parser_fixture.h"
#include "scoring/registry.h"
#include "search/nbest.h"
#include "test.h"
#include "views.h"

using namespace dodona;

TEST(the_best_move_with_its_best_label_is_the_transition_with_the_highest_score) {
  std::mt19937 random(2015);
  const Treebank train = random_treebank(40, random), test = random_treebank(40, random);
  for (const int hidden : {0, 3})
    for (const std::string layer : {"shared", "own"}) {
      const Options options{{"learner", "csoaa"},     {"rule", "sgd"},          {"rate", 0.02},
                            {"hidden", hidden},       {"layer", layer},         {"dropout", 0},
                            {"hash_kernel", 12},      {"roll_in", "mixture"},   {"roll_out", "reference"},
                            {"mixing", "trajectory"}, {"mixture_alpha", 0.001}, {"max_deviations", 0}};
      const Parser parser = trained(train, ArcHybrid(Root::first, true), {.options = options});
      const ParserSpec& spec = parser.spec();
      const auto scorer = parser.model().scorers(test)();
      std::size_t different = 0, arcs = 0;
      for (std::size_t i = 0; i < test.sentences(); ++i) {
        Configuration c;
        spec.system.start(c, static_cast<Node>(test.length(i)));
        scorer->start(i);
        parse_greedily(spec.system, spec, c, [&](const LegalTransitions& legal) {
          const TransitionId best = scorer->best(c, legal);
          different += best != highest_scoring(scorer->score(c), legal);
          arcs += builds_arc(spec.transitions[best].move);
          return best;
        });
      }
      CHECK(different == 0 && arcs > 0);
      const Trees greedy = parser.trees(test, 1);
      CHECK(are_same(nbest(parser, test, 1, {.beam = 1}, 1).trees, greedy));

      const auto same_spec = std::make_shared<const ParserSpec>(spec);
      const Model& model = parser.model();
      const NamedArrays arrays = model.arrays(false);
      const Parser loaded(same_spec, load_model(model.kind(), same_spec, model.values(), views_of(arrays)));
      CHECK(are_same(loaded.trees(test, 1), greedy));
    }
}
