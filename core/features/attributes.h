// The attributes of words that features can use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/clusters.h"
#include "treebank/treebank.h"

namespace dodona {

/// A property of a word taken from its line in the treebank, such as its form or its last three letters.
struct Attribute {
  enum class Kind : std::uint8_t { column, tag, lower, shape, prefix, suffix, feature, cluster };
  Kind kind = Kind::column;
  Text column = Text::form;
  int length = 0;    ///< of a prefix or suffix, in characters
  std::string name;  ///< as templates write it; for `feats.Case` the kind is feature

  bool operator==(const Attribute&) const = default;
};

/// The column that `tag` in templates refers to.
enum class TagChoice : std::uint8_t { upos, xpos, both };

/// The value of `attribute` for a word whose column holds `text`: a part of `text`, or built in `buffer`; empty if
/// there is no value. For `tag` the caller reads the columns itself.
std::string_view derived(const Attribute& attribute, std::string_view text, std::string& buffer,
                         const Clusters* clusters = nullptr);

}  // namespace dodona
