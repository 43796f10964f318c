/** Which pairs make a batch, and what of their texts is read. */
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include "corpus.h"
#include "kernels.h"
#include "model.h"
#include "options.h"

/** The first or the second texts of a batch. */
struct Side {
  std::vector<uint32_t> start, ids;
  std::vector<float> counts;             // sqrt(count) of each token
  std::vector<float> pooled, unit, grad; // n × DIMS
  std::vector<uint64_t> hash;
};

/** A larger group is only shuffled: its vectors would not fit into memory. */
constexpr size_t LARGEST_SORTED = 400000;

struct Batches {
  const Options& o;
  const Corpus& c;
  const Model& m;
  std::mt19937 random;
  std::vector<uint32_t> order;                    // pairs, group by group
  std::vector<std::vector<uint32_t>> kind_blocks; // start of each block in `order`
  std::vector<float> kind_cdf;

  Batches(const Options& options, const Corpus& corpus, const Model& model)
      : o(options), c(corpus), m(model), random(options.seed * 7919 + 17) {}

  float chance() { return random() * (1.f / 4294967296.f); }

  void embed_text(uint64_t text, float* to) const {
    std::memset(to, 0, DIMS * sizeof(float));
    for (uint64_t t = c.start[text]; t < c.start[text + 1]; t++) {
      uint32_t id = c.tokens[t] & 0xffffff;
      float share = std::sqrt(float(c.tokens[t] >> 24)) * m.weights[id];
      const float* v = &m.vectors[size_t(id) * DIMS];
      for (int d = 0; d < DIMS; d++) to[d] += share * v[d];
    }
    float norm = 0;
    for (int d = 0; d < DIMS; d++) norm += to[d] * to[d];
    norm = 1.f / std::sqrt(norm + 1e-12f);
    for (int d = 0; d < DIMS; d++) to[d] *= norm;
  }

  /** Cuts pairs [from, to) of `order` so that neighbours are alike: a random-projection tree. */
  void sort_alike(size_t from, size_t to, const std::vector<float>& unit, size_t base, std::mt19937& local) {
    if (to - from <= size_t(o.block)) return;
    size_t x = from + local() % (to - from), y = from + local() % (to - from);
    const float *px = &unit[(order[x] - base) * DIMS], *py = &unit[(order[y] - base) * DIMS];
    float axis[DIMS];
    for (int d = 0; d < DIMS; d++) axis[d] = px[d] - py[d];
    size_t middle = from + ((to - from) / o.block + 1) / 2 * o.block;
    std::vector<std::pair<float, uint32_t>> keyed;
    for (size_t i = from; i < to; i++) {
      const float* v = &unit[(order[i] - base) * DIMS];
      float sum = 0;
      for (int d = 0; d < DIMS; d++) sum += v[d] * axis[d];
      keyed.emplace_back(sum, order[i]);
    }
    std::nth_element(keyed.begin(), keyed.begin() + (middle - from), keyed.end());
    for (size_t i = from; i < to; i++) order[i] = keyed[i - from].second;
    sort_alike(from, middle, unit, base, local);
    sort_alike(middle, to, unit, base, local);
  }

  /**
   * Pairs are stored grouped by kind and source. Shuffles each group, or, of so large a share as --hard, sorts it
   * alike; and cuts it into blocks.
   */
  void make_blocks(bool mine) {
    order.resize(c.pairs);
    for (uint32_t i = 0; i < c.pairs; i++) order[i] = i;
    std::vector<std::pair<size_t, size_t>> groups;
    for (size_t from = 0; from < c.pairs;) {
      size_t to = from;
      while (to < c.pairs && c.kind[to] == c.kind[from] && c.source[to] == c.source[from]) to++;
      groups.emplace_back(from, to);
      from = to;
    }
    std::vector<uint8_t> is_mined(groups.size());
    for (auto& one : is_mined) one = mine && chance() < o.hard;
    uint32_t seed = random();
    parallel(o.threads, groups.size(), [&](size_t first, size_t last, int) {
      for (size_t g = first; g < last; g++) {
        auto [from, to] = groups[g];
        std::mt19937 local(seed + uint32_t(g));
        std::shuffle(order.begin() + from, order.begin() + to, local);
        if (!is_mined[g] || to - from <= size_t(o.block) || to - from > LARGEST_SORTED) continue;
        std::vector<float> unit((to - from) * DIMS);
        for (size_t i = from; i < to; i++) embed_text(i * 2 + 1, &unit[(i - from) * DIMS]);
        sort_alike(from, to, unit, from, local);
      }
    });
    kind_blocks.assign(c.kinds.size(), {});
    for (auto [from, to] : groups)
      for (size_t at = from; at + o.block <= to; at += o.block) kind_blocks[c.kind[from]].push_back(uint32_t(at));
    set_kind_shares();
  }

