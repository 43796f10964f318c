/** The files of the project as they are, for what is only said while it holds of them. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Signal } from "./domain/signal.ts";
import type { Tree } from "./propose/borne-out.ts";
import { PROPOSE } from "./propose/tuning.ts";

const UNKNOWN: Tree = { isThere: () => true, read: () => null, list: () => [] };

/**
 * Without the project at hand, or when none of the session's files are in it (a transcript from elsewhere), every file
 * counts as there, and none can be read.
 */
export function treeOf(root: string | null, signals: readonly Signal[]): Tree {
  if (root === null) return UNKNOWN;
  const isThere = (path: string) => existsSync(join(root, path));
  if (!signals.some((signal) => signal.files.some(isThere))) return UNKNOWN;
  return {
    isThere,
    read: (path) => readSmall(join(root, path)),
    list: (folder) => filesIn(join(root, folder)),
  };
}

function readSmall(path: string): string | null {
  try {
    const about = statSync(path);
    const isSmall = about.isFile() && about.size <= PROPOSE.readMaxBytes.value;
    return isSmall ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

function filesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((one) => one.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}
