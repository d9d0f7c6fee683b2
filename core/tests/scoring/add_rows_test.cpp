#include "scoring/linear/add_rows.h"

#include <cstdint>
#include <random>
#include <vector>

#include "test.h"

using namespace dodona;

// All implementations that the processor can run give the same sums.
TEST(all_implementations_of_add_rows_agree) {
  std::mt19937 random(2010);
  for (std::size_t width = 32; width <= 352; width += 32) {
    constexpr std::size_t kRows = 20;
    std::vector<std::int8_t> rows(kRows * width);
    for (std::int8_t& weight : rows) weight = static_cast<std::int8_t>(static_cast<int>(random() % 255) - 127);
    std::vector<std::int16_t> ready(width);
    for (std::int16_t& sum : ready) sum = static_cast<std::int16_t>(random() % 200);
    const std::vector<const std::int16_t*> more(width / 32 % 3, ready.data());
    for (std::size_t count = 0; count <= 6; count += 2) {
      std::vector<RowReference> which;
      // One row with the greatest shift, and others small enough not to overflow.
      for (std::size_t i = 0; i < count; ++i)
        which.push_back(
            static_cast<RowReference>(random() % kRows << kShiftBits | (i == 0 ? kMostShift : random() % 5)));
      std::vector<int> right(width);
      for (std::size_t column = 0; column < width; ++column) {
        for (const RowReference row : which) right[column] += rows[row_of(row) * width + column] * (1 << shift_of(row));
        right[column] += static_cast<int>(more.size()) * ready[column];
      }
      for (const AddRows add : ways_to_add_rows()) {
        std::vector<std::int16_t> sums(width, -1);
        add(rows.data(), width, which, more, sums.data());
        bool same = true;
        for (std::size_t column = 0; column < width; ++column) same = same && sums[column] == right[column];
        CHECK(same);
      }
    }
  }
}
