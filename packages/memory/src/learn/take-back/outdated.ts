/**
 * Applies that an agent's note replaces a memory of an earlier session (`tacit 1a2b3c4d: …`) or removes one
 * (`tacit drop 1a2b3c4d`). A note that names none, but says that something earlier is no longer right, replaces the earlier
 * note about the same code. A replaced memory is superseded, a removed one waits for a person's review and is not shown until
 * then. Both can be undone. What a person stated or pinned, what was imported, and what outside text may have led to stay
 * unchanged.
 */

import type { Database } from "@tacit-memory/sqlite";
import { AGENT_NOTE_TAG, USER_RULE_TAG } from "../../domain/draft.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { Evidence, Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { identifiers } from "../../domain/text/text.ts";
import { addEdge } from "../../store/memories/edges.ts";
import { getMemories, getMemory } from "../../store/memories/memories.ts";
import type { SessionRow } from "../../store/sessions/sessions.ts";
import { countShared, topicWords } from "../checks/topic-words.ts";
import type { Trace } from "../detect/trace.ts";
import type { Promotion } from "../promote/promote.ts";
import { isUsersWord } from "../promote/reinforce.ts";
import { nearestTo } from "../promote/similar.ts";
import { type Newer, setAside, wasApplied } from "./take-back.ts";

const CALLED_OUTDATED = sentenceOf("agent_called_outdated", {});

/** A memory that a note of a later session replaces or removes. */
export interface Outdated {
  readonly memory: Memory;
  /** Subject of the note that replaces it; null if it was only removed. */
  readonly subject: string | null;
  /** That the agent called it outdated. */
  readonly evidence: Evidence;
}

interface Notes {
  readonly trace: Trace;
  readonly signals: readonly Signal[];
  /** Whether a memory is visible on the branch of the session. */
  readonly isVisible: (memory: Memory) => boolean;
}

/** Returns the memories that notes of this session replace or remove. */
export async function outdatedMemories(
  db: Database,
  session: SessionRow,
  { trace, signals, isVisible }: Notes,
): Promise<Outdated[]> {
  const found: Outdated[] = [];
  const all = [
    ...(await namedMemories(db, session, named(trace, signals))),
    ...(await overturnedMemories(db, session, signals)),
  ];
  for (const { memory, subject, atMs } of all) {
    if (!isVisible(memory) || found.some((item) => item.memory.id === memory.id)) continue;
    const evidence = {
      kind: "reobserved",
      detail: CALLED_OUTDATED,
      session: session.id,
      atMs,
    } as const;
    if (!(await wasApplied(db, memory, evidence))) found.push({ memory, subject, evidence });
  }
  return found;
}

/** Supersedes these memories, or lets them wait for a review. Call in the transaction that promoted the notes. */
export async function applyOutdated(
  db: Database,
  outdated: readonly Outdated[],
  promotions: readonly Promotion[],
  moment: Moment,
): Promise<void> {
  for (const { memory, subject, evidence } of outdated) {
    const [now] = await getMemories(db, [memory.id]);
    const newer = subject === null ? null : await newerOf(db, subject, promotions);
    if (now === undefined || (subject !== null && newer === null) || newer?.memory.id === now.id)
      continue;
    if (newer !== null && isOnlyOnBranch(newer.memory, now))
      await supersedeWhenMerged(db, newer, now, moment);
    else await setAside(db, { now, rule: memory, evidence, newer }, CALLED_OUTDATED, moment);
  }
}

interface OutdatedByNote {
  readonly memory: Memory;
  readonly subject: string | null;
  readonly atMs: number;
}

async function namedMemories(
  db: Database,
  session: SessionRow,
  all: readonly Named[],
): Promise<OutdatedByNote[]> {
  const found: OutdatedByNote[] = [];
  for (const { ending, subject, atMs } of all) {
    const memory = await replaceable(db, session, ending);
    if (memory !== null) found.push({ memory, subject, atMs });
  }
  return found;
}

/** Minimum share of the shorter note's topic words that both have. */
const MIN_SHARE = 0.5;

