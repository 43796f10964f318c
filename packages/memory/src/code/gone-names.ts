/**
 * Finds what a change has removed, and the code that still names it: symbols and files that existed before the change and do
 * not exist any more.
 */
import { dirname, posix } from "node:path";
import {
  type ChangedFile,
  type CodeGraph,
  FILE_KIND,
  type FileFacts,
  familyOf,
  fileOfNode,
  filesMentioning,
  innermostAt,
  isSymbolKind,
  languageOf,
  nodesOfFile,
  qualifiedName,
  symbolOfNode,
  symbolRange,
} from "@tacit-memory/codegraph";
import { readProjectText } from "@tacit-memory/files";
import type { CodeSession } from "./code-session.ts";

export interface GoneNames {
  /** `path` or `path:Symbol` of what the change removed. */
  readonly gone: readonly string[];
  /** Places that name it, as far as nothing else of the project is meant. */
  readonly broken: readonly BrokenUse[];
}

export interface BrokenUse {
  readonly path: string;
  readonly line: number;
  /** `Container.name` of the symbol at that line; absent between symbols. */
  readonly symbol?: string;
  /** What it names: an entry of `gone`. */
  readonly names: string;
}

interface Gone {
  readonly path: string;
  /** Qualified names of symbols that are gone while their container is not. */
  readonly symbols: readonly string[];
  readonly isFile: boolean;
}

const MAX_GONE = 200;
const MAX_BROKEN = 500;
const MAX_FILE_BYTES = 1_000_000;

export const NOTHING_GONE: GoneNames = { gone: [], broken: [] };

export async function goneNames(
  session: Pick<CodeSession, "factsOf" | "factsOfText">,
  root: string,
  graph: CodeGraph,
  files: readonly ChangedFile[],
): Promise<GoneNames> {
  const all: Gone[] = [];
  for (const file of files) {
    const found = await goneFrom(session, graph, file);
    if (found.isFile || found.symbols.length > 0) all.push(found);
  }
  const gone = all.flatMap(({ path, symbols, isFile }) => [
    ...(isFile ? [path] : []),
    ...symbols.map((symbol) => `${path}:${symbol}`),
  ]);
  const broken: BrokenUse[] = [];
  for (const { path, isFile } of all)
    if (isFile) broken.push(...(await importersOf(session, graph, path)));
  for (const [family, those] of Map.groupBy(all, ({ path }) => familyOf(path)))
    broken.push(...(await usersOf(session, root, graph, family, those)));
  return { gone: gone.slice(0, MAX_GONE), broken: distinct(broken).slice(0, MAX_BROKEN) };
}

/** Returns the uses of symbols that are gone, in all files whose language can use them. */
async function usersOf(
  session: Pick<CodeSession, "factsOf">,
  root: string,
  graph: CodeGraph,
  family: string | undefined,
  gone: readonly Gone[],
): Promise<BrokenUse[]> {
  const names = new Set(gone.flatMap(({ symbols }) => symbols.map(lastPart)));
  const others = graph.paths.filter((path) => familyOf(path) === family);
  const found: BrokenUse[] = [];
  for (const path of filesMentioning(root, others, [...names], gone[0]?.path ?? "")) {
    const facts = await session.factsOf(path);
    if (facts === undefined || found.length > MAX_BROKEN) continue;
    const text = (readProjectText(root, path, MAX_FILE_BYTES) ?? "").split("\n");
    for (const one of gone) found.push(...usesIn(graph, { path, facts, text }, one));
  }
  return found;
}

/** Compares the symbols of the former text with those of the graph. */
async function goneFrom(
  session: Pick<CodeSession, "factsOfText">,
  graph: CodeGraph,
  { path, before, isDeleted }: ChangedFile,
): Promise<Gone> {
  const facts = before === null ? null : await session.factsOfText(path, before);
  const old = facts === null ? [] : visibleSymbols(facts);
  const file = graph.paths.indexOf(path);
  // A file that is only no longer read keeps its symbols.
  if (!isDeleted && file < 0) return { path, symbols: [], isFile: false };
  const now = new Set(
    file < 0 ? [] : nodesOfFile(graph, file).map((node) => symbolOfNode(graph, node) ?? ""),
  );
  const missing = old.filter((name) => !now.has(name));
  const isOuter = (name: string) =>
    !missing.some((other) => other !== name && name.startsWith(`${other}.`));
  return { path, symbols: missing.filter(isOuter), isFile: isDeleted };
}

/** Returns the qualified names of the symbols that other code can name: not those inside of functions. */
function visibleSymbols({ definitions }: FileFacts): string[] {
  const names = new Set<string>();
  for (const [index, own] of definitions.entries()) {
    let at = own.container;
    while (at >= 0 && isHolder(definitions[at]?.kind)) at = definitions[at]?.container ?? -1;
    if (at < 0 && isSymbolKind(own.kind)) names.add(qualifiedName(definitions, index));
  }
  return [...names];
}

const isHolder = (kind: string | undefined) =>
  kind !== undefined && kind !== "lambda" && kind !== "function" && kind !== "method";

interface FileToSearch {
  readonly path: string;
  readonly facts: FileFacts;
  readonly text: readonly string[];
}

