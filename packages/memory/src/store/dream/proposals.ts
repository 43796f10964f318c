/** Stores proposals of consolidation. A decided proposal stays stored, so that it is not made again. */
import { type Database, queryNumber } from "@tacit-memory/sqlite";
import type { NewProposal, Proposal } from "../../domain/changes/proposal.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Moment } from "../../domain/moment.ts";

const COLUMNS = /* sql */ `p.id, p.project_id AS projectId, p.kind, p.memories, p.score, p.state, p.created_at_ms AS createdAtMs`;
const INSERT = /* sql */ `INSERT INTO proposal (id, project_id, kind, memories, score, created_at_ms)
  VALUES (:id, :projectId, :kind, :memories, :score, :nowMs) ON CONFLICT DO NOTHING`;
const IS_MADE = /* sql */ `SELECT 1 AS found FROM proposal
  WHERE project_id = :projectId AND kind = :kind AND memories = :memories`;
/**
 * Condition: all memories of the proposal are active. Proposals about forgotten, archived or superseded memories are not
 * shown.
 */
export const ALL_LIVE = /* sql */ `NOT EXISTS (SELECT 1 FROM json_each(p.memories) j LEFT JOIN memory m ON m.id = j.value
    WHERE m.id IS NULL OR m.state <> 'active' OR m.superseded_by IS NOT NULL)`;
const SELECT_OPEN = /* sql */ `SELECT ${COLUMNS} FROM proposal p
  WHERE p.project_id = :projectId AND p.state = 'open' AND ${ALL_LIVE} ORDER BY p.score DESC, p.id LIMIT :limit`;
const COUNT_OPEN = /* sql */ `SELECT count(*) AS count FROM proposal p
  WHERE p.project_id = :projectId AND p.state = 'open' AND ${ALL_LIVE}`;
const SELECT_ENDING = /* sql */ `SELECT ${COLUMNS} FROM proposal p
  WHERE p.project_id = :projectId AND p.id LIKE '%' || :ending LIMIT 2`;
const SET_STATE = /* sql */ `UPDATE proposal SET state = :to, decided_at_ms = :nowMs WHERE id = :id AND state = :from`;

type Row = Omit<Proposal, "memories"> & { readonly memories: string };

export async function isProposed(
  db: Database,
  projectId: ProjectId,
  { kind, memories }: NewProposal,
): Promise<boolean> {
  const params = { projectId, kind, memories: listOf(memories) };
  return (await db.get(IS_MADE, params)) !== undefined;
}

/** Adds a proposal; one that was made before stays unchanged. */
export async function addProposal(
  db: Database,
  projectId: ProjectId,
  { kind, memories, score }: NewProposal,
  moment: Moment,
): Promise<void> {
  const row = { id: moment.newId(), projectId, kind, memories: listOf(memories), score };
  await db.run(INSERT, { ...row, nowMs: moment.nowMs });
}

/** Returns open proposals, highest score first. */
export async function listOpenProposals(
  db: Database,
  projectId: ProjectId,
  limit: number,
): Promise<Proposal[]> {
  return (await db.all<Row>(SELECT_OPEN, { projectId, limit })).map(toProposal);
}

export async function countOpenProposals(db: Database, projectId: ProjectId): Promise<number> {
  return queryNumber(db, COUNT_OPEN, { projectId });
}

/** Returns at most two proposals whose id ends with these characters. */
export async function proposalsByEnding(
  db: Database,
  projectId: ProjectId,
  ending: string,
): Promise<Proposal[]> {
  return (await db.all<Row>(SELECT_ENDING, { projectId, ending })).map(toProposal);
}

/** Changes the state from `from` to `to`. Returns whether the proposal was in the state `from`. */
export async function setProposalState(
  db: Database,
  id: string,
  { from, to }: { readonly from: Proposal["state"]; readonly to: Proposal["state"] },
  nowMs: number,
): Promise<boolean> {
  return (await db.run(SET_STATE, { id, from, to, nowMs })).changes > 0;
}

/** Returns a text that is equal for proposals of the same kind about the same memories. */
export function proposalKey({ kind, memories }: NewProposal): string {
  return `${kind} ${listOf(memories)}`;
}

function listOf(memories: readonly MemoryId[]): string {
  return JSON.stringify([...memories].sort());
}

function toProposal(row: Row): Proposal {
  return { ...row, memories: JSON.parse(row.memories) as MemoryId[] };
}
