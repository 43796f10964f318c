/** A file replaced as a whole: whoever reads it meanwhile sees the old one or the new one. */
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import { missing } from "./failure.ts";

/** What is being written, and was not written to for that long, was left by a process that was killed. */
const LEFT_MS = 3_600_000;

/**
 * For the owner alone, unless `mode` says who else. A link keeps pointing where it points; a device or a pipe is written to,
 * and stays what it is. Throws "store_unwritable" with the path; then nothing is left behind.
 */
export function writeWhole(path: string, content: string, mode = 0o600): void {
  const full = resolve(path);
  const [target, beside] = placesOf(full);
  try {
    writeFileSync(beside, content, { mode: 0o600 });
    putInPlace(target, beside, mode);
  } catch (cause) {
    giveUp(full, target, beside, cause);
  }
}

/** The same of what is written bit by bit. */
export async function writeWholeOf(path: string, chunks: AsyncIterable<string>): Promise<void> {
  const full = resolve(path);
  const [target, beside] = placesOf(full);
  try {
    const file = openSync(beside, "w", 0o600);
    try {
      for await (const chunk of chunks) writeFileSync(file, chunk);
    } finally {
      closeSync(file);
    }
    putInPlace(target, beside, 0o600);
  } catch (cause) {
    giveUp(full, target, beside, cause);
  }
}

/** What is replaced, and where it is written before; the same where nothing can be put in its place. */
function placesOf(full: string): readonly [target: string, beside: string] {
  const known = statSync(full, { throwIfNoEntry: false });
  if (known !== undefined && !known.isFile() && !known.isDirectory()) return [full, full];
  const target = known === undefined ? throughLink(full) : realpathSync(full);
  return [target, join(dirname(target), `.${basename(target)}.${process.pid}.part`)];
}

/** A link to nothing is followed too: what it names is made. */
function throughLink(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}

function putInPlace(target: string, beside: string, mode: number): void {
  if (beside === target) return;
  if (mode !== 0o600) chmodSync(beside, mode);
  renameSync(beside, target);
  removeLeft(target);
}

/** Where others may not be listed or removed they stay: what was asked for is written. */
function removeLeft(target: string): void {
  const folder = dirname(target);
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(`.${basename(target)}.`) || !/\.\d+\.part$/.test(name)) continue;
      const left = join(folder, name);
      const stat = statSync(left, { throwIfNoEntry: false });
      if (stat !== undefined && stat.mtimeMs < Date.now() - LEFT_MS) rmSync(left, { force: true });
    }
  } catch {
    return;
  }
}

function giveUp(path: string, target: string, beside: string, cause: unknown): never {
  if (beside !== target) rmSync(beside, { force: true });
  if (MemoryError.is(cause)) throw cause;
  if (!existsSync(dirname(target))) throw missing(dirname(target), cause);
  throw new MemoryError("store_unwritable", { path, cause });
}
