/**
 * Reads the text written for this training (`training/written`) as pairs: words and colloquial equivalents, notes and the
 * questions for them, messages and questions about them, places in code and plain words for them. Tab-separated, one per
 * line.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wordsOf } from "../../packages/encoder/src/static/tokenizer.ts";
import { STOP_WORDS } from "../../packages/memory/src/search/stop-words.ts";
import type { Pair } from "./pair.ts";
import { MINING } from "./tuning.ts";

/** The first text of a line, and the texts with the same meaning or intent. */
interface Line {
  readonly text: string;
  readonly others: readonly string[];
}

export interface Written {
  readonly words: readonly Line[];
  readonly notes: readonly Line[];
  readonly turns: readonly Line[];
  readonly code: readonly Line[];
}

const SOURCE = "written";

/**
 * Reads a folder with words.tsv, notes.tsv, turns.tsv and code.tsv. Throws with the position of a line that has one text
 * only.
 */
export function readWritten(folder: string): Written {
  const read = (name: string) => readLines(join(folder, `${name}.tsv`));
  const words = read("words").map(({ text, others }) => ({ text, others: others.flatMap(listed) }));
  return { words, notes: read("notes"), turns: read("turns"), code: read("code") };
}

function readLines(path: string): Line[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line, i) => {
    const [text = "", ...others] = line.split("\t").map((item) => item.trim());
    if (text === "" || others.every((other) => other === "")) {
      throw new Error(`${path}:${i + 1}: not a text and others for it, with tabs between them`);
    }
    return { text, others: others.filter((other) => other !== "") };
  });
}

function listed(alternatives: string): string[] {
  return alternatives
    .split(";")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Yields the pairs. `isEvaluated`: matches a text that an evaluation set contains, exactly or nearly; such texts are left out. */
export function* mineWritten(
  { words, notes, turns, code }: Written,
  isEvaluated: (text: string) => boolean,
): Generator<Pair> {
  for (const line of words) {
    yield* toEach("written_word", line);
    yield* neighbours("written_group", line.others);
  }
  for (const line of notYetShown(notes, isEvaluated)) {
    yield* toEach("written_note", line);
    yield* neighbours("written_query", line.others);
  }
  for (const line of notYetShown(turns, isEvaluated)) yield* toEach("written_turn", line);
  for (const line of notYetShown(code, isEvaluated)) {
    yield* toEach("written_code", line);
    yield* neighbours("written_place", line.others);
  }
}

function* notYetShown(
  lines: readonly Line[],
  isEvaluated: (text: string) => boolean,
): Generator<Line> {
  for (const { text, others } of lines) {
    if (!isEvaluated(text)) yield { text, others: others.filter((other) => !isEvaluated(other)) };
  }
}

function* toEach(k: string, { text, others }: Line): Generator<Pair> {
  for (const other of others) yield { k, r: SOURCE, a: text, b: other };
}

/** Pairs each text with the next one. */
function* neighbours(k: string, texts: readonly string[]): Generator<Pair> {
  for (const [i, text] of texts.entries()) {
    const next = texts[i + 1];
    if (next !== undefined) yield { k, r: SOURCE, a: text, b: next };
  }
}

/**
 * Returns a function that reports whether a text shares so many words with one of `texts` that it may be about the very same
 * thing.
 */
export function nearTo(texts: readonly string[]): (text: string) => boolean {
  const wordSets = texts.map(telling);
  return (text) => {
    const own = telling(text);
    return wordSets.some((other) => {
      const shared = [...own].filter((word) => other.has(word)).length;
      const isMuch = shared / (own.size + other.size - shared) >= MINING.nearShare;
      return isMuch && shared >= MINING.nearWords;
    });
  };
}

function telling(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => word.length > 2 && !STOP_WORDS.has(word)));
}
