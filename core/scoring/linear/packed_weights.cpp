#include "scoring/linear/packed_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "scoring/linear/add_rows.h"
#include "scoring/linear/compact.h"
#include "scoring/scale.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace dodona {
namespace {

void must(bool holds, const char* message) {
  if (!holds) throw std::invalid_argument(message);
}

constexpr std::size_t kMostFull = 100;

int weight_of(std::uint32_t entry) { return static_cast<std::int16_t>(entry & 0xFFFF); }

// A bit for each fingerprint of a bucket that equals `wanted`.
unsigned matches(const PackedWeights::Bucket& bucket, std::uint32_t wanted) {
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

PackedWeights::PackedWeights(const Parts& parts)
    : transitions_(parts.transitions), homes_(parts.homes), scale_(parts.scale),
      buckets_(parts.buckets.begin(), parts.buckets.end()), rows_(parts.rows.begin(), parts.rows.end()),
      shifts_(parts.shifts.begin(), parts.shifts.end()), entries_(parts.entries.begin(), parts.entries.end()) {
  // A model may come from a hostile file: no reference may be out of range, and every search must end.
  must(transitions_ > 0 && transitions_ < 0xFFFF, "there are too many transitions, or none");
  must(is_scale(scale_), "the scale is no number to divide by");
  must(homes_ > 0 && homes_ < 0xFFFFFFFF && buckets_.size() > homes_ && buckets_.back().fingerprints[3] == 0,
       "the table of features has no end");
  must(!shifts_.empty() && shifts_.size() < kMostRows && rows_.size() == shifts_.size() * columns(),
       "a row is cut off");
  for (const std::uint8_t shift : shifts_) must(shift <= kMostShift, "a shift is too great");
  for (const std::uint32_t entry : entries_) {
    must(entry >> 16 <= transitions_, "a weight belongs to no transition");
    must(std::abs(weight_of(entry)) <= 127 << kMostShift, "a weight is too great");
  }
  for (const Bucket& bucket : buckets_)
    for (const std::uint32_t reference : bucket.references)
      must(reference & kList ? (std::size_t{reference - kList} + 1) * kInList <= entries_.size()
                             : reference < shifts_.size(),
           "weights lie outside of the file");
  // Every lookup reads to the next free place. Of hashed keys, which fill half of the table, a dozen full buckets may
  // follow each other.
  std::size_t full = 0;
  for (const Bucket& bucket : buckets_) {
    full = bucket.fingerprints[3] != 0 ? full + 1 : 0;
    must(full <= kMostFull, "too many features hash to one place");
  }
}

void PackedWeights::save(Options& values) const {
  values.set("homes", static_cast<std::int64_t>(homes_));
  values.set("scale", scale_);
}

void PackedWeights::save(NamedArrays& arrays, bool compact) const {
  if (compact) {
    arrays.emplace("compact", compacted(*this));
    return;
  }
  std::vector<std::uint8_t> buckets(buckets_.size() * sizeof(Bucket));
  std::memcpy(buckets.data(), buckets_.data(), buckets.size());
  arrays.emplace("buckets", std::move(buckets));
  arrays.emplace("rows", std::vector<std::int8_t>(rows_.begin(), rows_.end()));
  arrays.emplace("shifts", std::vector<std::uint8_t>(shifts_.begin(), shifts_.end()));
  arrays.emplace("entries", std::vector<std::uint32_t>(entries_.begin(), entries_.end()));
}

PackedWeights PackedWeights::load(std::size_t transitions, const Options& values, const NamedViews& arrays) {
  if (arrays.contains("compact")) {
    PackedWeights weights = expanded(array_named<std::uint8_t>(arrays, "compact"), transitions);
    must(weights.transitions_ == transitions, "the weights are not those of the transitions");
    return weights;
  }
  const std::span<const std::uint8_t> bytes = array_named<std::uint8_t>(arrays, "buckets");
  must(bytes.size() % sizeof(Bucket) == 0, "a bucket is cut off");
  std::vector<Bucket> buckets(bytes.size() / sizeof(Bucket));
  std::memcpy(buckets.data(), bytes.data(), bytes.size());
  return PackedWeights({transitions, values.count("homes"), buckets, array_named<std::int8_t>(arrays, "rows"),
                        array_named<std::uint8_t>(arrays, "shifts"), array_named<std::uint32_t>(arrays, "entries"),
                        values.number("scale")});
}

std::size_t PackedWeights::features() const {
  std::size_t count = 0;
  for (const Bucket& bucket : buckets_)
    count += static_cast<std::size_t>(
        std::ranges::count_if(bucket.fingerprints, [](std::uint32_t print) { return print != 0; }));
  return count;
}

std::size_t PackedWeights::weights() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows_, [](std::int8_t weight) { return weight != 0; }) +
      std::ranges::count_if(entries_, [](std::uint32_t entry) { return (entry & 0xFFFF) != 0; }));
}

