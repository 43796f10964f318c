/**
 * Reads what is dirty, and keeps it on the way: who is stopped goes on where he was. What is served meanwhile is
 * not touched: where there is a graph, what was read lies beside it until the new one is whole.
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
import { extractAll } from "./extract-pool.ts";
import { rowOf } from "./file-changes.ts";
import type { CodeStore, Progress, Sweep } from "./index-project.ts";

export interface ReadChanges {
  readonly rows: readonly CodeFileChange[];
  /** Files whose content was read and parsed now. */
  readonly parsed: number;
  /** The generation of what is kept now. */
  readonly since: string | undefined;
}

/**
 * Where what is read goes at once. "main": there is no graph to lose or to build upon, memory does not grow with the tree.
 * "beside": with `keepRead`. "nowhere": it is little, or is kept when it was answered.
 */
type KeptWhere = "main" | "beside" | "nowhere";

interface Reading {
  readonly where: KeptWhere;
  readonly newId: () => string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Null when another process has written what is kept since the sweep. */
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

/** Of what is dirty that which was read as it is now, by who did not come to an end. */
async function leftBehind(
  { db }: CodeStore,
  dirty: readonly Sized[],
  where: KeptWhere,
): Promise<CodeFileChange[]> {
  const sizes = new Map(dirty.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
  const left = (await readBefore(db, [...sizes.keys()])).filter((item) => {
    const now = sizes.get(item.path);
    const isNow = now?.size === item.size && now.mtimeMs === item.mtimeMs;
    return isNow && item.extractor === EXTRACTOR_VERSION;
  });
  if (where !== "nowhere") return left.map((item) => ({ ...item, facts: "read" }));
  // Who only answers holds what it rests on: whoever ends an index takes away what lies there.
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

/** Writes what was read while others are being read. */
class Keeper {
  readonly rows: CodeFileChange[] = [];
  readonly #store: CodeStore;
  readonly #where: KeptWhere;
  readonly #newId: () => string;
  #since: string | undefined;
  /** Places in `rows` of what is not written, and how much that is. */
  #open: number[] = [];
  #bytes = 0;
  #writing: Promise<boolean> = Promise.resolve(true);

  constructor(store: CodeStore, since: string | undefined, where: KeptWhere, newId: () => string) {
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

  /** Null when another process has written since. */
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
    // It is waited for at the end; until then nobody else is to call it unhandled.
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
