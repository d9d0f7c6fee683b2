// Unrolls loops of a few instructions, of which half would otherwise be loop overhead.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define DODONA_UNROLLED _Pragma("GCC unroll 4")
#else
#define DODONA_UNROLLED
#endif
