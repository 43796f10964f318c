/** What compilers know of the project: existing SCIP indexes, and the type checker if requested. */
import type { Database } from "@tacit-memory/sqlite";
import {
  countResolved,
  listCodeFiles,
  type ResolvedRow,
  writeResolved,
} from "../indexing/code-store.ts";
import { CODEGRAPH } from "../tuning.ts";
import { placesOf } from "./checker/check-sites.ts";
import type { FileToCheck, TypeScriptEntry } from "./checker/check-work.ts";
import { runChecker } from "./checker/run-checker.ts";
import { findTypeScript } from "./checker/typescript-api.ts";
import {
  type ImportOutcome,
  type IndexFiles,
  type IndexNews,
  importIndexes,
  indexNews,
  type Project,
  planImport,
} from "./scip/import-indexes.ts";
import { encodeSites } from "./scip/resolved-sites.ts";

export interface CompilerOptions extends IndexFiles {
  /** Run the project's own type checker on files that changed since its last run. */
  readonly isChecked: boolean;
}

export const FOUND_INDEXES: CompilerOptions = { named: [], isLooking: true, isChecked: false };

/** Origin of results, in place of an index's path. */
const CHECKER_ORIGIN = "checker:typescript";

/** Everything is read again without the checker, so its former results are as outdated as the rest. */
const FORGOTTEN = { origin: CHECKER_ORIGIN, rows: [], files: [], unchanged: [] };

/** Reads and stores the planned results. */
export type Gathering = (
  project: Project,
  onChecked: (done: number, total: number) => void,
) => Promise<ImportOutcome>;

/**
 * Returns null if nothing is new. `changed`: paths whose content changed. Throws "input_missing" for a named index that does
 * not exist, and "checker_missing".
 */
export async function planGathering(
  db: Database,
  root: string,
  wishes: CompilerOptions,
  changed: ReadonlySet<string>,
  isFull: boolean,
): Promise<Gathering | null> {
  const typescript = wishes.isChecked ? findTypeScript(root) : null;
  const plan = await planImport(db, root, wishes, changed, isFull);
  if (plan === null && typescript === null && !isFull) return null;
  return async (project, onChecked) => {
    const imported =
      plan === null ? { notes: [], failure: undefined } : await importIndexes(db, project, plan);
    if (typescript === null) {
      if (isFull) await writeResolved(db, [FORGOTTEN], {});
      return imported;
    }
    try {
      const notes = await check(db, project, typescript, { isFull, onChecked });
      return { ...imported, notes: [...imported.notes, ...notes] };
    } catch (failure) {
      return { ...imported, failure: imported.failure ?? failure };
    }
  };
}

const CHECKED = /\.[cm]?[jt]sx?$/;

/**
 * Checks files. Files with a compiler's result for their current content keep it. Returns notes for the user: after a
 * timeout, the next run continues with the rest.
 */
async function check(
  db: Database,
  project: Project,
  typescript: TypeScriptEntry,
  { isFull, onChecked }: { isFull: boolean; onChecked: (done: number, total: number) => void },
): Promise<string[]> {
  const places = new Map<string, ReadonlyMap<string, string>>();
  const hashes = new Map<string, Uint8Array>();
  const files: FileToCheck[] = [];
  const keptPaths: string[] = [];
  for (const { path, hash } of await listCodeFiles(db)) {
    const facts = hash !== null && CHECKED.test(path) ? await project.factsOf(path) : undefined;
    if (hash === null || facts === undefined) continue;
    const isResolved =
      facts.resolved !== undefined && (!isFull || facts.resolved.tier !== "checker");
    if (isResolved) keptPaths.push(path);
    else files.push({ path, calls: facts.calls.map(({ line, column }) => ({ line, column })) });
    places.set(path, placesOf(facts));
    hashes.set(path, hash);
  }
  const rows: ResolvedRow[] = [];
  const limitMs = CODEGRAPH.checkerLimitMs;
  const work = { root: project.root, typescript, files, places };
  const isThrough = await runChecker(work, {
    limitMs,
    onChecked: ({ path, resolved }) => {
      const hash = hashes.get(path);
      const sites = resolved.sites.length;
      if (hash !== undefined) rows.push({ path, hash, sites, resolved: encodeSites(resolved) });
      onChecked(rows.length, files.length);
    },
  });
  await writeResolved(db, [{ origin: CHECKER_ORIGIN, rows, files: [], unchanged: keptPaths }], {});
  if (isThrough) return [];
  const progress = `${rows.length} of ${files.length} files`;
  return [
    `typescript was ended after ${limitMs / 1000} s, having checked ${progress}; the next run goes on`,
  ];
}

/** Stored compiler results that are currently valid. */
export interface CompilerNews {
  /** SCIP indexes whose facts are used. */
  readonly indexes: readonly IndexNews[];
  /** Files that the type checker covers in their current state, and the calls in them. */
  readonly checked: { readonly files: number; readonly sites: number };
}

export async function compilerNews(db: Database, root: string): Promise<CompilerNews> {
  const counts = await countResolved(db);
  const { files = 0, sites = 0 } = counts.find(({ origin }) => origin === CHECKER_ORIGIN) ?? {};
  return { indexes: await indexNews(db, root), checked: { files, sites } };
}
