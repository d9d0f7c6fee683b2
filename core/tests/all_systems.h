// Every transition system in all its ways.
#pragma once

#include <vector>

#include "transitions/system.h"

namespace dodona {

/// With the root first and last, and with and without the rule of the single root; arc-eager without any root as well, if asked for.
inline std::vector<TransitionSystem> all_systems(bool rootless) {
  std::vector<TransitionSystem> systems;
  for (const bool single : {false, true}) {
    if (rootless) systems.emplace_back(ArcEager(Root::none, single));
    for (const Root root : {Root::first, Root::last}) {
      systems.emplace_back(ArcEager(root, single));
      systems.emplace_back(ArcStandard(root, single));
      systems.emplace_back(ArcHybrid(root, single));
      systems.emplace_back(SwapStandard(root, single));
      systems.emplace_back(SwapHybrid(root, single));
      systems.emplace_back(SwapEager(root, single));
    }
  }
  return systems;
}

}  // namespace dodona
