#include <string>
#include <vector>

#include "features/extractor.h"
#include "test.h"
#include "transitions/arc_eager.h"

using namespace dodona;

namespace {

// The number of features in a configuration, and a key that identifies them.
struct Said {
  std::size_t size = 0;
  FeatureKey key = 0;
};

// One attribute; its values are those of the root and of the words.
Said said(const std::string& text, const Configuration& c, const std::vector<Value>& values) {
  const TemplateSet set(text);
  const Extractor extractor(set);
  FeatureList list = extractor.list();
  extractor.extract(c, {values.data(), 1}, list);
  return {list.size, list.size > 0 ? list.keys[0] : 0};
}

bool refused(const std::string& text) {
  try {
    const TemplateSet set(text);
    return false;
  } catch (const TemplateError&) {
    return true;
  }
}

}  // namespace

TEST(neighbours_are_those_in_the_sentence) {
  Configuration c(3, Root::first);
  ArcEager::apply(c, Move::shift, kNoLabel);
  ArcEager::apply(c, Move::left_arc, 0);  // root | 2 3, and 1 is attached to 2
  const std::vector<Value> values = {1, 7, 8, 9};
  CHECK(said("b0.previous.tag", c, values).key == said("b0.previous.tag", c, {1, 7, 0, 0}).key);
  CHECK(said("b0.previous.tag", c, values).key != said("b0.previous.tag", c, {1, 6, 8, 9}).key);
  CHECK(said("b0.next.tag", c, values).key == said("b0.next.tag", c, {0, 0, 0, 9}).key);
  CHECK(said("b0.previous.previous.tag", c, values).size == 0);
  CHECK(said("b1.next.tag", c, values).size == 0);
  CHECK(said("s0.next.tag", c, values).size == 0);
  CHECK(said("s0.previous.tag", c, values).size == 0);
}

TEST(same_compares_the_top_with_the_front) {
  Configuration c(2, Root::none);
  CHECK(said("same.tag", c, {1, 5, 5}).size == 0);  // the stack is empty
  ArcEager::apply(c, Move::shift, kNoLabel);
  CHECK(said("same.tag", c, {1, 5, 5}).key == said("same.tag", c, {1, 6, 6}).key);
  CHECK(said("same.tag", c, {1, 5, 6}).key == said("same.tag", c, {1, 6, 5}).key);
  CHECK(said("same.tag", c, {1, 5, 5}).key != said("same.tag", c, {1, 5, 6}).key);
  CHECK(said("same.tag", c, {1, 0, 0}).size == 0);
}

TEST(attached_says_whether_there_is_a_head) {
  Configuration shifted(2, Root::first), hung(2, Root::first);
  ArcEager::apply(shifted, Move::shift, kNoLabel);
  ArcEager::apply(hung, Move::right_arc, 0);
  CHECK(said("s0.attached", shifted, {1, 5, 5}).size == 1);
  CHECK(said("s0.attached", hung, {1, 5, 5}).size == 1);
  CHECK(said("s0.attached", shifted, {1, 5, 5}).key != said("s0.attached", hung, {1, 5, 5}).key);
}

TEST(meaningless_templates_are_refused) {
  for (const char* text :
       {".", "...", "same", "same.", "same.s0", "s0", "s0.previous", "previous.tag", "x0.tag", "s0.tag s0.tag", ""})
    CHECK(refused(text));
}
