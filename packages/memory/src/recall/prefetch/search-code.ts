/**
 * Finds the files that contain the words of a task. Asks git for every identifier that contains one of its terms, as on disk
 * now, and counts the matches, so nothing is indexed and nothing can be stale. Scores: BM25 over parts of identifiers, of all
 * terms and of the title's alone; the best window of thirty lines; written names.
 */
import { streamGit } from "@tacit-memory/git";
import { bestStretch } from "./best-stretch.ts";
import type { CodeQuery } from "./code-query.ts";
import { termsOf } from "./terms.ts";
import { PREFETCH } from "./tuning.ts";

/** Scores of a file; each in [0, 1], 1 for the project's file with the highest value. */
export interface CodeEvidence {
  readonly words: number;
  readonly title: number;
  readonly stretch: number;
  readonly names: number;
  /** Line at which the best window begins, from 1. */
  readonly line: number;
  /** Terms that count most in this file, stemmed. */
  readonly topTerms: readonly string[];
}

export interface CodeSearch {
  /** A commit to search instead of the files on disk. */
  readonly revision?: string | undefined;
  readonly timeoutMs: number;
  /** Returns the bytes of a file; undefined for a file that is not to be read. */
  readonly sizeOf: (path: string) => number | undefined;
}

/** Searches the code. Null without git or when it took too long; files without any of the terms are left out. */
export async function searchCode(
  root: string,
  query: CodeQuery,
  search: CodeSearch,
): Promise<Map<string, CodeEvidence> | null> {
  if (query.terms.size === 0) return new Map();
  const count = new Count(query, search.sizeOf);
  const alternatives = [...query.terms].map((term) => term.replace(/i$/, "[iy]")).join("|");
  // Lazy and anchored at the beginning of a word, so that a word of a megabyte is scanned once per term.
  const whole = `[A-Za-z0-9_]*?(?:${alternatives})[A-Za-z0-9_]*`;
  for (const pattern of [
    ["-P", `(?<![A-Za-z0-9_])${whole}`],
    ["-E", whole.replace("*?", "*").replace("?:", "")],
  ]) {
    const ended = await grep(root, pattern, search, (path, line, word) =>
      count.take(path, line, word),
    );
    if (ended === "done") return count.evidence();
    // A git without Perl expressions fails before it reads anything.
    if (ended === "late" || !count.isEmpty) return null;
  }
  return null;
}

const LONGEST_LINE = 100_000;

/** Streams every match of git grep. */
async function grep(
  root: string,
  pattern: readonly string[],
  { revision, timeoutMs }: CodeSearch,
  take: (path: string, line: number, word: string) => void,
): Promise<"done" | "late" | "failed"> {
  const where = revision === undefined ? ["--untracked"] : [];
  const args = ["grep", "-I", "-i", "-o", "-n", "-z", "--no-color", ...where, ...pattern];
  const of = revision === undefined ? [] : [revision];
  const git = await streamGit(root, [...args, ...of], timeoutMs);
  const skip = revision === undefined ? 0 : revision.length + 1;
  let rest = "";
  for await (const chunk of git.stdout) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST_LINE) rest = "";
    for (const line of lines) {
      const [path = "", number = "", word = ""] = line.split("\0");
      if (word !== "") take(path.slice(skip), Number(number), word);
    }
  }
  const status = await git.ended;
  if (status === "late") return "late";
  // Status 1: nothing found.
  return status === 0 || status === 1 ? "done" : "failed";
}

interface FileTermCounts {
  readonly bytes: number;
  readonly terms: Map<string, number>;
  readonly names: Map<string, number>;
  /** Line → the terms on it, in order of lines. */
  readonly lines: Map<number, Set<string>>;
}

const [K1, B] = [1.2, 0.75];
/** Maximum words that a reason names. */
const MAX_TOP_TERMS = 3;

class Count {
  readonly #query: CodeQuery;
  readonly #sizeOf: (path: string) => number | undefined;
  readonly #files = new Map<string, FileTermCounts | null>();
  readonly #termsOf = new Map<string, readonly string[]>();

