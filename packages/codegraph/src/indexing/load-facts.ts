/** Facts of files as they are now, whether they are in the kept file yet or not. */
import type { Database } from "@tacit-memory/sqlite";
import type { FileFacts } from "../facts/facts.ts";
import { decodeCalls, decodeFacts, decodeOutline } from "../facts/facts-codec.ts";
import { addResolved } from "../precise/scip/index-files.ts";
import type { UnsavedRows } from "./unsaved-rows.ts";

interface FactsStore {
  readonly db: Database;
  readonly unkept: UnsavedRows;
}

/** Paths without facts are left out. */
export async function loadFacts(
  { db, unkept }: FactsStore,
  paths: readonly string[],
): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  for (const [path, bytes] of await unkept.readFacts(db, paths)) {
    found.set(path, decodeFacts(bytes));
  }
  await addResolved(db, found, unkept);
  return found;
}

/** A tree's facts in two readings, because all of a large one at once is more than there is room for. */
export interface FactsInParts {
  /** What other files may ask a file for: everything but its calls and what a compiler said of them. */
  readonly outlines: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  /** The rest, for the time a file is linked: objects are made of it when it is asked for. */
  readonly uses: (paths: readonly string[]) => Promise<Pick<ReadonlyMap<string, FileUses>, "get">>;
}

type FileUses = Pick<FileFacts, "calls" | "resolved">;
type LoadedFacts = Pick<FileFacts, "resolved">;

/** Paths without facts are left out. */
export function factsInParts({ db, unkept }: FactsStore): FactsInParts {
  const intern = createInterner();
  return {
    outlines: async (paths) => {
      const bytes = await unkept.readFacts(db, paths);
      return new Map([...bytes].map(([path, one]) => [path, decodeOutline(one, intern)]));
    },
    uses: async (paths) => {
      const factBytes = await unkept.readFacts(db, paths);
      const resolved = new Map(
        [...factBytes.keys()].map((path): [string, LoadedFacts] => [path, {}]),
      );
      await addResolved(db, resolved, unkept);
      return {
        get: (path) => {
          const bytes = factBytes.get(path);
          // Not as one string for all: they are gone when their file is linked, and looking each up costs more.
          return bytes && { calls: decodeCalls(bytes), ...resolved.get(path) };
        },
      };
    },
  };
}

/** The same names occur in thousands of files: one string for all of them. */
function createInterner(): (text: string) => string {
  const strings = new Map<string, string>();
  return (text) => {
    const existing = strings.get(text);
    if (existing !== undefined) return existing;
    if (text.length <= MAX_INTERNED) strings.set(text, text);
    return text;
  };
}

/** Characters: what is longer is an expression, and hardly the same in two files. */
const MAX_INTERNED = 80;
