/**
 * An open session on a worktree's code: the stored facts, and the graph in memory. Every query first finds changed files and
 * reads them within a budget. The answer names the files that were not read.
 */
import { serialQueue } from "@tacit-memory/files";
import { type Database, DatabaseError } from "@tacit-memory/sqlite";
import { CodegraphError } from "../codegraph-error.ts";
import type { FileFacts } from "../facts/facts.ts";
import type { CodeGraph } from "../graph/graph.ts";
import { manifestsIn, packageNames } from "../graph/modules.ts";
import { dropRead, openCodeStore, readCodeMeta, removeCodeStore } from "../indexing/code-store.ts";
import type { CodeStore, Progress, Sweep } from "../indexing/code-tree.ts";
import {
  applySweep,
  type HeldGraph,
  type Indexed,
  keepAll,
  keptGraph,
  sweep,
  withIndexFiles,
} from "../indexing/index-project.ts";
import { type IndexRun, skippedBy, tooDeepNotes } from "../indexing/index-run.ts";
import { loadFacts } from "../indexing/load-facts.ts";
import { isDamage } from "../indexing/store-damage.ts";
import { UnsavedRows } from "../indexing/unsaved-rows.ts";
import { type Walked, walk } from "../indexing/walk.ts";
import type { ConfigFiles } from "../link/modules/project-config.ts";
import {
  type CompilerOptions,
  compilerNews,
  FOUND_INDEXES,
  planGathering,
} from "../precise/compiler-facts.ts";
import type { ImportOutcome } from "../precise/scip/import-indexes.ts";
import { CODEGRAPH } from "../tuning.ts";
import { Delayed } from "./delayed.ts";
import { withinBudget } from "./refresh-budget.ts";
import { changedSince, isEmptySweep, seenSweep } from "./seen-sweep.ts";
import { inSmallHeap } from "./small-heap.ts";
import { TreeWatch } from "./tree-watch.ts";
import { type UnreadFiles, unreadFiles } from "./unread-files.ts";
import { readMentions, warmUp } from "./warm-up.ts";

export interface CodeSessionOptions {
  /** Path of the stored file; its folder is created. */
  readonly path: string;
  /** Root of the working tree. */
  readonly root: string;
  readonly newId: () => string;
  readonly nowMs: () => number;
}

export interface FreshGraph {
  readonly graph: CodeGraph;
  /** Files that changed and are not up to date in the graph. */
  readonly stale: readonly string[];
}

type OnProgress = (progress: Progress) => void;
type Paths = ReadonlySet<string>;
/** Maximum attempts when another process has written the stored file meanwhile. */
const MAX_ATTEMPTS = 5;

