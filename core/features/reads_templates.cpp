// Compiled by CMake alone, to find out whether the compiler can read templates, so that shipped sets become code
// (features/compiled.h).
#include "features/shipped_templates.h"
#include "features/templates.h"

static_assert(!dodona::TemplateSet(dodona::kArcEagerDefault).templates.empty());
