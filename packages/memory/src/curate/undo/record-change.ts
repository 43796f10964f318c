/**
 * Records a change so that it can be undone. Every op of the change has an id minted by the change, so that concurrent
 * changes of other processes are not included. Each transaction of the change also writes its undo entry, so that a process that
 * is killed leaves no change that cannot be undone, and no entry of a change that was not made. One transaction around the
 * whole change would keep other writers waiting while it asks git and reads files.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { UndoStep } from "../../domain/changes/undo-entry.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";
import type { Edge } from "../../store/memories/edges.ts";
import { type Op, opsById } from "../../store/ops.ts";
import { saveUndoEntry } from "../../store/undo-entries.ts";
import type { Workspace } from "../../workspace.ts";

/** Adds a step that leaves no op, such as a decision on a candidate. */
export type Note = (step: UndoStep) => void;

export interface ChangeName {
  /** Name of the operation. */
  readonly what: string;
  /** Id of the run the change belongs to. */
  readonly groupId?: string;
}

/**
 * Runs and records a change. `work` must use the workspace passed to it, and note a step in the transaction that makes it. A change
 * without effect leaves no entry.
 */
export async function recordChange<T>(
  workspace: Workspace,
  name: ChangeName,
  work: (recorded: Workspace, note: Note) => Promise<T>,
): Promise<T> {
  const made: Made = { ids: [], noted: [] };
  const moment = () => noting(workspace.moment(), made.ids);
  const entry = new Entry(workspace, name, made);
  const db = recordingDatabase(workspace.db, entry);
  const result = await work({ ...workspace, moment, db }, (step) => made.noted.push(step));
  await entry.saveRest(workspace.db);
  return result;
}

/** What a change has made so far: the ids that it minted, among them those of its ops, and the steps without an op. */
interface Made {
  readonly ids: string[];
  readonly noted: UndoStep[];
}

/** The undo entry of a running change. */
class Entry {
  readonly #workspace: Workspace;
  readonly #name: ChangeName;
  readonly #made: Made;
  readonly #id: string;
  /** The ops of committed transactions, and how many ids and noted steps these have been searched for. */
  #ops: readonly Op[] = [];
  #searched = 0;
  #savedNotes = 0;

  constructor(workspace: Workspace, name: ChangeName, made: Made) {
    this.#workspace = workspace;
    this.#name = name;
    this.#made = made;
    this.#id = workspace.moment().newId();
  }

  /** Runs a transaction and saves in it the steps that it adds. */
  async within<T>(db: Database, body: (tx: Database) => Promise<T>): Promise<T> {
    const { result, commit } = await db.transaction(async (tx) => ({
      result: await body(tx),
      commit: await this.#save(tx),
    }));
    commit();
    return result;
  }

  /** Saves steps that no transaction has saved. */
  async saveRest(db: Database): Promise<void> {
    if (this.#isSaved()) return;
    await this.within(db, async () => undefined);
  }

  #isSaved(): boolean {
    const { ids, noted } = this.#made;
    return ids.length === this.#searched && noted.length === this.#savedNotes;
  }

  /** Saves the entry with all steps. Returns what to do after the commit. */
  async #save(tx: Database): Promise<() => void> {
    if (this.#isSaved()) return () => undefined;
    const { ids, noted } = this.#made;
    const [searched, notes] = [ids.length, noted.length];
    const news = await opsById(tx, ids.slice(this.#searched));
    const ops = [...this.#ops, ...news];
    const steps = [...noted, ...stepsOf(ops)];
    const isMore = news.length > 0 || notes > this.#savedNotes;
    if (isMore && steps.length > 0) {
      const { projectId, moment } = this.#workspace;
      const { what, groupId = null } = this.#name;
      const entry = { id: this.#id, projectId, groupId, what, steps, undoneAtMs: null };
      await saveUndoEntry(tx, { ...entry, atMs: moment().nowMs });
    }
    return () => {
      this.#ops = ops;
      this.#searched = searched;
      this.#savedNotes = notes;
    };
  }
}

/** A database whose every write also saves the undo entry. */
function recordingDatabase(db: Database, entry: Entry): Database {
  return {
    driver: db.driver,
    engineVersion: db.engineVersion,
    journalMode: db.journalMode,
    get: (sql, params) => db.get(sql, params),
    all: (sql, params) => db.all(sql, params),
    run: (sql, params) => entry.within(db, (tx) => tx.run(sql, params)),
    exec: (sql) => db.exec(sql),
    transaction: (body) => entry.within(db, body),
    isReplaced: () => db.isReplaced(),
    close: () => db.close(),
  };
}

function noting({ nowMs, newId }: Moment, ids: string[]): Moment {
  return {
    nowMs,
    newId: () => {
      const id = newId();
      ids.push(id);
      return id;
    },
  };
}

function stepsOf(ops: readonly Op[]): UndoStep[] {
  const memories = new Map<MemoryId, { before: number | null; after: number }>();
  const edges: UndoStep[] = [];
  for (const op of ops) {
    if (op.entity === "edge") edges.push(...edgeStep(op));
    else if (op.action === "forget") memories.delete(op.entityId as MemoryId);
    else if (op.body !== null) {
      const id = op.entityId as MemoryId;
      const { version } = op.body as { readonly version: number };
      const first = op.action === "insert" ? null : version - 1;
      const { before = first } = memories.get(id) ?? {};
      memories.set(id, { before, after: version });
    }
  }
  return [
    ...[...memories].map(([id, versions]): UndoStep => ({ kind: "memory", id, ...versions })),
    ...edges,
  ];
}

function edgeStep({ action, body }: Op): UndoStep[] {
  if (body === null) return [];
  const { fromId, toId, type, createdAtMs } = body as Edge;
  const change = action === "forget" ? "removed" : "added";
  return [{ kind: "edge", change, fromId, toId, type, createdAtMs }];
}
