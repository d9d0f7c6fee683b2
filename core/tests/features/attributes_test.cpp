// Attributes that are derived from a column.
#include "features/attributes.h"

#include <string>

#include "test.h"

using namespace dodona;

namespace {

std::string of(Attribute::Kind kind, std::string_view text, int length = 0, const std::string& name = "") {
  std::string buffer;
  return std::string(derived({kind, Text::form, length, name}, text, buffer));
}

}  // namespace

TEST(attributes_are_parts_of_their_columns) {
  using enum Attribute::Kind;
  CHECK(of(lower, "OakÉ1") == "oakÉ1");
  CHECK(of(prefix, "éclair", 2) == "éc" && of(prefix, "é", 2).empty());
  CHECK(of(suffix, "café", 2) == "fé" && of(suffix, "é", 2).empty());
}

TEST(shapes_cut_runs_to_two) {
  using enum Attribute::Kind;
  CHECK(of(shape, "Oak") == "Xxx" && of(shape, "Oaks") == "Xxx" && of(shape, "OAKS") == "XX");
  CHECK(of(shape, "1984-85") == "00-00" && of(shape, "...") == ".." && of(shape, "ΩΩΩa") == "wwx");
}

TEST(a_feature_is_found_by_its_whole_name) {
  const auto value = [](const char* feats, const char* name) {
    return of(Attribute::Kind::feature, feats, 0, std::string("feats.") + name);
  };
  CHECK(value("Case=Nom|Number=Sing", "Case") == "Nom" && value("Case=Nom|Number=Sing", "Number") == "Sing");
  CHECK(value("CaseType=Old|Case=Gen", "Case") == "Gen" && value("CaseType=Old", "Case").empty());
  CHECK(value("_", "Case").empty() && value("", "Case").empty());
}

TEST(a_cluster_is_that_of_the_lower_case) {
  const std::vector<std::uint16_t> numbers{12};
  const Clusters clusters = Clusters::of({"oak"}, numbers);
  const Attribute attribute{Attribute::Kind::cluster, Text::form, 0, "cluster"};
  std::string buffer;
  CHECK(derived(attribute, "OAK", buffer, &clusters) == "12" && derived(attribute, "owl", buffer, &clusters).empty());
  CHECK(derived(attribute, "oak", buffer).empty());
}
