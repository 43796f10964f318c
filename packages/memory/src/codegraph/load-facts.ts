/** Facts of files as they are now, whether they are in the kept file yet or not. */
import type { Database } from "../store/drivers/driver.ts";
import type { FileFacts } from "./facts.ts";
import { decodeFacts } from "./facts-codec.ts";
import { addResolved } from "./scip/index-files.ts";
import type { Unkept } from "./unkept.ts";

/** Paths without facts are left out. `intern` gives one string for all that are equal. */
export async function loadFacts(
  { db, unkept }: { readonly db: Database; readonly unkept: Unkept },
  paths: readonly string[],
  intern?: (text: string) => string,
): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  for (const [path, bytes] of await unkept.readFacts(db, paths)) {
    found.set(path, decodeFacts(bytes, intern));
  }
  await addResolved(db, found, (path) => unkept.holds(path));
  return found;
}

const kept = new Map<string, string>();
const MAX_KEPT = 500_000;

/** The same names occur in thousands of files: one string for all of them. */
export function interned(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size > MAX_KEPT) kept.clear();
  kept.set(text, text);
  return text;
}