  constructor(query: CodeQuery, sizeOf: (path: string) => number | undefined) {
    this.#query = query;
    this.#sizeOf = sizeOf;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  take(path: string, line: number, word: string): void {
    const file = this.#file(path);
    if (file === null) return;
    if (this.#query.names.has(word)) add(file.names, word, 1);
    const terms = this.#terms(word);
    if (terms.length === 0) return;
    const onLine = file.lines.get(line) ?? new Set();
    file.lines.set(line, onLine);
    for (const term of terms) {
      onLine.add(term);
      add(file.terms, term, 1);
    }
  }

  #file(path: string): FileTermCounts | null {
    const cached = this.#files.get(path);
    if (cached !== undefined) return cached;
    const bytes = this.#sizeOf(path);
    if (bytes === undefined) {
      this.#files.set(path, null);
      return null;
    }
    const file = { bytes, terms: new Map(), names: new Map(), lines: new Map() };
    // A term in the path counts as three words.
    for (const term of this.#terms(path)) add(file.terms, term, 3);
    this.#files.set(path, file);
    return file;
  }

  #terms(word: string): readonly string[] {
    const cached = this.#termsOf.get(word);
    if (cached !== undefined) return cached;
    const terms = termsOf(word).filter((term) => this.#query.terms.has(term));
    this.#termsOf.set(word, terms);
    return terms;
  }

  evidence(): Map<string, CodeEvidence> {
    const files = [...this.#files].filter(
      (file): file is [string, FileTermCounts] => file[1] !== null,
    );
    const mean = files.reduce((sum, [, { bytes }]) => sum + bytes, 0) / Math.max(1, files.length);
    const [rarity, rarityOfName] = [
      rarities(files.map(([, { terms }]) => terms)),
      rarities(files.map(([, { names }]) => names)),
    ];
    const scored = files.map(([path, file]) => {
      const length = K1 * (1 - B + (B * file.bytes) / Math.max(1, mean));
      let [words, title, names] = [0, 0, 0];
      const worth = new Map<string, number>();
      for (const [term, count] of file.terms) {
        const weight = Math.min(2, 1 + 0.3 * Math.log(this.#query.counts.get(term) ?? 1));
        const score = (weight * rarity(term) * count * (K1 + 1)) / (count + length);
        words += score;
        worth.set(term, score);
        if (this.#query.title.has(term)) title += score;
      }
      for (const [name, count] of file.names) names += (rarityOfName(name) * count) / (count + 1);
      return {
        path,
        words,
        title,
        names,
        ...bestStretch(file.lines, rarity, PREFETCH.stretchLines),
        topTerms: [...worth.keys()]
          .sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0))
          .slice(0, MAX_TOP_TERMS),
      };
    });
    const best = (of: "words" | "title" | "names" | "stretch") =>
      scored.reduce((max, item) => Math.max(max, item[of]), Number.MIN_VALUE);
    const [words, title, names, stretch] = [
      best("words"),
      best("title"),
      best("names"),
      best("stretch"),
    ];
    return new Map(
      scored.map((item) => [
        item.path,
        {
          words: item.words / words,
          title: item.title / title,
          names: item.names / names,
          stretch: item.stretch / stretch,
          line: item.line,
          topTerms: item.topTerms,
        },
      ]),
    );
  }
}

function add(counts: Map<string, number>, term: string, many: number): void {
  counts.set(term, (counts.get(term) ?? 0) + many);
}

/** Returns the inverse document frequency among the files found. */
function rarities(files: readonly ReadonlyMap<string, number>[]): (term: string) => number {
  const frequency = new Map<string, number>();
  for (const terms of files) for (const term of terms.keys()) add(frequency, term, 1);
  return (term) => {
    const many = frequency.get(term) ?? 0;
    return Math.log(1 + (files.length - many + 0.5) / (many + 0.5));
  };
}
