// A minimal test runner.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace dodona::test {

struct Case {
  std::string name;
  std::function<void()> run;
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

struct Register {
  Register(const char* name, std::function<void()> run) { cases().push_back({name, std::move(run)}); }
};

void check(bool holds, const char* what, const char* file, int line);

/// Whether `make` throws std::invalid_argument.
template <class F>
bool is_refused(F make) {
  try {
    make();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

}  // namespace dodona::test

using dodona::test::is_refused;

#define TEST(name)                                                         \
  static void test_##name();                                               \
  static const dodona::test::Register register_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(...) dodona::test::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
