// Checks that text is valid UTF-8.
#pragma once

#include <optional>
#include <string_view>

#include "treebank/fault.h"

namespace dodona {

/// The first NUL byte or invalid UTF-8 (RFC 3629) in a line: `Fault::nul` or `Fault::utf8`.
std::optional<Fault> find_text_fault(std::string_view line);

/// Whether every byte from `begin` to `end` is valid after the three bytes before it, which are read as well. Without
/// branches, so that the compiler vectorises it.
bool continues_utf8(const char* begin, const char* end);

/// A fast check of 64 bytes for common characters; if it is false, use `continues_utf8`. A quarter of the work, but
/// only with SSE2; elsewhere it is always false.
bool is_common_utf8(const char* at);

}  // namespace dodona
