// CMake compiles this to find out whether the compiler can read templates at compile time (features/compiled.h).
#include "features/shipped_templates.h"
#include "features/templates.h"

static_assert(!dodona::TemplateSet(dodona::kShippedTemplates[0]).templates.empty());
