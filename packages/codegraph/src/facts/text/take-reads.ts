/**
 * Reads of imported and top-level constants, enum values and their members. Found in the text instead of the tree: visiting
 * every name as a tree node would take longer than all other reading.
 */
import type { FileFacts } from "../facts.ts";
import { lineAt, type Sweep } from "../sweep.ts";

type Call = FileFacts["calls"][number];

/** Comments, strings that end on their line, and names with members; the rest is skipped. */
const SLASHED =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_$][\w$]*(?:[?!]?\.#?[A-Za-z_$][\w$]*)*/g;
const HASHED =
  /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[A-Za-z_][\w]*(?:\.[A-Za-z_][\w]*)*/g;
const READ_IN = new Set(["typescript", "tsx", "javascript", "python", "go"]);
const MAX_PARTS = 3;

/** Returns the first read of each name per scope. */
export function readsIn(sweep: Sweep): Call[] {
  const { text, language } = sweep;
  if (!READ_IN.has(language.name)) return [];
  const wanted = readable(sweep);
  const reads = sweep.taken.map(({ scope, callee, offset }) =>
    readAt(sweep, scope, callee, offset),
  );
  const scopes = new Scopes(sweep);
  const seen = new Set<string>();
  const holders = holdersIn(sweep);
  const declared = declaredAt(sweep);
  const names = language.dialect.lineComment === "#" ? HASHED : SLASHED;
  for (const { 0: written, index } of text.matchAll(names)) {
    const chain = written.replace(/[?!]/g, "");
    const [root = ""] = chain.split(".", 1);
    const isWanted = wanted.has(root) && !declared.has(index);
    if (!isWanted && (root.length === chain.length || !holders.has(root))) continue;
    const parts = partsReadAt(sweep, index, written, chain, !isWanted);
    const scope = parts.length === 0 ? -1 : scopes.at(index);
    for (const callee of parts) {
      const key = `${scope} ${callee}`;
      if (!seen.has(key)) reads.push(readAt(sweep, scope, callee, index));
      seen.add(key);
    }
  }
  return reads;
}

/** Returns the offsets of the names of definitions. */
export function declaredAt({ definitions, lineStarts }: Sweep): Set<number> {
  return new Set(
    definitions.map(({ nameLine, nameColumn }) => (lineStarts[nameLine - 1] ?? 0) + nameColumn),
  );
}

/** Returns the names of values that may have members defined in the project: the object itself, parameters and variables. */
function holdersIn({ bindings, language }: Sweep): Set<string> {
  const names = new Set(language.hasExplicitSelf === true ? [] : ["this"]);
  for (const { name } of bindings) names.add(name);
  return names;
}

function readAt(sweep: Sweep, scope: number, callee: string, start: number): Call {
  const line = lineAt(sweep, start + 1);
  const column = start + callee.lastIndexOf(".") + 1 - (sweep.lineStarts[line - 1] ?? 0);
  return { scope, kind: "read", callee, args: "", line, column };
}

/** A class is a value too: `[Store]`, `except Failed`. */
const VALUE_KINDS: ReadonlySet<string> = new Set(["variable", "enum", "class"]);

function readable({ imports, definitions }: Sweep): Set<string> {
  const names = new Set<string>();
  for (const { local, isReexport } of imports) {
    const [root = ""] = local.split(".");
    if (!isReexport && root !== "" && root !== "*") names.add(root);
  }
  for (const { name, kind, container } of definitions) {
    if (container < 0 && VALUE_KINDS.has(kind)) names.add(name);
  }
  return names;
}

function partsReadAt(
  sweep: Sweep,
  index: number,
  written: string,
  chain: string,
  isHolder: boolean,
): string[] {
  const read = isRead(sweep, index, index + written.length);
  if (read === "none") return [];
  return partsOf(chain, isHolder || read === "called", read === "called");
}

/** Returns how a name is read. "none" stands for a member of something else, a field name, or a name in an import. */
function isRead(
  { text, statements }: Sweep,
  start: number,
  end: number,
): "whole" | "called" | "none" {
  const before = text[start - 1] ?? "";
  if (before === "." || before === "@" || before === "<" || before === "/") return "none";
  const after = /^\s*(.?)/s.exec(text.slice(end, end + 40))?.[1] ?? "";
  if (after === ":" && /[{,(]\s*$/.test(text.slice(Math.max(0, start - 40), start))) return "none";
  if (statements.some((statement) => statement.start <= start && start < statement.end))
    return "none";
  return after === "(" || after === "`" ? "called" : "whole";
}

/**
 * Returns the reads of a chain: `A.b.c` reads A, A.b and A.b.c. The root alone is left out for a member of an object
 * (`isOfMembers`), and the whole chain if it is called.
 */
function partsOf(chain: string, isOfMembers: boolean, isCalled: boolean): string[] {
  const names = chain.split(".");
  const maxParts = Math.min(MAX_PARTS, names.length - (isCalled ? 1 : 0));
  const parts = names.slice(0, maxParts).map((_name, at) => names.slice(0, at + 1).join("."));
  return isOfMembers ? parts.slice(1) : parts;
}

/** Finds the definition around an offset. Offsets must be queried in text order. */
export class Scopes {
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
