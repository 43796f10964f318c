/**
 * Stores stages: the branches and commits at which staged memories were learned, the known commits that contain them, and
 * what git reported about them at a HEAD.
 */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
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
/** Starts from the short queue, not from the many memories. */
const SELECT_QUEUED = /* sql */ `SELECT m.id FROM review_entry r CROSS JOIN memory m ON m.id = r.memory_id
  WHERE r.reason = 'branch_gone' AND m.project_id = :projectId AND m.is_staged = 1
    AND m.stage IN (SELECT value FROM json_each(:stages))`;
/** Replacements that apply only on a branch: a memory that was staged when it replaced one of elsewhere. */
const SELECT_REPLACED = /* sql */ `SELECT m.stage, e.to_id AS id FROM memory m INDEXED BY memory_stage
  JOIN memory_edge e ON e.from_id = m.id AND e.type = 'supersedes' JOIN memory o ON o.id = e.to_id AND o.is_pinned = 0
  WHERE m.project_id = :projectId AND m.is_staged = 1 AND m.state = 'active' AND m.superseded_by IS NULL AND m.needs_review = 0`;
const SELECT_TRACES = /* sql */ `SELECT stage, repository, carriers, patches, compared, is_gone AS isGone
  FROM stage_trace WHERE project_id = :projectId`;
const UPSERT_TRACE = /* sql */ `INSERT INTO stage_trace (project_id, stage, repository, carriers, patches, compared, is_gone)
  VALUES (:projectId, :stage, :repository, :carriers, :patches, :compared, :isGone)
  ON CONFLICT (project_id, stage) DO UPDATE SET repository = excluded.repository, carriers = excluded.carriers,
    patches = excluded.patches, compared = excluded.compared, is_gone = excluded.is_gone`;
/** Deletes the traces of stages without memories. */
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
  WHERE project_id = :projectId ORDER BY at_ms DESC LIMIT 1 OFFSET :maxViews)`;

export interface StageCount {
  readonly stage: string;
  readonly memories: number;
}

/** Lists the stages of a project with memories; usually there are none, which takes one look-up. */
export async function listStages(db: Database, projectId: ProjectId): Promise<StageCount[]> {
  return db.all<StageCount>(SELECT_STAGES, { projectId });
}

/** Returns the memories that staged memories replace, each with the stage on which it is replaced. */
export async function listReplacedOnStages(
  db: Database,
  projectId: ProjectId,
): Promise<{ readonly stage: string; readonly id: MemoryId }[]> {
  return db.all(SELECT_REPLACED, { projectId });
}

/** Returns active and archived memories, in order of arrival. */
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

/** Returns ids of active and archived memories, with the stage of each. */
export async function idsOfStages(
  db: Database,
  projectId: ProjectId,
  stages: readonly string[],
): Promise<{ readonly id: MemoryId; readonly stage: string }[]> {
  if (stages.length === 0) return [];
  return db.all(SELECT_IDS, { projectId, stages: JSON.stringify(stages) });
}

/** Returns the memories that wait for a review because their branch was deleted. */
export async function queuedOfStages(
  db: Database,
  projectId: ProjectId,
  stages: readonly string[],
): Promise<MemoryId[]> {
  if (stages.length === 0) return [];
  return queryColumn<MemoryId>(db, SELECT_QUEUED, {
    projectId,
    stages: JSON.stringify(stages),
  });
}

/** What a commit, or a range of commits, changes: equal for equal changes, in any place. */
export interface KnownPatch {
  readonly id: string;
  readonly paths: readonly string[];
}

export interface StageTrace {
  readonly stage: string;
  /** The common git folder in which the branch was last seen. */
  readonly repository: string | null;
  /** Commits, oldest first, each of which contains what was learned; a branch with any of them contains the stage. */
  readonly carriers: readonly string[];
  /** By carrier: the changes of that commit alone, and of the branch up to it. */
  readonly patches: Readonly<Record<string, KnownPatch | null>>;
  /** Tips of the default branch up to which patches were compared without a match. */
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

/** Writes these traces and deletes those of stages without memories. Call inside a transaction. */
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
  /** The commit that is checked out; "" before the first. */
  readonly head: string;
}

export interface BranchView {
  readonly head: string;
  /** With an equal stamp, git would report the same. */
  readonly stamp: string;
  /** By stage. */
  readonly verdicts: Readonly<Record<string, StageVerdict>>;
  readonly atMs: number;
}

/**
 * Returns the view of this commit, otherwise the latest of this branch; without a branch, views of other commits do not
 * apply.
 */
export async function readView(db: Database, place: ViewPlace): Promise<BranchView | null> {
  type Row = Omit<BranchView, "verdicts"> & { readonly verdicts: string };
  const row = await db.get<Row>(SELECT_VIEW, { ...place });
  if (row === undefined) return null;
  return { ...row, verdicts: JSON.parse(row.verdicts) as BranchView["verdicts"] };
}

/** Stores a view and deletes all but the `maxViews` latest of the project. */
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
  await db.run(PRUNE_VIEWS, { projectId: place.projectId, maxViews });
}
