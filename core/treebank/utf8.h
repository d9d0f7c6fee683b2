// Is this line text?
#pragma once

#include <string_view>

namespace dodona {

/// What is wrong with the bytes of a line, if anything.
enum class TextFault { none, nul, not_utf8 };

/// Looks for NUL bytes and for anything that is not UTF-8 (RFC 3629).
TextFault find_text_fault(std::string_view line);

/// Whether every byte from `begin` to `end` may come in UTF-8 after the three before it, which are read as
/// well. There is no branch in it, and the compiler makes it handle many bytes at once.
bool continues_utf8(const char* begin, const char* end);

/// The same for 64 bytes of the characters that most texts are made of; if it is false, ask the other. A
/// quarter of the work, but only where the machine compares 16 bytes at once.
bool is_common_utf8(const char* at);

}  // namespace dodona
