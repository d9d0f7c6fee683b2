#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/digest.h"
#include "test.h"
#include "treebank/strings.h"

using namespace dodona;

namespace {

// Calls `work(member)` on so many threads at once.
template <class Work>
void on_threads(std::size_t members, Work work) {
  std::vector<std::thread> threads;
  for (std::size_t member = 0; member < members; ++member) threads.emplace_back(work, member);
  for (std::thread& thread : threads) thread.join();
}

// Among 2^bits places, how many are the first for one of these strings, in a table with these seeds.
std::size_t places_of(const std::vector<std::string>& strings, const HashSeeds& seeds, int bits) {
  std::set<std::uint64_t> places;
  for (std::string padded : strings) {
    const std::size_t length = padded.size();
    padded.append(kPadding, '\0');
    places.insert(digest_of(std::string_view(padded).substr(0, length), seeds).hash(seeds) >> (64 - bits));
  }
  return places.size();
}

}  // namespace

TEST(strings_of_every_length_keep_their_numbers) {
  StringPool pool;
  std::string text;
  for (int round = 0; round < 2; ++round) {
    text.clear();
    for (StringId length = 0; length < 3000; ++length) {
      CHECK(pool.intern(text) == length + 1);
      CHECK(pool[length + 1] == text);
      text += static_cast<char>('a' + length % 26);
    }
  }
  CHECK(pool.size() == 3001);
  CHECK(pool.intern("_") == kUnspecified);
}

TEST(similar_strings_have_different_numbers) {
  StringPool pool;
  using namespace std::string_literals;
  CHECK(pool.intern("a") != pool.intern("a\0"s));
  CHECK(pool.intern("") != pool.intern("\0"s));
  CHECK(pool.intern("abcdefg") != pool.intern("abcdefgh"));
  CHECK(pool.intern("abcdefgh") != pool.intern("abcdefgi"));
  CHECK(pool.intern("abcdefghijklmno") != pool.intern("abcdefghijklmnop"));
  CHECK(pool.intern("abcdefghijklmno") != pool.intern("abcdefghijklmno\0"s));
  CHECK(pool.intern("abcdefghijklmnop") != pool.intern("abcdefghijklmnoq"));
}

TEST(kept_strings_are_not_found) {
  StringPool pool;
  const StringId kept = pool.keep("# a comment");
  CHECK(pool[kept] == "# a comment");
  CHECK(pool.intern("# a comment") != kept);
}

TEST(threads_share_a_pool) {
  constexpr std::size_t kThreads = 8, kStrings = 5000;
  for (int round = 0; round < 3; ++round) {
    StringPool pool;
    const StringId before = pool.intern("before");
    std::array<std::vector<StringId>, kThreads> ids;
    on_threads(kThreads, [&](std::size_t member) {
      for (std::size_t i = 0; i < kStrings; ++i) {
        const std::size_t which = member % 2 == 0 ? i : kStrings - 1 - i;  // half of them meet in the middle
        const std::string string = std::string(which % 40, 'x') + std::to_string(which);
        const StringId id = pool.intern(string);
        CHECK(pool[id] == string);
        CHECK(pool.find(string) == id);
        CHECK(pool.size() > id);
        CHECK(pool[before] == "before");
        CHECK(pool[pool.keep(string)] == string);
        ids[member].push_back(id);
      }
    });
    for (std::size_t member = 0; member < kThreads; ++member) {
      if (member % 2 != 0) std::ranges::reverse(ids[member]);
      CHECK(ids[member] == ids[0]);
    }
    CHECK(std::set(ids[0].begin(), ids[0].end()).size() == kStrings);
    CHECK(pool.size() == 2 + kStrings + kThreads * kStrings);
  }
}

// Words that all fall into one place of a table whose hash multiplies a word of eight bytes by a known number: the
// words are read off multiples of its inverse.
TEST(words_made_to_collide_do_not) {
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;
  std::uint64_t inverse = kFactor;
  for (int i = 0; i < 5; ++i) inverse *= 2 - kFactor * inverse;
  CHECK(inverse * kFactor == 1);
  std::vector<std::string> words;
  for (std::uint64_t product = 1; words.size() < 1000; ++product) {
    const std::uint64_t word = product * inverse;
    std::string bytes(8, ' ');
    std::memcpy(bytes.data(), &word, 8);
    words.push_back(bytes);
  }
  for (const HashSeeds& seeds : {HashSeeds{1, 2}, HashSeeds{3, 4}, HashSeeds::kProcess})
    CHECK(places_of(words, seeds, 20) > 950);
}

// Each pair of blocks of sixteen bytes may be exchanged for another without a change of a hash that is only multiplied
// and shifted: the first differs in its top bit, the second in what becomes of that bit.
TEST(long_strings_made_to_collide_do_not) {
  std::vector<std::string> strings;
  for (unsigned which = 0; which < 1024; ++which) {
    std::string string(10 * 32, 'x');
    for (unsigned pair = 0; pair < 10; ++pair) {
      if ((which >> pair & 1) == 0) continue;
      string[pair * 32 + 7] ^= '\x80';
      string[pair * 32 + 16 + 7] ^= '\x80';
      string[pair * 32 + 16 + 3] ^= '\x80';
    }
    strings.push_back(string);
  }
  CHECK(places_of(strings, HashSeeds::kProcess, 20) > 950);
}

TEST(numbers_are_parsed) {
  const auto parse = [](std::string_view text) {  // the bytes after it must not matter
    return parse_number(std::string_view(std::string(text) + "\t123456789012345").substr(0, text.size()));
  };
  for (int value : {0, 1, 9, 10, 99, 100, 12345, 9999999, 12345678, 99999999}) {
    CHECK(parse(std::to_string(value)) == value);
  }
  for (const char* text :
       {"", "01", "00", "-1", "+1", " 1", "1 ", "1a", "a1", "/", ":", "123456789", "1.0", "\xD9\xA1"})
    CHECK(parse(text) == kNotANumber);
}
