/**
 * Looks again at the files that the votes rank first: reads their text and scores it other than word by word. Votes for the
 * part nearest to the task's first line, by the vectors of the built-in encoder, and for the definition whose name contains
 * most of the words at the beginning of the task.
 *
 * Pure. Measured in bench/localisation.
 */
import { definedNames } from "./defined-names.ts";
import type { Vote } from "./prefetched.ts";
import { firstLine, termsOf } from "./terms.ts";
import { PREFETCH } from "./tuning.ts";

/** Returns a text's vector, of unit length, synchronously. */
export type EncodeNow = (text: string) => Float32Array;

/** Returns the votes. `texts`: text of each file. `encode`: null when meaning is off. */
export function votesOfCloseLook(
  task: string,
  texts: ReadonlyMap<string, string>,
  encode: EncodeNow | null,
): Vote[] {
  return [
    ...votesOfDefinitions(task, texts),
    ...(encode === null ? [] : votesOfMeaning(task, texts, encode)),
  ];
}

function votesOfDefinitions(task: string, texts: ReadonlyMap<string, string>): Vote[] {
  const taskTerms = new Set(termsOf(task.trimStart().slice(0, PREFETCH.beginning.value)));
  const split = new Map<string, readonly string[]>();
  const termsOfName = (name: string) => {
    const terms = split.get(name) ?? [...new Set(termsOf(name))];
    split.set(name, terms);
    return terms;
  };
  const files = [...texts].map(([path, text]) => ({ path, names: definedNames(path, text) }));
  const rarity = raritiesOf(
    files.map(({ path, names }) => new Set([path, ...names].flatMap(termsOfName))),
  );
  const best = files.map(({ path, names }) => {
    let [maxWorth, symbol] = [0, ""];
    for (const name of names) {
      const worth = termsOfName(name).reduce(
        (sum, term) => sum + (taskTerms.has(term) ? rarity(term) : 0),
        0,
      );
      if (worth > maxWorth) [maxWorth, symbol] = [worth, name];
    }
    return { path, worth: maxWorth, symbol };
  });
  const bestWorth = best.reduce((top, { worth }) => Math.max(top, worth), Number.MIN_VALUE);
  return best
    .filter(({ worth }) => worth > 0)
    .map(({ path, worth, symbol }) => ({
      path,
      value: (PREFETCH.definition.value * worth) / bestWorth,
      why: `defines ${symbol}, whose name has words of the task`,
    }));
}

function raritiesOf(files: readonly ReadonlySet<string>[]): (term: string) => number {
  const frequency = new Map<string, number>();
  for (const terms of files) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return (term) => {
    const many = frequency.get(term) ?? 0;
    return Math.log(1 + (files.length - many + 0.5) / (many + 0.5));
  };
}

/** Votes by how much nearer a file is than the others; files that are not read count as the mean. */
function votesOfMeaning(
  task: string,
  texts: ReadonlyMap<string, string>,
  encode: EncodeNow,
): Vote[] {
  const taskVector = encode(firstLine(task));
  const near = [...texts].map(([path, text]) => ({
    path,
    ...nearestStretch(text, taskVector, encode),
  }));
  const mean = near.reduce((sum, { cosine }) => sum + cosine, 0) / Math.max(1, near.length);
  return near.map(({ path, cosine, line }) => ({
    path,
    value: PREFETCH.meaning.value * (cosine - mean),
    why: `its code is about the same as the task, mostly near line ${line}`,
  }));
}

function nearestStretch(text: string, taskVector: Float32Array, encode: EncodeNow) {
  const length = PREFETCH.stretchLines;
  const lines = text.split("\n");
  let best = { cosine: 0, line: 1 };
  for (let at = 0; at < lines.length; at += length) {
    const vector = encode(lines.slice(at, at + length).join("\n"));
    let cosine = 0;
    for (let d = 0; d < taskVector.length; d++) cosine += (vector[d] ?? 0) * (taskVector[d] ?? 0);
    if (cosine > best.cosine) best = { cosine, line: at + 1 };
  }
  return best;
}
