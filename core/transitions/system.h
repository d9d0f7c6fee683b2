// The transition system as a choice.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "transitions/arc_eager.h"
#include "transitions/arc_hybrid.h"
#include "transitions/arc_standard.h"
#include "transitions/swap_eager.h"
#include "transitions/swap_hybrid.h"
#include "transitions/swap_standard.h"

namespace dodona {

enum class SystemChoice : std::uint8_t { arc_eager, arc_standard, swap_standard, arc_hybrid, swap_hybrid, swap_eager };

/// One of the systems. It does what they all do; where every instruction counts, `visit` once a sentence hands out the
/// system itself, and what is then called needs no looking up.
class TransitionSystem {
 public:
  using Any = std::variant<ArcEager, ArcStandard, SwapStandard, ArcHybrid, SwapHybrid, SwapEager>;

  template <class System>
    requires std::is_constructible_v<Any, System>
  TransitionSystem(const System& system) : any_(system) {}  // NOLINT: any system is a transition system

  /// Throws std::invalid_argument if the system cannot do with such a root.
  TransitionSystem(SystemChoice choice, Root root, bool single_root) : any_(made(choice, root, single_root)) {}

  SystemChoice choice() const { return static_cast<SystemChoice>(any_.index()); }

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), any_);
  }
  /// The system if it is this one; nullptr if not.
  template <class System>
  const System* as() const {
    return std::get_if<System>(&any_);
  }

  Root root() const {
    return visit([](const auto& system) { return system.root(); });
  }
  bool single_root() const {
    return visit([](const auto& system) { return system.single_root(); });
  }
  MoveSet moves() const {
    return visit([](const auto& system) { return system.kMoves; });
  }
  template <class C>
  void start(C& c, Node words) const {
    c.start(words, root());
  }
  template <class C>
  bool finished(const C& c) const {
    return visit([&](const auto& system) { return system.finished(c); });
  }
  template <class C>
  MoveSet legal(const C& c) const {
    return visit([&](const auto& system) { return system.legal(c); });
  }
  template <class C>
  Arc arc(const C& c, Move move) const {
    return visit([&](const auto& system) { return system.arc(c, move); });
  }
  template <class C>
  void apply(C& c, Move move, Label label) const {
    visit([&](const auto& system) { system.apply(c, move, label); });
  }
  template <class C>
  void finish(C& c, Label label) const {
    visit([&](const auto& system) { system.finish(c, label); });
  }

 private:
  static Any made(SystemChoice choice, Root root, bool single_root) {
    switch (choice) {
      case SystemChoice::arc_standard: return ArcStandard(root, single_root);
      case SystemChoice::swap_standard: return SwapStandard(root, single_root);
      case SystemChoice::arc_hybrid: return ArcHybrid(root, single_root);
      case SystemChoice::swap_hybrid: return SwapHybrid(root, single_root);
      case SystemChoice::swap_eager: return SwapEager(root, single_root);
      case SystemChoice::arc_eager: break;
    }
    return ArcEager(root, single_root);
  }

  Any any_;  // in the order of SystemChoice
};

}  // namespace dodona
