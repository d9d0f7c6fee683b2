// Every transition system with every position of the root.
#pragma once

#include <vector>

#include "transitions/system.h"

namespace dodona {

inline std::vector<SystemChoice> all_choices() {
  std::vector<SystemChoice> choices;
  for_each_system([&]<class System>(SystemChoice choice) { choices.push_back(choice); });
  return choices;
}

/// With the root first and last, and with and without a single root; if `rootless`, also arc-eager without a root.
inline std::vector<TransitionSystem> all_systems(bool rootless) {
  std::vector<TransitionSystem> systems;
  for (const bool single : {false, true}) {
    if (rootless) systems.emplace_back(ArcEager(Root::none, single));
    for (const Root root : {Root::first, Root::last})
      for (const SystemChoice choice : all_choices()) systems.emplace_back(choice, root, single);
  }
  return systems;
}

}  // namespace dodona
