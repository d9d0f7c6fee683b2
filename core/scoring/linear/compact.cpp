#include "scoring/linear/compact.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace dodona {
namespace {

constexpr std::uint32_t kMagic = 0x4F414B31;  // OAK1
constexpr std::uint32_t kList = 0x80000000;
constexpr std::size_t kInList = 4;
constexpr std::size_t kSpareBuckets = 32, kRowsOfAnyFile = std::size_t{1} << 26, kMostExpansion = 32;

class Writer {
 public:
  template <class T>
  void put(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::make_unsigned_t<T>>(value) >> (8 * i) & 0xFF));
  }
  void put_count(std::size_t value) {  // seven bits per byte
    for (; value >= 128; value >>= 7) bytes.push_back(static_cast<std::uint8_t>(value | 128));
    bytes.push_back(static_cast<std::uint8_t>(value));
  }
  std::vector<std::uint8_t> bytes;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  template <class T>
  T get() {
    need(sizeof(T));
    std::make_unsigned_t<T> value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      value = static_cast<std::make_unsigned_t<T>>(value | static_cast<std::make_unsigned_t<T>>(bytes_[at_ + i])
                                                               << (8 * i));
    at_ += sizeof(T);
    return static_cast<T>(value);
  }
  std::size_t get_count() {
    std::size_t value = 0;
    for (unsigned shift = 0; shift < 28; shift += 7) {
      const auto byte = get<std::uint8_t>();
      value |= std::size_t{byte & 127u} << shift;
      if (byte < 128) return value;
    }
    throw std::invalid_argument("a number is too large");
  }
  std::span<const std::uint8_t> take(std::size_t count) {
    need(count);
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  void need(std::size_t count) const {
    if (left() < count) throw std::invalid_argument("weights are cut off");
  }
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Features with a list, features with a row, and lists whose weights need 16 bits.
constexpr unsigned kSmallList = 0, kRow = 1, kLargeList = 2;

}  // namespace

std::vector<std::uint8_t> compacted(const PackedWeights& model) {
  const PackedWeights::Parts parts = model.parts();
  const std::size_t width = model.columns();
  Writer out;
  out.put(kMagic);
  out.put(static_cast<std::uint32_t>(parts.transitions));
  out.put(static_cast<std::uint64_t>(parts.homes));
  out.put(static_cast<std::uint64_t>(parts.buckets.size()));
  out.put(std::bit_cast<std::uint64_t>(parts.scale));
  const auto count_of = [](const PackedWeights::Bucket& bucket) {
    std::uint8_t count = 0;
    while (count < 4 && bucket.fingerprints[count] != 0) ++count;
    return count;
  };
  for (std::size_t i = 0; i < parts.buckets.size(); i += 2) {
    const unsigned first = count_of(parts.buckets[i]),
                   second = i + 1 < parts.buckets.size() ? count_of(parts.buckets[i + 1]) : 0;
    out.bytes.push_back(static_cast<std::uint8_t>(first | second << 4));
  }
  const auto put_column = [&](std::size_t column) {
    if (parts.transitions <= 256)
      out.bytes.push_back(static_cast<std::uint8_t>(column));
    else
      out.put(static_cast<std::uint16_t>(column));
  };
  for (const PackedWeights::Bucket& bucket : parts.buckets) {
    for (std::uint8_t i = 0; i < count_of(bucket); ++i) {
      out.put(bucket.fingerprints[i]);
      const std::uint32_t reference = bucket.references[i];
      if ((reference & kList) == 0) {
        const std::int8_t* const row = parts.rows.data() + reference * width;
        std::size_t count = 0;
        for (std::size_t j = 0; j < parts.transitions; ++j) count += row[j] != 0;
        out.bytes.push_back(static_cast<std::uint8_t>(kRow | unsigned{parts.shifts[reference]} << 2));
        out.put_count(count);
        for (std::size_t j = 0; j < parts.transitions; ++j) {
          if (row[j] == 0) continue;
          put_column(j);
          out.put(row[j]);
        }
        continue;
      }
      const std::uint32_t* const entries = parts.entries.data() + std::size_t{reference - kList} * kInList;
      std::size_t count = 0;
      unsigned greatest = 0, all = 0;
      for (std::size_t j = 0; j < kInList && entries[j] >> 16 < parts.transitions; ++j, ++count) {
        const auto weight = static_cast<std::int16_t>(entries[j] & 0xFFFF);
        greatest = std::max(greatest, static_cast<unsigned>(std::abs(int{weight})));
        all |= static_cast<unsigned>(std::abs(int{weight}));
      }
      unsigned shift = 0;
      while (greatest >> shift > 127) ++shift;
      const bool small = (all & ((1u << shift) - 1)) == 0;  // the lowest bits are all 0
      out.bytes.push_back(static_cast<std::uint8_t>((small ? kSmallList | shift << 2 : kLargeList) | count << 6));
      for (std::size_t j = 0; j < count; ++j) {
        const auto weight = static_cast<std::int16_t>(entries[j] & 0xFFFF);
        put_column(entries[j] >> 16);
        if (small)
          out.put(static_cast<std::int8_t>(weight / (1 << shift)));
        else
          out.put(weight);
      }
    }
  }
  return std::move(out.bytes);
}

