/** Whole or not at all: a temporary file beside the target, synced, renamed over it. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

/** A link keeps pointing where it points, a file keeps its mode; `newMode` is for one that is not there. */
export function replaceFile(path: string, text: string, newMode: number): void {
  const target = targetOf(path);
  mkdirSync(dirname(target), { recursive: true });
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? newMode;
  const temporary = `${target}.tacit-${process.pid}`;
  try {
    const file = openSync(temporary, "w", 0o600);
    try {
      writeFileSync(file, text);
      fchmodSync(file, mode & 0o7777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return throughLink(path);
  }
}

/** A link to nothing is followed too: what it names is made. */
function throughLink(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}
