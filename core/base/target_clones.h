// Compiles a function for several processors; the right version is chosen at load time.
#pragma once

// ThreadSanitizer cannot follow a choice that is made before it has started.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__) && \
    !defined(__SANITIZE_THREAD__)
#define DODONA_CLONES __attribute__((target_clones("avx2", "default")))
// For long loops over floats.
#define DODONA_WIDE_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define DODONA_CLONES
#define DODONA_WIDE_CLONES
#endif

// Functions that take part in such a loop must be inlined into every version of it.
#if defined(__GNUC__) || defined(__clang__)
#define DODONA_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define DODONA_ALWAYS_INLINE inline
#endif
