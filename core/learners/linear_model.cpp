#include "learners/linear_model.h"

#include <algorithm>
#include <stdexcept>

#include "learners/add_rows.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace dodona {
namespace {

void must(bool holds, const char* message) {
  if (!holds) throw std::invalid_argument(message);
}

// The bits of those fingerprints of a bucket that are `wanted`.
unsigned matches(const LinearModel::Bucket& bucket, std::uint32_t wanted) {
#if defined(__SSE2__) || defined(_M_X64)
  const __m128i four = _mm_load_si128(reinterpret_cast<const __m128i*>(bucket.fingerprints));
  const __m128i same = _mm_cmpeq_epi32(four, _mm_set1_epi32(static_cast<int>(wanted)));
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same)));
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= static_cast<unsigned>(bucket.fingerprints[i] == wanted) << i;
  return bits;
#endif
}

}  // namespace

LinearModel::LinearModel(const Parts& parts)
    : transitions_(parts.transitions), homes_(parts.homes), buckets_(parts.buckets.begin(), parts.buckets.end()),
      rows_(parts.rows.begin(), parts.rows.end()), shifts_(parts.shifts.begin(), parts.shifts.end()),
      entries_(parts.entries.begin(), parts.entries.end()) {
  // A model may come from a stranger: nothing in it may point outside, and every search must end.
  must(transitions_ > 0 && transitions_ < 0xFFFF, "there are too many transitions, or none");
  must(homes_ > 0 && buckets_.size() > homes_ && buckets_.back().fingerprints[3] == 0, "the table of features has no end");
  must(!shifts_.empty() && rows_.size() == shifts_.size() * columns(), "a row is cut off");
  for (const std::uint8_t shift : shifts_) must(shift < 9, "a shift is too great");
  for (const std::uint32_t entry : entries_) must(entry >> 16 <= transitions_, "a weight belongs to no transition");
  for (const Bucket& bucket : buckets_)
    for (const std::uint32_t reference : bucket.references)
      must(reference & kList ? (reference & kPlace) + length_of(reference) <= entries_.size() : reference < shifts_.size(),
           "weights lie outside of the file");
}

std::size_t LinearModel::features() const {
  std::size_t count = 0;
  for (const Bucket& bucket : buckets_)
    count += static_cast<std::size_t>(std::ranges::count_if(bucket.fingerprints, [](std::uint32_t print) { return print != 0; }));
  return count;
}

void LinearModel::ask(const FeatureList& features) const {
  for (std::size_t i = 0; i < features.size; ++i) prefetch(&buckets_[home(features.keys[i])]);
}

// Where a feature's weights are; the row of nothing if it has none.
inline std::uint32_t LinearModel::find(FeatureKey key) const {
  const std::uint32_t wanted = fingerprint(key);
  for (const Bucket* bucket = &buckets_[home(key)];; ++bucket) {
    const unsigned same = matches(*bucket, wanted);
    const unsigned first = (same >> 1 & 1) + (same >> 2 & 1) * 2 + (same >> 3) * 3;
    const std::uint32_t reference = bucket->references[first] & (0u - static_cast<std::uint32_t>(same != 0));
    if ((same != 0) | (bucket->fingerprints[3] == 0)) [[likely]] return reference;
  }
}

void LinearModel::look_up(const FeatureList& features, Workspace& workspace) const {
  const std::size_t width = columns();
  std::size_t rows = 0, lists = 0;
  for (std::size_t i = 0; i < features.size; ++i) {
    const std::uint32_t reference = find(features.keys[i]);
    // Written down as both kinds, and counted as the one that it is.
    workspace.rows[rows] = reference;
    workspace.lists[lists] = reference;
    const bool list = reference >= kList;
    rows += !list;
    lists += list;
  }
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < width; j += 64) prefetch(&rows_[workspace.rows[i] * width + j]);
  for (std::size_t i = 0; i < lists; ++i) prefetch(&entries_[workspace.lists[i] & kPlace]);
  workspace.row_count = rows;
  workspace.list_count = lists;
}

const std::int16_t* LinearModel::sum(Workspace& workspace) const {
  const std::size_t width = columns();
  // Two sums at a time: an addition to a number has to wait for the one before.
  std::int16_t* const even = workspace.scores.data();
  std::int16_t* const odd = even + width;
  add_rows(rows_.data(), shifts_.data(), width, {workspace.rows.data(), workspace.row_count}, even);
  std::fill_n(odd, width, std::int16_t{0});
  const auto add = [](std::uint32_t entry, std::int16_t* to) {
    to[entry >> 16] = static_cast<std::int16_t>(to[entry >> 16] + static_cast<std::int16_t>(entry & 0xFFFF));
  };
  for (std::size_t i = 0; i < workspace.list_count; ++i) {
    const std::uint32_t* entry = &entries_[workspace.lists[i] & kPlace];
    for (const std::uint32_t* const end = entry + length_of(workspace.lists[i]); entry < end; entry += 4) {
      add(entry[0], even);
      add(entry[1], odd);
      add(entry[2], even);
      add(entry[3], odd);
    }
  }
  for (std::size_t i = 0; i < width; ++i) even[i] = static_cast<std::int16_t>(even[i] + odd[i]);
  return even;
}

}  // namespace dodona
