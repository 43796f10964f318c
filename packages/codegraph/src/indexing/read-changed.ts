/**
 * Reads changed files and stores them on the way, so that an interrupted run can continue. Meanwhile the served facts stay
 * untouched: if a graph exists, new rows are stored beside it until the new one is complete.
 */
import { EXTRACTOR_VERSION } from "../facts/facts.ts";
import { CODEGRAPH } from "../tuning.ts";
import type { Sized } from "./batches.ts";
import {
  type CodeFileChange,
  keepRead,
  type ReadFile,
  readBefore,
  readFactsRead,
  writeCodeFiles,
} from "./code-store.ts";
import type { CodeStore, Progress, Sweep } from "./code-tree.ts";
import { extractAll } from "./extract-pool.ts";
import { rowOf } from "./file-changes.ts";

export interface ReadChanges {
  readonly rows: readonly CodeFileChange[];
  /** Files read and parsed in this run. */
  readonly parsed: number;
  /** Current generation of the stored facts. */
  readonly since: string | undefined;
}

/**
 * Where read files are stored immediately. "main": no graph exists to lose or reuse, and memory stays independent of the
 * tree's size. "beside": with `keepRead`. "nowhere": few files, or they are stored after the answer.
 */
type StorageLocation = "main" | "beside" | "nowhere";

interface Reading {
  readonly where: StorageLocation;
  readonly newId: () => string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Reads the changed files. Returns null if another process has written since the sweep. */
export async function readChanged(
  store: CodeStore,
  found: Sweep,
  { where, newId, onProgress = () => undefined }: Reading,
): Promise<ReadChanges | null> {
  const before = await leftBehind(store, found.dirty, where);
  const isLeft = new Set(before.map(({ path }) => path));
  const dirty = found.dirty.filter(({ path }) => !isLeft.has(path));
  const keeper = new Keeper(store, found.since, where, newId);
  for (const row of before) keeper.rows.push(row);
  const sizes = new Map(dirty.map(({ path, size }) => [path, size]));
  const bytes = dirty.reduce((sum, { size }) => sum + size, 0);
  let [parsed, bytesDone] = [0, 0];
  await extractAll(store.root, dirty, (file) => {
    const row = rowOf(found.rows, file);
    if (row.facts instanceof Uint8Array) parsed++;
    keeper.take(row);
    bytesDone += sizes.get(file.path) ?? 0;
    const done = keeper.rows.length;
    if (done % 50 !== 0) return;
    const share = bytes === 0 ? 1 : bytesDone / bytes;
    onProgress({ step: "reading", done, total: found.dirty.length, share });
  });
  const result = await keeper.end();
  return result === null ? null : { rows: keeper.rows, parsed, since: result.since };
}

/** Returns the changed files that an unfinished run has already read in their current state. */
async function leftBehind(
  { db }: CodeStore,
  dirty: readonly Sized[],
  where: StorageLocation,
): Promise<CodeFileChange[]> {
  const sizes = new Map(dirty.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
  const left = (await readBefore(db, [...sizes.keys()])).filter((item) => {
    const now = sizes.get(item.path);
    const isNow = now?.size === item.size && now.mtimeMs === item.mtimeMs;
    return isNow && item.extractor === EXTRACTOR_VERSION;
  });
  if (where !== "nowhere") return left.map((item) => ({ ...item, facts: "read" }));
  // A query holds the facts it depends on, because a finishing index run deletes these rows.
  const lying = await readFactsRead(
    db,
    left.map(({ path }) => path),
  );
  const facts = new Map(lying.map((item) => [item.path, item.facts]));
  return left.flatMap((item) => {
    const own = facts.get(item.path);
    return own === undefined ? [] : [{ ...item, facts: own }];
  });
}

/** Writes files that were read while others are being read. */
class Keeper {
  readonly rows: CodeFileChange[] = [];
  readonly #store: CodeStore;
  readonly #where: StorageLocation;
  readonly #newId: () => string;
  #since: string | undefined;
  /** Indexes in `rows` that are not written yet, and their total size. */
  #open: number[] = [];
  #bytes = 0;
  #writing: Promise<boolean> = Promise.resolve(true);

  constructor(
    store: CodeStore,
    since: string | undefined,
    where: StorageLocation,
    newId: () => string,
  ) {
    this.#store = store;
    this.#since = since;
    this.#where = where;
    this.#newId = newId;
  }

  take(row: CodeFileChange): void {
    const place = this.rows.push(row) - 1;
    if (this.#where === "nowhere" || !(row.facts instanceof Uint8Array)) return;
    this.#open.push(place);
    this.#bytes += row.facts.length;
    if (this.#bytes >= CODEGRAPH.keepReadBytes) this.#write();
  }

  /** Waits for all writes. Returns null if another process has written since. */
  async end(): Promise<{ readonly since: string | undefined } | null> {
    return (await this.#writing) ? { since: this.#since } : null;
  }

  #write(): void {
    const some = this.#open.flatMap((place) => this.rows[place] ?? []);
    const facts = this.#where === "main" ? "same" : "read";
    for (const place of this.#open) {
      const row = this.rows[place];
      if (row !== undefined) this.rows[place] = { ...row, facts };
    }
    [this.#open, this.#bytes] = [[], 0];
    this.#writing = this.#writing.then(async (isOurs) => isOurs && (await this.#keep(some)));
    // Awaited at the end; this prevents an unhandled rejection until then.
    this.#writing.catch(() => undefined);
  }

  async #keep(some: readonly CodeFileChange[]): Promise<boolean> {
    const { db } = this.#store;
    if (this.#where === "beside") {
      await keepRead(db, some.filter(isRead));
      return true;
    }
    const unfinished = this.#newId();
    const isWritten = await writeCodeFiles(db, some, [], { generation: unfinished }, this.#since);
    this.#since = unfinished;
    return isWritten;
  }
}

const isRead = (row: CodeFileChange): row is ReadFile => row.facts instanceof Uint8Array;
