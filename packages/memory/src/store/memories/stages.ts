/**
 * Stages: which branches and commits staged memories were learned at, what is known of the commits that carry them,
 * and what git said of them at a HEAD.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { StageVerdict } from "../../domain/anchors/stage.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory } from "./memory-row.ts";

const SELECT_STAGES = /* sql */ `SELECT m.stage, count(*) AS memories FROM memory m INDEXED BY memory_stage
  WHERE m.project_id = :projectId AND m.is_staged = 1 GROUP BY m.stage`;
const SELECT_MEMORIES = /* sql */ `SELECT ${MEMORY_COLUMNS} FROM memory m INDEXED BY memory_stage
  WHERE m.project_id = :projectId AND m.is_staged = 1 AND m.stage IN (SELECT value FROM json_each(:stages))
  ORDER BY m.rid`;
const SELECT_IDS = /* sql */ `SELECT m.id, m.stage FROM memory m INDEXED BY memory_stage
  WHERE m.project_id = :projectId AND m.is_staged = 1 AND m.stage IN (SELECT value FROM json_each(:stages))`;
/** From the queue, which is short, not from the memories, which are many. */
const SELECT_QUEUED = /* sql */ `SELECT m.id FROM review_entry r CROSS JOIN memory m ON m.id = r.memory_id
  WHERE r.reason = 'branch_gone' AND m.project_id = :projectId AND m.is_staged = 1
    AND m.stage IN (SELECT value FROM json_each(:stages))`;
const SELECT_TRACES = /* sql */ `SELECT stage, repository, carriers, patches, compared, is_gone AS isGone
  FROM stage_trace WHERE project_id = :projectId`;
const UPSERT_TRACE = /* sql */ `INSERT INTO stage_trace (project_id, stage, repository, carriers, patches, compared, is_gone)
  VALUES (:projectId, :stage, :repository, :carriers, :patches, :compared, :isGone)
  ON CONFLICT (project_id, stage) DO UPDATE SET repository = excluded.repository, carriers = excluded.carriers,
    patches = excluded.patches, compared = excluded.compared, is_gone = excluded.is_gone`;
/** Of stages no memory is in any more. */
const DELETE_TRACES = /* sql */ `DELETE FROM stage_trace WHERE project_id = :projectId AND stage NOT IN
  (SELECT m.stage FROM memory m INDEXED BY memory_stage WHERE m.project_id = :projectId AND m.is_staged = 1)`;
const SELECT_VIEW = /* sql */ `SELECT head, stamp, verdicts, at_ms AS atMs FROM branch_view
  WHERE project_id = :projectId AND repository = :repository AND branch = :branch
    AND (head = :head OR branch <> '')
  ORDER BY head = :head DESC, at_ms DESC LIMIT 1`;
const UPSERT_VIEW = /* sql */ `INSERT INTO branch_view (project_id, repository, branch, head, stamp, verdicts, at_ms)
  VALUES (:projectId, :repository, :branch, :head, :stamp, :verdicts, :nowMs)
  ON CONFLICT (project_id, repository, branch, head) DO UPDATE
    SET stamp = excluded.stamp, verdicts = excluded.verdicts, at_ms = excluded.at_ms`;
const PRUNE_VIEWS = /* sql */ `DELETE FROM branch_view WHERE project_id = :projectId AND at_ms < (SELECT at_ms FROM branch_view
  WHERE project_id = :projectId ORDER BY at_ms DESC LIMIT 1 OFFSET :kept)`;

export interface StageCount {
  readonly stage: string;
  readonly memories: number;
}

/** Every stage of a project that has memories; most of the time none, which one look-up tells. */
export async function listStages(db: Database, projectId: ProjectId): Promise<StageCount[]> {
  return db.all<StageCount>(SELECT_STAGES, { projectId });
}

/** Active and archived, in the order they came. */
export async function memoriesOfStages(
  db: Database,
  projectId: ProjectId,
  stages: readonly string[],
): Promise<Memory[]> {
  if (stages.length === 0) return [];
  const rows = await db.all<MemoryRow>(SELECT_MEMORIES, {
    projectId,
    stages: JSON.stringify(stages),
  });
  return rows.map(toMemory);
}

