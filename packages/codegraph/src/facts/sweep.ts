/** The state of reading one file: what was found so far, which scopes are open, and access to the text. */

import { chainOf } from "./expression.ts";
import type { ExportName, FileFacts, SymbolKind } from "./facts.ts";
import type { ExportClause, Language } from "./languages/language.ts";
import type { Item, Span } from "./parser/items.ts";
import { unnamedResults } from "./text/go-results.ts";
import { MAX_TYPE_CHARS, shortened } from "./text/long-types.ts";
import { documentedType, isVague } from "./text/php-docs.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** A namespace with a body, and the one that contains it. */
interface NamespaceBlock {
  /** Its full name. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly around: NamespaceBlock | undefined;
}

export type DefinitionDraft = Writable<FileFacts["definitions"][number]> & {
  bases: string[];
  typeParameters: string[];
};

export interface Sweep {
  readonly text: string;
  readonly language: Language;
  readonly lineStarts: readonly number[];
  readonly definitions: DefinitionDraft[];
  readonly spans: Span[];
  readonly bindings: FileFacts["bindings"][number][];
  readonly calls: FileFacts["calls"][number][];
  readonly imports: FileFacts["imports"][number][];
  readonly exportNames: ExportName[];
  /** Indexes of the open definitions, outermost first. */
  readonly open: number[];
  /** By container and name: the definition there. */
  readonly named: Map<string, number>;
  /** Functions that are definitions themselves and therefore get no lambda. */
  readonly namedFunctions: Set<number>;
  /** By start of a definition: its decorators. */
  readonly decorators: Map<number, string[]>;
  /** By scope: number of parameters seen so far. */
  readonly parameters: Map<number, number>;
  /** By start of a lambda: the call it is an argument of. */
  readonly contexts: Map<number, string>;
  /** By start of an expression of Swift: the root that states its type (`swift/implied.ts`). */
  readonly implied: Map<number, string>;
  /** Closures of Swift; other lambdas are blocks. */
  readonly closures: Set<number>;
  /** The `switch` statements of Swift around the current position, with the root of each part of the value. */
  readonly switches: { readonly end: number; readonly roots: readonly string[] }[];
  /** Calls that are decorators, with their offsets. */
  readonly decoratorUses: { readonly call: number; readonly offset: number }[];
  /** Import statements and export lists. */
  readonly statements: Span[];
  /** Members that a destructuring pattern reads, with their scope and offset. */
  readonly taken: { readonly scope: number; readonly callee: string; readonly offset: number }[];
  /** Full names of the file's namespaces. */
  readonly namespaces: Set<string>;
  /** Namespaces with a body, in the order of the file. Definitions outside of them are in none. */
  readonly namespaceBlocks: NamespaceBlock[];
  /** Whether something was left out because there is too much of it. */
  isCut: boolean;
  /** The blocks of `declare global`. */
  readonly globalBlocks: Span[];
  /** Whether the file imports or exports something; the names of another file of TypeScript are global. */
  isModule: boolean;
  /** The current or last export statement. */
  exported: (Span & ExportClause) | null;
}

export function newSweep(language: Language, text: string): Sweep {
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1);
  }
  return {
    text,
    language,
    lineStarts,
    definitions: [],
    spans: [],
    bindings: [],
    calls: [],
    imports: [],
    exportNames: [],
    open: [],
    named: new Map(),
    namedFunctions: new Set(),
    decorators: new Map(),
    parameters: new Map(),
    contexts: new Map(),
    implied: new Map(),
    closures: new Set(),
    switches: [],
    decoratorUses: [],
    statements: [],
    taken: [],
    namespaces: new Set(),
    namespaceBlocks: [],
    isCut: false,
    globalBlocks: [],
    isModule: false,
    exported: null,
  };
}

/** Returns the innermost scope; -1 at the top of the file. */
export function innermost(sweep: Sweep): number {
  return sweep.open.at(-1) ?? -1;
}

export function isInFunction(sweep: Sweep): boolean {
  let at = sweep.definitions[innermost(sweep)];
  for (; at !== undefined; at = sweep.definitions[at.container]) {
    if (at.kind === "class" || at.kind === "module") return false;
    if (at.kind === "lambda" || at.kind === "function" || at.kind === "method") return true;
  }
  return false;
}

interface DefinitionHead {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Text before the name: modifiers. */
  readonly head: string;
}

