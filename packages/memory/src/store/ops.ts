/**
 * The op log: every change of a memory in the order it happened on this device. Each op is stamped with a hybrid logical
 * clock (Kulkarni et al., 2014: wall clock, then a counter), so that replicas can merge later.
 */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import type { Moment } from "../domain/moment.ts";
import { deviceId } from "./settings.ts";

const LAST_CLOCK = /* sql */ `SELECT clock FROM op ORDER BY seq DESC LIMIT 1`;
const INSERT = /* sql */ `INSERT INTO op (id, clock, device, entity, entity_id, action, body)
  VALUES (:id, :clock, :device, :entity, :entityId, :action, :body)`;
const ERASE = /* sql */ `UPDATE op SET body = NULL WHERE entity = 'memory' AND entity_id = :entityId`;
const SELECT_BY_ID = /* sql */ `SELECT entity, entity_id AS entityId, action, body FROM op
  WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY seq`;
const LAST_SEQ = /* sql */ `SELECT coalesce(max(seq), 0) AS seq FROM op`;

export interface Op {
  readonly entity: "memory" | "edge";
  readonly entityId: string;
  readonly action: "insert" | "change" | "forget";
  readonly body: unknown;
}

/** Appends an op. Call it inside the transaction of the change that the op describes. */
export async function appendOp(db: Database, op: Op, moment: Moment): Promise<void> {
  const last = await db.get<{ clock: string }>(LAST_CLOCK);
  await db.run(INSERT, {
    id: moment.newId(),
    clock: nextClock(last?.clock ?? null, moment.nowMs),
    device: await deviceId(db, moment),
    entity: op.entity,
    entityId: op.entityId,
    action: op.action,
    body: op.body === null ? null : JSON.stringify(op.body),
  });
}

/** Returns the ops with these ids, in the order they happened. Unknown ids are ignored. */
export async function opsById(db: Database, ids: readonly string[]): Promise<Op[]> {
  const rows = await db.all<Op & { readonly body: string | null }>(SELECT_BY_ID, {
    ids: JSON.stringify(ids),
  });
  return rows.map((row) => ({ ...row, body: row.body === null ? null : JSON.parse(row.body) }));
}

/** 0: no op yet. */
export async function lastOpSeq(db: Database): Promise<number> {
  return queryNumber(db, LAST_SEQ);
}

/** Removes the bodies of past ops of a forgotten memory. The ops themselves stay. */
export async function eraseOps(db: Database, memoryId: string): Promise<void> {
  await db.run(ERASE, { entityId: memoryId });
}

/** Returns the next clock value, `<milliseconds, 13 digits>.<counter, 6 digits>`. Values sort as text and never decrease. */
export function nextClock(last: string | null, nowMs: number): string {
  const [lastMs = 0, counter = 0] = last === null ? [] : last.split(".").map(Number);
  const [ms, n] = nowMs > lastMs ? [nowMs, 0] : [lastMs, counter + 1];
  return `${String(ms).padStart(13, "0")}.${String(n).padStart(6, "0")}`;
}
