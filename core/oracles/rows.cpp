#include "oracles/rows.h"

#include <limits>

namespace dodona {

Rows::Rows(const Gold& gold, Root root, const ProjectiveOrder& order)
    : gold_(gold), kept_(static_cast<std::size_t>(gold.words()) + 1, true), place_(kept_.size()), waits_for_(kept_.size()) {
  if (root == Root::first) all_.push_back(0);
  for (Node word = 1; word <= gold.words(); ++word) {
    all_.push_back(static_cast<char32_t>(word));
    place_[static_cast<std::size_t>(word)] = order.of(word);
  }
  if (root == Root::last) all_.push_back(0);
  place_[0] = root == Root::last ? std::numeric_limits<Node>::max() : -1;
}

}  // namespace dodona
