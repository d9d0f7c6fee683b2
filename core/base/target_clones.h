// Loops compiled for several processors, of which the right one is found when the program starts.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
#define DODONA_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define DODONA_CLONES
#endif