PackedWeights expanded(std::span<const std::uint8_t> bytes, std::size_t most) {
  ByteReader in(bytes);
  const auto must = [](bool holds) {
    if (!holds) throw std::invalid_argument("the weights are damaged");
  };
  must(in.get<std::uint32_t>() == kMagic);
  const std::size_t transitions = in.get<std::uint32_t>();
  const std::uint64_t homes = in.get<std::uint64_t>(), count = in.get<std::uint64_t>();
  const double scale = std::bit_cast<double>(in.get<std::uint64_t>());
  must(transitions > 0 && transitions < 0xFFFF && transitions <= most && count > 0 && count / 2 <= in.left());
  const auto counts = in.take(static_cast<std::size_t>((count + 1) / 2));
  // The file may be hostile: memory is bounded by its size. There are at most half as many buckets as features, and a
  // few more. Rows of trained models take up to 5 times their bytes, and would take 30 with thousands of transitions.
  std::size_t all_features = 0;
  for (const std::uint8_t both : counts) all_features += (both & 15u) + (both >> 4);
  must(count <= all_features + kSpareBuckets);
  const std::size_t most_in_rows = kRowsOfAnyFile + kMostExpansion * bytes.size();
  const std::size_t width = (transitions + 32) / 32 * 32;
  std::vector<PackedWeights::Bucket> buckets(static_cast<std::size_t>(count));
  HugeVector<std::int8_t> rows(width);
  std::vector<std::uint8_t> shifts(1);
  std::vector<std::uint32_t> entries;
  const auto get_column = [&] {
    const std::size_t column = transitions <= 256 ? in.get<std::uint8_t>() : in.get<std::uint16_t>();
    must(column < transitions);
    return column;
  };
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    const unsigned features = counts[i / 2] >> (i % 2 * 4) & 15;
    must(features <= 4);
    for (unsigned j = 0; j < features; ++j) {
      buckets[i].fingerprints[j] = in.get<std::uint32_t>();
      must(buckets[i].fingerprints[j] != 0);
      const auto head = in.get<std::uint8_t>();
      const unsigned shift = head >> 2 & 15;
      must(shift < 9);
      if ((head & 3) == kRow) {
        const std::size_t weights = in.get_count();
        must(weights <= transitions);
        buckets[i].references[j] = static_cast<std::uint32_t>(shifts.size());
        shifts.push_back(static_cast<std::uint8_t>(shift));
        must(rows.size() <= most_in_rows);
        rows.resize(rows.size() + width);
        for (std::size_t k = 0; k < weights; ++k) {
          const std::size_t column = get_column();
          rows[rows.size() - width + column] = in.get<std::int8_t>();
        }
        continue;
      }
      const std::size_t weights = static_cast<std::size_t>(head >> 6) == 0 ? 4 : static_cast<std::size_t>(head >> 6);
      buckets[i].references[j] = kList + static_cast<std::uint32_t>(entries.size() / kInList);
      for (std::size_t k = 0; k < kInList; ++k) {
        if (k >= weights) {
          entries.push_back(static_cast<std::uint32_t>(transitions) << 16);
          continue;
        }
        const std::size_t column = get_column();
        const auto weight = (head & 3) == kSmallList ? static_cast<std::int16_t>(in.get<std::int8_t>() * (1 << shift))
                                                     : in.get<std::int16_t>();
        entries.push_back(static_cast<std::uint32_t>(column) << 16 | static_cast<std::uint16_t>(weight));
      }
    }
  }
  return PackedWeights({transitions, static_cast<std::size_t>(homes), buckets, rows, shifts, entries, scale});
}

}  // namespace dodona
