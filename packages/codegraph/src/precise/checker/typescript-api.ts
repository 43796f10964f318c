/**
 * The project's own TypeScript 7, if it has one. Its programming interface is still called unstable: what we use
 * of it is written here, and what is not as written is told as a failure. Nothing is downloaded for it.
 */
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { CodegraphError } from "../../codegraph-error.ts";
import type { TypeScriptEntry } from "./check-work.ts";

/** A node of a syntax tree: where it begins, trivia left out. */
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
  /** SymbolFlags.Alias: what stands for it is somewhere else. */
  readonly aliasFlag: number;
  /** Starts the compiler's process; `close` ends it. */
  readonly open: (root: string) => Api;
}

const LEAST_MAJOR = 7;
/** The value of SymbolFlags.Alias since TypeScript 2. */
const ALIAS = 1 << 21;

/** Throws "checker_missing" where the project has none, or an older one. Nothing of it is run. */
export function findTypeScript(root: string): TypeScriptEntry {
  const from = createRequire(join(root, "package.json"));
  const own = join(root, "node_modules", "typescript");
  const manifest = manifestOf(own);
  const version = String(manifest["version"]);
  if (!(Number.parseInt(version, 10) >= LEAST_MAJOR)) {
    throw new CodegraphError("checker_missing", { wanted: "typescript 7", found: version });
  }
  try {
    const entry = from.resolve("typescript/unstable/sync");
    // Where it has none, the search goes on in the folders above.
    if (!isBelow(own, entry)) throw new Error(`${entry} is not the project's own`);
    return { version, url: pathToFileURL(entry).href };
  } catch (cause) {
    throw withoutInterface(version, cause);
  }
}

/** Throws "checker_missing" where its interface cannot be loaded. */
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

/** Folders above the project, or those of `NODE_PATH`, may be somebody else's: what lies there is not run. */
function manifestOf(own: string): Readonly<Record<string, unknown>> {
  try {
    const text = readFileSync(join(own, "package.json"), "utf8");
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const folder = dirname(dirname(own));
    throw new CodegraphError("checker_missing", { wanted: "typescript 7", folder, cause });
  }
}

/** Package managers link a package to where they keep it. */
function isBelow(folder: string, path: string): boolean {
  return realpathSync(path).startsWith(join(realpathSync(folder), sep));
}
