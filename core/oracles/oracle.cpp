#include "oracles/oracle.h"

#include <algorithm>
#include <stdexcept>

namespace dodona {

std::vector<OracleChoice> oracles_of(const TransitionSystem& system) {
  std::vector<OracleChoice> choices;
  system.visit([&]<class System>(const System&) {
    for (const OracleEntry<System>& entry : oracles<System>()) choices.push_back(entry.choice);
  });
  return choices;
}

OracleChoice widest_oracle(const TransitionSystem& system) {
  const std::vector<OracleChoice> choices = oracles_of(system);
  const auto found = std::ranges::find_if(choices, is_dynamic);
  return found != choices.end() ? *found : choices.back();
}

PreparedOracle oracle_for(OracleChoice choice, const TransitionSystem& system, const Gold& gold, float label_cost) {
  return system.visit([&]<class System>(const System& one) {
    const auto table = oracles<System>();
    const auto entry = std::ranges::find(table, choice, &OracleEntry<System>::choice);
    if (entry == table.end()) throw std::invalid_argument("the transition system has no such oracle");
    return entry->make(one, gold, label_cost);
  });
}

}  // namespace dodona
