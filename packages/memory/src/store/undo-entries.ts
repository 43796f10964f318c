/** The changes that can be undone: the newest ones of each project. */
import type { Database } from "@tacit-memory/sqlite";
import type { UndoEntry, UndoStep } from "../domain/changes/undo-entry.ts";
import type { ProjectId } from "../domain/ids.ts";

/** Single changes, and runs of many. Older ones are undone with `restore`, memory by memory. */
const KEPT_ENTRIES = 2000;
const KEPT_RUNS = 20;
/** Prefix of the names of changes that Tacit makes by itself; an undo without an id skips them. */
export const BACKGROUND = "background: ";

const COLUMNS = /* sql */ `id, project_id AS projectId, group_id AS groupId, what, steps, at_ms AS atMs, undone_at_ms AS undoneAtMs`;
const INSERT = /* sql */ `INSERT INTO undo_entry (id, project_id, group_id, what, steps, at_ms)
  VALUES (:id, :projectId, :groupId, :what, :steps, :atMs)`;
const UPDATE_STEPS = /* sql */ `UPDATE undo_entry SET steps = :steps WHERE id = :id`;
const TRIM = /* sql */ `DELETE FROM undo_entry WHERE project_id = :projectId AND group_id IS NULL AND seq <= (SELECT seq
  FROM undo_entry WHERE project_id = :projectId AND group_id IS NULL ORDER BY seq DESC LIMIT 1 OFFSET ${KEPT_ENTRIES})`;
const HAS_GROUP = /* sql */ `SELECT 1 AS found FROM undo_entry WHERE group_id = :groupId LIMIT 1`;
/** Before the first entry of another one. */
const TRIM_RUNS = /* sql */ `DELETE FROM undo_entry WHERE project_id = :projectId AND group_id IN (SELECT group_id FROM undo_entry
  WHERE project_id = :projectId AND group_id IS NOT NULL GROUP BY group_id ORDER BY max(seq) DESC LIMIT -1 OFFSET ${KEPT_RUNS - 1})`;
const SELECT_LAST = /* sql */ `SELECT ${COLUMNS} FROM undo_entry
  WHERE project_id = :projectId AND (:withUndone = 1 OR undone_at_ms IS NULL)
    AND (:withBackground = 1 OR what NOT LIKE '${BACKGROUND}%') ORDER BY seq DESC LIMIT :limit`;
const SELECT_ENDING = /* sql */ `SELECT ${COLUMNS} FROM undo_entry
  WHERE project_id = :projectId AND (id LIKE '%' || :ending OR group_id LIKE '%' || :ending) ORDER BY seq DESC`;
const SELECT_OF_MEMORY = /* sql */ `SELECT ${COLUMNS} FROM undo_entry
  WHERE project_id = :projectId AND undone_at_ms IS NULL
    AND EXISTS (SELECT 1 FROM json_each(steps) WHERE json_extract(value, '$.id') = :memoryId)
  ORDER BY seq DESC LIMIT 1`;
const MARK_UNDONE = /* sql */ `UPDATE undo_entry SET undone_at_ms = :nowMs WHERE id = :id AND undone_at_ms IS NULL`;
const MARK_OPEN = /* sql */ `UPDATE undo_entry SET undone_at_ms = NULL WHERE id = :id`;

type Row = Omit<UndoEntry, "steps"> & { readonly steps: string };

/** Saves an entry; of one that is saved, replaces the steps. */
export async function saveUndoEntry(db: Database, entry: UndoEntry): Promise<void> {
  const { id, projectId, groupId, what, steps, atMs } = entry;
  const { changes } = await db.run(UPDATE_STEPS, { id, steps: JSON.stringify(steps) });
  if (changes > 0) return;
  const isFirst = groupId !== null && (await db.get(HAS_GROUP, { groupId })) === undefined;
  if (isFirst) await db.run(TRIM_RUNS, { projectId });
  await db.run(INSERT, { id, projectId, groupId, what, steps: JSON.stringify(steps), atMs });
  if (groupId === null) await db.run(TRIM, { projectId });
}

interface UndoFilter {
  readonly limit: number;
  readonly withUndone?: boolean;
  /** Also what Tacit did by itself. Default: yes. */
  readonly withBackground?: boolean;
}

/** Returns undo entries, newest first. */
export async function listUndoEntries(
  db: Database,
  projectId: ProjectId,
  { limit, withUndone = false, withBackground = true }: UndoFilter,
): Promise<UndoEntry[]> {
  const params = {
    projectId,
    limit,
    withUndone: withUndone ? 1 : 0,
    withBackground: withBackground ? 1 : 0,
  };
  return (await db.all<Row>(SELECT_LAST, params)).map(toEntry);
}

/** Returns entries by the last digits of their id or of their group's id, newest first. */
export async function undoEntriesByEnding(
  db: Database,
  projectId: ProjectId,
  ending: string,
): Promise<UndoEntry[]> {
  return (await db.all<Row>(SELECT_ENDING, { projectId, ending })).map(toEntry);
}

/** Returns the last change of this memory that is not undone. */
export async function lastChangeOf(
  db: Database,
  projectId: ProjectId,
  memoryId: string,
): Promise<UndoEntry | undefined> {
  const row = await db.get<Row>(SELECT_OF_MEMORY, { projectId, memoryId });
  return row === undefined ? undefined : toEntry(row);
}

/** Marks an entry as undone and returns whether it was not undone before. Of concurrent processes, exactly one gets true. */
export async function markUndone(db: Database, id: string, nowMs: number): Promise<boolean> {
  return (await db.run(MARK_UNDONE, { id, nowMs })).changes > 0;
}

/** Makes an entry undoable again. */
export async function markOpen(db: Database, id: string): Promise<void> {
  await db.run(MARK_OPEN, { id });
}

function toEntry({ steps, ...row }: Row): UndoEntry {
  return { ...row, steps: JSON.parse(steps) as UndoStep[] };
}
