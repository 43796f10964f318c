/**
 * Stores findings of a running session as candidates that wait for its end. They promote nothing; at the end of the session
 * they are judged like all others, and withdrawn if the session no longer shows them (withdraw-findings.ts).
 */
import type { Database } from "@tacit-memory/sqlite";
import { type Candidate, factsOf } from "../../domain/candidate.ts";
import type { Moment } from "../../domain/moment.ts";
import { findCandidate, saveCandidate } from "../../store/memories/candidates.ts";
import { forgottenAtMs, isSubjectForgotten } from "../../store/memories/erase.ts";
import { type AdmitOptions, screen } from "./admit.ts";

/**
 * Stores the candidate as waiting. Null when it was already decided on, would be rejected, or already waits with the same
 * content. Call inside a transaction.
 */
export async function awaitEnd(
  db: Database,
  candidate: Candidate,
  options: AdmitOptions,
  moment: Moment,
): Promise<Candidate | null> {
  const existing = await findCandidate(db, candidate.projectId, candidate.subject);
  if (existing !== null && !isOpen(existing)) return null;
  if (existing?.reason === "session_running" && saysAsMuch(existing, candidate)) return null;
  if (screen(candidate, options).reason !== null) return null;
  const { projectId, content } = candidate;
  if ((await forgottenAtMs(db, projectId, content)) !== null) return null;
  if (await isSubjectForgotten(db, candidate)) return null;
  const facts = factsOf(candidate);
  const waiting: Candidate = { ...facts, state: "proposed", reason: "session_running" };
  await saveCandidate(db, waiting, moment.nowMs);
  return waiting;
}

/**
 * Whether a candidate is undecided: it waits for more sessions or was withdrawn, and is not a memory, rejected or awaiting
 * review.
 */
function isOpen({ state, reason }: Candidate): boolean {
  if (state === "rejected") return reason === "withdrawn";
  return reason === null || reason === "too_few_sessions" || reason === "session_running";
}

function saysAsMuch(existing: Candidate, candidate: Candidate): boolean {
  return (
    existing.content === candidate.content &&
    candidate.sessions.every((session) => existing.sessions.includes(session))
  );
}
