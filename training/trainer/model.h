/** Rows and their weights, how they start, and what the optimiser remembers of each. */
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>
#include "corpus.h"
#include "options.h"

constexpr int DIMS = 256;

struct Model {
  uint32_t rows = 0;
  std::vector<float> vectors, weights; // rows × DIMS, rows
  std::vector<float> vector_m, vector_v, weight_m, weight_v; // Adam's moments
  std::vector<uint32_t> seen;                                // batches that touched a row

  void start(const Corpus& c, uint32_t seed) {
    rows = c.rows();
    vectors.resize(size_t(rows) * DIMS);
    weights.resize(rows);
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.f, 1.f / std::sqrt(float(DIMS)));
    for (float& x : vectors) x = normal(random);
    // Smooth inverse frequency, Arora et al. 2017.
    for (uint32_t i = 0; i < rows; i++) weights[i] = 1e-3f / (1e-3f + c.frequency[i]);
  }

  void load(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) fail("cannot open " + path);
    uint32_t head[2];
    if (std::fread(head, 4, 2, file) != 2 || head[0] != rows || head[1] != DIMS) fail("another shape: " + path);
    if (std::fread(vectors.data(), 4, vectors.size(), file) != vectors.size()) fail("cut short: " + path);
    if (std::fread(weights.data(), 4, rows, file) != rows) fail("cut short: " + path);
    std::fclose(file);
  }

  void save(const std::string& path) const {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) fail("cannot write " + path);
    uint32_t head[2] = {rows, DIMS};
    bool is_whole = std::fwrite(head, 4, 2, file) == 2 &&
                    std::fwrite(vectors.data(), 4, vectors.size(), file) == vectors.size() &&
                    std::fwrite(weights.data(), 4, rows, file) == rows;
    if (std::fclose(file) != 0 || !is_whole) fail("cannot write " + path);
  }

  void prepare_training() {
    vector_m.assign(vectors.size(), 0.f);
    vector_v.assign(vectors.size(), 0.f);
    weight_m.assign(rows, 0.f);
    weight_v.assign(rows, 0.f);
    seen.assign(rows, 0);
  }
};
