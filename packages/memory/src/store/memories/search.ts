/** Searches the external-content FTS5 index. In `bm25()` lower is better; the sign is inverted. */

import { type Database, queryColumn, queryNumber } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { LearnedPeriod, Selection } from "../../domain/selection.ts";
import { boundsOf, SELECTED, selectionParams } from "./selected.ts";

// Ranks inside the index first, so that only the best rows are fetched and filtered; FTS5 scores every match.
const SEARCH = /* sql */ `SELECT m.id, m.type, f.score, (SELECT count(*) FROM best) AS seen FROM best f JOIN memory m ON m.rid = f.rid
  WHERE ${SELECTED}
  ORDER BY f.score DESC, m.id LIMIT :limit`;
const BEST = /* sql */ `WITH best AS MATERIALIZED (
    SELECT rowid AS rid, -bm25(memory_fts, :title, :content, :tags, :files, :symbols, :identifiers) AS score
    FROM memory_fts WHERE memory_fts MATCH :match ORDER BY score DESC, rowid LIMIT :pool)
  ${SEARCH}`;
const DOCUMENT_COUNT = /* sql */ `SELECT count(*) AS count FROM memory`;
const REBUILD = /* sql */ `INSERT INTO memory_fts(memory_fts) VALUES ('rebuild')`;
const CHECK = /* sql */ `INSERT INTO memory_fts(memory_fts, rank) VALUES ('integrity-check', 1)`;

/** Factor of the pool size on the requested number of hits. */
const POOL_FACTOR = 6;
const NO_LIMIT = -1;

/** Weight of a match in each column. */
export interface ColumnWeights {
  readonly title: number;
  readonly content: number;
  readonly tags: number;
  readonly files: number;
  readonly symbols: number;
  readonly identifiers: number;
}

export interface LexicalHit {
  readonly id: MemoryId;
  readonly type: string;
  readonly score: number;
}

/** Returns the best hits first. `match` is an FTS5 expression built by recall's query builder. */
export async function searchWords(
  db: Database,
  match: string,
  weights: ColumnWeights,
  filter: Selection & { readonly limit: number },
): Promise<LexicalHit[]> {
  const params = {
    match,
    ...weights,
    ...selectionParams(filter),
    limit: filter.limit,
  };
  for (const pool of [filter.limit * POOL_FACTOR, NO_LIMIT]) {
    const rows = await db.all<LexicalHit & { readonly seen: number }>(BEST, { ...params, pool });
    const [first] = rows;
    // Rows of other projects, or the filters, may have used up the whole pool; then everything is searched.
    const isAll = pool === NO_LIMIT || (first !== undefined && first.seen < pool);
    if (isAll || rows.length >= filter.limit)
      return rows.map(({ id, type, score }) => ({ id, type, score }));
  }
  return [];
}

export async function countDocuments(db: Database): Promise<number> {
  return queryNumber(db, DOCUMENT_COUNT);
}

/** Checks the index. Throws "store_corrupt" when the index and the table disagree. */
export async function checkIndex(db: Database): Promise<void> {
  await db.run(CHECK);
}

export async function rebuildIndex(db: Database): Promise<void> {
  await db.run(REBUILD);
}

const COUNT_MATCHES = /* sql */ `SELECT count(*) AS count FROM memory_fts WHERE memory_fts MATCH :match`;
const MATCHING_AMONG = /* sql */ `SELECT m.id FROM memory_fts JOIN memory m ON m.rid = memory_fts.rowid
  WHERE memory_fts MATCH :match AND memory_fts.rowid IN (SELECT rid FROM memory WHERE id IN (SELECT value FROM json_each(:ids)))`;

/** Returns the number of memories that match an expression, in any project. */
export async function countMatches(db: Database, match: string): Promise<number> {
  return queryNumber(db, COUNT_MATCHES, { match });
}

/** Returns those of the given memories that match an expression. */
export async function matchingAmong(
  db: Database,
  match: string,
  ids: readonly MemoryId[],
): Promise<MemoryId[]> {
  return queryColumn<MemoryId>(db, MATCHING_AMONG, { match, ids: JSON.stringify(ids) });
}

const TEXTS_OF = /* sql */ `SELECT id, title, content FROM memory
  WHERE id IN (SELECT value FROM json_each(:ids))`;

/** Returns the texts of these memories, title first. */
export async function textsOf(
  db: Database,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, string>> {
  type Row = { readonly id: MemoryId; readonly title: string; readonly content: string };
  const rows = await db.all<Row>(TEXTS_OF, { ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, title, content }) => [id, searchTextOf(title, content)]));
}

/** Joins title and content; a title that is the beginning of the content is left out. */
function searchTextOf(title: string, content: string): string {
  return content.startsWith(title) ? content : `${title}\n${content}`;
}

const LEARNED_AMONG = /* sql */ `SELECT id FROM memory
  WHERE id IN (SELECT value FROM json_each(:ids)) AND created_at_ms >= :fromMs AND created_at_ms < :toMs`;

/** Returns those of the given memories that were learned in this period. */
export async function learnedAmong(
  db: Database,
  ids: readonly MemoryId[],
  learned: LearnedPeriod,
): Promise<ReadonlySet<MemoryId>> {
  const params = { ids: JSON.stringify(ids), ...boundsOf(learned) };
  return new Set(await queryColumn<MemoryId>(db, LEARNED_AMONG, params));
}

// A view of the index; it stores nothing. In `temp`, so that a store that is only read has it too.
const CREATE_VIEW = /* sql */ `CREATE VIRTUAL TABLE IF NOT EXISTS temp.memory_word USING fts5vocab('main', 'memory_fts', 'row')`;
const SELECT_TERMS = /* sql */ `SELECT term FROM temp.memory_word WHERE term >= :from AND term < :to`;
const CONTAINS = /* sql */ `SELECT EXISTS (SELECT 1 FROM memory_fts WHERE memory_fts MATCH :match)
  OR EXISTS (SELECT 1 FROM passage_fts WHERE passage_fts MATCH :match) AS found`;
const SELECT_WITH = /* sql */ `SELECT m.id FROM memory_fts JOIN memory m ON m.rid = memory_fts.rowid
  WHERE memory_fts MATCH :match AND m.state = 'active' AND m.superseded_by IS NULL
    AND (:projectId IS NULL OR m.project_id IS :projectId OR m.project_id IS NULL)
  ORDER BY m.rid DESC LIMIT :limit`;

/** Returns whether a memory or a passage contains a term. `match` is an FTS5 expression. */
export async function isKnownTerm(db: Database, match: string): Promise<boolean> {
  return (await queryNumber(db, CONTAINS, { match })) !== 0;
}

/** Returns the stems of memories that begin with a text. */
export async function termsFrom(db: Database, beginning: string): Promise<string[]> {
  await db.run(CREATE_VIEW);
  const to = `${beginning}\u{10ffff}`;
  const rows = await db.all<{ term: string }>(SELECT_TERMS, { from: beginning, to });
  return rows.map(({ term }) => term);
}

/** Returns the newest memories that contain a term, of one project and global ones; `projectId` null: of every project. */
export async function memoriesWith(
  db: Database,
  match: string,
  projectId: ProjectId | null,
  limit: number,
): Promise<MemoryId[]> {
  return queryColumn<MemoryId>(db, SELECT_WITH, { match, projectId, limit });
}
