/** A step: texts to vectors, the contrast of each with the others of its batch, Adam on the rows it touched. */
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include "batches.h"
#include "kernels.h"
#include "model.h"
#include "options.h"

struct Trainer {
  const Options& o;
  Model& m;
  Batches batches;
  Side a, b;
  std::vector<float> scores, prefix_a, prefix_b, prefix_ga, prefix_gb;

  Trainer(const Options& options, const Corpus& corpus, Model& model)
      : o(options), m(model), batches(options, corpus, model) {
    scores.resize(size_t(o.batch) * o.batch);
    for (auto* one : {&prefix_a, &prefix_b, &prefix_ga, &prefix_gb}) one->resize(size_t(o.batch) * DIMS);
  }

  /** All of it, the weights saved at the end. */
  void run() {
    batches.make_blocks(!o.init.empty());
    double loss = 0;
    auto before = std::chrono::steady_clock::now();
    for (int s = 1; s <= o.steps; s++) {
      if (s % o.remine == 0) batches.make_blocks(true);
      float left = 1.f - float(s) / o.steps;
      float lr = o.lr * std::min(1.f, float(s) / o.warmup) * std::max(o.final_lr, left);
      loss += step(s, lr);
      if (s % o.report_every == 0) {
        double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
        std::printf("step %d loss %.4f lr %.5f %.0f s\n", s, loss / o.report_every, lr, seconds);
        std::fflush(stdout);
        loss = 0;
      }
      if (o.save_every > 0 && s % o.save_every == 0) m.save(o.out + "." + std::to_string(s));
    }
    m.save(o.out);
  }

  /** Returns the loss at all dimensions. */
  double step(int number, float lr) {
    std::vector<uint32_t> pairs = batches.draw();
    batches.fill(a, pairs, 0, true);
    batches.fill(b, pairs, 1, false);
    pool(a);
    pool(b);
    double loss = contrast(DIMS, 0.7f);
    contrast(number % 2 == 0 ? 128 : 64, 0.3f);
    update(lr);
    return loss;
  }

  /** Texts as sums of rows; their gradients empty. */
  void pool(Side& side) {
    side.pooled.resize(size_t(o.batch) * DIMS);
    side.grad.assign(size_t(o.batch) * DIMS, 0.f);
    parallel(o.threads, o.batch, [&](size_t from, size_t to, int) {
      for (size_t i = from; i < to; i++) {
        float* sum = &side.pooled[i * DIMS];
        std::memset(sum, 0, DIMS * sizeof(float));
        for (uint32_t t = side.start[i]; t < side.start[i + 1]; t++) {
          float share = side.counts[t] * m.weights[side.ids[t]];
          const float* v = &m.vectors[size_t(side.ids[t]) * DIMS];
          for (int d = 0; d < DIMS; d++) sum[d] += share * v[d];
        }
      }
    });
  }