  /** A kind is drawn by its number of blocks times its weight. */
  void set_kind_shares() {
    std::map<std::string, float> given;
    for (size_t at = 0; at < o.kinds.size();) {
      size_t end = std::min(o.kinds.find(',', at), o.kinds.size()), eq = o.kinds.find('=', at);
      given[o.kinds.substr(at, eq - at)] = std::atof(o.kinds.c_str() + eq + 1);
      at = end + 1;
    }
    kind_cdf.clear();
    float sum = 0;
    for (size_t k = 0; k < c.kinds.size(); k++) {
      float weight = given.count(c.kinds[k]) ? given[c.kinds[k]] : 1.f;
      sum += weight * kind_blocks[k].size();
      kind_cdf.push_back(sum);
    }
    if (!(sum > 0)) fail("no kind of pairs with a weight has a whole block of one source; try a smaller --block");
    for (float& x : kind_cdf) x /= sum;
  }

  /** The pairs of a batch, block by block. */
  std::vector<uint32_t> draw() {
    std::vector<uint32_t> pairs;
    while (pairs.size() < size_t(o.batch)) {
      float x = chance();
      size_t k = 0;
      while (k + 1 < kind_cdf.size() && kind_cdf[k] <= x) k++;
      if (kind_blocks[k].empty()) continue;
      uint32_t at = kind_blocks[k][random() % kind_blocks[k].size()];
      for (int i = 0; i < o.block; i++) pairs.push_back(order[at + i]);
    }
    return pairs;
  }

  void add_token(Side& side, uint32_t token) {
    uint32_t id = token & 0xffffff;
    float count = std::sqrt(float(token >> 24));
    if (id < c.words && chance() < o.spell_out) {
      for (uint32_t g = c.gram_start[id]; g < c.gram_start[id + 1]; g++) {
        side.ids.push_back(c.words + c.grams[g]);
        side.counts.push_back(count);
      }
      return;
    }
    side.ids.push_back(id);
    side.counts.push_back(count);
  }

  /**
   * The first (0) or second (1) texts of the pairs, tokens dropped. No text is left empty. A text's hash is of all
   * its tokens, so that equal texts are known and not taken for negatives.
   */
  void fill(Side& side, const std::vector<uint32_t>& pairs, int which, bool drop_overlap) {
    side.start.assign(1, 0);
    side.ids.clear();
    side.counts.clear();
    side.hash.clear();
    for (uint32_t pair : pairs) {
      uint64_t text = uint64_t(pair) * 2 + which, other = uint64_t(pair) * 2 + 1 - which;
      uint64_t from = c.start[text], to = c.start[text + 1];
      float overlap = drop_overlap ? (chance() < o.overlap_all ? 1.f : o.overlap_dropout) : 0.f;
      uint64_t hash = 1469598103934665603ull;
      size_t before = side.ids.size();
      for (uint64_t t = from; t < to; t++) {
        hash = (hash ^ c.tokens[t]) * 1099511628211ull;
        if (chance() < o.token_dropout) continue;
        // Tokens of a text are sorted by id.
        if (overlap > 0 && chance() < overlap) {
          uint32_t id = c.tokens[t] & 0xffffff;
          auto less = [](uint32_t x, uint32_t y) { return (x & 0xffffff) < (y & 0xffffff); };
          auto begin = c.tokens.begin() + c.start[other], end = c.tokens.begin() + c.start[other + 1];
          if (std::binary_search(begin, end, id, less)) continue;
        }
        add_token(side, c.tokens[t]);
      }
      if (side.ids.size() == before && to > from) add_token(side, c.tokens[from + random() % (to - from)]);
      side.start.push_back(uint32_t(side.ids.size()));
      side.hash.push_back(hash);
    }
  }
};
