// The parts of a network that are not products of integers. They use the same formulas in the same order everywhere, so
// that results are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dodona {

/// Rounds `count` numbers to 8 bits, from -127 to 127; returns the unit in which they are then counted.
float quantise(const float* numbers, std::size_t count, std::int8_t* rounded);

/// values[i] = sums[i] * unit * scales[i] + bias[i]
void dequantise(const std::int32_t* sums, float unit, const float* scales, const float* bias, std::size_t count,
                float* values);

/// x * σ(1.5957691 (x + 0.044715 x³)): GELU by its tanh formula.
void gelu(float* values, std::size_t count);

/// max(x, 0)
void relu(float* values, std::size_t count);

/// values[i] += row[i]
void add_row(const float* row, std::size_t count, float* values);

/// values[i] += scale * row[i]
void add_row(const std::int8_t* row, float scale, std::size_t count, float* values);

/// One step of a gated linear recurrence: h = h + z (g - h), where z = σ(gate) and g = x + 0.5 if x >= 0, else σ(x).
void recurrence_step(const float* gates, const float* inputs, std::size_t count, float* state);

/// values = (values - mean) / √(variance + 1e-5) * weight + bias. The number of values is a multiple of 16.
void layer_norm(const float* weight, const float* bias, std::size_t count, float* values);

}  // namespace dodona
