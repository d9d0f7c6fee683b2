#include "base/memory.h"

#if defined(__linux__)
#include <sys/mman.h>

#include <cstdint>
#endif

namespace dodona {

void huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  constexpr std::uintptr_t kPage = 4096;
  const auto from = (reinterpret_cast<std::uintptr_t>(begin) + kPage - 1) / kPage * kPage;
  const auto to = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / kPage * kPage;
  if (to > from)
    madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);  // only advice, so errors are ignored
#endif
}

}  // namespace dodona
