#include "scoring/linear/shortcuts.h"

#include <algorithm>
#include <stdexcept>

namespace dodona {
namespace {

constexpr std::size_t kMostProbes = 1000;

}  // namespace

Shortcuts::Shortcuts(std::span<const Shortcut> shortcuts, std::size_t tag, std::size_t transitions)
    : all_(shortcuts.begin(), shortcuts.end()), tag_(tag) {
  if (all_.empty()) return;
  for (const Shortcut& shortcut : all_)
    if (shortcut.transition >= transitions || shortcut.context % 2 == 0)
      throw std::invalid_argument("a shortcut has no transition or no context");
  std::ranges::sort(all_, {}, &Shortcut::context);
  if (std::ranges::adjacent_find(all_, {}, &Shortcut::context) != all_.end())
    throw std::invalid_argument("two shortcuts have the same context");
  int bits = 4;
  while (std::size_t{1} << bits < 2 * all_.size()) ++bits;
  shift_ = 64 - bits;
  contexts_.resize(std::size_t{1} << bits);
  transitions_.resize(contexts_.size());
  for (const Shortcut& shortcut : all_) {
    std::size_t at = static_cast<std::size_t>(shortcut.context >> shift_);
    // Hashed contexts are evenly distributed. Those of a hostile file may not be, and would make every lookup slow.
    for (std::size_t probes = 0; contexts_[at] != 0; at = (at + 1) & (contexts_.size() - 1))
      if (++probes > kMostProbes) throw std::invalid_argument("too many shortcuts hash to one place");
    contexts_[at] = shortcut.context;
    transitions_[at] = shortcut.transition;
  }
}

}  // namespace dodona
