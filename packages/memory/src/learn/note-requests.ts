/** Cost and yield of asking agents to record notes. */

import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import { listPromoted } from "../store/memories/candidates.ts";
import {
  countRequests,
  type InSession,
  listOwnWrites,
  listRequests,
} from "../store/sessions/injections.ts";
import { NOTE_RECORDED } from "./detect/statements/recorded-note.ts";

export interface NoteRequestCounts {
  readonly requests: number;
  readonly tokens: number;
  /** Requests after which, before the session's next request, the agent recorded something that is a memory now. */
  readonly answered: number;
  /** Memories created from notes, whether requested or not. */
  readonly notes: number;
}

/** Returns the statistics of a session, or of all sessions of the project if `session` is null. */
export async function countNoteRequests(
  db: Database,
  projectId: ProjectId,
  session: string | null,
): Promise<NoteRequestCounts> {
  const { requests, tokens } = await countRequests(db, projectId, session);
  const promoted = await listPromoted(db, projectId, "agent_note", session);
  const marked = promoted
    .flatMap(({ evidence }) => evidence)
    .filter(({ detail }) => detail === NOTE_RECORDED)
    .flatMap((evidence): InSession[] =>
      evidence.session === undefined ? [] : [{ session: evidence.session, atMs: evidence.atMs }],
    );
  const recorded = [...marked, ...(await listOwnWrites(db, projectId, session))];
  return {
    requests,
    tokens,
    answered: countAnswered(await listRequests(db, projectId, session), recorded),
    notes: new Set(
      promoted.map((candidate) =>
        candidate.state === "promoted" ? candidate.memoryId : candidate.id,
      ),
    ).size,
  };
}

function countAnswered(requests: readonly InSession[], recorded: readonly InSession[]): number {
  const bySession = Map.groupBy(requests, ({ session }) => session);
  const own = Map.groupBy(recorded, ({ session }) => session);
  let answered = 0;
  for (const [session, ofSession] of bySession) {
    const times = (own.get(session) ?? []).map(({ atMs }) => atMs);
    answered += ofSession.filter(({ atMs }, i) => {
      const nextMs = ofSession[i + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      return times.some((at) => at >= atMs && at < nextMs);
    }).length;
  }
  return answered;
}
