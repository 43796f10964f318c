/**
 * Files that were read since the stored file was last written. An answer does not wait for the disk: facts and snapshot are
 * written together later. If the process dies before, the files only have to be read again.
 */
import type { Database } from "@tacit-memory/sqlite";
import {
  type CodeFileChange,
  type CodeFileRow,
  readFacts,
  readFactsRead,
  writeCodeFiles,
} from "./code-store.ts";

export type FileRow = Omit<CodeFileRow, "id">;

export class UnsavedRows {
  readonly #rows = new Map<string, CodeFileChange>();
  readonly #gone = new Set<string>();
  #config: string | undefined;
  #isOnlyTimes = true;

  get isEmpty(): boolean {
    return this.#rows.size === 0 && this.#gone.size === 0 && this.#config === undefined;
  }

  /** Whether only times changed, so that the stored graph is still valid. */
  get isOnlyTimes(): boolean {
    return this.#isOnlyTimes;
  }

  /** Hash of the configuration, if it differs from the stored one. */
  get config(): string | undefined {
    return this.#config;
  }

  /** `config`: hash of the configuration. */
  add(changes: readonly CodeFileChange[], gone: readonly string[], config: string): void {
    this.#isOnlyTimes = false;
    this.#config = config;
    this.addTimes(changes);
    for (const path of gone) {
      this.#rows.delete(path);
      this.#gone.add(path);
    }
  }

  /** Adds files with new times and unchanged content. */
  addTimes(changes: readonly CodeFileChange[]): void {
    for (const change of changes) {
      const previous = this.#rows.get(change.path);
      const facts =
        change.facts === "same" && previous !== undefined ? previous.facts : change.facts;
      this.#rows.set(change.path, { ...change, facts });
      this.#gone.delete(change.path);
    }
  }

  /** Applies the unsaved changes to stored rows. */
  overlay(rows: Map<string, FileRow>): void {
    for (const [path, row] of this.#rows) rows.set(path, row);
    for (const path of this.#gone) rows.delete(path);
  }

  /** Returns the hash of content that is not written yet; undefined for a file that is unchanged. */
  hashOf(path: string): Uint8Array | undefined {
    return this.#rows.get(path)?.hash ?? undefined;
  }

  /** Returns facts as bytes, from here or from the stored file. Paths without facts are left out. */
  async readFacts(db: Database, paths: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const [stored, read]: [string[], string[]] = [[], []];
    for (const path of paths) {
      const facts = this.#rows.get(path)?.facts;
      if (facts instanceof Uint8Array) found.set(path, facts);
      else if (facts === "read") read.push(path);
      else if (facts !== null && !this.#gone.has(path)) stored.push(path);
    }
    for (const { path, facts } of await readFacts(db, stored)) found.set(path, facts);
    if (read.length === 0) return found;
    for (const { path, facts } of await readFactsRead(db, read)) found.set(path, facts);
    return found;
  }

  /**
   * Writes the changes as `generation`. Returns false if another process has written since `since`; the changes are then
   * discarded.
   */
  async write(db: Database, generation: string, since: string | undefined): Promise<boolean> {
    const meta = { generation, ...(this.#config === undefined ? {} : { config: this.#config }) };
    const rows = [...this.#rows.values()];
    const isWritten = await writeCodeFiles(db, rows, [...this.#gone], meta, since);
    this.clear();
    return isWritten;
  }

  clear(): void {
    this.#rows.clear();
    this.#gone.clear();
    this.#config = undefined;
    this.#isOnlyTimes = true;
  }
}
