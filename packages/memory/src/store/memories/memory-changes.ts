/** Returns what a word index needs to follow the memories: the rows changed since, and a stamp (migration 5). */
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../../domain/ids.ts";
import type { WordRow, WordStamp } from "../../domain/ports/word-row.ts";

const SELECT_SINCE = /* sql */ `SELECT c.seq, c.rid, m.id, m.project_id AS projectId, m.type, m.scope, m.state,
    m.superseded_by IS NOT NULL AS isSuperseded, m.stage, m.title, m.content, m.tags, m.files, m.symbols, m.identifiers
  FROM memory_change c INDEXED BY memory_change_seq LEFT JOIN memory m ON m.rid = c.rid
  WHERE c.seq > :seq ORDER BY c.seq LIMIT :limit`;
/** The sum is returned modulo 2^42 (SEQ_SUM_MODULUS), so that every driver reads it as a number. */
const SELECT_CLOCK = /* sql */ `SELECT last_seq AS lastSeq, seq_sum & 4398046511103 AS seqSum FROM memory_clock`;

interface ChangeRow {
  readonly seq: number;
  readonly rid: number;
  readonly id: MemoryId | null;
  readonly projectId: string | null;
  readonly type: string;
  readonly scope: string;
  readonly state: string;
  readonly isSuperseded: number;
  readonly stage: string | null;
  readonly title: string;
  readonly content: string;
  readonly tags: string;
  readonly files: string;
  readonly symbols: string;
  readonly identifiers: string;
}

/** Returns the rows changed after `seq`, in order; each memory once, in its current state. */
export async function changesSince(db: Database, seq: number, limit: number): Promise<WordRow[]> {
  const rows = await db.all<ChangeRow>(SELECT_SINCE, { seq, limit });
  return rows.map((row) => {
    const { seq, rid, id, projectId, type, scope, state, stage } = row;
    if (id === null) return { seq, rid, memory: null };
    const texts = [row.title, row.content, row.tags, row.files, row.symbols, row.identifiers];
    const isSuperseded = row.isSuperseded === 1;
    return { seq, rid, memory: { id, projectId, type, scope, state, isSuperseded, stage, texts } };
  });
}

/** Returns the stamp in one look-up. */
export async function memoryStamp(db: Database): Promise<WordStamp> {
  return (await db.get<WordStamp>(SELECT_CLOCK)) ?? { lastSeq: 0, seqSum: 0 };
}
