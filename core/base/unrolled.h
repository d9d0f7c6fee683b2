// Unrolls loops of a few instructions, of which half would otherwise be loop overhead.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define DODONA_UNROLLED _Pragma("GCC unroll 4")
// For loops of a few turns over an array that then stays in registers.
#define DODONA_FULLY_UNROLLED _Pragma("GCC unroll 16")
#else
#define DODONA_UNROLLED
#define DODONA_FULLY_UNROLLED
#endif
