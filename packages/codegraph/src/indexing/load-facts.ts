/** Loads the current facts of files, whether or not they are in the stored file yet. */
import type { Database } from "@tacit-memory/sqlite";
import type { FileFacts } from "../facts/facts.ts";
import { decodeCalls, decodeFacts, decodeOutline } from "../facts/facts-codec.ts";
import { addResolved } from "../precise/scip/index-files.ts";
import type { UnsavedRows } from "./unsaved-rows.ts";

interface FactsStore {
  readonly db: Database;
  readonly unsaved: UnsavedRows;
}

/** Returns the facts of files. Paths without facts are left out. */
export async function loadFacts(
  { db, unsaved }: FactsStore,
  paths: readonly string[],
): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  for (const [path, bytes] of await unsaved.readFacts(db, paths)) {
    found.set(path, decodeFacts(bytes));
  }
  await addResolved(db, found, unsaved);
  return found;
}

/** A tree's facts in two parts, because all facts of a large tree at once would not fit into memory. */
export interface FactsInParts {
  /** What linking other files needs: everything but the calls and a compiler's resolutions. */
  readonly outlines: (paths: readonly string[]) => Promise<ReadonlyMap<string, FileFacts>>;
  /** The remaining facts, needed while a file is linked; decoded on request. */
  readonly uses: (paths: readonly string[]) => Promise<Pick<ReadonlyMap<string, FileUses>, "get">>;
}

type FileUses = Pick<FileFacts, "calls" | "resolved">;
type LoadedFacts = Pick<FileFacts, "resolved">;

/** Returns access to the facts in two parts. Paths without facts are left out. */
export function factsInParts({ db, unsaved }: FactsStore): FactsInParts {
  const intern = createInterner();
  return {
    outlines: async (paths) => {
      const bytes = await unsaved.readFacts(db, paths);
      return new Map([...bytes].map(([path, one]) => [path, decodeOutline(one, intern)]));
    },
    uses: async (paths) => {
      const factBytes = await unsaved.readFacts(db, paths);
      const resolved = new Map(
        [...factBytes.keys()].map((path): [string, LoadedFacts] => [path, {}]),
      );
      await addResolved(db, resolved, unsaved);
      return {
        get: (path) => {
          const bytes = factBytes.get(path);
          // Not interned: these strings are freed when their file is linked, and each lookup would cost more.
          return bytes && { calls: decodeCalls(bytes), ...resolved.get(path) };
        },
      };
    },
  };
}

/** Returns a function that shares one string for equal names, because the same names occur in thousands of files. */
function createInterner(): (text: string) => string {
  const strings = new Map<string, string>();
  return (text) => {
    const existing = strings.get(text);
    if (existing !== undefined) return existing;
    if (text.length <= MAX_INTERNED) strings.set(text, text);
    return text;
  };
}

/** Maximum characters of an interned string. Longer ones are expressions, which rarely occur in two files. */
const MAX_INTERNED = 80;
