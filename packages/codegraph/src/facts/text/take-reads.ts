/**
 * Reads of imported and top-level constants, enum values and their members. Found in the text instead of the tree: visiting
 * every name as a tree node would take longer than all other reading.
 */
import type { FileFacts } from "../facts.ts";
import { lineAt, type Sweep } from "../sweep.ts";

type Call = FileFacts["calls"][number];

/** Comments, strings that end on their line, and names with members; the rest is skipped. */
const SLASHED =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g;
const HASHED =
  /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_][\w]*(?:\.[A-Za-z_][\w]*)*/g;
const READ_IN = new Set(["typescript", "tsx", "javascript", "python"]);
const MAX_PARTS = 3;

/** Returns the first read of each name per scope. */
export function readsIn(sweep: Sweep): Call[] {
  const { text, language } = sweep;
  const wanted = READ_IN.has(language.name) ? readable(sweep) : new Set<string>();
  if (wanted.size === 0) return [];
  const reads: Call[] = [];
  const scopes = new Scopes(sweep);
  const seen = new Set<string>();
  const names = language.dialect.lineComment === "#" ? HASHED : SLASHED;
  for (const { 0: chain, index } of text.matchAll(names)) {
    const [root = ""] = chain.split(".", 1);
    if (!wanted.has(root) || !isRead(sweep, index, index + chain.length)) continue;
    const scope = scopes.at(index);
    for (const callee of partsOf(chain)) {
      const key = `${scope} ${callee}`;
      if (!seen.has(key)) reads.push(readAt(sweep, scope, callee, index));
      seen.add(key);
    }
  }
  return reads;
}

function readAt(sweep: Sweep, scope: number, callee: string, start: number): Call {
  const line = lineAt(sweep, start + 1);
  const column = start + callee.lastIndexOf(".") + 1 - (sweep.lineStarts[line - 1] ?? 0);
  return { scope, kind: "read", callee, args: "", line, column };
}

function readable({ imports, definitions }: Sweep): Set<string> {
  const names = new Set<string>();
  for (const { local, isReexport } of imports) {
    const [root = ""] = local.split(".");
    if (!isReexport && root !== "" && root !== "*") names.add(root);
  }
  for (const { name, kind, container } of definitions) {
    if (container < 0 && (kind === "variable" || kind === "enum")) names.add(name);
  }
  return names;
}

/** Returns whether the name is read: it is not a member of something else, a callee, a field name or part of an import. */
function isRead({ text, statements }: Sweep, start: number, end: number): boolean {
  const before = text[start - 1] ?? "";
  if (before === "." || before === "@" || before === "<" || before === "/") return false;
  const after = /^\s*(.?)/s.exec(text.slice(end, end + 40))?.[1] ?? "";
  if (after === "(" || after === "`") return false;
  if (after === ":" && /[{,(]\s*$/.test(text.slice(Math.max(0, start - 40), start))) return false;
  return !statements.some((statement) => statement.start <= start && start < statement.end);
}

/** Returns the parts of a chain: `A.b.c` reads A, A.b and A.b.c. */
function partsOf(chain: string): string[] {
  const names = chain.split(".").slice(0, MAX_PARTS);
  return names.map((_name, at) => names.slice(0, at + 1).join("."));
}

/** Finds the definition around an offset. Offsets must be queried in text order. */
class Scopes {
  readonly #spans: readonly {
    readonly start: number;
    readonly end: number;
    readonly index: number;
  }[];
  readonly #open: { readonly end: number; readonly index: number }[] = [];
  #next = 0;

  constructor({ spans, definitions }: Sweep) {
    this.#spans = spans
      .map(({ start, end }, index) => ({ start, end, index }))
      .filter(({ index }) => definitions[index]?.kind !== undefined)
      .sort((one, other) => one.start - other.start || other.end - one.end);
  }

  at(offset: number): number {
    for (; (this.#spans[this.#next]?.start ?? Number.POSITIVE_INFINITY) <= offset; this.#next++) {
      const span = this.#spans[this.#next];
      if (span !== undefined) this.#open.push(span);
    }
    while ((this.#open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= offset) this.#open.pop();
    return this.#open.findLast(({ end }) => end > offset)?.index ?? -1;
  }
}
