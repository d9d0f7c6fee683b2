#include "scoring/linear/hashed_weights.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "scoring/scale.h"

namespace dodona {

HashKernel HashedWeights::kernel_for(std::size_t size, std::size_t transitions) {
  const HashKernel kernel{size, row_width(transitions, 32)};
  if (kernel.columns > size)
    throw std::invalid_argument("the hash kernel has fewer weights than there are transitions");
  return kernel;
}

HashedWeights::HashedWeights(std::size_t transitions, std::span<const std::int16_t> weights, double scale)
    : kernel_(kernel_for(weights.size(), transitions)), scale_(scale), weights_(weights.begin(), weights.end()) {
  // A model may come from a hostile file: rows must lie inside, and references have 32 bits. Sums that overflow 16 bits
  // do no harm.
  if (transitions == 0) throw std::invalid_argument("there are no transitions");
  if (!std::has_single_bit(weights.size()) || weights.size() >> kFewestBits == 0 || weights.size() >> kMostBits > 1)
    throw std::invalid_argument("the size of the hash kernel is no power of 2 from 2^12 to 2^26");
  if (!is_scale(scale_)) throw std::invalid_argument("the scale is no number to divide by");
}

std::size_t HashedWeights::weights() const {
  return static_cast<std::size_t>(std::ranges::count_if(weights_, [](std::int16_t weight) { return weight != 0; }));
}

void HashedWeights::request(const FeatureList& features, Workspace& workspace) const {
  const FeatureKey* const keys = features.keys.data();
  const std::int16_t** const rows = workspace.rows.data();
  const std::int16_t* const weights = weights_.data();
  const std::size_t count = features.size, columns = kernel_.columns;
  for (std::size_t i = 0; i < count; ++i) {
    rows[i] = weights + kernel_.begin_of(keys[i]);
    prefetch_row(rows[i], columns);
  }
  workspace.count = count;
}

void HashedWeights::look_up(const FeatureList& features, std::span<const std::uint32_t> table,
                            Workspace& workspace) const {
  const std::int16_t** const rows = workspace.rows.data();
  const std::int16_t* const weights = weights_.data();
  const std::uint32_t* const places = features.indexed.data();
  const std::size_t columns = kernel_.columns;
  std::size_t count = workspace.count;
  for (std::size_t i = 0, all = features.indexed_size; i < all; ++i) {
    const std::uint32_t reference = table[places[i]], found = reference != 0;
    // Branch-free: always written, but counted only if there is a feature.
    rows[count] = weights + (reference - found);
    prefetch_row(rows[count], columns);
    count += found;
  }
  workspace.count = count;
}

void HashedWeights::sum(Workspace& workspace, std::span<const std::int16_t* const> more, std::int16_t* scores) const {
  std::ranges::copy(more, workspace.rows.begin() + static_cast<std::ptrdiff_t>(workspace.count));
  sum_rows(std::span(workspace.rows).first(workspace.count + more.size()), kernel_.columns, scores);
}

}  // namespace dodona
