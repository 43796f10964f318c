/** Files that only an index can read, and compiler results for files that we read ourselves. */
import type { Database } from "@tacit-memory/sqlite";
import type { FileFacts } from "../../facts/facts.ts";
import { INDEX_EXTRACTOR, readResolved } from "../../indexing/code-store.ts";
import type { FileRow, UnsavedRows } from "../../indexing/unsaved-rows.ts";
import { statOf, type Walked } from "../../indexing/walk.ts";
import { decodeSites } from "./resolved-sites.ts";

export interface IndexedFiles {
  /** Files that still exist. */
  readonly paths: readonly string[];
  /** Files that changed since: the index's results stay valid, and the user is informed. */
  readonly unread: readonly string[];
}

export function indexedFiles(root: string, rows: ReadonlyMap<string, FileRow>): IndexedFiles {
  const paths: string[] = [];
  const unread: string[] = [];
  for (const { path, extractor, mtimeMs, size } of rows.values()) {
    const stat = extractor === INDEX_EXTRACTOR ? statOf(root, path) : null;
    if (stat === null) continue;
    paths.push(path);
    if (stat.mtimeMs !== mtimeMs || stat.size !== size) unread.push(path);
  }
  return { paths, unread };
}

export function withSources(walked: Walked, more: readonly string[]): Walked {
  if (more.length === 0) return walked;
  return { ...walked, sources: [...new Set([...walked.sources, ...more])].sort() };
}

/** Adds compiler results for exactly this content. `unsaved` knows files that differ from the stored ones. */
export async function addResolved<T extends Pick<FileFacts, "resolved">>(
  db: Database,
  facts: Map<string, T>,
  unsaved: Pick<UnsavedRows, "hashOf">,
): Promise<void> {
  for (const { path, hash, keptHash, resolved } of await readResolved(db, [...facts.keys()])) {
    const own = facts.get(path);
    const now = unsaved.hashOf(path) ?? keptHash;
    const isSame = now !== null && Buffer.compare(hash, now) === 0;
    if (own !== undefined && isSame) facts.set(path, { ...own, resolved: decodeSites(resolved) });
  }
}