/** Active and archived, with the stage of each. */
export async function idsOfStages(
  db: Database,
  projectId: ProjectId,
  stages: readonly string[],
): Promise<{ readonly id: MemoryId; readonly stage: string }[]> {
  if (stages.length === 0) return [];
  return db.all(SELECT_IDS, { projectId, stages: JSON.stringify(stages) });
}

/** Those that wait for a look because their branch was gone. */
export async function queuedOfStages(
  db: Database,
  projectId: ProjectId,
  stages: readonly string[],
): Promise<MemoryId[]> {
  if (stages.length === 0) return [];
  const rows = await db.all<{ id: MemoryId }>(SELECT_QUEUED, {
    projectId,
    stages: JSON.stringify(stages),
  });
  return rows.map(({ id }) => id);
}

/** What a commit, or a range of them, changes: equal for equal changes, wherever they are made. */
export interface KnownPatch {
  readonly id: string;
  readonly paths: readonly string[];
}

export interface StageTrace {
  readonly stage: string;
  /** The common git folder the branch was last seen in. */
  readonly repository: string | null;
  /** Commits, oldest first, each of which has what was learned: where one is, the stage is. */
  readonly carriers: readonly string[];
  /** By carrier: what it changes alone, and what the branch changed up to it. */
  readonly patches: Readonly<Record<string, KnownPatch | null>>;
  /** Tips of the default branch up to which patches were compared in vain. */
  readonly compared: string | null;
  readonly isGone: boolean;
}

interface TraceRow extends Omit<StageTrace, "carriers" | "patches" | "isGone"> {
  readonly carriers: string;
  readonly patches: string;
  readonly isGone: number;
}

export async function listTraces(db: Database, projectId: ProjectId): Promise<StageTrace[]> {
  const rows = await db.all<TraceRow>(SELECT_TRACES, { projectId });
  return rows.map((row) => ({
    ...row,
    carriers: JSON.parse(row.carriers) as string[],
    patches: JSON.parse(row.patches) as Record<string, KnownPatch | null>,
    isGone: row.isGone === 1,
  }));
}

/** Writes these and drops those of stages without memories. Call inside a transaction. */
export async function writeTraces(
  db: Database,
  projectId: ProjectId,
  traces: readonly StageTrace[],
): Promise<void> {
  for (const { stage, repository, carriers, patches, compared, isGone } of traces) {
    await db.run(UPSERT_TRACE, {
      projectId,
      stage,
      repository,
      carriers: JSON.stringify(carriers),
      patches: JSON.stringify(patches),
      compared,
      isGone: isGone ? 1 : 0,
    });
  }
  await db.run(DELETE_TRACES, { projectId });
}

export interface ViewPlace {
  readonly projectId: ProjectId;
  /** The common git folder. */
  readonly repository: string;
  /** "" when HEAD is detached. */
  readonly branch: string;
  /** The commit checked out; "" before the first. */
  readonly head: string;
}

export interface BranchView {
  readonly head: string;
  /** Equal stamps: git would say the same. */
  readonly stamp: string;
  /** By stage. */
  readonly verdicts: Readonly<Record<string, StageVerdict>>;
  readonly atMs: number;
}

/** Of this commit, else the latest of this branch; without a branch another commit says nothing of this one. */
export async function readView(db: Database, place: ViewPlace): Promise<BranchView | null> {
  type Row = Omit<BranchView, "verdicts"> & { readonly verdicts: string };
  const row = await db.get<Row>(SELECT_VIEW, { ...place });
  if (row === undefined) return null;
  return { ...row, verdicts: JSON.parse(row.verdicts) as BranchView["verdicts"] };
}

/** Keeps the `kept` latest of the project. */
export async function writeView(
  db: Database,
  place: ViewPlace,
  view: Omit<BranchView, "head">,
  maxViews: number,
): Promise<void> {
  const { stamp, atMs } = view;
  await db.run(UPSERT_VIEW, {
    ...place,
    stamp,
    verdicts: JSON.stringify(view.verdicts),
    nowMs: atMs,
  });
  await db.run(PRUNE_VIEWS, { projectId: place.projectId, kept: maxViews });
}
