/** Stores where git found renamed files to which memories are linked. */
import { type Database, queryColumn } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";

const SELECT_LOOKED_AT = /* sql */ `SELECT DISTINCT from_path AS path FROM renamed_place
  WHERE project_id = :projectId AND look IN (SELECT value FROM json_each(:looks))`;
const UPSERT = /* sql */ `INSERT INTO renamed_place (project_id, from_path, to_path, look)
  VALUES (:projectId, :from, :to, :look)
  ON CONFLICT (project_id, from_path, to_path) DO UPDATE SET look = excluded.look`;
const SELECT_FORMER = /* sql */ `SELECT DISTINCT from_path AS path FROM renamed_place
  WHERE project_id = :projectId AND to_path IN (SELECT value FROM json_each(:paths)) ORDER BY from_path LIMIT :limit`;
const SELECT_RENAMES = /* sql */ `SELECT DISTINCT r.from_path AS "from", r.to_path AS "to"
  FROM json_each(:paths) AS asked CROSS JOIN renamed_place r ON r.project_id = :projectId
    AND r.to_path >= asked.value AND r.to_path < asked.value || '0'
  WHERE r.to_path = asked.value OR r.to_path > asked.value || '/'
  ORDER BY r.from_path, r.to_path LIMIT :limit`;

const SELECT_WENT = /* sql */ `SELECT to_path AS path FROM renamed_place
  WHERE project_id = :projectId AND from_path = :path AND to_path <> '' ORDER BY to_path LIMIT 10`;

/** A rename; null: git knows no new place. */
export type Renamed = readonly [from: string, to: string | null];

/** Returns the former places that were searched for in one of these looks. */
export async function placesLookedFor(
  db: Database,
  projectId: ProjectId,
  looks: readonly string[],
): Promise<ReadonlySet<string>> {
  const params = { projectId, looks: JSON.stringify(looks) };
  return new Set(await queryColumn<string>(db, SELECT_LOOKED_AT, params));
}

export async function noteRenamed(
  db: Database,
  projectId: ProjectId,
  renamed: readonly Renamed[],
  stamp: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const [from, to] of renamed)
      await tx.run(UPSERT, { projectId, from, to: to ?? "", look: stamp });
  });
}

/** Returns former names of these files, on any branch; the caller checks whether a file exists there now. */
export async function formerPaths(
  db: Database,
  projectId: ProjectId,
  paths: readonly string[],
  limit: number,
): Promise<string[]> {
  if (paths.length === 0) return [];
  return queryColumn<string>(db, SELECT_FORMER, { projectId, paths: JSON.stringify(paths), limit });
}

/** Returns renames to these places or into these folders, on any branch. */
export async function renamesTo(
  db: Database,
  projectId: ProjectId,
  paths: readonly string[],
  limit: number,
): Promise<(readonly [from: string, to: string])[]> {
  type Row = { readonly from: string; readonly to: string };
  const params = { projectId, paths: JSON.stringify(paths), limit };
  return (await db.all<Row>(SELECT_RENAMES, params)).map(({ from, to }) => [from, to]);
}

/** Returns the new place, on any branch. */
export async function placesNow(
  db: Database,
  projectId: ProjectId,
  path: string,
): Promise<string[]> {
  return queryColumn<string>(db, SELECT_WENT, { projectId, path });
}
