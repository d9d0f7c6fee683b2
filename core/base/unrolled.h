// Loops of a few instructions: without this, half of them would count and jump.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define DODONA_UNROLLED _Pragma("GCC unroll 4")
#else
#define DODONA_UNROLLED
#endif