void PackedWeights::request(const FeatureList& features, Workspace& workspace) const {
  const FeatureKey* const keys = features.keys.data();
  std::uint32_t* const homes = workspace.homes.data();
  const Bucket* const buckets = buckets_.data();
  const std::size_t count = features.size, limit = homes_;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::uint32_t>(high_product(keys[i], limit));
    homes[i] = at;
    prefetch(buckets + at);
  }
}

std::uint32_t PackedWeights::reference_of(FeatureKey key) const {
  const std::uint32_t wanted = fingerprint(key);
  const Bucket* bucket = &buckets_[home(key)];
  unsigned same = matches(*bucket, wanted);
  while (same == 0 && bucket->fingerprints[3] != 0) same = matches(*++bucket, wanted);
  if (same == 0) return 0;
  const std::uint32_t reference = bucket->references[std::countr_zero(same)];
  return reference & kList ? reference : reference << kShiftBits | shifts_[reference];
}

void PackedWeights::look_up(const FeatureList& features, std::span<const std::uint32_t> table,
                            Workspace& workspace) const {
  const std::int8_t* const weights = rows_.data();
  const std::size_t width = columns();
  RowReference* const row_references = workspace.rows.data();
  const auto request_row = [&](RowReference reference) {
    prefetch(weights + row_of(reference) * width);
    prefetch(weights + row_of(reference) * width + 64);
  };
  std::uint32_t* const list_references = workspace.lists.data();
  std::size_t lists = 0;
  // Every indexed feature has a row, if only the empty row 0. So their number is constant, and no branch is needed.
  const std::uint32_t* const places = features.indexed.data();
  const std::size_t indexed = features.indexed_size;
  for (std::size_t i = 0; i < indexed; ++i) {
    const std::uint32_t reference = table[places[i]], is_list = reference >> 31;
    row_references[i] = reference & (is_list - 1);
    request_row(row_references[i]);
    list_references[lists] = reference;
    lists += is_list;
  }

  std::size_t rows = indexed;
  const auto note = [&](std::uint32_t reference) {
    // Written as both a row and a list, but counted only as what it is; row 0 is empty.
    row_references[rows] = reference;
    list_references[lists] = reference;
    rows += static_cast<std::int32_t>(reference) > 0;
    lists += reference >> 31;
  };
  const FeatureKey* const keys = features.keys.data();
  const std::uint32_t* const homes = workspace.homes.data();
  const Bucket* const buckets = buckets_.data();
  const std::size_t count = features.size;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t wanted = fingerprint(keys[i]);
    const Bucket* bucket = buckets + homes[i];
    unsigned same = matches(*bucket, wanted);
    // Not found in a full bucket: rare. Tested by arithmetic (fingerprints are odd), since each condition alone is
    // frequent and unpredictable.
    while ((((same - 1u) >> 31) & bucket->fingerprints[3]) != 0) [[unlikely]]
      same = matches(*++bucket, wanted);
    note(bucket->references[std::countr_zero(same | 8u)] & (0u - static_cast<std::uint32_t>(same != 0)));
  }
  for (std::size_t i = indexed; i < rows; ++i) {
    row_references[i] = row_references[i] << kShiftBits | shifts_[row_references[i]];
    request_row(row_references[i]);
  }
  for (std::size_t i = 0; i < lists; ++i) prefetch(entries_.data() + (list_references[i] - kList) * kInList);
  row_references[rows] = 0;  // rows come in pairs
  workspace.row_count = rows + rows % 2;
  workspace.list_count = lists;
}

void PackedWeights::sum(Workspace& workspace, std::span<const std::int16_t* const> more, std::int16_t* scores) const {
  add_rows(rows_.data(), columns(), {workspace.rows.data(), workspace.row_count}, more, scores);
  const auto add = [&](std::uint32_t entry) {
    scores[entry >> 16] = static_cast<std::int16_t>(scores[entry >> 16] + weight_of(entry));
  };
  const std::uint32_t* const lists = workspace.lists.data();
  const std::uint32_t* const entries = entries_.data();
  const std::size_t count = workspace.list_count;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t* const entry = entries + (lists[i] - kList) * kInList;
    add(entry[0]);
    add(entry[1]);
    add(entry[2]);
    add(entry[3]);
  }
}

}  // namespace dodona
