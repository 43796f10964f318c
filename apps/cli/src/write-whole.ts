/** A file replaced as a whole: whoever reads it meanwhile sees the old one or the new one. */
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { MemoryError } from "@tacit-memory/memory";

/** For the owner alone, unless `mode` says who else. Throws "store_unwritable" with the path; then nothing is left behind. */
export function writeWhole(path: string, content: string, mode = 0o600): void {
  const full = resolve(path);
  const beside = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
  try {
    writeFileSync(beside, content, { mode: 0o600 });
    if (mode !== 0o600) chmodSync(beside, mode);
    renameSync(beside, full);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new MemoryError("store_unwritable", { path: full, cause });
  }
}
