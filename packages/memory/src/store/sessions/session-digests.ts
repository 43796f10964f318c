/** Statistics of sessions: one digest per session, and its visit of every module. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type {
  DoneAction,
  ModuleVisit,
  SessionDigest,
  TaskKind,
} from "../../domain/session/session-digest.ts";

const DELETE_DIGEST = /* sql */ `DELETE FROM session_digest WHERE session_rid = :rid`;
const DELETE_VISITS = /* sql */ `DELETE FROM module_visit WHERE session_rid = :rid`;
const INSERT_DIGEST = /* sql */ `INSERT INTO session_digest (session_rid, task_kind, steps, tokens, from_ms, to_ms, actions)
  VALUES (:rid, :kind, :steps, :tokens, :fromMs, :toMs, :actions)`;
const INSERT_VISIT = /* sql */ `INSERT INTO module_visit (session_rid, module, reads, edits, tokens, body)
  VALUES (:rid, :module, :reads, :edits, :tokens, :body)`;
const SELECT_DIGESTS = /* sql */ `SELECT s.id AS session, d.session_rid AS rid, d.task_kind AS kind, d.steps, d.tokens,
    d.from_ms AS fromMs, d.to_ms AS toMs, d.actions, s.outcome
  FROM session_digest d JOIN session s ON s.rid = d.session_rid
  WHERE s.project_id = :projectId AND d.session_rid <> :exceptRid ORDER BY d.to_ms DESC, d.session_rid DESC LIMIT :limit`;
const SELECT_VISITS = /* sql */ `WITH recent AS MATERIALIZED (
    SELECT d.session_rid AS rid, s.id AS session, d.steps, d.from_ms, d.to_ms, s.outcome
    FROM session_digest d JOIN session s ON s.rid = d.session_rid
    WHERE s.project_id = :projectId ORDER BY d.to_ms DESC, d.session_rid DESC LIMIT :limit)
  SELECT r.session, r.steps, r.from_ms AS fromMs, r.to_ms AS toMs, r.outcome, v.module, v.reads, v.edits, v.tokens, v.body
  FROM recent r JOIN module_visit v ON v.session_rid = r.rid ORDER BY r.to_ms, r.rid, v.module`;
const COUNT_CHANGING = /* sql */ `SELECT v.module, count(*) AS sessions FROM module_visit v JOIN session s ON s.rid = v.session_rid
  WHERE s.project_id = :projectId AND v.edits > 0 AND coalesce(s.outcome, '') NOT IN ('failure', 'cancelled')
    AND v.module IN (SELECT module FROM module_visit WHERE session_rid = :rid AND edits > 0) GROUP BY v.module`;

export interface PastDigest {
  /** The host's session id. */
  readonly session: string;
  readonly rid: number;
  readonly kind: TaskKind;
  readonly steps: number;
  readonly tokens: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The outcome as reported by the host; null if it reported none. */
  readonly outcome: string | null;
  readonly actions: readonly (readonly DoneAction[])[];
}

export interface PastVisit extends ModuleVisit {
  readonly session: string;
  /** Steps of the whole session. */
  readonly steps: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly outcome: string | null;
}

/** Fields of a visit that are stored in its body. */
type BodyField = "files" | "errors" | "isTainted";

/** Replaces the digest of a session; null removes it. */
export async function saveDigest(
  db: Database,
  rid: number,
  digest: SessionDigest | null,
): Promise<void> {
  await db.run(DELETE_DIGEST, { rid });
  await db.run(DELETE_VISITS, { rid });
  if (digest === null) return;
  const { kind, steps, tokens, fromMs, toMs, actions, modules } = digest;
  await db.run(INSERT_DIGEST, {
    rid,
    kind,
    steps,
    tokens,
    fromMs,
    toMs,
    actions: JSON.stringify(actions),
  });
  for (const { module, reads, edits, tokens: read, ...rest } of modules) {
    const body = JSON.stringify(rest);
    await db.run(INSERT_VISIT, { rid, module, reads, edits, tokens: read, body });
  }
}

/** Returns the newest `limit` digests except that of `exceptRid`, newest first. */
export async function pastDigests(
  db: Database,
  projectId: ProjectId,
  { exceptRid, limit }: { readonly exceptRid: number; readonly limit: number },
): Promise<PastDigest[]> {
  type Row = Omit<PastDigest, "actions"> & { readonly actions: string };
  const rows = await db.all<Row>(SELECT_DIGESTS, { projectId, exceptRid, limit });
  return rows.map((row) => ({ ...row, actions: JSON.parse(row.actions) as PastDigest["actions"] }));
}

/** Returns all visits of the newest `limit` sessions, grouped by session, oldest first. */
export async function pastVisits(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<PastVisit[]> {
  type Row = Omit<PastVisit, BodyField> & { readonly body: string };
  const rows = await db.all<Row>(SELECT_VISITS, { projectId, limit });
  return rows.map(({ body, ...row }) => ({
    ...row,
    ...(JSON.parse(body) as Pick<PastVisit, BodyField>),
  }));
}

/** Returns, for each module this session changed, how many sessions that did not fail changed it. */
export async function countChanging(
  db: Database,
  projectId: ProjectId,
  rid: number,
): Promise<Map<string, number>> {
  const rows = await db.all<{ module: string; sessions: number }>(COUNT_CHANGING, {
    projectId,
    rid,
  });
  return new Map(rows.map(({ module, sessions }) => [module, sessions]));
}
