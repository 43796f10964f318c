/**
 * Applies that an agent's note replaces a memory of an earlier session (`tacit 1a2b3c4d: …`) or removes one
 * (`tacit drop 1a2b3c4d`). A replaced memory is superseded, a removed one waits for a person's review and is not shown until
 * then. Both can be undone. What a person stated or pinned, what was imported, and what outside text may have led to stay
 * unchanged.
 */

import type { Database } from "@tacit-memory/sqlite";
import { USER_RULE_TAG } from "../../domain/draft.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { Evidence, Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { addEdge } from "../../store/memories/edges.ts";
import { getMemories, getMemory } from "../../store/memories/memories.ts";
import type { SessionRow } from "../../store/sessions/sessions.ts";
import type { Trace } from "../detect/trace.ts";
import type { Promotion } from "../promote/promote.ts";
import { isUsersWord } from "../promote/reinforce.ts";
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
  for (const { ending, subject, atMs } of named(trace, signals)) {
    const memory = await replaceable(db, session, ending);
    if (memory === null || !isVisible(memory)) continue;
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
  const isInUse = memory.state === "active" && memory.supersededBy === null;
  return isInUse && isReplaceableIn(id, memory) ? memory : null;
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
