/**
 * Converts a collection of pairs to the trainer's corpus (formats.ts): chooses the vocabulary and replaces texts by token
 * ids.
 */
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { bucketsOf } from "../packages/encoder/src/static/tokenizer.ts";
import { type Collection, NumberList } from "./collect.ts";
import { bytesOf, CORPUS_MAGIC } from "./formats.ts";
import { TRAINING } from "./tuning.ts";

const MAX_COUNT = 255;
/** Bit widths: a token's id has 24 bits, a pair's kind 8, its source 16. */
const ID_MASK = 0xffffff;
const MAX_KINDS = 1 << 8;
const MAX_SOURCES = 1 << 16;

/** Returns the words that occur in most sources, best first; a source contributes the square root of its count. */
export function chooseWords({ words, perSource }: Collection, limit: number): string[] {
  const spelled = words.list();
  const score = new Float64Array(spelled.length);
  const inSources = new Uint32Array(spelled.length);
  const count = new Float64Array(spelled.length);
  for (const counts of perSource.values()) {
    for (const [id, times] of counts) {
      score[id] = (score[id] ?? 0) + Math.sqrt(times);
      inSources[id] = (inSources[id] ?? 0) + 1;
      count[id] = (count[id] ?? 0) + times;
    }
  }
  const isCommon = (id: number) =>
    (inSources[id] ?? 0) >= TRAINING.wordSources && (count[id] ?? 0) >= TRAINING.wordCount;
  return spelled
    .map((word, id) => ({ word, id }))
    .filter(({ id }) => isCommon(id))
    .sort((a, b) => (score[b.id] ?? 0) - (score[a.id] ?? 0) || (a.word < b.word ? -1 : 1))
    .slice(0, limit)
    .map(({ word }) => word);
}

export interface Corpus {
  readonly vocabulary: readonly string[];
  readonly buckets: number;
  /** Tokens of each text as id | count << 24. */
  readonly tokens: NumberList;
  /** 2 × pairs + 1. */
  readonly starts: BigUint64Array;
  /** Frequencies of words, then of buckets; their sum is 1. */
  readonly frequency: Float32Array;
}

/**
 * Sorts the collection's pairs by kind and source, and converts their words to tokens. Throws for more kinds or sources than
 * the format can number.
 */
export function encodePairs(
  { pairs, words, texts, kinds, sources }: Collection,
  vocabulary: readonly string[],
  buckets: number,
): Corpus {
  if (kinds.size > MAX_KINDS || sources.size > MAX_SOURCES) {
    throw new Error(`${kinds.size} kinds, ${sources.size} sources: more than a corpus can name`);
  }
  const idOfWord = new Map(vocabulary.map((word, i) => [word, i]));
  const tokensOfWord = words.list().map((word) => {
    const id = idOfWord.get(word);
    if (id !== undefined) return [id];
    return bucketsOf(word, buckets).map((bucket) => vocabulary.length + bucket);
  });
  pairs.sort((a, b) => a.kind - b.kind || a.source - b.source);
  const frequency = new Float32Array(vocabulary.length + buckets);
  const starts = new BigUint64Array(pairs.length * 2 + 1);
  const tokens = new NumberList();
  const encode = (from: number, to: number): void => {
    for (const token of countTokens(texts, from, to, tokensOfWord)) {
      tokens.push(token);
      const id = token & ID_MASK;
      frequency[id] = (frequency[id] ?? 0) + (token >>> 24);
    }
  };
  pairs.forEach(({ at: [first, second, end] }, i) => {
    starts[2 * i] = BigInt(tokens.length);
    encode(first, second);
    starts[2 * i + 1] = BigInt(tokens.length);
    encode(second, end);
  });
  starts[2 * pairs.length] = BigInt(tokens.length);
  const total = frequency.reduce((sum, item) => sum + item, 0);
  return {
    vocabulary,
    buckets,
    tokens,
    starts,
    // Adds 1 to each count, because a frequency of 0 has no inverse.
    frequency: frequency.map((item) => (item + 1) / total),
  };
}

/** Returns the distinct tokens of a text as id | count << 24, by id. */
function countTokens(
  texts: NumberList,
  from: number,
  to: number,
  tokensOfWord: readonly (readonly number[])[],
): number[] {
  const counts = new Map<number, number>();
  for (let at = from; at < to && counts.size < TRAINING.textWords; at++) {
    for (const token of tokensOfWord[texts.at(at)] ?? []) {
      counts.set(token, Math.min(MAX_COUNT, (counts.get(token) ?? 0) + 1));
    }
  }
  return [...counts].sort(([a], [b]) => a - b).map(([id, count]) => (id | (count << 24)) >>> 0);
}

/** Writes the whole file in the format of formats.ts. */
export async function writeCorpus(
  path: string,
  { kinds, pairs }: Collection,
  { vocabulary, buckets, tokens, starts, frequency }: Corpus,
): Promise<void> {
  const grams = vocabulary.map((word) => bucketsOf(word, buckets));
  const gramStarts = new Uint32Array(vocabulary.length + 1);
  grams.forEach((list, i) => {
    gramStarts[i + 1] = (gramStarts[i] ?? 0) + list.length;
  });
  const names = Buffer.from(`${kinds.list().join("\n")}\n`);
  const gramCount = gramStarts[vocabulary.length] ?? 0;
  const counts = [vocabulary.length, buckets, pairs.length, names.length, gramCount, tokens.length];
  const head = Uint32Array.of(CORPUS_MAGIC, ...counts);
  const out = createWriteStream(path);
  const write = (part: ArrayBufferView) =>
    new Promise<void>((done, broken) => {
      out.write(bytesOf(part), (error) => (error ? broken(error) : done()));
    });
  const allGrams = Uint32Array.from(grams.flat());
  for (const part of [head, names, frequency, gramStarts, allGrams, starts]) await write(part);
  for (let at = 0; at < tokens.length; at += 1 << 20) {
    const length = Math.min(1 << 20, tokens.length - at);
    await write(Uint32Array.from({ length }, (_, i) => tokens.at(at + i)));
  }
  await write(Uint16Array.from(pairs, (pair) => pair.source));
  await write(Uint8Array.from(pairs, (pair) => pair.kind));
  out.end();
  await finished(out);
}
