// A libFuzzer target: the first eight bytes choose the options, the rest is the file.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz.h"
#include "test.h"

namespace dodona::test {

void check(bool holds, const char* what, const char* file, int line) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
  std::abort();
}

}  // namespace dodona::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return 0;
  std::uint64_t choice;
  std::memcpy(&choice, data, 8);
  dodona::test::read_anything({reinterpret_cast<const char*>(data) + 8, size - 8}, choice);
  return 0;
}
