#include "treebank/fault.h"

namespace dodona {

std::string_view name_of(Fault fault) {
  switch (fault) {
    case Fault::columns: return "columns";
    case Fault::word_number: return "word number";
    case Fault::form: return "empty form";
    case Fault::head: return "head";
    case Fault::cycle: return "cycle";
    case Fault::no_root: return "no root";
    case Fault::roots: return "several roots";
    case Fault::utf8: return "not UTF-8";
    case Fault::nul: return "NUL byte";
    case Fault::cut: return "cut off";
    case Fault::empty: return "empty";
    case Fault::comment: return "comment";
    case Fault::multiword: return "multiword token";
    case Fault::empty_node: return "empty node";
    case Fault::blank: return "blank line";
  }
  return "";
}

}  // namespace dodona
