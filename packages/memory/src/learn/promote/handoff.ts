/** Stores one handoff per session; a newer one replaces the previous one. */

import { type RedactOptions, redactDeep } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { handoffIn, type Payload } from "../../domain/payload.ts";
import {
  freshnessOfHandoff,
  type Handoff,
  qualityOfHandoff,
} from "../../domain/session/handoff.ts";
import { clip } from "../../domain/text/text.ts";
import { forgottenAtMs } from "../../store/memories/erase.ts";
import {
  changeMemory,
  findExternal,
  getMemories,
  insertMemory,
} from "../../store/memories/memories.ts";
import { newestPayloads, outlineMemories } from "../../store/memories/outlines.ts";

export async function keepHandoff(
  db: Database,
  projectId: ProjectId,
  input: Handoff & Pick<Payload, "learnedFrom">,
  isTainted: boolean,
  redaction: RedactOptions,
  moment: Moment,
): Promise<void> {
  const handoff = redactDeep(input, redaction).value as Handoff;
  const externalId = `handoff:${handoff.session}`;
  const existing = await findExternal(db, projectId, externalId);
  if (existing !== null) {
    if (JSON.stringify(existing.payload) === JSON.stringify(handoff)) return;
    await changeMemory(
      db,
      existing,
      {
        ...existing,
        ...wording(handoff),
        isTainted,
        needsReview: false,
        confirmedAtMs: handoff.atMs,
      },
      "handoff",
      moment,
    );
    return;
  }
  const memory = build(projectId, externalId, handoff, isTainted, moment);
  if ((await forgottenAtMs(db, projectId, memory.content)) !== null) return;
  await stopAskingForOlder(db, projectId, moment);
  await insertMemory(db, memory, moment);
}

/** Removes handoffs from the review queue, into which earlier versions of Tacit put them; they stay tainted. */
async function stopAskingForOlder(
  db: Database,
  projectId: ProjectId,
  moment: Moment,
): Promise<void> {
  const handoffs = await outlineMemories(db, projectId, { types: ["handoff"] }, 50);
  const waiting = handoffs.filter(({ needsReview }) => needsReview).map(({ id }) => id);
  for (const memory of await getMemories(db, waiting))
    await changeMemory(db, memory, { ...memory, needsReview: false }, "handoff", moment);
}

/** Returns the stored handoff of a session; null when there is none. */
export async function keptHandoff(
  db: Database,
  projectId: ProjectId,
  session: string,
): Promise<KeptHandoff | null> {
  const stored = await findExternal(db, projectId, `handoff:${session}`);
  if (stored === null) return null;
  const handoff = handoffIn(stored.payload);
  return handoff === null ? null : { ...handoff, isTainted: stored.isTainted };
}

/** Maximum difference between two clocks in milliseconds. */
const CLOCK_SLACK_MS = 86_400_000;

export interface HandoffWanted {
  /** Null: of any agent. */
  readonly agent: string | null;
  /** The branch checked out now; null without one. */
  readonly branch: string | null;
}

/**
 * Returns the latest handoff. Recent handoffs come before stale ones, then those of this branch before those of others, then
 * those with more than a goal; a handoff dated in the future is returned only when there is no other.
 */
export async function latestHandoff(
  db: Database,
  projectId: ProjectId,
  { agent, branch }: HandoffWanted,
  nowMs: number,
): Promise<KeptHandoff | null> {
  const orders: readonly ((handoff: Handoff) => boolean)[] = [
    ({ atMs }) => atMs > nowMs + CLOCK_SLACK_MS,
    (handoff) => freshnessOfHandoff(handoff, nowMs) === "stale",
    (handoff) => isOfOtherBranch(handoff, branch),
    (handoff) => qualityOfHandoff(handoff) === "thin",
  ];
  const order = (a: Handoff, b: Handoff) => {
    const first = orders.find((isLater) => isLater(a) !== isLater(b));
    return first === undefined ? b.atMs - a.atMs : Number(first(a)) - Number(first(b));
  };
  const handoffs = (await newestPayloads(db, projectId, "handoff", 50))
    .flatMap(({ payload, isTainted }) => {
      const handoff = handoffIn(payload);
      return handoff === null ? [] : [{ ...handoff, isTainted }];
    })
    .filter((handoff) => agent === null || handoff.agent === agent)
    .sort(order);
  const [first] = handoffs;
  if (first === undefined) return null;
  const isNewer = (other: Handoff) =>
    other.atMs > first.atMs &&
    other.atMs <= nowMs + CLOCK_SLACK_MS &&
    other.branch === first.branch &&
    qualityOfHandoff(other) === "thin";
  return { ...first, ...(handoffs.some(isNewer) ? { hasNewerThin: true } : {}) };
}

/** Whether a session worked on another branch than the one checked out now, as far as both are known. */
export function isOfOtherBranch(handoff: Pick<Handoff, "branch">, here: string | null): boolean {
  return handoff.branch !== null && here !== null && handoff.branch !== here;
}

/** A stored handoff. `isTainted`: its session read outside text, and no person has reviewed it since. */
export interface KeptHandoff extends Handoff {
  readonly isTainted: boolean;
  /** True if later sessions on this branch only read. */
  readonly hasNewerThin?: boolean;
}

function wording(handoff: Handoff): Pick<Memory, "title" | "content" | "payload" | "files"> {
  const content = [
    handoff.goal,
    handoff.done.length > 0 ? `Done: ${handoff.done.join("; ")}.` : "",
    handoff.next.length > 0
      ? `Next: ${handoff.next.map((item) => item.replace(/[.;]$/, "")).join("; ")}.`
      : "",
  ];
  return {
    title: clip(handoff.goal || "session", 80),
    content: clip(
      content.filter((part) => part !== "").join("\n") || "The session had no stated goal.",
      1000,
    ),
    payload: { ...handoff },
    files: handoff.files,
  };
}

function build(
  projectId: ProjectId,
  externalId: string,
  handoff: Handoff,
  isTainted: boolean,
  moment: Moment,
): Memory {
  return {
    id: moment.newId() as MemoryId,
    projectId,
    externalId,
    type: "handoff",
    ...wording(handoff),
    scope: "project",
    scopeOwner: null,
    visibility: "personal",
    state: "active",
    standing: "believed",
    confidence: 0.7,
    source: "observer_inferred",
    agent: handoff.agent,
    branch: handoff.branch,
    commit: null,
    isStaged: false,
    symbols: [],
    tags: [],
    triggers: [],
    invalidWhen: [],
    errorFingerprint: null,
    sessions: [handoff.session],
    evidence: [],
    isPinned: false,
    // The next session replaces it, and until then shows only words that no outside text can have influenced.
    needsReview: false,
    isTainted,
    isDisputed: false,
    supersededBy: null,
    validFromMs: null,
    validToMs: null,
    observationCount: 1,
    usefulCount: 0,
    createdAtMs: handoff.atMs,
    updatedAtMs: moment.nowMs,
    confirmedAtMs: handoff.atMs,
    version: 1,
  };
}