/** Returns the notes that are about the same code as a note that says that something earlier is no longer right. */
async function overturnedMemories(
  db: Database,
  session: SessionRow,
  signals: readonly Signal[],
): Promise<OutdatedByNote[]> {
  const found: OutdatedByNote[] = [];
  for (const { overturns, outdated, subject, isTainted, draft, evidence } of signals) {
    if (overturns !== true || outdated !== undefined || isTainted || draft === null) continue;
    const near = await nearestTo(db, session.projectId, draft.content)();
    const [best] = near
      .filter((memory) => memory.tags.includes(AGENT_NOTE_TAG) && isInUse(memory))
      .filter((memory) => isReplaceableIn(session.id, memory))
      .map((memory) => ({ memory, share: shareOfSame(draft.content, memory.content) }))
      .filter(({ share }) => share >= MIN_SHARE)
      .sort((a, b) => b.share - a.share);
    if (best !== undefined)
      found.push({ memory: best.memory, subject, atMs: evidence[0]?.atMs ?? 0 });
  }
  return found;
}

/** Share of common topic words; 0 unless both texts name the same code first. */
function shareOfSame(one: string, other: string): number {
  const [name] = identifiers(one);
  if (name === undefined || name !== identifiers(other)[0]) return 0;
  const [a, b] = [topicWords(one), topicWords(other)];
  return countShared(a, b) / Math.max(1, Math.min(a.size, b.size));
}

interface Named {
  /** Short id of the memory. */
  readonly ending: string;
  /** Subject of the note that replaces it; null if it was only removed. */
  readonly subject: string | null;
  readonly atMs: number;
}

function named(trace: Trace, signals: readonly Signal[]): Named[] {
  const replaced = signals.flatMap(({ outdated, subject, isTainted, evidence }): Named[] =>
    outdated === undefined || isTainted
      ? []
      : [{ ending: outdated, subject, atMs: evidence[0]?.atMs ?? 0 }],
  );
  const removed = trace.notes.flatMap(({ line, isTainted, atMs }): Named[] =>
    line.kind !== "drop_memory" || isTainted
      ? []
      : [{ ending: line.outdated, subject: null, atMs }],
  );
  return [...replaced, ...removed];
}

/** Returns the memory if an agent's note may replace it; null if not, or if the id names none. */
async function replaceable(
  db: Database,
  { id, projectId }: SessionRow,
  ending: string,
): Promise<Memory | null> {
  const memory = await getMemory(db, ending).catch((error: unknown) => {
    if (MemoryError.is(error, "memory_not_found") || MemoryError.is(error, "id_ambiguous"))
      return null;
    throw error;
  });
  if (memory === null || memory.projectId !== projectId) return null;
  return isInUse(memory) && isReplaceableIn(id, memory) ? memory : null;
}

function isInUse({ state, supersededBy }: Memory): boolean {
  return state === "active" && supersededBy === null;
}

/** Whether a note of this session may replace the memory. */
export function isReplaceableIn(session: string, memory: Memory): boolean {
  const { isPinned, source, tags, sessions } = memory;
  const isPersons = isPinned || isUsersWord(source) || tags.includes(USER_RULE_TAG);
  return !isPersons && source !== "imported" && !sessions.includes(session);
}

async function newerOf(
  db: Database,
  subject: string,
  promotions: readonly Promotion[],
): Promise<Newer | null> {
  const promotion = promotions.find(({ candidate }) => candidate.subject === subject);
  if (promotion?.memoryId == null) return null;
  const [memory] = await getMemories(db, [promotion.memoryId]);
  return memory === undefined ? null : { memory, isNew: !promotion.isMerge };
}

/** Whether the newer memory applies only on a branch, on which the older one was not learned. */
function isOnlyOnBranch(newer: Memory, older: Memory): boolean {
  return newer.isStaged && !(older.isStaged && older.branch === newer.branch);
}

/** Only adds the relation: the older memory is superseded when the branch is merged (`anchors/branches/unstage.ts`). */
async function supersedeWhenMerged(
  db: Database,
  { memory }: Newer,
  older: Memory,
  moment: Moment,
): Promise<void> {
  const edge = { fromId: memory.id, toId: older.id, type: "supersedes" } as const;
  await addEdge(db, { ...edge, createdAtMs: moment.nowMs }, moment);
}
