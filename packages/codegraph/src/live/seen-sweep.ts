/** What a watch saw → the same sweep that comparing the whole tree would give, where that can be said from it. */
import { EXTRACTOR_VERSION } from "../facts/facts.ts";
import { languageOf } from "../facts/languages/languages.ts";
import type { Sized } from "../indexing/batches.ts";
import type { CodeStore, Sweep } from "../indexing/index-project.ts";
import type { FileRow } from "../indexing/unsaved-rows.ts";
import { isConfig, isFolder, statOf } from "../indexing/walk.ts";
import type { SeenChanges } from "./tree-watch.ts";

/** Undefined where the tree itself must be listed: something new, or something that says what is listed. */
export function seenSweep(
  store: CodeStore,
  last: Sweep,
  { paths, isMissing }: SeenChanges,
): Sweep | undefined {
  if (isMissing) return undefined;
  const dirty: Sized[] = [];
  const gone: FileRow[] = [];
  for (const path of paths) {
    const row = last.rows.get(path);
    if (row === undefined) {
      if (mattersUnknown(store.root, path)) return undefined;
      continue;
    }
    if (row.extractor !== EXTRACTOR_VERSION) return undefined;
    const stat = statOf(store.root, path);
    if (stat === null) gone.push(row);
    else if (stat.mtimeMs !== row.mtimeMs || stat.size !== row.size) {
      dirty.push({ path, ...stat, knownHash: row.hash });
    }
  }
  return { ...last, dirty, gone };
}

function mattersUnknown(root: string, path: string): boolean {
  if (isConfig(path) || path.endsWith(".gitignore") || path === ".git") return true;
  // A source we do not know is new, or ignored: only a listing tells which.
  if (languageOf(path) !== undefined) return statOf(root, path) !== null;
  return isFolder(root, path);
}

/** Of these files the ones that are not as they were read. What a watch has not told yet is seen here. */
export function changedSince(store: CodeStore, last: Sweep, paths: Iterable<string>): string[] {
  const changed: string[] = [];
  for (const path of paths) {
    const row = last.rows.get(path);
    if (row === undefined) continue;
    const stat = statOf(store.root, path);
    if (stat?.mtimeMs !== row.mtimeMs || stat.size !== row.size) changed.push(path);
  }
  return changed;
}
