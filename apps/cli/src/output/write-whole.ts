/** Writes a file that the user named: replaces it as a whole, or writes into an existing device or pipe. */
import { existsSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type ReplaceOptions, replaceFile } from "@tacit-memory/files";
import { MemoryError } from "@tacit-memory/memory";
import { missing } from "../failure.ts";

const FOLLOWED: ReplaceOptions = { followsLinks: true };

/**
 * Writes a file, readable by its owner only unless `mode` states otherwise. A link keeps its target. Throws
 * "store_unwritable" with the path, and "input_missing" for a missing folder; then the old file is unchanged.
 */
export function writeWhole(path: string, content: string, mode = 0o600): void {
  const full = resolve(path);
  try {
    if (isDevice(full)) writeFileSync(full, content);
    else replaceFile(full, content, { ...FOLLOWED, mode });
  } catch (cause) {
    fail(full, cause);
  }
}

/** Returns whether a path is a device, pipe or socket, which can be written to but not replaced. */
function isDevice(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

function fail(path: string, cause: unknown): never {
  if (MemoryError.is(cause)) throw cause;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new MemoryError("usage", { reason: `${path} is a folder; name a file` });
  const folder = dirname(existsSync(path) ? realpathSync(path) : path);
  if (!existsSync(folder)) throw missing(folder, cause);
  throw new MemoryError("store_unwritable", { path, cause });
}
