/**
 * Seen again: counted, dated, its files, tags, triggers and sessions joined, the higher standing kept. Importing the
 * same line, or replaying the same session, is no new observation and changes nothing; nor is seeing again
 * what was corrected since, unless the user says so.
 */
import { newestEvidence } from "../domain/evidence.ts";
import {
  isRefuted,
  type Memory,
  type Source,
  STANDINGS,
  type Standing,
  withoutRefutation,
} from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { Database } from "../store/drivers/driver.ts";
import { changeMemory } from "../store/memories.ts";
import { type NewMemory, unique } from "./new-memory.ts";
import { PROMOTE, SOURCE_CONFIDENCE } from "./tuning.ts";

const MAX_FILES = 24;
const MAX_TAGS = 20;
const MAX_TRIGGERS = 12;
const MAX_CONDITIONS = 12;

/** `isVisible`: where it was seen again, what is staged is told (default: it is). */
export async function reinforce(
  db: Database,
  memory: Memory,
  input: NewMemory,
  moment: Moment,
  isVisible: (memory: Memory) => boolean = () => true,
): Promise<Memory> {
  const pins = input.isPinned === true && !memory.isPinned;
  const isRevived = isRefuted(memory);
  // Found independently where its branch is not, it is no matter of that branch.
  const isStaged = memory.isStaged && input.isStaged === true && isVisible(memory);
  if (isRepetition(memory, input) && !pins) {
    const isFreed = memory.isStaged && !isStaged && !isRevived && input.externalId == null;
    return isFreed
      ? changeMemory(db, memory, { ...memory, isStaged }, "found on another branch", moment)
      : memory;
  }
  if (isRevived && !isUsersWord(input.source)) return memory;
  const merged = joined(memory, input);
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      ...merged,
      ...trust(memory, input),
      tags: isRevived ? withoutRefutation(merged.tags) : merged.tags,
      supersededBy: null,
      ...validity(memory, input, moment.nowMs),
      isStaged,
      // Archived by time, seen again: it has earned its place once more.
      state: "active",
      observationCount: memory.observationCount + 1,
      isPinned: memory.isPinned || pins,
      confirmedAtMs: Math.max(memory.confirmedAtMs, input.createdAtMs ?? moment.nowMs),
    },
    "reinforced",
    moment,
  );
}

/** What was over and is said again is true again; what is said of its time replaces what was said before. */
function validity(
  memory: Memory,
  input: NewMemory,
  nowMs: number,
): Pick<Memory, "validFromMs" | "validToMs"> {
  const isOver = memory.validToMs !== null && memory.validToMs <= nowMs;
  return {
    validFromMs: input.validFromMs ?? (isOver ? null : memory.validFromMs),
    validToMs: input.validToMs ?? (isOver ? null : memory.validToMs),
  };
}

export function isUsersWord(source: Source): boolean {
  return source === "user_taught" || source === "user_corrected";
}

function isRepetition(memory: Memory, input: NewMemory): boolean {
  if (input.externalId != null && input.externalId === memory.externalId) {
    return input.content === memory.content;
  }
  const sessions = input.sessions ?? [];
  return sessions.length > 0 && sessions.every((session) => memory.sessions.includes(session));
}

function joined(
  memory: Memory,
  input: NewMemory,
): Pick<
  Memory,
  "sessions" | "files" | "tags" | "triggers" | "errorFingerprint" | "evidence" | "invalidWhen"
> {
  return {
    sessions: unique([...memory.sessions, ...(input.sessions ?? [])]),
    files: unique([...memory.files, ...(input.files ?? [])]).slice(0, MAX_FILES),
    tags: unique([...memory.tags, ...(input.tags ?? [])]).slice(0, MAX_TAGS),
    triggers: unique([...memory.triggers, ...(input.triggers ?? [])]).slice(0, MAX_TRIGGERS),
    errorFingerprint: memory.errorFingerprint ?? input.errorFingerprint ?? null,
    invalidWhen: unique([...memory.invalidWhen, ...(input.invalidWhen ?? [])]).slice(
      0,
      MAX_CONDITIONS,
    ),
    evidence: newestEvidence([...memory.evidence, ...(input.evidence ?? [])]),
  };
}

/**
 * An untainted source corroborates a tainted memory and takes it out of the review queue; a tainted one adds
 * no more confidence than a tainted memory starts with.
 */
function trust(
  memory: Memory,
  input: NewMemory,
): Pick<Memory, "standing" | "confidence" | "isTainted" | "needsReview"> {
  const isClean = input.isTainted !== true;
  const told = input.confidence ?? SOURCE_CONFIDENCE[input.source];
  return {
    standing: higher(memory.standing, input.standing ?? "hypothesis"),
    confidence: Math.max(memory.confidence, isClean ? told : told * PROMOTE.taintFactor.value),
    isTainted: memory.isTainted && !isClean,
    // A dispute is not settled by hearing one side of it again.
    needsReview: memory.needsReview && (memory.isDisputed || !(memory.isTainted && isClean)),
  };
}

function higher(a: Standing, b: Standing): Standing {
  return STANDINGS.indexOf(a) >= STANDINGS.indexOf(b) ? a : b;
}
