/** Converts watched changes into the sweep that comparing the whole tree would give, if possible. */
import { EXTRACTOR_VERSION } from "../facts/facts.ts";
import { languageOf } from "../facts/languages/languages.ts";
import type { Sized } from "../indexing/batches.ts";
import type { CodeStore, Sweep } from "../indexing/code-tree.ts";
import type { FileRow } from "../indexing/unsaved-rows.ts";
import { isConfig, isFolder, statOf } from "../indexing/walk.ts";
import type { SeenChanges } from "./tree-watch.ts";

/** Returns undefined if the tree must be listed: after a new file, or a change that affects what is listed. */
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

export function isEmptySweep({ dirty, gone }: Sweep): boolean {
  return dirty.length === 0 && gone.length === 0;
}

function mattersUnknown(root: string, path: string): boolean {
  if (isConfig(path) || path.endsWith(".gitignore") || path === ".git") return true;
  // An unknown source file is either new or ignored; only a listing decides.
  if (languageOf(path) !== undefined) return statOf(root, path) !== null;
  return isFolder(root, path);
}

/** Returns the files that differ from their last reading, including changes that the watcher has not reported yet. */
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
