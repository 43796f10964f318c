/** Resolves each call with the type checker, file by file. */
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { CodegraphError } from "../../codegraph-error.ts";
import type { DefinitionName, FileFacts, ResolvedSite, ResolvedSites } from "../../facts/facts.ts";
import { CODEGRAPH } from "../../tuning.ts";
import { definitionKeys } from "../scip/resolved-sites.ts";
import { linesOf, type TextLines } from "../scip/scip-positions.ts";
import type { CheckedFile, CheckWork, DefinitionPlaces, FileToCheck } from "./check-work.ts";
import type { CheckedSymbol, Checker, DeclarationHandle, TypeScript } from "./typescript-api.ts";

/**
 * Yields one file at a time, in the order of `files`. Files without a project configuration are checked on their own. Throws
 * "checker_failed" when the compiler's process ends or answers unexpectedly.
 */
export function* checkFiles(
  typescript: TypeScript,
  { root, files, places }: Omit<CheckWork, "typescript">,
): Generator<CheckedFile> {
  const api = attempt(typescript, () => typescript.open(root));
  try {
    const asking = new SiteResolver(typescript, root, places);
    const openFiles = files.map(({ path }) => join(root, path));
    const snapshot = attempt(typescript, () => api.updateSnapshot({ openFiles }));
    for (const { path, calls } of files) {
      const full = join(root, path);
      const checker = attempt(typescript, () => snapshot.getDefaultProjectForFile(full)?.checker);
      if (checker === undefined) continue;
      yield { path, resolved: asking.resolve(checker, path, calls) };
    }
  } finally {
    api.close();
  }
}

/** Reports any error of a changed interface as one failure, with the version. */
function attempt<T>({ version }: TypeScript, ask: () => T): T {
  try {
    return ask();
  } catch (cause) {
    throw new CodegraphError("checker_failed", { checker: `typescript ${version}`, cause });
  }
}

class SiteResolver {
  readonly #typescript: TypeScript;
  readonly #root: string;
  readonly #places: DefinitionPlaces;
  readonly #lines = new Map<string, TextLines>();
  /** Cache of symbols, which occur repeatedly; `null`: no definition of the project. */
  readonly #names = new Map<CheckedSymbol, DefinitionName | "outside" | null>();

  constructor(typescript: TypeScript, root: string, places: DefinitionPlaces) {
    this.#typescript = typescript;
    this.#root = root;
    this.#places = places;
  }

  resolve(checker: Checker, path: string, unsorted: FileToCheck["calls"]): ResolvedSites {
    const lines = this.#linesOf(path);
    const calls = [...unsorted].sort((a, b) => a.line - b.line || a.column - b.column);
    const positions = calls.map(({ line, column }) => (lines.starts[line - 1] ?? 0) + column);
    const symbols = attempt(this.#typescript, () =>
      positions.length === 0 ? [] : checker.getSymbolAtPosition(join(this.#root, path), positions),
    );
    const targets: DefinitionName[] = [];
    const numbers = new Map<DefinitionName, number>();
    const sites: ResolvedSite[] = [];
    for (const [index, { line, column }] of calls.entries()) {
      const symbol = symbols[index];
      const name = symbol === undefined ? null : this.#nameOf(checker, symbol);
      if (name === null) continue;
      sites.push({ line, column, target: name === "outside" ? -1 : numberOf(name) });
    }
    return { tier: "checker", targets, sites, relations: [] };

    function numberOf(name: DefinitionName): number {
      const number = numbers.get(name) ?? targets.push(name) - 1;
      numbers.set(name, number);
      return number;
    }
  }

  #nameOf(checker: Checker, symbol: CheckedSymbol): DefinitionName | "outside" | null {
    const cached = this.#names.get(symbol);
    if (cached !== undefined) return cached;
    const isAlias = (symbol.flags & this.#typescript.aliasFlag) !== 0;
    const meant = isAlias
      ? attempt(this.#typescript, () => checker.getAliasedSymbol(symbol))
      : symbol;
    const name = this.#definitionOf(meant);
    this.#names.set(symbol, name);
    return name;
  }

  /** Returns the first declaration that is a definition of the project. */
  #definitionOf(symbol: CheckedSymbol): DefinitionName | "outside" | null {
    const first = symbol.valueDeclaration;
    const handles = first === undefined ? symbol.declarations : [first, ...symbol.declarations];
    let isOutside = handles.length > 0;
    for (const handle of handles) {
      const path = this.#ownPath(handle);
      if (path === null) continue;
      isOutside = false;
      const key = this.#places.get(path)?.get(this.#placeOf(path, handle));
      if (key !== undefined) return { path, key };
    }
    return isOutside ? "outside" : null;
  }

  #ownPath({ path }: DeclarationHandle): string | null {
    const root = `${this.#root.replaceAll("\\", "/")}/`;
    const isInside = path.startsWith(root) || path.startsWith(root.toLowerCase());
    const own = isInside ? path.slice(root.length) : null;
    return own === null || own.includes("node_modules/") ? null : own;
  }

  #placeOf(path: string, handle: DeclarationHandle): string {
    const offset = attempt(this.#typescript, () => {
      const node = handle.resolve();
      return (node?.name ?? node)?.getStart() ?? -1;
    });
    const { starts } = this.#linesOf(path);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return `${low + 1}:${offset - (starts[low] ?? 0)}`;
  }

  #linesOf(path: string): TextLines {
    const lines = this.#lines.get(path) ?? linesOf(textOf(this.#root, path));
    this.#lines.set(path, lines);
    return lines;
  }
}

/** Returns a file's text as the compiler counts it: without a byte order mark; "" if the file was deleted. */
function textOf(root: string, path: string): string {
  const text = readProjectText(root, path, CODEGRAPH.maxFileBytes);
  return text?.replace(/^\uFEFF/, "") ?? "";
}

/** Returns the places of one file's definitions for `CheckWork`. */
export function placesOf({ definitions }: FileFacts): Map<string, string> {
  const keys = definitionKeys(definitions);
  return new Map(
    definitions.flatMap(({ kind, nameLine, nameColumn }, index) => {
      const place = `${nameLine}:${nameColumn}`;
      return kind === "lambda" ? [] : [[place, keys[index] ?? ""] as const];
    }),
  );
}
