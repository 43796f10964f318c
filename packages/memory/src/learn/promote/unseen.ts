/**
 * A session was learned from while it was not over, went on, and shows something no longer: a command that "does not work"
 * works after all, an error had another cause. What rested on it alone is taken back.
 */
import type { RedactOptions } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import type { Candidate } from "../../domain/candidate.ts";
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
import { leaveToOthers } from "./same-command.ts";

/** Counted over sessions, or written by a model: detection does not find it again whenever it looks at one session. */
const OVER_SESSIONS = /^(?:recipe|module|coupled|lesson):/;

const NO_LONGER = "its session shows it no longer";

/** `shown`: subjects the session shows now. Candidates that it shows no longer, as they are afterwards. */
export async function withdrawUnseen(
  db: Database,
  projectId: ProjectId,
  session: string,
  shown: ReadonlySet<string>,
  moment: Moment,
  redaction: RedactOptions = {},
): Promise<Candidate[]> {
  const before = await candidatesShownBy(db, projectId, session);
  const unseen = before.filter(
    ({ subject, imported }) =>
      imported === undefined && !shown.has(subject) && !OVER_SESSIONS.test(subject),
  );
  const after: Candidate[] = [];
  for (const candidate of unseen) {
    const left = await withdrawn(db, withoutSession(candidate, session), redaction, moment);
    await saveCandidate(db, left, moment.nowMs);
    after.push(left);
  }
  return after;
}

/** What no session shows any more is taken from its memory where others are in it, and put in doubt where none is. */
async function withdrawn(
  db: Database,
  left: Candidate,
  redaction: RedactOptions,
  moment: Moment,
): Promise<Candidate> {
  if (left.state !== "promoted" || left.sessions.length > 0) return left;
  if (await leaveToOthers(db, left, redaction, moment)) {
    const { memoryId: _memory, state: _state, reason: _reason, ...facts } = left;
    return { ...facts, state: "rejected", reason: "withdrawn" };
  }
  const [memory] = await getMemories(db, [left.memoryId]);
  if (memory !== undefined && !(await isBorneOut(db, memory, left)))
    await setInDoubt(db, memory, left.content, NO_LONGER, moment);
  return left;
}

/**
 * Whether others say it still: another session, by whatever showed it there, or somebody on purpose. What was observed
 * several times may be shown by none of them any more.
 */
async function isBorneOut(db: Database, memory: Memory, gone: Candidate): Promise<boolean> {
  if (memory.observationCount < 2) return false;
  const others = await candidatesOf(db, memory.id);
  const isShown = ({ subject, sessions }: Candidate) =>
    subject !== gone.subject && sessions.length > 0;
  if (others.some(isShown) || (await isShownInSession(db, memory.id))) return true;
  const versions = await listVersions(db, memory.id);
  if (versions.some(({ change }) => change === "confirmed")) return true;
  return !isOfSessionsAlone([...versions.map(({ before }) => before), memory]);
}

/** Each observation after the first brought a session that had not shown it: nobody has said it besides. */
function isOfSessionsAlone(versions: readonly Memory[]): boolean {
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
 * Nobody is told of it by itself until a person has looked. What a person vouched for or worded (it no longer says
 * `content`), and what others bear out, stays as it is.
 */
export async function doubt(
  db: Database,
  id: MemoryId,
  content: string,
  moment: Moment,
): Promise<void> {
  const [memory] = await getMemories(db, [id]);
  if (memory === undefined || memory.observationCount > 1) return;
  await setInDoubt(db, memory, content, NO_LONGER, moment);
}

/** Subjects that were counted anew, and of which the sessions no longer say anything. */
export async function withdrawUnstated(
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
      await setInDoubt(db, memory, candidate.content, "counted anew: no longer so", moment);
  }
}

async function setInDoubt(
  db: Database,
  memory: Memory,
  content: string,
  reason: string,
  moment: Moment,
): Promise<void> {
  // What is disputed waits for a person too, but believed as before; settling the dispute would leave it so.
  const isDoubted = memory.needsReview && memory.standing === "hypothesis";
  if (!isUntouched(memory) || isDoubted || memory.content !== content) return;
  const after = { ...memory, needsReview: true, standing: "hypothesis" as const };
  await changeMemory(db, memory, after, reason, moment);
}
