/** The trainer's options: what they are, what they are unless said otherwise, and how they are read. */
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <type_traits>

/** What can be chosen; each is an option of the same name, with hyphens. */
struct Options {
  std::string corpus, out; // files; both are needed
  std::string init;        // first weights; else at random
  std::string kinds;       // weights of kinds of pairs, a=1,b=0.5; a kind that is not named has 1
  int steps = 3000;
  int batch = 2048;             // pairs; the others of a batch are a pair's negatives
  int block = 64;               // pairs of one kind and source within a batch
  int threads = 2;              // the result depends on it in the last digits
  int save_every = 0;           // steps between OUT.STEP files; 0: none
  int report_every = 100;       // steps between lines of progress
  int warmup = 200;             // steps until the learning rate is whole
  int remine = 2000;            // steps between searches for pairs that are alike
  float lr = 0.01f;
  float final_lr = 0.02f;       // the least share of lr that is left at the end
  float weight_lr = 1.f;        // learning rate of rows' weights, as a share of lr
  float scale = 20.f;           // inverse temperature
  float token_dropout = 0.1f;   // share of tokens left out
  float overlap_dropout = 0.3f; // share left out of those that both texts of a pair have
  float overlap_all = 0.f;      // share of texts where all of those are left out
  float spell_out = 0.03f;      // share of words read as their buckets
  float hard = 0.5f;            // share of groups whose blocks hold pairs that are alike
  uint32_t seed = 1;
};

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "train: %s\n", what.c_str());
  std::exit(1);
}

inline Options parse(int argc, char** argv) {
  Options o;
  if (argc % 2 == 0) fail(std::string("an option without a value: ") + argv[argc - 1]);
  std::map<std::string, std::string> given;
  for (int i = 1; i + 1 < argc; i += 2) given[argv[i]] = argv[i + 1];
  auto text = [&](const char* name, std::string& to) {
    if (!given.count(name)) return;
    to = given[name];
    given.erase(name);
  };
  auto number = [&](const char* name, auto& to) {
    if (!given.count(name)) return;
    const char* from = given[name].c_str();
    char* end = nullptr;
    double value = std::strtod(from, &end);
    if (end == from || *end != '\0' || value < 0) fail(std::string(name) + " wants a number from 0 on");
    to = static_cast<std::decay_t<decltype(to)>>(value);
    given.erase(name);
  };
  text("--corpus", o.corpus);
  text("--out", o.out);
  text("--init", o.init);
  text("--kinds", o.kinds);
  number("--steps", o.steps);
  number("--batch", o.batch);
  number("--block", o.block);
  number("--threads", o.threads);
  number("--save-every", o.save_every);
  number("--report-every", o.report_every);
  number("--warmup", o.warmup);
  number("--remine", o.remine);
  number("--lr", o.lr);
  number("--final-lr", o.final_lr);
  number("--weight-lr", o.weight_lr);
  number("--scale", o.scale);
  number("--token-dropout", o.token_dropout);
  number("--overlap-dropout", o.overlap_dropout);
  number("--overlap-all", o.overlap_all);
  number("--spell-out", o.spell_out);
  number("--hard", o.hard);
  number("--seed", o.seed);
  if (!given.empty()) fail("unknown option " + given.begin()->first);
  if (o.corpus.empty() || o.out.empty()) fail("--corpus and --out are needed");
  if (o.block < 1 || o.batch < 4 || o.batch % o.block != 0) fail("--batch must be a multiple of --block");
  // The kernels take four rows at a time.
  if (o.batch % 4 != 0) fail("--batch must be a multiple of 4");
  if (o.threads < 1 || o.remine < 1 || o.warmup < 1 || o.report_every < 1) {
    fail("--threads, --remine, --warmup and --report-every are 1 or more");
  }
  return o;
}
