/**
 * Finds the episodes that came directly before and after an episode in its session. Lessons have no companions: two lessons
 * of a session are usually about different things (bench/coding-recall: hit@1 three points worse). Row ids grow as memories
 * arrive, so companions are searched for within a few rows; no index is needed.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../../domain/ids.ts";

/** Maximum distance in rows; sessions that learn at the same time interleave their rows. */
const REACH_ROWS = 6;

const SELECT_BESIDE = /* sql */ `SELECT m.id, n.id AS beside, n.rid - m.rid AS distance
  FROM memory m JOIN memory n ON n.rid BETWEEN m.rid - ${REACH_ROWS} AND m.rid + ${REACH_ROWS} AND n.rid <> m.rid
  WHERE m.id IN (SELECT value FROM json_each(:ids)) AND m.type = 'episode' AND n.type = 'episode'
    AND n.project_id IS m.project_id AND n.state = 'active' AND n.superseded_by IS NULL
    AND json_extract(n.sessions, '$[0]') = json_extract(m.sessions, '$[0]')
  ORDER BY abs(n.rid - m.rid)`;

/** Returns for each episode the one before and the one after it in its session, if they exist. */
export async function companionsOf(
  db: Database,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, readonly MemoryId[]>> {
  if (ids.length === 0) return new Map();
  type Row = { readonly id: MemoryId; readonly beside: MemoryId; readonly distance: number };
  const rows = await db.all<Row>(SELECT_BESIDE, { ids: JSON.stringify(ids) });
  const found = new Map<MemoryId, { before?: MemoryId; after?: MemoryId }>();
  for (const { id, beside, distance } of rows) {
    const sides = found.get(id) ?? {};
    found.set(id, sides);
    if (distance < 0) sides.before ??= beside;
    else sides.after ??= beside;
  }
  return new Map(
    [...found].map(([id, { before, after }]) => [
      id,
      [before, after].filter((memoryId) => memoryId !== undefined),
    ]),
  );
}
