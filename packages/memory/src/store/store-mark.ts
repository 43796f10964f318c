/**
 * The home's own record that it has a store: an empty file that is made with the schema. Without it an emptied store cannot be
 * told from a new one, and all memories would be gone without a word. Removing the store itself is a person's choice.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MARK = "store-made";

export function hasStoreMark(home: string): boolean {
  return existsSync(join(home, MARK));
}

/** Where the home cannot be written there is no mark, and nothing is lost by that. */
export function setStoreMark(home: string): void {
  if (hasStoreMark(home)) return;
  try {
    writeFileSync(join(home, MARK), "", { mode: 0o600 });
  } catch {
    // A read-only home, or a full disk: the next process tries again.
  }
}

/** Before a store is made where there is none. */
export function removeStoreMark(home: string): void {
  rmSync(join(home, MARK), { force: true });
}
