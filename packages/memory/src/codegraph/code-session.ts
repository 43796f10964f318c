/**
 * A worktree's code, opened: what is kept of it, and the graph in memory. Every question first looks for files
 * that changed and reads them, within a budget; what it could not is named with the answer.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../domain/errors.ts";
import { listCodeFiles, openCodeStore, readCodeMeta } from "../store/code-store.ts";
import type { Database } from "../store/drivers/driver.ts";
import type { FileFacts } from "./facts.ts";
import type { CodeGraph } from "./graph.ts";
import {
  applySweep,
  type Indexed,
  keptGraph,
  loadFacts,
  type Progress,
  type Sweep,
  sweep,
} from "./index-project.ts";
import type { Manifests } from "./modules.ts";
import { CODEGRAPH } from "./tuning.ts";

export interface CodeSessionOptions {
  /** The file that is kept; its folder is made. */
  readonly path: string;
  /** Root of the working tree. */
  readonly root: string;
  readonly newId: () => string;
  readonly nowMs: () => number;
}

export interface FreshGraph {
  readonly graph: CodeGraph;
  /** Files that changed and are not in it as they are now. */
  readonly stale: readonly string[];
}

export interface IndexRun extends Indexed {
  readonly found: Sweep;
  /** By reason: files that are there and are not indexed. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly tookMs: number;
}

export class CodeSession {
  readonly root: string;
  readonly #options: CodeSessionOptions;
  #db: Database;
  #graph: { readonly graph: CodeGraph; readonly generation: string } | undefined;
  #configs: readonly string[] = [];
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  #stale: readonly string[] = [];
  #remade: string | null;

  private constructor(options: CodeSessionOptions, db: Database, remade: string | null) {
    this.root = options.root;
    this.#options = options;
    this.#db = db;
    this.#remade = remade;
  }

  /** Throws "store_unwritable" and "store_full". */
  static async open(options: CodeSessionOptions): Promise<CodeSession> {
    const { db, remade } = await openCodeStore(options.path);
    return new CodeSession(options, db, remade);
  }

  /** Why the kept file was made anew, once. */
  takeRemade(): string | null {
    const told = this.#remade;
    this.#remade = null;
    return told;
  }

  /** Brings everything up to date, however long it takes. */
  index(isFull: boolean, onProgress: (progress: Progress) => void): Promise<IndexRun> {
    return this.#mending(() => this.#index(isFull, onProgress));
  }

  /**
   * The graph with what changed since, as far as that can be read within the budget. A tree that was never
   * indexed is indexed now.
   */
  fresh(onProgress: (progress: Progress) => void = () => undefined): Promise<FreshGraph> {
    return this.#mending(() => this.#fresh(onProgress));
  }

  async #index(isFull: boolean, onProgress: (progress: Progress) => void): Promise<IndexRun> {
    const startedMs = performance.now();
    onProgress({ step: "listing", done: 0, total: 0 });
    const found = await sweep(this.#store(), isFull);
    const kept = isFull ? undefined : await this.#kept();
    const indexed = await applySweep(this.#store(), found, kept, this.#options.newId, onProgress);
    this.#hold(indexed, found, []);
    const skipped: Record<string, number> = {};
    for (const { skipped: reason } of await listCodeFiles(this.#db)) {
      if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + 1;
    }
    return { ...indexed, found, skipped, tookMs: performance.now() - startedMs };
  }

  async #fresh(onProgress: (progress: Progress) => void): Promise<FreshGraph> {
    const nowMs = this.#options.nowMs();
    if (this.#graph !== undefined && nowMs - this.#sweptAtMs < CODEGRAPH.sweepEveryMs.value) {
      return { graph: this.#graph.graph, stale: this.#stale };
    }
    const kept = await this.#kept();
    if (kept === undefined) {
      const { graph } = await this.#index(false, onProgress);
      return { graph, stale: [] };
    }
    const found = await sweep(this.#store(), false);
    const [now, later] = withinBudget(found);
    const indexed = await applySweep(this.#store(), now, kept, this.#options.newId);
    this.#hold(indexed, found, later);
    return { graph: indexed.graph, stale: later };
  }

  /** What is in memory, unless another process has brought the kept file further since. */
  async #kept() {
    const generation = await readCodeMeta(this.#db, "generation");
    return this.#graph?.generation === generation ? this.#graph : keptGraph(this.#store());
  }

  /** A kept file that turns out to be damaged is thrown away, and the work done again. Once. */
  async #mending<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    await this.#db.close();
    const { path } = this.#options;
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
    this.#db = (await openCodeStore(path)).db;
    this.#graph = undefined;
    this.#remade = "it was damaged";
    return work();
  }

  factsOf(path: string): Promise<FileFacts | undefined> {
    return loadFacts(this.#db, [path]).then((found) => found.get(path));
  }

  manifests(): Manifests {
    return {
      paths: this.#configs,
      read: (path) => {
        try {
          return readFileSync(join(this.root, path), "utf8");
        } catch {
          return undefined;
        }
      },
    };
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  #hold(indexed: Indexed, found: Sweep, stale: readonly string[]): void {
    this.#graph = { graph: indexed.graph, generation: indexed.generation };
    this.#configs = found.walked.configs;
    this.#stale = stale;
    this.#sweptAtMs = this.#options.nowMs();
  }

  #store() {
    const { path, root } = this.#options;
    return { db: this.#db, root, snapshotPath: path.replace(/\.db$/, ".graph") };
  }
}

/** What reading facts that are none throws: our reader's, zlib's and the store's errors. */
function isDamage(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  const isInflating = typeof code === "string" && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(code);
  return error instanceof RangeError || isInflating || MemoryError.is(error, "store_corrupt");
}

/** What can be read in the time, by what reading costs on the average; the smallest first. */
function withinBudget(found: Sweep): [Sweep, string[]] {
  let left = CODEGRAPH.refreshBudgetMs.value * CODEGRAPH.readBytesPerMs.value;
  const dirty = [];
  const later: string[] = [];
  for (const file of [...found.dirty].sort((a, b) => a.size - b.size)) {
    left -= file.size;
    if (left >= 0) dirty.push(file);
    else later.push(file.path);
  }
  return [{ ...found, dirty }, later];
}
