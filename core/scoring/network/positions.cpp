#include "scoring/network/positions.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "text/characters.h"

namespace dodona {
namespace {

constexpr std::pair<std::string_view, Address::Step> kSteps[] = {{"head", Address::Step::head},
                                                                 {"left1", Address::Step::left1},
                                                                 {"left2", Address::Step::left2},
                                                                 {"right1", Address::Step::right1},
                                                                 {"right2", Address::Step::right2}};

}  // namespace

Positions::Positions(std::string_view names) {
  for (const std::string_view name : split(names, ' ')) {
    const auto fail = [&] { throw std::invalid_argument("there is no position called " + std::string(name)); };
    if (name.size() < 2 || (name[0] != 's' && name[0] != 'b') || name[1] < '0' || name[1] > '9') fail();
    Position position{name[0] == 's', name.size() > 2, Address::Step::head, static_cast<std::size_t>(name[1] - '0')};
    if (position.has_step) {
      const auto* const found = std::ranges::find(kSteps, name.substr(3), [](const auto& step) { return step.first; });
      if (name[2] != '.' || found == std::end(kSteps)) fail();
      position.step = found->second;
    }
    positions_.push_back(position);
    names_.emplace_back(name);
  }
  if (positions_.size() > kMost) throw std::invalid_argument("there are too many positions");
}

Positions Positions::of(const TransitionSystem& system) {
  Configuration c;
  system.start(c, 3);
  c.push();
  c.push();
  const bool from_buffer = system.arc(c, Move::left_arc).head == c.buffer(0);  // else from the stack
  std::string names = "s0 s1 s2 b0 b1 b2 s0.left1 s0.right1";
  if (system.moves().has(Move::reduce))
    names += " s0.head";
  else
    names += " s1.right1";
  names += from_buffer ? " b0.left1" : " s1.left1";
  return Positions(names);
}

std::string Positions::text() const {
  std::string text;
  for (const std::string& name : names_) {
    if (!text.empty()) text += ' ';
    text += name;
  }
  return text;
}

}  // namespace dodona
