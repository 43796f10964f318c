/**
 * Trains the static bi-encoder: text vector = normalise(sum over distinct tokens of sqrt(count) · weight · vector).
 *
 * Symmetric InfoNCE over in-batch negatives (van den Oord et al. 2018), at 256 dimensions and, in turn, at the
 * prefixes 128 and 64 (Matryoshka, Kusupati et al. 2022); lazy Adam on the rows that a batch touches. Batches are
 * made of blocks of one kind and source; a share of the blocks holds pairs that the model so far finds alike
 * (a random-projection tree over their second texts), which makes their negatives mined ones.
 *
 *     train --corpus C.bin --out M.f32 [--init M0.f32] [--kinds a=1,b=2] [--steps N] [--seed N] ...
 *
 * Input and output formats: ../formats.ts. No dependency; needs a C++17 compiler. Deterministic for one thread count.
 *
 *     g++ -std=c++17 -O3 -march=native -ffast-math -pthread training/trainer/train.cpp -o train
 */
#include <cstdio>

#include "corpus.h"
#include "model.h"
#include "options.h"
#include "trainer.h"

int main(int argc, char** argv) {
  Options options = parse(argc, argv);
  Corpus corpus = read_corpus(options.corpus);
  Model model;
  model.start(corpus, options.seed);
  if (!options.init.empty()) model.load(options.init);
  model.prepare_training();
  std::printf("%u pairs, %u words, %u buckets, %zu kinds\n", corpus.pairs, corpus.words, corpus.buckets,
              corpus.kinds.size());
  Trainer(options, corpus, model).run();
  return 0;
}
