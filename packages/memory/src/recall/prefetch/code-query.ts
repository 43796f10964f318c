/** A task as a query to the code: parts of identifiers, and whole identifiers. */
import { firstLine, termsOf } from "./terms.ts";
import { PREFETCH } from "./tuning.ts";

export interface CodeQuery {
  /** Stems of words and parts of identifiers, most likely first; ASCII, at least three characters. */
  readonly terms: ReadonlySet<string>;
  /** Terms of the first line, which states the topic. */
  readonly title: ReadonlySet<string>;
  /** Names as written in code: `parseHeader`, `retry_policy`, or between backticks. */
  readonly names: ReadonlySet<string>;
  /** Number of times the task contains each term. */
  readonly counts: ReadonlyMap<string, number>;
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*/g;
const PLAIN = /^[a-z0-9_]{3,40}$/;
/** Maximum characters of a task; a longer one is a log. */
const LONGEST_TASK = 20_000;

export function codeQuery(task: string): CodeQuery {
  const text = task.trimStart().slice(0, LONGEST_TASK);
  const written = new Set(text.match(WORD) ?? []);
  const names = new Set([...written].filter((word) => isName(word, text)));
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) {
    for (const term of termsOf(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const title = new Set(termsOf(firstLine(text)));
  const ofNames = new Set([...names].flatMap(termsOf));
  const worth = (term: string) =>
    3 * Number(title.has(term)) + 2 * Number(ofNames.has(term)) + Math.log(counts.get(term) ?? 1);
  const terms = [...counts.keys()]
    .filter((term) => PLAIN.test(term))
    .sort((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1))
    .slice(0, PREFETCH.codeTerms);
  return { terms: new Set(terms), title, names, counts };
}

function isName(word: string, text: string): boolean {
  if (word.length < 4) return false;
  return /\w_\w|[a-z][A-Z]/.test(word) || text.includes(`\`${word}`);
}
