// Is this line text?
#pragma once

#include <string_view>

namespace dodona {

/// What is wrong with the bytes of a line, if anything.
enum class TextFault { none, nul, not_utf8 };

/// Looks for NUL bytes and for anything that is not UTF-8 (RFC 3629).
TextFault find_text_fault(std::string_view line);

}  // namespace dodona
