/** Stores the progress of consolidation in each project as a setting, so that the next run continues one that was killed. */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import { readSetting, writeSetting } from "../settings.ts";

const NEW_MEMORIES = /* sql */ `SELECT count(*) AS count FROM
  (SELECT 1 FROM memory WHERE project_id = :projectId AND rid > :afterRid LIMIT :most)`;
const LAST_RID = /* sql */ `SELECT ifnull(max(rid), 0) AS rid FROM memory`;
const LAST_SEQ = /* sql */ `SELECT ifnull(max(last_seq), 0) AS seq FROM memory_clock`;

export interface DreamState {
  /** Version of the rules with which pairs were compared. */
  readonly rules: number;
  /** Sequence number of the last memory change whose text was compared. */
  readonly textSeq: number;
  /** Encoder and sequence number of the last vector that was compared. */
  readonly encoderId: string | null;
  readonly vectorSeq: number;
  /** Time at which a run was last completed; null if never. */
  readonly endedAtMs: number | null;
  /** Row id of the newest memory at that time. */
  readonly lastRid: number;
}

const NOTHING_YET = {
  textSeq: 0,
  encoderId: null,
  vectorSeq: 0,
  endedAtMs: null,
  lastRid: 0,
} as const;

/** Reads the progress. If the rules have changed since, everything is compared again. */
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
  // A store restored from a backup may count its changes from a lower number; then everything is compared again.
  const seq = await queryNumber(db, LAST_SEQ);
  return state.textSeq > seq ? { ...NOTHING_YET, rules } : { ...state, rules };
}

/** Returns the time at which a run was last completed; null if never. */
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

/** Returns the number of memories that were stored in the project after `afterRid`, at most `most`. */
export async function countNewMemories(
  db: Database,
  projectId: ProjectId,
  { afterRid, most }: { readonly afterRid: number; readonly most: number },
): Promise<number> {
  return queryNumber(db, NEW_MEMORIES, { projectId, afterRid, most });
}

export async function lastMemoryRid(db: Database): Promise<number> {
  return queryNumber(db, LAST_RID);
}

function nameOf(projectId: ProjectId): string {
  return `dream ${projectId}`;
}
