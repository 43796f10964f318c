/**
 * A mark in the home folder that a store was created: an empty file written with the schema. Without it, a lost store would
 * look like a new one, and all memories would disappear silently. Only a person deletes the store itself.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MARK = "store-made";

export function hasStoreMark(home: string): boolean {
  return existsSync(join(home, MARK));
}

/** Creates the mark. If the home is not writable, the mark is omitted without harm. */
export function setStoreMark(home: string): void {
  if (hasStoreMark(home)) return;
  try {
    writeFileSync(join(home, MARK), "", { mode: 0o600 });
  } catch {
    // A read-only home or a full disk: the next process tries again.
  }
}

/** Removes the mark, before a new store is created where none exists. */
export function removeStoreMark(home: string): void {
  rmSync(join(home, MARK), { force: true });
}
