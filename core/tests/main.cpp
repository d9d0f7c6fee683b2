// core_tests            runs every test
// core_tests NAME       runs those with this in their names
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
  const std::string_view wanted = count == 2 ? arguments[1] : "";
  std::size_t passed = 0, failed = 0;
  for (const Case& test : cases()) {
    if (test.name.find(wanted) == test.name.npos) continue;
    const int before = failures;
    test.run();
    std::printf("%s %s\n", failures == before ? "ok    " : "FAILED", test.name.c_str());
    ++(failures == before ? passed : failed);
  }
  std::printf("core: %zu passed, %zu failed\n", passed, failed);
  return failed != 0 || passed == 0;
}
