/** The corpus in memory: ../formats.ts says what lies where. */
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>
#include "options.h"

/** A corpus in memory; see ../formats.ts. A token is id | count << 24. */
struct Corpus {
  uint32_t words = 0, buckets = 0, pairs = 0;
  std::vector<std::string> kinds;
  std::vector<float> frequency;            // words + buckets, sums to 1
  std::vector<uint32_t> gram_start, grams; // buckets of each word, for spelling it out
  std::vector<uint8_t> kind;
  std::vector<uint16_t> source;
  std::vector<uint64_t> start; // 2 · pairs + 1
  std::vector<uint32_t> tokens;
  uint32_t rows() const { return words + buckets; }
};

template <class T> void read_into(std::FILE* file, std::vector<T>& to, size_t count) {
  to.resize(count);
  if (std::fread(to.data(), sizeof(T), count, file) != count) fail("the corpus is cut short");
}

/** Whatever points somewhere points inside; what is read later is believed. */
inline void check(const Corpus& c) {
  auto wrong = [](const char* what) { fail(std::string("not a sound corpus: ") + what); };
  if (c.start.front() != 0 || c.start.back() != c.tokens.size()) wrong("where texts begin");
  for (size_t i = 0; i + 1 < c.start.size(); i++)
    if (c.start[i] > c.start[i + 1]) wrong("the order of texts");
  for (uint32_t token : c.tokens)
    if ((token & 0xffffff) >= c.rows()) wrong("a token");
  if (c.gram_start.front() != 0 || c.gram_start.back() != c.grams.size()) wrong("where buckets begin");
  for (size_t i = 0; i + 1 < c.gram_start.size(); i++)
    if (c.gram_start[i] > c.gram_start[i + 1]) wrong("the order of buckets");
  for (uint32_t gram : c.grams)
    if (gram >= c.buckets) wrong("a bucket");
  for (uint8_t kind : c.kind)
    if (kind >= c.kinds.size()) wrong("a kind");
}

inline Corpus read_corpus(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) fail("cannot open " + path);
  std::vector<uint32_t> head;
  read_into(file, head, 7);
  if (head[0] != 0x31435354) fail("not a corpus: " + path);
  Corpus c;
  c.words = head[1];
  c.buckets = head[2];
  c.pairs = head[3];
  uint32_t names = head[4], grams = head[5], tokens = head[6];
  std::vector<char> text;
  read_into(file, text, names);
  std::string name;
  for (char one : text) {
    if (one == '\n') {
      c.kinds.push_back(name);
      name.clear();
    } else if (one != '\0') {
      name += one;
    }
  }
  read_into(file, c.frequency, c.rows());
  read_into(file, c.gram_start, c.words + 1);
  read_into(file, c.grams, grams);
  read_into(file, c.start, size_t(c.pairs) * 2 + 1);
  read_into(file, c.tokens, tokens);
  read_into(file, c.source, c.pairs);
  read_into(file, c.kind, c.pairs);
  std::fclose(file);
  check(c);
  return c;
}