  /** Loss at the first k dimensions; adds its gradient to a.grad and b.grad. */
  double contrast(int k, float share) {
    size_t n = o.batch;
    std::vector<double> loss(o.threads, 0.0);
    std::vector<float> column_sum(n, 0.f), row_sum(n, 0.f);
    parallel(o.threads, n, [&](size_t from, size_t to, int) {
      normalise(a.pooled, prefix_a, from, to, k);
      normalise(b.pooled, prefix_b, from, to, k);
    });
    std::vector<std::vector<float>> columns(o.threads, std::vector<float>(n, 0.f));
    parallel(o.threads, n / 4, [&](size_t from, size_t to, int t) {
      similarities(prefix_a.data(), prefix_b.data(), scores.data(), from * 4, to * 4, n, k);
      for (size_t i = from * 4; i < to * 4; i++) {
        float sum = 0, *row = &scores[i * n];
        for (size_t j = 0; j < n; j++) {
          bool is_same = i != j && (a.hash[i] == a.hash[j] || b.hash[i] == b.hash[j]);
          row[j] = is_same ? 0.f : std::exp(o.scale * (row[j] - 1.f));
          sum += row[j];
        }
        for (size_t j = 0; j < n; j++) columns[t][j] += row[j];
        row_sum[i] = sum;
      }
    });
    for (auto& one : columns)
      for (size_t j = 0; j < n; j++) column_sum[j] += one[j];
    float each = share * o.scale / (2.f * n);
    parallel(o.threads, n, [&](size_t from, size_t to, int t) {
      for (size_t i = from; i < to; i++) {
        float* row = &scores[i * n];
        loss[t] -= 0.5 * (std::log(row[i] / row_sum[i]) + std::log(row[i] / column_sum[i]));
        float by_row = each / row_sum[i];
        for (size_t j = 0; j < n; j++) row[j] *= by_row + each / column_sum[j];
        row[i] -= 2.f * each;
      }
    });
    std::fill(prefix_ga.begin(), prefix_ga.end(), 0.f);
    std::fill(prefix_gb.begin(), prefix_gb.end(), 0.f);
    parallel(o.threads, n / 4, [&](size_t from, size_t to, int) {
      mix(scores.data(), n, 1, prefix_b.data(), prefix_ga.data(), from * 4, to * 4, n, k);
      mix(scores.data(), 1, n, prefix_a.data(), prefix_gb.data(), from * 4, to * 4, n, k);
      back_through_norm(a.pooled, prefix_a, prefix_ga, a.grad, from * 4, to * 4, k);
      back_through_norm(b.pooled, prefix_b, prefix_gb, b.grad, from * 4, to * 4, k);
    });
    double sum = 0;
    for (double one : loss) sum += one;
    return sum / n;
  }

  /** Adam on every row the batch touched; a row's own step count corrects its bias. */
  void update(float lr) {
    struct Use {
      uint32_t id, example;
      float count;
      bool is_b;
    };
    std::vector<Use> uses;
    for (Side* side : {&a, &b})
      for (size_t i = 0; i < size_t(o.batch); i++)
        for (uint32_t t = side->start[i]; t < side->start[i + 1]; t++)
          uses.push_back({side->ids[t], uint32_t(i), side->counts[t], side == &b});
    std::vector<uint32_t> first(m.rows + 1, 0), sorted(uses.size());
    for (const Use& one : uses) first[one.id + 1]++;
    for (uint32_t i = 0; i < m.rows; i++) first[i + 1] += first[i];
    std::vector<uint32_t> cursor(first.begin(), first.end() - 1);
    for (uint32_t u = 0; u < uses.size(); u++) sorted[cursor[uses[u].id]++] = u;
    constexpr float BETA1 = 0.9f, BETA2 = 0.999f, EPSILON = 1e-8f;
    parallel(o.threads, m.rows, [&](size_t from, size_t to, int) {
      for (size_t id = from; id < to; id++) {
        if (first[id] == first[id + 1]) continue;
        float grad[DIMS] = {}, weight_grad = 0;
        float *v = &m.vectors[id * DIMS], *vm = &m.vector_m[id * DIMS], *vv = &m.vector_v[id * DIMS];
        for (uint32_t s = first[id]; s < first[id + 1]; s++) {
          const Use& use = uses[sorted[s]];
          const float* g = &(use.is_b ? b : a).grad[size_t(use.example) * DIMS];
          float along = 0;
          for (int d = 0; d < DIMS; d++) {
            grad[d] += use.count * g[d];
            along += v[d] * g[d];
          }
          weight_grad += use.count * along;
        }
        float w = m.weights[id], t = float(++m.seen[id]);
        float fix1 = 1.f / (1.f - std::pow(BETA1, t)), fix2 = 1.f / (1.f - std::pow(BETA2, t));
        for (int d = 0; d < DIMS; d++) {
          float g = grad[d] * w;
          vm[d] = BETA1 * vm[d] + (1 - BETA1) * g;
          vv[d] = BETA2 * vv[d] + (1 - BETA2) * g * g;
          v[d] -= lr * (vm[d] * fix1) / (std::sqrt(vv[d] * fix2) + EPSILON);
        }
        float &wm = m.weight_m[id], &wv = m.weight_v[id];
        wm = BETA1 * wm + (1 - BETA1) * weight_grad;
        wv = BETA2 * wv + (1 - BETA2) * weight_grad * weight_grad;
        m.weights[id] = std::max(0.f, w - lr * o.weight_lr * (wm * fix1) / (std::sqrt(wv * fix2) + EPSILON));
      }
    });
  }
};
