/** Keeps one handoff a session, the newest in place of the one before. */
import { freshnessOfHandoff, type Handoff, qualityOfHandoff } from "../domain/handoff.ts";
import type { MemoryId, ProjectId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import { clip } from "../domain/text.ts";
import { type RedactOptions, redactDeep } from "../privacy/redact.ts";
import type { Database } from "../store/drivers/driver.ts";
import { forgottenAtMs } from "../store/erase.ts";
import { changeMemory, findExternal, insertMemory } from "../store/memories.ts";
import { newestPayloads } from "../store/outlines.ts";

export async function keepHandoff(
  db: Database,
  projectId: ProjectId,
  told: Handoff,
  redaction: RedactOptions,
  moment: Moment,
): Promise<void> {
  const handoff = redactDeep(told, redaction).value as Handoff;
  const externalId = `handoff:${handoff.session}`;
  const known = await findExternal(db, projectId, externalId);
  if (known !== null) {
    if (JSON.stringify(known.payload) === JSON.stringify(handoff)) return;
    await changeMemory(
      db,
      known,
      { ...known, ...wording(handoff), confirmedAtMs: handoff.atMs },
      "handoff",
      moment,
    );
    return;
  }
  const memory = build(projectId, externalId, handoff, moment);
  if ((await forgottenAtMs(db, projectId, memory.content)) !== null) return;
  await insertMemory(db, memory, moment);
}

/** What is stored of this session; null for nothing. */
export async function keptHandoff(
  db: Database,
  projectId: ProjectId,
  session: string,
): Promise<Handoff | null> {
  const known = await findExternal(db, projectId, `handoff:${session}`);
  return known === null ? null : (known.payload as unknown as Handoff);
}

/** Two clocks differ by less. */
const CLOCK_SLACK_MS = 86_400_000;

/**
 * The latest, of one agent or of any. One that says more than a goal goes before those of the last days that say nothing else;
 * what a clock that was ahead wrote is only shown where there is nothing else.
 */
export async function latestHandoff(
  db: Database,
  projectId: ProjectId,
  agent: string | null,
  nowMs: number,
): Promise<Handoff | null> {
  const isAhead = ({ atMs }: Handoff) => Number(atMs > nowMs + CLOCK_SLACK_MS);
  const isPoor = (one: Handoff) =>
    Number(qualityOfHandoff(one) === "thin" || freshnessOfHandoff(one, nowMs) === "stale");
  const kept = await newestPayloads(db, projectId, "handoff", 50);
  return (
    kept
      .map((payload) => payload as unknown as Handoff)
      .filter((handoff) => agent === null || handoff.agent === agent)
      .sort((a, b) => isAhead(a) - isAhead(b) || isPoor(a) - isPoor(b) || b.atMs - a.atMs)[0] ??
    null
  );
}

function wording(handoff: Handoff): Pick<Memory, "title" | "content" | "payload" | "files"> {
  const content = [
    handoff.goal,
    handoff.done.length > 0 ? `Done: ${handoff.done.join("; ")}.` : "",
    handoff.next.length > 0 ? `Next: ${handoff.next.join(" ")}` : "",
  ];
  return {
    title: clip(handoff.goal || "session", 80),
    content: clip(
      content.filter((part) => part !== "").join("\n") || "A session without a stated goal.",
      1000,
    ),
    payload: { ...handoff },
    files: handoff.files,
  };
}

function build(projectId: ProjectId, externalId: string, handoff: Handoff, moment: Moment): Memory {
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
    needsReview: false,
    isTainted: false,
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