/** Adds a definition without opening it, and returns its index. */
export function define(
  sweep: Sweep,
  item: Item,
  { name, kind, head }: DefinitionHead,
  container = innermost(sweep),
): number {
  const { language } = sweep;
  const at = item.name ?? { row: item.row, column: 0 };
  const isClassOwn = decoratorsOf(sweep, item).some((one) => /^(?:static|class)method$/.test(one));
  const index = sweep.definitions.length;
  sweep.definitions.push({
    name,
    kind,
    container,
    startLine: item.row + 1,
    endLine: lineAt(sweep, item.end),
    nameLine: at.row + 1,
    nameColumn: at.column,
    isExported: language.isExported?.(name, head) ?? isExportedHere(sweep, item, name, container),
    isStatic: isClassOwn || language.isStatic?.(head) === true,
    ordinal: 0,
    bodyHash: 0,
    type: resultText(sweep, item),
    value: chainAt(sweep, item.value),
    bases: [],
    typeParameters: [],
  });
  sweep.spans.push({ start: item.start, end: item.end });
  const key = `${container} ${name}`;
  if (!sweep.named.has(key)) sweep.named.set(key, index);
  return index;
}

export function decoratorsOf(sweep: Sweep, item: Item): readonly string[] {
  return sweep.decorators.get(item.start) ?? [];
}

/**
 * Returns whether a definition is exported: at the top of a file, if an export statement contains it; a member is visible
 * with its class.
 */
function isExportedHere(sweep: Sweep, item: Item, name: string, container: number): boolean {
  if (sweep.language.readExport === undefined) return !name.startsWith("_");
  if (container >= 0) return !name.startsWith("#");
  const { exported } = sweep;
  if (exported === null || item.start >= exported.end) return false;
  if (exported.isDefault) sweep.exportNames.push({ exported: "default", local: name });
  return exported.isDeclaration;
}

export function partOf(sweep: Sweep, span: Span | undefined): string {
  return span === undefined ? "" : sweep.text.slice(span.start, span.end);
}

/** Returns the expression in a span as a chain; "" if it is not understood. */
export function chainAt(sweep: Sweep, span: Span | undefined): string {
  return span === undefined ? "" : chainOf(partOf(sweep, span), sweep.language.dialect);
}

/**
 * Returns a callee's span without `await`: tree-sitter-typescript 0.23.2 takes the `await` of `await f<T>(x)` for part of the
 * callee.
 */
export function withoutAwait(sweep: Sweep, span: Span): Span {
  AWAIT.lastIndex = span.start;
  return AWAIT.test(sweep.text) && AWAIT.lastIndex < span.end
    ? { start: AWAIT.lastIndex, end: span.end }
    : span;
}

const AWAIT = /await\s+(?=[\p{ID_Start}_$])/uy;

function documented({ text, language }: Sweep, start: number, name: Item["name"]): string {
  const isFunction = /\bfunction\s+&?$/.test(
    text.slice(Math.max(start, (name?.start ?? 0) - 20), name?.start),
  );
  return (language.dialect.plain ?? String)(
    documentedType(text, start, isFunction ? "return" : "var"),
  );
}

const MAX_LONG_TYPE_CHARS = 10_000;
/** Words in the place of a type that tell the compiler to infer it. */
const INFERRED = new Set(["var", "auto", "val", "let", "_"]);

export function typeText(sweep: Sweep, span: Span | undefined): string {
  if (span === undefined) return "";
  if (span.end - span.start > MAX_TYPE_CHARS) return longType(sweep, span);
  const { plain, plainType } = sweep.language.dialect;
  const written = partOf(sweep, span);
  if (plainType !== undefined) {
    const type = plainType(written);
    return INFERRED.has(type) ? "" : type;
  }
  const text = (plain === undefined ? written : plain(written).replace(/^\?/, ""))
    .replace(/^\s*(?::|->)\s*/, "")
    .replace(/\s+/g, " ")
    .trim();
  return INFERRED.has(text) ? "" : text;
}

/** Returns what is known of a type that is too long to be stored; comments in it are no part of it. */
function longType(sweep: Sweep, span: Span): string {
  if (sweep.language.readExport === undefined || span.end - span.start > MAX_LONG_TYPE_CHARS)
    return "";
  const bare = partOf(sweep, span).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  return shortened(bare.replace(/^\s*:\s*/, ""));
}

/** Returns a function's return type. If a named function has a type as a whole, returns that type with a mark before it. */
function resultText(sweep: Sweep, { type, functionStart, start, name }: Item): string {
  const text = typeText(sweep, type);
  if (sweep.language.name === "php" && isVague(text)) return documented(sweep, start, name) || text;
  if (sweep.language.name === "go") return unnamedResults(text);
  const isOfWhole = functionStart >= 0 && type !== undefined && type.start < functionStart;
  return isOfWhole && text !== "" ? `=>${text}` : text;
}

/** Returns the line (from 1) of the character before `offset`. */
export function lineAt(sweep: Sweep, offset: number): number {
  const { lineStarts } = sweep;
  let [low, high] = [0, lineStarts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
