// The list of transition systems, and one of them as a choice.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "transitions/arc_eager.h"
#include "transitions/arc_hybrid.h"
#include "transitions/arc_standard.h"
#include "transitions/preview.h"
#include "transitions/swap_eager.h"
#include "transitions/swap_hybrid.h"
#include "transitions/swap_standard.h"

namespace dodona {

/// Every transition system. To add one, write its file, include it above and append its class here.
using AnySystem = std::variant<ArcEager, ArcStandard, ArcHybrid, SwapStandard, SwapHybrid, SwapEager>;

/// The position of a system in that list.
enum class SystemChoice : std::uint8_t {};

/// What `system_base.h` requires of a system.
template <class System>
concept IsTransitionSystem =
    std::derived_from<System, SystemBase> && std::constructible_from<System, Root, bool> &&
    requires(const System& system, Configuration& c, Preview& preview, Move move, Label label) {
      { System::kName } -> std::convertible_to<std::string_view>;
      { System::kMoves } -> std::convertible_to<MoveSet>;
      { system.finished(c) } -> std::same_as<bool>;
      { system.legal(c) } -> std::same_as<MoveSet>;
      { system.arc(c, move) } -> std::same_as<Arc>;
      system.apply(c, move, label);
      system.apply(preview, move, label);
      system.finish(c, label);
    };

/// Calls visit.operator()<System>(choice) for every system in the list.
template <class F>
void for_each_system(F visit) {
  const auto visit_one = [&]<std::size_t I>() {
    using System = std::variant_alternative_t<I, AnySystem>;
    static_assert(IsTransitionSystem<System>);
    visit.template operator()<System>(static_cast<SystemChoice>(I));
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit_one.template operator()<I>(), ...);
  }(std::make_index_sequence<std::variant_size_v<AnySystem>>{});
}

/// The choice that stands for a class.
template <class System>
SystemChoice choice_of() {
  return static_cast<SystemChoice>(AnySystem(System()).index());
}

/// One of the systems, chosen at run time. It forwards to that system. In inner loops, call `visit` once per sentence
/// to get the system itself, whose functions are then called directly.
class TransitionSystem {
 public:
  template <class System>
    requires std::is_constructible_v<AnySystem, System>
  TransitionSystem(const System& system) : any_(system) {}  // NOLINT: every system converts implicitly

  /// Throws std::invalid_argument if the system does not support the position of the root.
  TransitionSystem(SystemChoice choice, Root root, bool single_root) : any_(make(choice, root, single_root)) {}

  SystemChoice choice() const { return static_cast<SystemChoice>(any_.index()); }

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), any_);
  }
  /// The system if it has this type, else nullptr.
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
  static AnySystem make(SystemChoice choice, Root root, bool single_root) {
    AnySystem any;
    for_each_system([&]<class System>(SystemChoice each) {
      if (each == choice) any = System(root, single_root);
    });
    return any;
  }

  AnySystem any_;
};

}  // namespace dodona
