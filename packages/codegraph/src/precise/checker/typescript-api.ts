/**
 * The project's own TypeScript 7, if it has one. Its programming interface is still unstable: the parts we use are declared
 * here, and any deviation is reported as a failure. Nothing is downloaded for it.
 */
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { CodegraphError } from "../../codegraph-error.ts";
import type { TypeScriptEntry } from "./check-work.ts";

/** A node of a syntax tree: its start without trivia. */
interface SyntaxNode {
  readonly name?: SyntaxNode;
  readonly getStart: () => number;
}

export interface DeclarationHandle {
  readonly path: string;
  readonly resolve: () => SyntaxNode | undefined;
}

export interface CheckedSymbol {
  readonly flags: number;
  readonly declarations: readonly DeclarationHandle[];
  readonly valueDeclaration: DeclarationHandle | undefined;
}

export interface Checker {
  /** Positions are offsets in UTF-16 units. */
  readonly getSymbolAtPosition: (
    file: string,
    positions: readonly number[],
  ) => readonly (CheckedSymbol | undefined)[];
  readonly getAliasedSymbol: (symbol: CheckedSymbol) => CheckedSymbol;
}

interface Snapshot {
  readonly getDefaultProjectForFile: (file: string) => { readonly checker: Checker } | undefined;
}

interface Api {
  readonly updateSnapshot: (params: { readonly openFiles: readonly string[] }) => Snapshot;
  readonly close: () => void;
}

export interface TypeScript {
  readonly version: string;
  /** SymbolFlags.Alias: the symbol's target is declared elsewhere. */
  readonly aliasFlag: number;
  /** Starts the compiler's process; `close` ends it. */
  readonly open: (root: string) => Api;
}

const MIN_MAJOR = 7;
/** The value of SymbolFlags.Alias since TypeScript 2. */
const ALIAS = 1 << 21;

/** Returns the project's TypeScript without running it. Throws "checker_missing" if the project has none, or an older one. */
export function findTypeScript(root: string): TypeScriptEntry {
  const from = createRequire(join(root, "package.json"));
  const own = join(root, "node_modules", "typescript");
  const manifest = manifestOf(own);
  const version = String(manifest["version"]);
  if (!(Number.parseInt(version, 10) >= MIN_MAJOR)) {
    throw new CodegraphError("checker_missing", { wanted: "typescript 7", found: version });
  }
  try {
    const entry = from.resolve("typescript/unstable/sync");
    // Without an own version, resolution would continue in the folders above.
    if (!isBelow(own, entry)) throw new Error(`${entry} is not the project's own`);
    return { version, url: pathToFileURL(entry).href };
  } catch (cause) {
    throw withoutInterface(version, cause);
  }
}

/** Loads its interface. Throws "checker_missing" if it cannot be loaded. */
export async function openTypeScript({ version, url }: TypeScriptEntry): Promise<TypeScript> {
  try {
    const { API: Constructor } = (await import(url)) as {
      readonly API: new (options: { readonly cwd: string }) => Api;
    };
    return { version, aliasFlag: ALIAS, open: (cwd) => new Constructor({ cwd }) };
  } catch (cause) {
    throw withoutInterface(version, cause);
  }
}

function withoutInterface(found: string, cause: unknown): CodegraphError {
  return new CodegraphError("checker_missing", {
    wanted: "its programming interface",
    found,
    cause,
  });
}

/**
 * Reads the manifest of the project's own package. Folders above the project or in `NODE_PATH` may belong to others, so their
 * content is not run.
 */
function manifestOf(own: string): Readonly<Record<string, unknown>> {
  try {
    const text = readFileSync(join(own, "package.json"), "utf8");
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const folder = dirname(dirname(own));
    throw new CodegraphError("checker_missing", { wanted: "typescript 7", folder, cause });
  }
}

/** Compares real paths, because package managers link a package to its storage location. */
function isBelow(folder: string, path: string): boolean {
  return realpathSync(path).startsWith(join(realpathSync(folder), sep));
}
