/**
 * Withdraws findings that a session no longer shows. The session was learned from before it was over and went on: a command
 * that "does not work" works after all, or an error had another cause. Memories that rested on it alone are put in doubt.
 */
import type { RedactOptions } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import { type Candidate, factsOf } from "../../domain/candidate.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { isUntouched, type Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import {
  candidatesOf,
  candidatesShownBy,
  findCandidate,
  saveCandidate,
} from "../../store/memories/candidates.ts";
import { changeMemory, getMemories, listVersions } from "../../store/memories/memories.ts";
import { isShownInSession } from "../../store/sessions/injections.ts";
import { transferToOtherFindings } from "./same-command.ts";

/** Subjects counted over sessions or written by a model; detection does not find them again in a single session. */
const ACROSS_SESSIONS = /^(?:recipe|module|coupled|lesson):/;

const NO_LONGER = "its session shows it no longer";

/**
 * Withdraws candidates that a session no longer shows. `shown`: subjects it shows now. Returns the candidates as they are
 * afterwards.
 */
export async function withdrawMissingFindings(
  db: Database,
  projectId: ProjectId,
  session: string,
  shown: ReadonlySet<string>,
  moment: Moment,
  redaction: RedactOptions = {},
): Promise<Candidate[]> {
  const before = await candidatesShownBy(db, projectId, session);
  const missing = before.filter(
    ({ subject, imported }) =>
      imported === undefined && !shown.has(subject) && !ACROSS_SESSIONS.test(subject),
  );
  const after: Candidate[] = [];
  for (const candidate of missing) {
    const left = await withdrawn(db, withoutSession(candidate, session), redaction, moment);
    await saveCandidate(db, left, moment.nowMs);
    after.push(left);
  }
  return after;
}

/**
 * Withdraws a candidate that no session shows any more: other findings take over its memory, or the memory is put in doubt.
 */
async function withdrawn(
  db: Database,
  left: Candidate,
  redaction: RedactOptions,
  moment: Moment,
): Promise<Candidate> {
  if (left.state !== "promoted" || left.sessions.length > 0) return left;
  if (await transferToOtherFindings(db, left, redaction, moment)) {
    const { memoryId: _memory, ...facts } = factsOf(left);
    return { ...facts, state: "rejected", reason: "withdrawn" };
  }
  const [memory] = await getMemories(db, [left.memoryId]);
  if (memory !== undefined && !(await isSupported(db, memory, left)))
    await setInDoubt(db, memory, left.content, NO_LONGER, moment);
  return left;
}

/**
 * Whether the memory is still supported: by another session, through any finding, or by an explicit statement. A memory
 * observed several times may have no session left that shows it.
 */
async function isSupported(db: Database, memory: Memory, gone: Candidate): Promise<boolean> {
  if (memory.observationCount < 2) return false;
  const others = await candidatesOf(db, memory.id);
  const isShown = ({ subject, sessions }: Candidate) =>
    subject !== gone.subject && sessions.length > 0;
  if (others.some(isShown) || (await isShownInSession(db, memory.id))) return true;
  const versions = await listVersions(db, memory.id);
  if (versions.some(({ change }) => change === "confirmed")) return true;
  return !isFromSessionsOnly([...versions.map(({ before }) => before), memory]);
}

/** Whether each observation after the first came from a new session, so that there was no explicit statement. */
function isFromSessionsOnly(versions: readonly Memory[]): boolean {
  return versions.every((after, i) => {
    const before = versions[i - 1];
    if (before === undefined) return after.observationCount === 1;
    const isSeenAgain = after.observationCount > before.observationCount;
    return !isSeenAgain || after.sessions.some((session) => !before.sessions.includes(session));
  });
}

function withoutSession(candidate: Candidate, session: string): Candidate {
  const sessions = candidate.sessions.filter((item) => item !== session);
  const evidence = candidate.evidence.filter((item) => item.session !== session);
  if (candidate.state !== "proposed") return { ...candidate, sessions, evidence };
  const { state: _state, reason, ...facts } = candidate;
  if (sessions.length > 0) {
    const waits = reason === "session_running" ? "too_few_sessions" : reason;
    return { ...facts, sessions, evidence, state: "proposed", reason: waits };
  }
  return { ...facts, sessions, evidence, state: "rejected", reason: "withdrawn" };
}

/**
 * Puts a memory in doubt: it is not shown unprompted until a person reviews it. A memory that a person approved or edited
 * (its text differs from `content`), or that others support, stays unchanged.
 */
export async function doubtMemory(
  db: Database,
  id: MemoryId,
  content: string,
  moment: Moment,
): Promise<void> {
  const [memory] = await getMemories(db, [id]);
  if (memory === undefined || memory.observationCount > 1) return;
  await setInDoubt(db, memory, content, NO_LONGER, moment);
}

/** Puts memories in doubt whose subjects were counted again and no longer hold. */
export async function doubtRecounted(
  db: Database,
  projectId: ProjectId,
  subjects: readonly string[],
  moment: Moment,
): Promise<void> {
  for (const subject of subjects) {
    const candidate = await findCandidate(db, projectId, subject);
    if (candidate?.state !== "promoted") continue;
    const [memory] = await getMemories(db, [candidate.memoryId]);
    if (memory !== undefined)
      await setInDoubt(db, memory, candidate.content, "recounted: no longer supported", moment);
  }
}

async function setInDoubt(
  db: Database,
  memory: Memory,
  content: string,
  reason: string,
  moment: Moment,
): Promise<void> {
  // A disputed memory also waits for a person but stays believed, and resolving the dispute would leave it believed.
  const isDoubted = memory.needsReview && memory.standing === "hypothesis";
  if (!isUntouched(memory) || isDoubted || memory.content !== content) return;
  const after = { ...memory, needsReview: true, standing: "hypothesis" as const };
  await changeMemory(db, memory, after, reason, moment);
}
