/**
 * What users of running sessions take back takes effect before their session ends. A session is looked at again only if it
 * takes back something else than at the last look. What the user revokes afterwards is restored.
 */

import { createHash } from "node:crypto";
import type { Database } from "@tacit-memory/sqlite";
import { USER_RULE_TAG } from "../../domain/draft.ts";
import { newestEvidence } from "../../domain/evidence.ts";
import type { Evidence, Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { candidatesShownBy } from "../../store/memories/candidates.ts";
import { removeEdge } from "../../store/memories/edges.ts";
import { changeMemory, getMemories, listVersions } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import {
  dropLedger,
  type LedgerKey,
  readLedger,
  writeLedger,
} from "../../store/sessions/ledger.ts";
import type { SessionRow } from "../../store/sessions/sessions.ts";
import { retractedTopic } from "../detect/statements/user-correction.ts";
import type { Trace } from "../detect/trace.ts";
import { RETRACTED } from "../promote/reinforce.ts";
import { evidenceOf } from "./take-back.ts";
import { type TakenBack, takenBackIn } from "./withdrawals.ts";

const EARLY_TAKE_BACK = "early_take_back";

/** What a running session states and takes back so far, with a hash of it. */
export interface EarlyState {
  readonly hash: string;
  readonly retractions: readonly TakenBack[];
}

/** Returns what a session takes back if that changed since the last look; null if not. `rules`: what the user states. */
export async function changedTakeBack(
  db: Database,
  session: SessionRow,
  trace: Trace,
  rules: readonly Signal[],
): Promise<EarlyState | null> {
  const retractions = takenBackIn(trace);
  const before = await readLedger(db, keyOf(session));
  const isAny =
    retractions.length > 0 || trace.messages.some(({ text }) => retractedTopic(text) !== null);
  if (!isAny && before === undefined) return null;
  const state = [
    retractions.map(({ message, sentence }) => [message.seq, sentence]),
    rules.map(({ subject }) => subject),
  ];
  const hash = createHash("sha256").update(JSON.stringify(state)).digest("hex");
  return hash === before?.contentHash ? null : { hash, retractions };
}

/** Records the look, so that the same state is not looked at again. */
export async function recordLook(
  db: Database,
  session: SessionRow,
  { hash }: EarlyState,
  { nowMs }: Moment,
): Promise<void> {
  await writeLedger(db, keyOf(session), { contentHash: hash, outcome: "looked" }, nowMs);
}

/**
 * Ends the early looks because the whole session is learned from now: restores what the user revoked, and doubts what the user
 * took back of the session's own rules. `stated`: subjects that still hold.
 */
export async function endEarlyTakeBack(
  db: Database,
  session: SessionRow,
  trace: Trace,
  stated: ReadonlySet<string>,
  moment: Moment,
): Promise<void> {
  const takesBack = trace.messages.some(
    ({ by, text }) => by === "user" && retractedTopic(text) !== null,
  );
  // Of a session whose events were deleted, it is unknown what it states.
  if (takesBack && session.trimmedSeq === 0) await doubtUnstated(db, session, stated, moment);
  if (await dropLedger(db, keyOf(session)))
    await restoreRevoked(db, session, takenBackIn(trace), moment);
}

function keyOf({ rid, projectId }: SessionRow): LedgerKey {
  return { projectId, sourceType: EARLY_TAKE_BACK, sourceKey: `${rid}` };
}

/**
 * Puts the rules in doubt that only this session states and that the user took back in it, and those back in use that the user
 * stated again. `stated`: subjects that still hold.
 */
export async function doubtUnstated(
  db: Database,
  { projectId, id }: SessionRow,
  stated: ReadonlySet<string>,
  moment: Moment,
): Promise<void> {
  for (const candidate of await candidatesShownBy(db, projectId, id)) {
    if (candidate.state !== "promoted" || !candidate.signals.includes("user_correction")) continue;
    const [memory] = await getMemories(db, [candidate.memoryId]);
    if (memory === undefined || !isOfThisSession(memory, id)) continue;
    const [needsReview, isDoubted] = [!stated.has(candidate.subject), memory.needsReview];
    if (needsReview === isDoubted) continue;
    // What a person decided, or another reason put in doubt, stays so.
    if (isDoubted !== memory.evidence.some(isOwnDoubt)) continue;
    const mark = { kind: "user", detail: IN_ITS_SESSION, session: id, atMs: moment.nowMs } as const;
    const others = memory.evidence.filter((item) => !isOwnDoubt(item));
    const evidence = needsReview ? newestEvidence([...others, mark]) : others;
    await changeMemory(db, memory, { ...memory, evidence, needsReview }, RETRACTED, moment);
  }
}

const IN_ITS_SESSION = sentenceOf("user_took_back_in_session", {});

function isOwnDoubt({ detail }: Evidence): boolean {
  return detail === IN_ITS_SESSION;
}

function isOfThisSession({ sessions, tags, isPinned }: Memory, id: string): boolean {
  return tags.includes(USER_RULE_TAG) && !isPinned && sessions.every((session) => session === id);
}

/** Restores the memories that this session took back with words that the user has revoked. */
export async function restoreRevoked(
  db: Database,
  { projectId, id }: SessionRow,
  retractions: readonly TakenBack[],
  moment: Moment,
): Promise<void> {
  const valid = new Set(retractions.map((retraction) => evidenceOf(retraction, id).detail));
  const isRevoked = ({ detail, session }: Evidence) =>
    session === id && detail.startsWith(`${RETRACTED}:`) && !valid.has(detail);
  for (const memory of await listMemories(db, { projectId })) {
    if (memory.evidence.some(isRevoked)) await restore(db, memory, isRevoked, moment);
  }
}

async function restore(
  db: Database,
  memory: Memory,
  isRevoked: (item: Evidence) => boolean,
  moment: Moment,
): Promise<void> {
  const versions = await listVersions(db, memory.id);
  const was = versions
    .map(({ before }) => before)
    .findLast(({ evidence, supersededBy }) => supersededBy === null && !evidence.some(isRevoked));
  if (was === undefined) return;
  if (memory.supersededBy !== null) {
    const edge = { fromId: memory.supersededBy, toId: memory.id, type: "supersedes" } as const;
    await removeEdge(db, edge, moment);
  }
  const after = {
    ...memory,
    evidence: memory.evidence.filter((item) => !isRevoked(item)),
    needsReview: was.needsReview,
    supersededBy: null,
    validToMs: was.validToMs,
  };
  await changeMemory(db, memory, after, "reinstated by the user", moment);
}
