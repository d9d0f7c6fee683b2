// core_tests            runs every test
// core_tests fuzz N [S] reads N random files, starting with seed S

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "fuzz.h"
#include "test.h"

namespace dodona::test {
namespace {
int failures = 0;
}

void check(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  ++failures;
  std::printf("%s:%d: not true: %s\n", file, line, what);
}

}  // namespace dodona::test

int main(int count, char** arguments) {
  using namespace dodona::test;
  if (count >= 3 && std::string_view(arguments[1]) == "fuzz") {
    fuzz(std::strtoull(arguments[2], nullptr, 10), count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1);
    std::printf("%s inputs, %d failures\n", arguments[2], failures);
    return failures != 0;
  }
  int failed = 0;
  for (const Case& test : cases()) {
    const int before = failures;
    test.run();
    std::printf("%s %s\n", failures == before ? "ok    " : "FAILED", test.name.c_str());
    failed += failures != before;
  }
  std::printf("core: %zu passed, %d failed\n", cases().size() - static_cast<std::size_t>(failed), failed);
  return failed != 0;
}
