// Rules that are text, and exceptions: what tokenisers and lemmatisers are saved as besides their weights.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "python/arrays.h"
#include "text/exceptions.h"

namespace dodona::python {

using Names = std::vector<std::string>;

template <class Rule>
Names texts_of(const std::vector<Rule>& rules) {
  Names texts;
  for (const Rule& rule : rules) texts.push_back(rule.text());
  return texts;
}

/// The rules again. Throws std::invalid_argument if a text is none.
template <class Rule>
std::vector<Rule> rules_of(const Names& texts, const char* message) {
  std::vector<Rule> rules;
  for (const std::string& text : texts) {
    auto rule = Rule::from_text(text);
    if (!rule) throw std::invalid_argument(message);
    rules.push_back(std::move(*rule));
  }
  return rules;
}

/// Throws std::invalid_argument if there is not one rule for each key.
inline Exceptions exceptions_of(const InputArray<std::uint64_t>& keys, const InputArray<std::uint32_t>& rules,
                                const char* message) {
  if (keys.size() != rules.size()) throw std::invalid_argument(message);
  return {vector_of(keys), vector_of(rules)};
}

}  // namespace dodona::python
