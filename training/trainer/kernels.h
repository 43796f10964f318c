/** Where the time goes: products of two batches, blocked so that a compiler makes SIMD of them, and lengths. */
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <thread>
#include <vector>
#include "model.h"

/** body(from, to, thread) over [0, count) in equal parts, one of them on this thread. */
template <class Body> void parallel(int threads, size_t count, Body body) {
  std::vector<std::thread> running;
  size_t share = (count + threads - 1) / threads;
  for (int t = 0; t < threads; t++) {
    size_t from = std::min(count, t * share), to = std::min(count, (t + 1) * share);
    if (t + 1 == threads) {
      body(from, to, t);
    } else {
      running.emplace_back(body, from, to, t);
    }
  }
  for (auto& one : running) one.join();
}

/** out[i][j] = a[i] · b[j] over the first k numbers; rows are DIMS apart. */
inline void similarities(const float* a, const float* b, float* out, size_t from, size_t to, size_t n, int k) {
  for (size_t i = from; i < to; i += 4)
    for (size_t j = 0; j < n; j += 4) {
      float sums[4][4][16] = {};
      for (int d = 0; d < k; d += 16)
        for (int x = 0; x < 4; x++)
          for (int y = 0; y < 4; y++)
            for (int l = 0; l < 16; l++) sums[x][y][l] += a[(i + x) * DIMS + d + l] * b[(j + y) * DIMS + d + l];
      for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++) {
          float sum = 0;
          for (int l = 0; l < 16; l++) sum += sums[x][y][l];
          out[(i + x) * n + j + y] = sum;
        }
    }
}

/** out[i] += sum over j of p(i, j) · b[j]; p(i, j) is at p[i · row + j · column]. */
inline void mix(const float* p, size_t row, size_t column, const float* b, float* out, size_t from, size_t to,
                size_t n, int k) {
  for (size_t i = from; i < to; i += 4)
    for (int d = 0; d < k; d += 64) {
      float sums[4][64] = {};
      for (size_t j = 0; j < n; j++)
        for (int x = 0; x < 4; x++) {
          float share = p[(i + x) * row + j * column];
          for (int l = 0; l < 64; l++) sums[x][l] += share * b[j * DIMS + d + l];
        }
      for (int x = 0; x < 4; x++)
        for (int l = 0; l < 64; l++) out[(i + x) * DIMS + d + l] += sums[x][l];
    }
}

/** unit[i] = pooled[i] / its length, over the first k numbers. */
inline void normalise(const std::vector<float>& pooled, std::vector<float>& unit, size_t from, size_t to, int k) {
  for (size_t i = from; i < to; i++) {
    float norm = 1e-12f;
    for (int d = 0; d < k; d++) norm += pooled[i * DIMS + d] * pooled[i * DIMS + d];
    norm = 1.f / std::sqrt(norm);
    for (int d = 0; d < k; d++) unit[i * DIMS + d] = pooled[i * DIMS + d] * norm;
  }
}

/** Adds to `out` the gradient before `normalise`, of the gradient `g` after it. */
inline void back_through_norm(const std::vector<float>& pooled, const std::vector<float>& unit,
                              const std::vector<float>& g, std::vector<float>& out, size_t from, size_t to, int k) {
  for (size_t i = from; i < to; i++) {
    float norm = 1e-12f, along = 0;
    for (int d = 0; d < k; d++) {
      norm += pooled[i * DIMS + d] * pooled[i * DIMS + d];
      along += g[i * DIMS + d] * unit[i * DIMS + d];
    }
    norm = 1.f / std::sqrt(norm);
    for (int d = 0; d < k; d++) out[i * DIMS + d] += (g[i * DIMS + d] - along * unit[i * DIMS + d]) * norm;
  }
}
