/**
 * Generates synthetic memories of a codebase, with identifiers and paths among their words; the same seed gives the same
 * memories. The cost of full-text search depends on the number of rows that contain a word, so frequencies follow Zipf and
 * Mandelbrot, p = C / (rank + q), fitted to real text: of 2,704 commit messages (hono), 2,760 conversation turns (LoCoMo) and
 * 5,309 rule lines, without function words, the most frequent word is in 6 to 38 %, the 10th in 3 to 14 %, the 50th in 2 to 3
 * %, the 200th in about 1 %.
 */

const VERBS = [
  "must",
  "should",
  "never",
  "always",
  "cannot",
  "may",
  "fails to",
  "needs to",
  "used to",
  "has to",
];
const STEMS = [
  "session",
  "parser",
  "token",
  "cache",
  "route",
  "migration",
  "schema",
  "worker",
  "queue",
  "render",
  "layout",
  "config",
  "payload",
  "handler",
  "socket",
  "stream",
  "buffer",
  "index",
  "query",
  "filter",
  "cursor",
  "window",
  "bundle",
  "loader",
  "plugin",
  "module",
  "import",
  "export",
  "branch",
  "commit",
  "header",
  "cookie",
  "locale",
  "theme",
  "button",
  "dialog",
  "upload",
  "retry",
  "timeout",
  "backoff",
  "metric",
  "logger",
  "tracer",
  "budget",
  "quota",
  "tenant",
  "billing",
  "invoice",
];

/** Returns a deterministic generator of pseudo-random numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface MadeUp {
  readonly content: string;
  readonly file: string;
}

const C = 0.074;
const Q = 6.4;
const VOCABULARY = 30_000;
const HEAD = C * Math.log((VOCABULARY + Q) / Q);

/** Draws a word by its rank. The remaining probability is spread over words that rarely occur twice. */
function drawRank(random: () => number): number {
  if (random() > HEAD) return VOCABULARY + Math.floor(random() * 1_000_000);
  return Math.floor(Q * Math.exp(random() * Math.log((VOCABULARY + Q) / Q)) - Q);
}

export function makeMemories(count: number, seed: number): MadeUp[] {
  const random = seeded(seed);
  const word = () => {
    const rank = drawRank(random);
    const stem = STEMS[rank % STEMS.length] ?? "thing";
    return rank < STEMS.length ? stem : `${stem}${Math.floor(rank / STEMS.length)}`;
  };
  const name = () => `${word()}${word().replace(/^./, (c) => c.toUpperCase())}`;
  return Array.from({ length: count }, () => {
    const file = `src/${word()}/${word()}-${word()}.ts`;
    const rest = Array.from({ length: 6 + Math.floor(random() * 18) }, word).join(" ");
    const verb = VERBS[Math.floor(random() * VERBS.length)] ?? "must";
    return {
      content: `The ${word()} ${word()} ${verb} ${rest} in ${name()} because of ${word()}.`,
      file,
    };
  });
}

/** Generates questions as people phrase them: a few words of a memory, surrounded by function words. */
export function makeQuestions(memories: readonly MadeUp[], count: number, seed: number): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const memory = memories[Math.floor(random() * memories.length)];
    const words = (memory?.content ?? "").split(" ");
    const picked = Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]);
    return `why does the ${picked.slice(0, 3).join(" ")} of our ${picked.slice(3).join(" ")} not work when I use it?`;
  });
}
