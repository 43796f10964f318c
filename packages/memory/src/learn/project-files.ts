/** Reads the project's current files, for statements that are stored only while they hold for those files. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { entriesIn, readProjectText } from "@tacit-memory/files";
import type { Signal } from "../domain/signal.ts";
import type { Tree } from "./propose/borne-out.ts";
import { PROPOSE } from "./propose/limits.ts";

const UNKNOWN: Tree = { isKnown: false, isThere: () => true, read: () => null, list: () => [] };

/**
 * Returns the project's files. Without a project folder, or when none of the session's files are in it (a transcript from
 * elsewhere), every file counts as existing and none can be read.
 */
export function treeOf(root: string | null, signals: readonly Pick<Signal, "files">[]): Tree {
  if (root === null) return UNKNOWN;
  const isThere = (path: string) => existsSync(join(root, path));
  if (!signals.some((signal) => signal.files.some(isThere))) return UNKNOWN;
  return {
    isKnown: true,
    isThere,
    read: (path) => readProjectText(root, path, PROPOSE.readMaxBytes),
    list: (folder) => filesIn(join(root, folder)),
  };
}

function filesIn(path: string): string[] {
  return entriesIn(path)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
