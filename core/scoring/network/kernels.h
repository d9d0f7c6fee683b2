// Products of matrices of 8-bit integers. They are exact, so all kernels give the same sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"

namespace dodona {

/// The instructions that a product uses.
enum class Kernel { plain, neon, avx2, avx512_vnni };
constexpr const char* name_of(Kernel kernel) {
  constexpr const char* kNames[] = {"plain", "NEON", "AVX2", "AVX-512 VNNI"};
  return kNames[static_cast<std::size_t>(kernel)];
}

/// The kernels that this processor can run, the fastest last.
std::vector<Kernel> available_kernels();
inline Kernel fastest_kernel() { return available_kernels().back(); }

/// A matrix of weights from -127 to 127, a row for each output, in the order in which kernels read it: blocks of 16
/// outputs, in which the weights of four inputs for each output stand together.
class PackedMatrix {
 public:
  static constexpr std::size_t kOutputs = 16, kInputs = 4;
  static constexpr std::size_t kMostInputs = 65536;  // the sums fit into 32 bits

  PackedMatrix() = default;
  /// `weights` has a row of `inputs` for each output. The number of inputs must be a multiple of kInputs.
  PackedMatrix(std::span<const std::int8_t> weights, std::size_t inputs);

  std::size_t inputs() const { return inputs_; }
  std::size_t outputs() const { return outputs_; }
  /// The number of outputs rounded up to whole blocks: the length of a row of sums.
  std::size_t columns() const { return offsets_.size(); }
  const std::int8_t* block(std::size_t i) const { return weights_.data() + i * kOutputs * inputs_; }
  /// 128 times the sum of each output's weights.
  const std::int32_t* offsets() const { return offsets_.data(); }
  /// The weights again, row by row.
  std::vector<std::int8_t> weights() const;

 private:
  std::size_t inputs_ = 0, outputs_ = 0;
  HugeVector<std::int8_t> weights_;
  std::vector<std::int32_t> offsets_;
};

/// sums[row][output] = Σ rows[row][input] * weights[output][input], for rows of numbers from -127 to 127.
void multiply(Kernel kernel, const PackedMatrix& matrix, const std::int8_t* rows, std::size_t count,
              std::int32_t* sums);

}  // namespace dodona
