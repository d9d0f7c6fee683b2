// The transition system as a choice.
#pragma once

#include <array>
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

// To add a transition system, add it to these three lists, in the same order.
enum class SystemChoice : std::uint8_t { arc_eager, arc_standard, arc_hybrid, swap_standard, swap_hybrid, swap_eager };
inline constexpr std::array kSystemNames{"arc_eager",     "arc_standard", "arc_hybrid",
                                         "swap_standard", "swap_hybrid",  "swap_eager"};
using AnySystem = std::variant<ArcEager, ArcStandard, ArcHybrid, SwapStandard, SwapHybrid, SwapEager>;
static_assert(kSystemNames.size() == std::variant_size_v<AnySystem>);

/// One of the systems. It does what they all do; where every instruction counts, `visit` once a sentence hands out the
/// system itself, and what is then called needs no looking up.
class TransitionSystem {
 public:
  template <class System>
    requires std::is_constructible_v<AnySystem, System>
  TransitionSystem(const System& system) : any_(system) {}  // NOLINT: any system is a transition system

  /// Throws std::invalid_argument if the system cannot do with such a root.
  TransitionSystem(SystemChoice choice, Root root, bool single_root)
      : any_(make(choice, root, single_root, std::make_index_sequence<kSystemNames.size()>())) {}

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
  template <std::size_t... I>
  static AnySystem make(SystemChoice choice, Root root, bool single_root, std::index_sequence<I...>) {
    AnySystem any;
    ((static_cast<std::size_t>(choice) == I ? void(any.emplace<I>(root, single_root)) : void()), ...);
    return any;
  }

  AnySystem any_;
};

}  // namespace dodona
