// A number by which configurations are told apart.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dodona {

/// A sum of hashes, one for each place of the stack and of the buffer and for each arc, kept up to date by every move.
/// Configurations with the same stack, buffer and arcs have the same one; others hardly ever, so that it says where to look
/// more closely. Each method tells of a change to `c`, which has not happened yet.
class Fingerprint {
 public:
  std::uint64_t value() const { return sum_; }

  void start() { sum_ = 0; }
  template <class C>
  void push(const C& c) {
    take_front(c);
    sum_ += of(kStack, c.stack_size(), c.buffer(0));
  }
  template <class C>
  void pop(const C& c) {
    sum_ -= of(kStack, c.stack_size() - 1, c.stack(0));
  }
  template <class C>
  void pop_second(const C& c) {
    sum_ -= of(kStack, c.stack_size() - 2, c.stack(1)) + of(kStack, c.stack_size() - 1, c.stack(0));
    sum_ += of(kStack, c.stack_size() - 2, c.stack(0));
  }
  template <class C>
  void put_back_second(const C& c) {
    pop_second(c);
    sum_ += of(kPutBack, c.put_back().size(), c.stack(1));
  }
  template <class C>
  void put_back_both(const C& c) {
    sum_ -= of(kStack, c.stack_size() - 2, c.stack(1)) + of(kStack, c.stack_size() - 1, c.stack(0));
    sum_ += of(kPutBack, c.put_back().size(), c.stack(1)) + of(kPutBack, c.put_back().size() + 1, c.stack(0));
  }
  template <class C>
  void put_back_behind(const C& c) {
    pop(c);
    take_front(c);
    const std::size_t left = c.put_back().size() - !c.put_back().empty();
    sum_ += of(kPutBack, left, c.stack(0)) + of(kPutBack, left + 1, c.buffer(0));
  }
  void add_arc(std::int32_t head, std::int32_t label, std::int32_t dependent) {
    sum_ += of(kArc, mixed(static_cast<std::uint32_t>(label)) + static_cast<std::uint32_t>(head), dependent);
  }

 private:
  static constexpr std::uint64_t kStack = 1, kPutBack = 2, kNext = 3, kArc = 4;

  // The end of SplitMix64 (Steele, Lea and Flood 2014).
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  static std::uint64_t of(std::uint64_t what, std::uint64_t place, std::int32_t node) {
    return mixed(what * 0x9E3779B97F4A7C15u + place * 0xD1B54A32D192ED03u + static_cast<std::uint32_t>(node) * 0x632BE59BD9B4E019u);
  }
  // Words that were never put back are what is left of the text: the first of them says it all.
  template <class C>
  void take_front(const C& c) {
    if (c.put_back().empty())
      sum_ += of(kNext, 0, c.next() + 1) - of(kNext, 0, c.next());
    else
      sum_ -= of(kPutBack, c.put_back().size() - 1, c.buffer(0));
  }

  std::uint64_t sum_ = 0;
};

/// For configurations that nobody compares.
struct NoFingerprint {
  void start() {}
  template <class C>
  void push(const C&) {}
  template <class C>
  void pop(const C&) {}
  template <class C>
  void pop_second(const C&) {}
  template <class C>
  void put_back_second(const C&) {}
  template <class C>
  void put_back_both(const C&) {}
  template <class C>
  void put_back_behind(const C&) {}
  void add_arc(std::int32_t, std::int32_t, std::int32_t) {}
};

}  // namespace dodona
