#include "oracles/derivation.h"

namespace dodona {

std::u32string configuration_key(const Configuration& c) {
  std::u32string key;
  for (const Node node : c.stack()) key.push_back(static_cast<char32_t>(2 * node + (c.has_head(node) ? 1 : 0)));
  key.push_back(static_cast<char32_t>(kNone));
  for (const Node node : c.swapped()) key.push_back(static_cast<char32_t>(node));
  key.push_back(static_cast<char32_t>(kNone));
  key.push_back(static_cast<char32_t>(c.next()));
  return key;
}

}  // namespace dodona
