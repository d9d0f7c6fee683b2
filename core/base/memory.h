// Prefetching and huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace dodona {

/// Prefetches the cache line at `address`.
inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#elif defined(_M_X64)
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
  (void)address;
#endif
}

/// The upper 64 bits of the product: maps a uniform `key` uniformly to 0 .. limit - 1.
inline std::uint64_t high_product(std::uint64_t key, std::uint64_t limit) {
#if defined(_MSC_VER) && !defined(__clang__)
  return __umulh(key, limit);
#else
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{key} * limit) >> 64);
#endif
}

/// Requests huge pages for this memory, which must not have been touched, where the system has them. Random reads of a
/// large table would otherwise nearly always miss the TLB.
void huge_pages(void* begin, std::size_t bytes);

/// An allocator that uses huge pages for large blocks.
template <class T>
struct HugePages {
  using value_type = T;
  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}

  static constexpr std::size_t kPage = std::size_t{1} << 21;
  static constexpr std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= kPage ? kPage : 64};
  }
  // Blocks of at least a quarter of a huge page are rounded up to whole pages.
  static constexpr std::size_t whole(std::size_t bytes) {
    return bytes >= kPage / 4 ? (bytes + kPage - 1) / kPage * kPage : bytes;
  }

  T* allocate(std::size_t n) {
    const std::size_t bytes = whole(n * sizeof(T));
    void* const place = ::operator new(bytes, alignment(bytes));
    if (bytes >= kPage) huge_pages(place, bytes);
    return static_cast<T*>(place);
  }
  void deallocate(T* place, std::size_t n) { ::operator delete(place, alignment(whole(n * sizeof(T)))); }
  bool operator==(const HugePages&) const { return true; }
};

template <class T>
using HugeVector = std::vector<T, HugePages<T>>;

}  // namespace dodona
