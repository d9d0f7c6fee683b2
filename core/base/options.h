// Options by name, as a recipe has them. They are declared and checked in Python (src/dodona/recipes).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace dodona {

class Options {
 public:
  using Value = std::variant<std::int64_t, double, std::string>;

  Options() = default;
  Options(std::initializer_list<std::pair<const std::string, Value>> values) : values_(values) {}

  void set(const std::string& name, Value value) { values_[name] = std::move(value); }

  const std::map<std::string, Value>& all() const { return values_; }

  /// All of these throw std::invalid_argument if there is no such option, or if it is of another kind.
  std::int64_t integer(const std::string& name) const { return get<std::int64_t>(name); }
  std::size_t count(const std::string& name) const { return static_cast<std::size_t>(integer(name)); }
  const std::string& word(const std::string& name) const { return get<std::string>(name); }
  double number(const std::string& name) const {
    const Value& value = at(name);
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    return get<double>(name);
  }
  float real(const std::string& name) const { return static_cast<float>(number(name)); }

  /// One of several named values.
  template <class T>
  T choice(const std::string& name, std::initializer_list<std::pair<std::string_view, T>> among) const {
    for (const auto& [called, value] : among)
      if (called == word(name)) return value;
    throw std::invalid_argument("option " + name + " cannot be " + word(name));
  }

 private:
  const Value& at(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) throw std::invalid_argument("option " + name + " is missing");
    return found->second;
  }
  template <class T>
  const T& get(const std::string& name) const {
    if (const T* const value = std::get_if<T>(&at(name))) return *value;
    throw std::invalid_argument("option " + name + " is of the wrong kind");
  }

  std::map<std::string, Value> values_;
};

}  // namespace dodona
