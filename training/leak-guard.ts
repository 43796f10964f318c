/**
 * Keeps evaluation texts out of the training. Two guards: a training text that equals a held-out text, and a training text
 * that shares a run of eight words with an evaluation set (memory systems store such sets in their repositories).
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { hashWord, wordsOf } from "../packages/encoder/src/static/tokenizer.ts";
import { TRAINING } from "./tuning.ts";

const RUN = TRAINING.guardedRun;
const FIELDS = ["text", "code", "doc", "question"];

/** Yields hashes of every run of eight words; none for a shorter text. 52 bits, so that collisions are improbable. */
function* runsOf(words: readonly string[]): Generator<number> {
  const hashes = words.map((word) => hashWord(word));
  for (let at = 0; at + RUN <= hashes.length; at++) {
    let [high, low] = [0, 0];
    for (let i = at; i < at + RUN; i++) {
      high = (Math.imul(high, 0x01000193) ^ (hashes[i] ?? 0)) >>> 0;
      low = (Math.imul(low, 0x85ebca6b) + (hashes[i] ?? 0)) >>> 0;
    }
    yield high * 0x100000 + (low & 0xfffff);
  }
}

/** Reports whether the text shares a run with the guarded runs. */
export function isGuarded(words: readonly string[], guarded: ReadonlySet<number>): boolean {
  if (guarded.size === 0) return false;
  for (const run of runsOf(words)) if (guarded.has(run)) return true;
  return false;
}

/**
 * Returns the runs of evaluation sets: gzipped JSON lines or a gzipped JSON array, whose records have a text, a code or a
 * question.
 */
export function guardedRuns(paths: readonly string[]): Set<number> {
  const runs = new Set<number>();
  for (const path of paths) {
    for (const text of textsOf(path)) for (const run of runsOf(wordsOf(text))) runs.add(run);
  }
  return runs;
}

function* textsOf(path: string): Generator<string> {
  for (const record of recordsOf(path)) {
    for (const field of FIELDS) {
      const value = record[field];
      if (typeof value === "string") yield value;
    }
  }
}

function recordsOf(path: string): Record<string, unknown>[] {
  const text = gunzipSync(readFileSync(path)).toString("utf8");
  if (text.startsWith("[")) return JSON.parse(text) as Record<string, unknown>[];
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
