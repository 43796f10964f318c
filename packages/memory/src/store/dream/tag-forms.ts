/** Queries the tags of a project and the memories that have them. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";

const SELECT_TAGS = /* sql */ `SELECT t.tag, count(*) AS count FROM memory_tag t JOIN memory m ON m.rid = t.memory_rid
  WHERE m.project_id = :projectId AND m.state = 'active' AND m.superseded_by IS NULL GROUP BY t.tag ORDER BY t.tag`;
const SELECT_TAGGED = /* sql */ `SELECT m.id FROM memory_tag t JOIN memory m ON m.rid = t.memory_rid
  WHERE t.tag IN (SELECT value FROM json_each(:tags)) AND m.project_id = :projectId AND m.state = 'active'
    AND m.superseded_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM memory_version v WHERE v.memory_id = m.id AND v.change IN (SELECT value FROM json_each(:undone)))
  GROUP BY m.rid ORDER BY m.rid`;

export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Counts the tags of active memories that are not superseded. */
export async function countTags(db: Database, projectId: ProjectId): Promise<TagCount[]> {
  return db.all<TagCount>(SELECT_TAGS, { projectId });
}

/**
 * Returns active memories with any of these tags, except those whose history contains a change with one of the names in
 * `undone`.
 */
export async function memoriesTagged(
  db: Database,
  projectId: ProjectId,
  { tags, undone }: { readonly tags: readonly string[]; readonly undone: readonly string[] },
): Promise<MemoryId[]> {
  const params = { projectId, tags: JSON.stringify(tags), undone: JSON.stringify(undone) };
  return queryColumn<MemoryId>(db, SELECT_TAGGED, params);
}
