/** How far consolidation has come in each project, kept as a setting: a run that was killed is continued by the next one. */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import { readSetting, writeSetting } from "../settings.ts";

const NEW_MEMORIES = /* sql */ `SELECT count(*) AS count FROM
  (SELECT 1 FROM memory WHERE project_id = :projectId AND rid > :afterRid LIMIT :most)`;
const LAST_RID = /* sql */ `SELECT ifnull(max(rid), 0) AS rid FROM memory`;
const LAST_SEQ = /* sql */ `SELECT ifnull(max(last_seq), 0) AS seq FROM memory_clock`;

export interface DreamState {
  /** Of the rules that pairs were compared with. */
  readonly rules: number;
  /** The last change of a memory that was compared with others by its text. */
  readonly textSeq: number;
  /** The last vector that was compared with others, and its encoder. */
  readonly encoderId: string | null;
  readonly vectorSeq: number;
  /** When a run last ended; null: never. */
  readonly endedAtMs: number | null;
  /** The newest memory at that time. */
  readonly lastRid: number;
}

const NOTHING_YET = {
  textSeq: 0,
  encoderId: null,
  vectorSeq: 0,
  endedAtMs: null,
  lastRid: 0,
} as const;

/** With other rules than before, everything is compared again. */
export async function readDreamState(
  db: Database,
  projectId: ProjectId,
  rules: number,
): Promise<DreamState> {
  const text = await readSetting(db, nameOf(projectId));
  const before = text === null ? {} : (JSON.parse(text) as Partial<DreamState>);
  const { endedAtMs = null, lastRid = 0 } = before;
  const state =
    before.rules === rules ? { ...NOTHING_YET, ...before } : { ...NOTHING_YET, endedAtMs, lastRid };
  // A store that was restored from a backup counts its changes from there.
  const { seq = 0 } = (await db.get<{ seq: number }>(LAST_SEQ)) ?? {};
  return state.textSeq > seq ? { ...NOTHING_YET, rules } : { ...state, rules };
}

/** When a run last ended; null: never. */
export async function consolidatedAtMs(db: Database, projectId: ProjectId): Promise<number | null> {
  const text = await readSetting(db, nameOf(projectId));
  return text === null ? null : ((JSON.parse(text) as Partial<DreamState>).endedAtMs ?? null);
}

export async function writeDreamState(
  db: Database,
  projectId: ProjectId,
  state: DreamState,
): Promise<void> {
  await writeSetting(db, nameOf(projectId), JSON.stringify(state));
}

/** How many memories were stored in the project since; `most` where there are more. */
export async function countNewMemories(
  db: Database,
  projectId: ProjectId,
  { afterRid, most }: { readonly afterRid: number; readonly most: number },
): Promise<number> {
  const row = await db.get<{ count: number }>(NEW_MEMORIES, { projectId, afterRid, most });
  return row?.count ?? 0;
}

export async function lastMemoryRid(db: Database): Promise<number> {
  return (await db.get<{ rid: number }>(LAST_RID))?.rid ?? 0;
}

function nameOf(projectId: ProjectId): string {
  return `dream ${projectId}`;
}
