// Compiles a function for several processors; the right version is chosen at load time.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define DODONA_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define DODONA_CLONES
#endif
