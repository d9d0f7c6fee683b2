// The attributes of words that features can use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "treebank/treebank.h"

namespace dodona {

/// What one line of a treebank says of a word, such as its form or the last three letters of it.
struct Attribute {
  enum class Kind : std::uint8_t { column, tag, lower, shape, prefix, suffix, feature };
  Kind kind = Kind::column;
  Text column = Text::form;
  int length = 0;    ///< of a prefix or suffix, in characters
  std::string name;  ///< as templates write it; for `feats.Case` the kind is feature

  bool operator==(const Attribute&) const = default;
};

/// Which column templates mean by `tag`.
enum class TagChoice : std::uint8_t { upos, xpos, both };

/// What `attribute` says of a word whose column holds `text`: a part of that, or put together in `buffer`. For `tag`
/// the caller looks at the columns itself. An empty result means that there is no value.
std::string_view derived(const Attribute& attribute, std::string_view text, std::string& buffer);

}  // namespace dodona
