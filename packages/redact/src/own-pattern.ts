/**
 * Compiles a pattern that a user, or a project's file, adds to the redaction. It runs on every text, so a pattern that could
 * take long is refused: no back references, no look-around, no repetition inside a repetition, and few ways to match from one
 * position. Unbounded repetitions get a bound.
 */

export type OwnPattern = { readonly pattern: RegExp } | { readonly problem: string };

const MAX_CHARS = 200;
/** Maximum repetitions of `*`, `+` and `{n,}`. */
const MOST_REPEATS = 256;
/** Maximum product of the numbers of lengths that each repetition may have. */
const MOST_WAYS = 1024;
/** Time limit for texts on which such patterns are slow. A pattern within the limits above takes a tenth. */
const TRIAL_MS = 100;
const TRIALS = ["a", "0", "aA0-", " ", "_", "/"].map((unit) => unit.repeat(4096 / unit.length));

const REPETITION = /^(?:[*+?]|\{(\d{1,4})(,?)(\d{0,4})\})\??$/;

export function compileOwnPattern(source: string): OwnPattern {
  if (source === "" || source.length > MAX_CHARS)
    return { problem: `has ${source.length} characters; 1 to ${MAX_CHARS} are allowed` };
  const bounded = withBounds(source);
  if ("problem" in bounded) return bounded;
  let pattern: RegExp;
  try {
    pattern = new RegExp(bounded.source, "gu");
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if ("".search(pattern) !== -1) return { problem: "matches an empty text" };
  const started = performance.now();
  for (const trial of [...TRIALS, source.repeat(Math.ceil(4096 / source.length))]) {
    trial.replace(pattern, "");
    if (performance.now() - started > TRIAL_MS) return { problem: "takes too long on some texts" };
  }
  return { pattern };
}

interface Group {
  /** Whether it contains a repetition of open length, or a choice. */
  isVaried: boolean;
}

interface Reading {
  readonly parts: string[];
  readonly open: Group[];
  /** Group that ended just before. */
  closed: Group | null;
  ways: number;
  problem: string | null;
}

/** Matches a repetition, an escape, a class, the start of a group, or a character. */
const PART =
  /[*+?]\??|\{\d{1,4},?\d{0,4}\}\??|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\((?:\?[:<=!]?)?|[\s\S]/gu;

function withBounds(source: string): { source: string } | { problem: string } {
  const reading: Reading = { parts: [], open: [], closed: null, ways: 1, problem: null };
  for (const [part] of source.matchAll(PART)) {
    const repetition = REPETITION.exec(part);
    if (repetition !== null) addRepetition(reading, part, boundsOf(repetition));
    else addAtom(reading, part);
    if (reading.problem !== null) return { problem: reading.problem };
  }
  return { source: reading.parts.join("") };
}

function addRepetition(
  reading: Reading,
  part: string,
  [least, most]: readonly [least: number, most: number],
): void {
  if (reading.closed?.isVaried === true && most > 1)
    reading.problem ??= "repeats a group that holds a repetition or a choice";
  reading.ways *= most - least + 1;
  if (reading.ways > MOST_WAYS) reading.problem ??= "has too many repetitions of open length";
  if (most > least) for (const group of reading.open) group.isVaried = true;
  const isLazy = part.length > 1 && part.endsWith("?");
  reading.parts.push(`{${least},${most}}${isLazy ? "?" : ""}`);
  reading.closed = null;
}

function addAtom(reading: Reading, part: string): void {
  if (/^\\[1-9k]/.test(part)) reading.problem ??= "refers back to a group";
  if (part.startsWith("(?") && part !== "(?:")
    reading.problem ??= "looks ahead or behind, or names a group";
  if (part.startsWith("(")) reading.open.push({ isVaried: false });
  if (part === "|") for (const group of reading.open) group.isVaried = true;
  reading.closed = part === ")" ? (reading.open.pop() ?? null) : null;
  reading.parts.push(part);
}

function boundsOf([whole, least, comma, most]: RegExpExecArray): [least: number, most: number] {
  if (whole.startsWith("?")) return [0, 1];
  if (whole.startsWith("*")) return [0, MOST_REPEATS];
  if (whole.startsWith("+")) return [1, MOST_REPEATS];
  const from = Number(least);
  if (comma === "") return [from, from];
  return [from, most === "" ? Math.max(from, MOST_REPEATS) : Number(most)];
}
