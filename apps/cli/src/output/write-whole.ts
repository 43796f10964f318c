/** Writes a file that the user named: replaces it as a whole, or writes into an existing device or pipe. */
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
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
    if (isDevice(full)) writeToReader(full, content);
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

/** A reader may start at the same time as the command. */
const READER_MS = 2000;
const LOOK_MS = 20;

/** Opening a named pipe waits until a program reads it, forever if none does. */
function writeToReader(path: string, content: string): void {
  // Stays open, because the reader would see the end of the pipe between two writers.
  const reader = statSync(path).isFIFO() ? openForReader(path) : null;
  try {
    writeFileSync(path, content);
  } finally {
    if (reader !== null) closeSync(reader);
  }
}

/** Throws Node's "ENXIO" if no program reads the pipe. */
function openForReader(path: string): number {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasNoReader(error) || waitedMs >= READER_MS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
  }
}

function hasNoReader(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENXIO";
}

function fail(path: string, cause: unknown): never {
  if (MemoryError.is(cause)) throw cause;
  if (hasNoReader(cause))
    throw new MemoryError("usage", { reason: `no program reads the pipe ${path}` });
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new MemoryError("usage", { reason: `${path} is a folder; name a file` });
  const folder = dirname(existsSync(path) ? realpathSync(path) : path);
  if (!existsSync(folder)) throw missing(folder, cause);
  throw new MemoryError("store_unwritable", { path, cause });
}
