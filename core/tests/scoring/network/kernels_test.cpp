// Kernels and the other functions of networks against their definitions.
#include "scoring/network/kernels.h"

#include <cmath>
#include <random>

#include "scoring/network/functions.h"
#include "scoring/network/random_network.h"
#include "test.h"

using namespace dodona;

namespace {

std::vector<std::int8_t> random_bytes(std::size_t size, std::mt19937& random) {
  std::vector<std::int8_t> bytes(size);
  // Many extremes: pairs of their products are the largest sums.
  for (std::int8_t& each : bytes)
    each = static_cast<std::int8_t>(random() % 3 == 0 ? (random() % 2 == 0 ? 127 : -127)
                                                      : static_cast<int>(random() % 255) - 127);
  return bytes;
}

void check_products(std::size_t inputs, std::size_t outputs, std::size_t rows, const std::vector<std::int8_t>& weights,
                    const std::vector<std::int8_t>& numbers) {
  const PackedMatrix matrix(weights, inputs);
  CHECK(matrix.outputs() == outputs && matrix.inputs() == inputs && matrix.weights() == weights);
  for (const Kernel kernel : available_kernels()) {
    std::vector<std::int32_t> sums(rows * matrix.columns(), -1);
    multiply(kernel, matrix, numbers.data(), rows, sums.data());
    bool is_right = true;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t output = 0; output < matrix.columns(); ++output) {
        std::int32_t sum = 0;
        for (std::size_t input = 0; output < outputs && input < inputs; ++input)
          sum += numbers[row * inputs + input] * weights[output * inputs + input];
        is_right &= sums[row * matrix.columns() + output] == sum;
      }
    CHECK(is_right);
  }
}

}  // namespace

TEST(every_kernel_computes_the_same_exact_products) {
  std::mt19937 random(1);
  for (const std::size_t inputs : {4u, 8u, 36u, 288u})
    for (const std::size_t outputs : {1u, 15u, 16u, 17u, 64u, 83u, 130u})
      for (const std::size_t rows : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 13u})
        check_products(inputs, outputs, rows, random_bytes(inputs * outputs, random),
                       random_bytes(inputs * rows, random));
  // The greatest sums that there can be.
  const std::size_t most = PackedMatrix::kMostInputs;
  for (const int sign : {1, -1})
    check_products(most, 2, 2, std::vector<std::int8_t>(2 * most, static_cast<std::int8_t>(127 * sign)),
                   std::vector<std::int8_t>(2 * most, 127));
}

TEST(matrices_of_networks_are_checked) {
  const std::vector<std::int8_t> weights(64);
  CHECK(is_refused([&] { PackedMatrix(weights, 0); }));
  CHECK(is_refused([&] { PackedMatrix(weights, 6); }));
  CHECK(is_refused([&] { PackedMatrix(weights, 12); }));
  CHECK(is_refused([] { PackedMatrix(std::vector<std::int8_t>(8, -128), 4); }));
  CHECK(is_refused(
      [] { PackedMatrix(std::vector<std::int8_t>(2 * PackedMatrix::kMostInputs), 2 * PackedMatrix::kMostInputs); }));
  CHECK(PackedMatrix({}, 4).outputs() == 0);
}

TEST(numbers_are_rounded_to_the_nearest_step) {
  std::mt19937 random(2);
  for (const std::size_t size : {1u, 4u, 31u, 256u}) {
    const std::vector<float> numbers = random_floats(size, 3, random);
    std::vector<std::int8_t> rounded(size);
    const float unit = quantise(numbers.data(), size, rounded.data());
    for (std::size_t i = 0; i < size; ++i) {
      CHECK(rounded[i] >= -127);
      CHECK(std::abs(static_cast<float>(rounded[i]) * unit - numbers[i]) <= 0.501f * unit);
    }
  }
  const std::vector<float> zeros(8);
  std::vector<std::int8_t> rounded(8, 1);
  CHECK(quantise(zeros.data(), 8, rounded.data()) == 0 && rounded == std::vector<std::int8_t>(8));
}

TEST(functions_of_networks_are_those_of_their_definitions) {
  std::mt19937 random(3);
  std::vector<float> values = random_floats(64, 9, random);
  const std::vector<float> before = values, weight = random_floats(64, 2, random), bias = random_floats(64, 2, random);
  gelu(values.data(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = double{before[i]}, t = std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x));
    CHECK(std::abs(double{values[i]} - 0.5 * x * (1 + t)) < 1e-3);
  }
  values = before;
  layer_norm(weight.data(), bias.data(), values.size(), values.data());
  double mean = 0, variance = 0;
  for (const float x : before) mean += double{x} / 64;
  for (const float x : before) variance += (double{x} - mean) * (double{x} - mean) / 64;
  for (std::size_t i = 0; i < values.size(); ++i)
    CHECK(std::abs(double{values[i]} - ((double{before[i]} - mean) / std::sqrt(variance + 1e-5) * double{weight[i]} +
                                        double{bias[i]})) < 1e-4);
  values = before;
  recurrence_step(weight.data(), bias.data(), values.size(), values.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double z = 1 / (1 + std::exp(-double{weight[i]})), x = double{bias[i]};
    const double g = x >= 0 ? x + 0.5 : 1 / (1 + std::exp(-x));
    CHECK(std::abs(double{values[i]} - ((1 - z) * double{before[i]} + z * g)) < 1e-3);
  }
}
