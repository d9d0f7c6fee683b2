#include "scoring/registry.h"

#include <stdexcept>
#include <utility>

#include "scoring/linear/linear_model.h"
#include "scoring/move_then_label/move_then_label_model.h"
#include "scoring/network/network_model.h"

namespace dodona {
namespace {

using Load = std::unique_ptr<Model> (*)(std::shared_ptr<const ParserSpec>, const Options&, const NamedViews&);

// A new kind of model is one line here.
constexpr std::pair<const char*, Load> kModels[] = {
    {PackedWeights::kKind, LinearModel<PackedWeights>::load},
    {HashedWeights::kKind, LinearModel<HashedWeights>::load},
    {MoveThenLabelModel::kKind, MoveThenLabelModel::load},
    {NetworkModel::kKind, NetworkModel::load},
};

}  // namespace

std::unique_ptr<Model> load_model(const std::string& kind, std::shared_ptr<const ParserSpec> spec,
                                  const Options& values, const NamedViews& arrays) {
  for (const auto& [name, load] : kModels)
    if (kind == name) return load(std::move(spec), values, arrays);
  throw std::invalid_argument("there is no kind of model called " + kind);
}

}  // namespace dodona
