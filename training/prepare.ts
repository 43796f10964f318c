/**
 * Converts pairs of texts to the trainer's corpus: drops duplicates and held-out texts, chooses the vocabulary, and replaces
 * every text by token ids.
 *
 * Usage: `node --conditions=source training/prepare.ts --out corpus.bin --vocabulary vocabulary.txt [--words N] [--buckets N]
 * [--keep] [--heldout FILE]... [--guard FILE]... PAIRS.jsonl[.zst]...`
 *
 * `--keep` uses the vocabulary unchanged, to continue with weights that were trained on it. A line of PAIRS: {"k": kind, "r":
 * source, "a": text, "b": text}. Progress goes to stderr.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Collection, heldOutTexts } from "./collect.ts";
import { chooseWords, encodePairs, writeCorpus } from "./corpus.ts";
import { readVocabulary } from "./formats.ts";
import { guardedRuns } from "./leak-guard.ts";
import { readPairs } from "./read-pairs.ts";
import { TRAINING } from "./tuning.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    vocabulary: { type: "string" },
    words: { type: "string", default: `${TRAINING.vocabularyWords}` },
    buckets: { type: "string", default: `${TRAINING.buckets}` },
    keep: { type: "boolean", default: false },
    heldout: { type: "string", multiple: true, default: [] },
    guard: { type: "string", multiple: true, default: [] },
  },
});
if (values.out === undefined || values.vocabulary === undefined || positionals.length === 0) {
  throw new Error("--out, --vocabulary and at least one file of pairs are needed");
}
const collection = new Collection({
  heldOut: await heldOutTexts(values.heldout),
  runs: guardedRuns(values.guard),
});
for (const path of positionals) {
  for await (const pair of readPairs(path)) collection.add(pair);
  process.stderr.write(
    `${path}: ${collection.pairs.length} pairs, ${collection.words.size} words\n`,
  );
}
const vocabulary = values.keep
  ? readVocabulary(values.vocabulary)
  : chooseWords(collection, Number(values.words));
if (!values.keep) writeFileSync(values.vocabulary, `${vocabulary.join("\n")}\n`);
const corpus = encodePairs(collection, vocabulary, Number(values.buckets));
await writeCorpus(values.out, collection, corpus);
const summary = {
  pairs: collection.pairs.length,
  duplicates: collection.duplicates,
  leaked: collection.leaked,
  sources: collection.sources.size,
  words: collection.words.size,
  tokens: corpus.tokens.length,
  perKind: collection.countsPerKind(),
};
process.stderr.write(`${JSON.stringify(summary, null, 1)}\n`);
