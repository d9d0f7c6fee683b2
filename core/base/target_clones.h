// Loops compiled for several processors, of which the right one is found when the program starts.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define DODONA_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define DODONA_CLONES
#endif

// Functions that take part in such a loop must be inlined into every version of it.
#if defined(__GNUC__) || defined(__clang__)
#define DODONA_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define DODONA_ALWAYS_INLINE inline
#endif