/** Returns the lines of a file that name a symbol that is gone, unless the place uses another definition of that name. */
function usesIn(graph: CodeGraph, source: FileToSearch, { path, symbols }: Gone): BrokenUse[] {
  const file = graph.paths.indexOf(source.path);
  if (file < 0) return [];
  return symbols.flatMap((symbol) => {
    const name = lastPart(symbol);
    const lines = linesNaming(source, name);
    return lines.flatMap((line): BrokenUse[] => {
      const node = nodeAt(graph, file, line);
      if (usesOther(graph, node, name) || usesOther(graph, graph.fileStarts[file] ?? 0, name))
        return [];
      return [{ ...placeOf(graph, node, line), names: `${path}:${symbol}` }];
    });
  });
}

/** Returns the lines on which the facts of a file name something: calls, imports, types and base classes. */
function linesNaming({ facts, text }: FileToSearch, name: string): number[] {
  const { calls, imports } = facts;
  const word = wordOf(name);
  const isLocal = hasOwn(facts, name);
  const isMeant = ({ callee }: FileFacts["calls"][number]) =>
    word.test(callee) && (!isLocal || callee.includes(`.${name}`));
  const lines = new Set([
    ...calls.filter(isMeant).map(({ line }) => line),
    ...imports.filter(({ imported }) => word.test(imported)).map(({ line }) => line),
  ]);
  if (!isLocal && isNamedAsType(facts, word))
    for (const [at, lineText] of text.entries())
      if (word.test(lineText) && !COMMENT.test(lineText)) lines.add(at + 1);
  return [...lines].sort((a, b) => a - b);
}

/** Returns whether a file has its own definition or variable of that name. */
function hasOwn({ definitions, bindings }: FileFacts, name: string): boolean {
  return [...definitions, ...bindings].some((own) => own.name === name);
}

function isNamedAsType({ definitions, bindings }: FileFacts, word: RegExp): boolean {
  const types = [
    ...definitions.flatMap(({ type, bases }) => [type, ...bases]),
    ...bindings.map(({ type }) => type),
  ];
  return types.some((type) => type !== "" && word.test(type));
}

const COMMENT = /^\s*(?:\/\/|\*|\/\*|#(?!\[))/;

function wordOf(name: string): RegExp {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])`, "u");
}

/** Returns whether a node uses a definition with that name. */
function usesOther(graph: CodeGraph, node: number, name: string): boolean {
  for (let at = graph.outStarts[node] ?? 0; at < (graph.outStarts[node + 1] ?? 0); at++) {
    const end = graph.outTargets[at] ?? 0;
    if (graph.kinds[end] !== FILE_KIND && graph.names[graph.nameIds[end] ?? 0] === name)
      return true;
  }
  return false;
}

/** Returns the files that import a file that is gone. */
async function importersOf(
  session: Pick<CodeSession, "factsOf">,
  graph: CodeGraph,
  gone: string,
): Promise<BrokenUse[]> {
  const found: BrokenUse[] = [];
  for (const [file, specifiers] of graph.unresolved.entries()) {
    const path = graph.paths[file] ?? "";
    const own = specifiers.filter((specifier) => isPathOf(specifier, path, gone));
    if (own.length === 0 || familyOf(path) !== familyOf(gone)) continue;
    const facts = await session.factsOf(path);
    for (const { specifier, line } of facts?.imports ?? [])
      if (own.includes(specifier)) found.push({ path, line, names: gone });
  }
  return found;
}

/** Returns whether an import that leads to no file may mean a file that is gone. */
function isPathOf(specifier: string, from: string, gone: string): boolean {
  const whole = stemOf(gone);
  if (/^\.{1,2}(?:\/|$)/.test(specifier))
    return stemOf(posix.join(dirname(from), specifier)) === whole;
  // Python's `..pkg.mod`.
  const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier
    .slice(dots)
    .split(/\.(?!\w+$)|::|\\|\//)
    .filter((part) => part !== "");
  const path = specifier.includes("/")
    ? specifier
    : specifier.slice(dots).replace(/\.|::|\\/g, "/");
  const [first = ""] = parts;
  // The first part may be an alias of a folder: `@/lib/price`, `crate::price`.
  const inside = stemOf(path.slice(path.indexOf("/") + 1));
  const last = stemOf(path);
  return [last, ...(path.includes("/") && first !== "" ? [inside] : [])].some(
    (end) => end !== "" && (whole === end || whole.endsWith(`/${end}`)),
  );
}

/** Returns a path without its extension and without the name that stands for its folder. */
function stemOf(path: string): string {
  const stem = languageOf(path) === undefined ? path : path.replace(/\.[^./]+$/, "");
  return stem.replace(/\.(?:js|jsx|mjs|cjs)$/, "").replace(/\/(?:index|__init__|mod)$/, "");
}

function lastPart(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

/** Returns the innermost symbol with that line; between symbols, the file. */
function nodeAt(graph: CodeGraph, file: number, line: number): number {
  const [start, end] = symbolRange(graph, file);
  const extents = Array.from({ length: end - start }, (_value, at) => ({
    node: start + at,
    startLine: graph.startLines[start + at] ?? 0,
    endLine: graph.endLines[start + at] ?? 0,
  }));
  return innermostAt(extents, line)?.node ?? graph.fileStarts[file] ?? 0;
}

function placeOf(graph: CodeGraph, node: number, line: number) {
  const path = graph.paths[fileOfNode(graph, node)] ?? "";
  const symbol = symbolOfNode(graph, node);
  return symbol === null ? { path, line } : { path, line, symbol };
}

function distinct(uses: readonly BrokenUse[]): BrokenUse[] {
  const keys = new Map(uses.map((use) => [`${use.path} ${use.line} ${use.names}`, use]));
  return [...keys.values()];
}