export class CodeSession {
  readonly root: string;
  readonly #options: CodeSessionOptions;
  readonly #unsaved = new UnsavedRows();
  readonly #mentioned: CodeStore["mentioned"] = new Map();
  /** These run in the background, so errors are ignored; the next query, or closing, encounters them. */
  readonly #keepSoon = new Delayed(CODEGRAPH.keepAfterMs, () => {
    void this.#inTurn(() => this.#keep()).catch(() => undefined);
  });
  readonly #refreshSoon = new Delayed(CODEGRAPH.watchDebounceMs, () => {
    void this.#inTurn(() => this.#refresh(false)).catch(() => undefined);
  });
  readonly #warmSoon = new Delayed(CODEGRAPH.warmUpAfterMs, () => {
    void this.#inTurn(() => this.#warmUp()).catch(() => undefined);
  });
  #db: Database;
  #held: HeldGraph | undefined;
  #last: Sweep | undefined;
  #watch: TreeWatch | undefined;
  #isWatchable = true;
  #isClosed = false;
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  #stale: readonly string[] = [];
  #remade: string | null;
  readonly #queue = serialQueue();

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

  /** Returns once why the stored file was created again. */
  takeRemade(): string | null {
    const notice = this.#remade;
    this.#remade = null;
    return notice;
  }

  /**
   * Updates and stores everything, however long it takes. Throws "input_missing" and "scip_malformed" for a named index,
   * after all other work is done.
   */
  async index(
    isFull: boolean,
    onProgress: OnProgress,
    wishes: CompilerOptions = FOUND_INDEXES,
  ): Promise<IndexRun> {
    return this.#inTurn(() => this.#index(isFull, onProgress, wishes));
  }

  /**
   * Returns the graph with recent changes, as far as they can be read within the budget; they are stored later. A tree
   * without an index is indexed now. From the second query on, the system reports changes. `first`: files read in any case.
   */
  fresh(onProgress: OnProgress = () => undefined, first?: Paths): Promise<FreshGraph> {
    return this.#inTurn(async () => {
      if (!(await this.#refresh(true, first))) await this.#index(false, onProgress, FOUND_INDEXES);
      return this.#current();
    });
  }

  /** Returns the graph like `fresh`; null for a tree without an index, which stays without one. */
  freshIfIndexed(): Promise<FreshGraph | null> {
    return this.#inTurn(async () => ((await this.#refresh(true)) ? this.#current() : null));
  }

  #current(): FreshGraph {
    if (this.#held === undefined) throw new CodegraphError("internal", { reason: "no graph" });
    return { graph: this.#held.graph, stale: this.#stale };
  }

  /**
   * Answers a question from the graph. Answers again if a file in the answer turns out to have changed, or if it failed on a
   * graph that is not current. `speaksOf` returns the paths in the answer. `fresh` returns the graph to ask.
   */
  async ask<T>(
    question: (graph: CodeGraph) => T,
    speaksOf: (answer: T) => Iterable<string>,
    fresh: () => Promise<FreshGraph> = () => this.fresh(),
  ): Promise<{ readonly answer: T; readonly stale: readonly string[] }> {
    const before = this.#sweptAtMs;
    const { graph, stale } = await fresh();
    try {
      const answer = question(graph);
      if (!this.#hasChanged(speaksOf(answer))) return { answer, stale };
    } catch (error) {
      if (this.#watch !== undefined || this.#sweptAtMs !== before) throw error;
      this.#sweptAtMs = Number.NEGATIVE_INFINITY;
    }
    const again = await fresh();
    return { answer: question(again.graph), stale: again.stale };
  }

  /** Returns whether one of these files has changed without being reported as stale. */
  #hasChanged(paths: Iterable<string>): boolean {
    if (this.#last === undefined) return false;
    const changed = changedSince(this.#store(), this.#last, new Set(paths));
    if (changed.every((path) => this.#stale.includes(path))) return false;
    if (this.#watch === undefined) this.#sweptAtMs = Number.NEGATIVE_INFINITY;
    else this.#watch.putBack(changed);
    return true;
  }

  async #index(
    isFull: boolean,
    onProgress: OnProgress,
    wishes: CompilerOptions,
  ): Promise<IndexRun> {
    const startedMs = performance.now();
    onProgress({ step: "listing", done: 0, total: 0 });
    if (isFull) await dropRead(this.#db);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const run = await inSmallHeap(() => this.#tryIndex(isFull, onProgress, wishes));
      if (run !== null) {
        await dropRead(this.#db);
        return { ...run, tookMs: performance.now() - startedMs };
      }
      this.#forget();
    }
    throw new DatabaseError("store_busy", { path: this.#options.path });
  }

  async #tryIndex(
    isFull: boolean,
    onProgress: OnProgress,
    wishes: CompilerOptions,
  ): Promise<Omit<IndexRun, "tookMs"> | null> {
    const walking = walk(this.root);
    await this.#keep();
    const before = isFull ? undefined : await this.#currentGraph();
    const found = await sweep(this.#store(), isFull, walking);
    const changed = new Set(found.dirty.map(({ path }) => path));
    const gather = await planGathering(this.#db, this.root, wishes, changed, isFull);
    const held = gather === null ? before : undefined;
    let outcome: ImportOutcome = { notes: [], failure: undefined };
    let complete = found;
    const beforeLink =
      gather &&
      (async (swept: Sweep): Promise<Sweep> => {
        onProgress({ step: "importing", done: 0, total: 0 });
        const packages = packageNames(manifestsIn(this.root, swept.walked.configs));
        const factsOf = (path: string) => this.factsOf(path);
        outcome = await gather({ root: this.root, factsOf, packages }, (done, total) =>
          onProgress({ step: "checking", done, total }),
        );
        complete = await withIndexFiles(this.#store(), swept);
        return complete;
      });
    const { newId } = this.#options;
    const options = { newId, onProgress, isStored: true, beforeLink: beforeLink ?? undefined };
    const indexed = await applySweep(this.#store(), found, held, options);
    if (indexed === null) return null;
    this.#hold(indexed, complete, complete.unread);
    if (outcome.failure !== undefined) throw outcome.failure;
    const compilers = await compilerNews(this.#db, this.root);
    const notes = [...outcome.notes, ...tooDeepNotes(indexed)];
    return { ...indexed, found, skipped: skippedBy(found), compilers, notes };
  }

  /** Updates the graph. Returns false if no graph is stored yet. */
  async #refresh(isInBudget: boolean, first?: Paths): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#isClosed; attempt++) {
      const walking = this.#held === undefined ? walk(this.root) : undefined;
      const held = await this.#currentGraph();
      if (held === undefined) return false;
      const found = await this.#sweep(held, walking);
      if (found === undefined) return true;
      const [now, unread] = isInBudget ? withinBudget(found, first) : [found, []];
      const { newId } = this.#options;
      const indexed = await applySweep(this.#store(), now, held, { newId, isStored: false });
      if (indexed === null) {
        this.#forget();
        continue;
      }
      this.#hold(indexed, found, [...unread, ...found.unread]);
      this.#leaveForLater(unread);
      return true;
    }
    return this.#held !== undefined;
  }

  #leaveForLater(unread: readonly string[]): void {
    this.#watch?.putBack(unread);
    if (this.#watch !== undefined && unread.length > 0) this.#refreshSoon.start();
    if (!this.#unsaved.isEmpty) this.#keepSoon.start();
  }

  /** Finds changes. Returns undefined if nothing changed or the last check was a moment ago. */
  async #sweep(held: HeldGraph, walking: Promise<Walked> | undefined): Promise<Sweep | undefined> {
    if (this.#watch === undefined && walking === undefined) {
      const sinceMs = this.#options.nowMs() - this.#sweptAtMs;
      if (sinceMs < CODEGRAPH.sweepEveryMs) return undefined;
      this.#startWatch();
    }
    const seen = await this.#seen();
    const last = this.#last;
    const watchedSweep =
      last && seen && seenSweep(this.#store(), { ...last, since: held.generation }, seen);
    if (watchedSweep !== undefined) return isEmptySweep(watchedSweep) ? undefined : watchedSweep;
    return sweep(this.#store(), false, walking);
  }

  /** Waits two turns of the event loop: the first may end before the system is asked for changes. */
  async #seen() {
    if (this.#watch === undefined) return undefined;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    const seen = this.#watch.take();
    const sinceMs = this.#options.nowMs() - this.#sweptAtMs;
    return sinceMs > CODEGRAPH.watchTrustMs ? undefined : seen;
  }

  /** Starts watching, because a process that asks a second question will most likely ask a third. */
  #startWatch(): void {
    if (!this.#isWatchable || this.#isClosed || this.#last === undefined) return;
    this.#watch = new TreeWatch(this.root, () => this.#refreshSoon.start());
    this.#follow(this.#last);
    this.#warmSoon.start();
  }

  async #warmUp(): Promise<void> {
    const [held, last] = [this.#held, this.#last];
    if (this.#isClosed || held === undefined || last === undefined) return;
    this.#held = { ...held, linking: await warmUp(this.#store(), last, held) };
    const inTurn = (work: () => Promise<void>) =>
      this.#isClosed ? Promise.resolve() : this.#inTurn(work);
    void readMentions(this.#store(), held.graph.paths, inTurn).catch(() => undefined);
  }

  #follow({ walked }: Sweep): void {
    this.#watch?.follow([...walked.sources, ...walked.configs]);
    if (this.#watch?.isBroken !== true) return;
    this.#watch.close();
    this.#watch = undefined;
    this.#isWatchable = false;
  }

  async #keep(): Promise<void> {
    if (this.#held === undefined) return;
    const saved = await keepAll(this.#store(), this.#held, this.#options.newId);
    if (saved === null) this.#forget();
    else this.#held = saved;
  }

  /** Returns the state in memory, or the stored graph if another process has updated it. */
  async #currentGraph(): Promise<HeldGraph | undefined> {
    const generation = await readCodeMeta(this.#db, "generation");
    if (this.#held !== undefined && this.#held.generation === generation) return this.#held;
    this.#forget();
    this.#held = await keptGraph(this.#store());
    return this.#held;
  }

  #forget(): void {
    this.#held = undefined;
    this.#last = undefined;
    this.#unsaved.clear();
    this.#mentioned.clear();
  }

  /** Runs work sequentially, because each piece depends on the previous result. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(() => this.#mending(work));
  }

  /** Runs work. If the stored file turns out to be damaged, deletes it and runs the work once more. */
  async #mending<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Ingested facts may not be linked yet and must not be stored with the previous graph.
      this.#forget();
      if (!isDamage(error)) throw error;
    }
    await this.#db.close();
    removeCodeStore(this.#options.path);
    this.#db = (await openCodeStore(this.#options.path)).db;
    this.#remade = "it was damaged";
    return work();
  }

  /** Returns a file's facts; undefined if it has none. */
  async factsOf(path: string): Promise<FileFacts | undefined> {
    return (await loadFacts(this.#store(), [path])).get(path);
  }

  manifests(): ConfigFiles {
    return manifestsIn(this.root, this.#last?.walked.configs ?? []);
  }

  /** Returns the source files that the last answer cannot cover. */
  unread(): UnreadFiles {
    return this.#last === undefined ? { none: [], partly: [] } : unreadFiles(this.#last);
  }

  /** Closes the session and stores unsaved changes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#keepSoon.stop();
    this.#refreshSoon.stop();
    this.#warmSoon.stop();
    this.#watch?.close();
    try {
      await this.#inTurn(() => this.#keep());
    } finally {
      await this.#db.close();
    }
  }

  #hold({ graph, generation, linking }: Indexed, found: Sweep, stale: readonly string[]): void {
    this.#held = { graph, generation, linking };
    this.#stale = stale;
    const isListed = found.walked !== this.#last?.walked;
    this.#last = found;
    if (!isListed) return;
    this.#sweptAtMs = this.#options.nowMs();
    this.#follow(found);
  }

  #store(): CodeStore {
    const { path, root } = this.#options;
    return {
      db: this.#db,
      root,
      snapshotPath: path.replace(/\.db$/, ".graph"),
      unsaved: this.#unsaved,
      mentioned: this.#mentioned,
    };
  }
}
