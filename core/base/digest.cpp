#include "base/digest.h"

#include <random>

namespace dodona {
namespace {

std::uint64_t random_number(std::random_device& device) { return std::uint64_t{device()} << 32 | device(); }

HashSeeds random_seeds() {
  std::random_device device;
  const std::uint64_t one = random_number(device);
  return {one, random_number(device)};
}

}  // namespace

const HashSeeds HashSeeds::kProcess = random_seeds();

}  // namespace dodona
