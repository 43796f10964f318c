/**
 * Reinforces a memory that is seen again: counts and dates it, merges files, tags, triggers and sessions, and keeps the
 * higher standing. The same imported line or a replayed session is not a new observation and changes nothing except what is
 * explicitly stated about the memory. A corrected memory is reinforced only by the user.
 */
import type { Database } from "@tacit-memory/sqlite";
import { registeredIn } from "../../anchors/link/relations.ts";
import { askedFor } from "../../domain/changes/asked-for.ts";
import { newestEvidence } from "../../domain/evidence.ts";
import {
  isRefuted,
  type Memory,
  type Source,
  TRUST_LEVELS,
  type TrustLevel,
  withoutRefutation,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { isRenamedFix } from "../../domain/payload.ts";
import { changeMemory, listVersions } from "../../store/memories/memories.ts";
import { isFlagged } from "../../store/memories/review-entries.ts";
import { PROMOTE, SOURCE_CONFIDENCE } from "./limits.ts";
import { type NewMemory, unique } from "./new-memory.ts";
import { endSupersession } from "./refutation.ts";

const MAX_FILES = 24;
const MAX_SYMBOLS = 24;
const MAX_TAGS = 20;
/** Maximum triggers added by observation. */
export const MAX_TRIGGERS = 12;
const MAX_CONDITIONS = 12;

/** Reinforces a memory. `isVisible`: whether a staged memory is visible where it was seen again (visible by default). */
export async function reinforce(
  db: Database,
  memory: Memory,
  incoming: NewMemory,
  moment: Moment,
  isVisible: (memory: Memory) => boolean = () => true,
): Promise<Memory> {
  const input = await withoutTakenOff(db, memory, incoming);
  const pins = input.isPinned === true && !memory.isPinned;
  const isRevived = isRefuted(memory);
  // Found independently of its branch, the memory is no longer specific to that branch.
  const isStaged = memory.isStaged && input.isStaged === true && isVisible(memory);
  if (isRepetition(memory, input) && !pins)
    return repeated(db, memory, { ...input, isStaged }, moment);
  if (isRevived && !isUsersWord(input.source)) return memory;
  await endSupersession(db, memory, moment);
  const merged = {
    ...joined(memory, input),
    ...statedChanges(memory, input, moment.nowMs),
    ...(await asLastRun(db, memory, input)),
  };
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      ...merged,
      ...trust(memory, input, memory.needsReview && (await isFlagged(db, memory.id))),
      tags: isRevived ? withoutRefutation(merged.tags) : merged.tags,
      supersededBy: null,
      isStaged,
      // Archived by time and seen again, so it becomes active.
      state: "active",
      observationCount: memory.observationCount + 1,
      isPinned: memory.isPinned || pins,
      confirmedAtMs: Math.max(memory.confirmedAtMs, input.createdAtMs ?? moment.nowMs),
    },
    "reinforced",
    moment,
  );
}

/**
 * Returns the text of a fix with the command as it was last run: after a change from pnpm to npm the old one no longer exists.
 * Nothing if a person edited the text, or if the fix is another one.
 */
async function asLastRun(
  db: Database,
  memory: Memory,
  { source, payload, title, content }: NewMemory,
): Promise<Partial<Memory>> {
  const isObserved = source === "observer_inferred" && memory.source === source;
  if (!isObserved || title === undefined || !isRenamedFix(memory, { payload })) return {};
  const versions = await listVersions(db, memory.id);
  if (versions.some(({ change }) => BY_A_PERSON.test(change))) return {};
  return { payload: { ...memory.payload, ...payload }, title, content };
}

const LISTS = ["files", "tags", "triggers", "invalidWhen"] as const;
/** Changes in the history of a memory that a person made. */
const BY_A_PERSON = /^(?:edited|restored)\b/;

/** Removes from the input what a person removed from the memory; observation must not restore it. */
async function withoutTakenOff(db: Database, memory: Memory, input: NewMemory): Promise<NewMemory> {
  if (isStatedOutright(input)) return input;
  const isNews = (name: (typeof LISTS)[number]) =>
    input[name]?.some((item) => !memory[name].includes(item));
  const error = memory.errorFingerprint === null ? input.errorFingerprint : null;
  if (!LISTS.some(isNews) && error == null) return input;
  const versions = await listVersions(db, memory.id);
  const edits = versions.flatMap(({ change, before }, i) =>
    BY_A_PERSON.test(change) ? [{ before, after: versions[i + 1]?.before ?? memory }] : [],
  );
  const left = (name: (typeof LISTS)[number]) => {
    const off = edits.flatMap(({ before, after }) =>
      before[name].filter((item) => !after[name].includes(item)),
    );
    return input[name]?.filter((item) => memory[name].includes(item) || !off.includes(item));
  };
  const isErrorOff = edits.some(
    ({ before, after }) => before.errorFingerprint === error && after.errorFingerprint === null,
  );
  return {
    ...input,
    files: left("files"),
    tags: left("tags"),
    triggers: left("triggers"),
    invalidWhen: left("invalidWhen"),
    ...(isErrorOff ? { errorFingerprint: undefined } : {}),
  };
}

/** Handles a repetition, which is not a new observation. `input.isStaged`: whether the input still belongs to a branch. */
async function repeated(
  db: Database,
  memory: Memory,
  input: NewMemory,
  moment: Moment,
): Promise<Memory> {
  if (isRefuted(memory)) return memory;
  const isFreed = memory.isStaged && input.isStaged !== true && input.externalId == null;
  const stated = isStatedOutright(input)
    ? statedChanges(memory, input, moment.nowMs)
    : alsoMetBy(memory, input);
  const after = { ...memory, ...stated, isStaged: memory.isStaged && !isFreed };
  if (JSON.stringify(after) === JSON.stringify(memory)) return memory;
  const change = isFreed ? "found on another branch" : "detail added";
  return changeMemory(db, memory, after, change, moment);
}

/** Merges the triggers of another signal of the same session: nothing new is known, but it can be found another way. */
function alsoMetBy(memory: Memory, input: NewMemory): Partial<Memory> {
  const isSeen = input.source === "observer_inferred" && memory.source === "observer_inferred";
  return isSeen ? { triggers: joined(memory, input).triggers } : {};
}

/** Fields of which a memory has a single value. Input with another value does not replace it. */
export type Unchanged = "error" | "type" | "title" | "scope" | "visibility" | "branch";

/** Returns the fields of the input that differ from the memory it was merged into; `after` is the memory after the merge. */
export function leftAsItWas(after: Memory, input: NewMemory): Unchanged[] {
  const other = <T>(value: T | null | undefined, is: T | null) => value != null && value !== is;
  const all: readonly [Unchanged, boolean][] = [
    ["error", other(input.errorFingerprint, after.errorFingerprint)],
    ["type", other(input.type, after.type)],
    ["title", other(input.title, after.title)],
    ["scope", other(input.scope, after.scope)],
    ["visibility", other(input.visibility, after.visibility)],
    ["branch", other(input.branch, after.branch)],
  ];
  return all.flatMap(([name, isLeft]) => (isLeft ? [name] : []));
}

/** Whether a person or agent states this memory explicitly: not heard in a session and not an imported line. */
function isStatedOutright({ source, evidence = [], externalId }: NewMemory): boolean {
  const isStated = isUsersWord(source) || source === "agent_explicit";
  return isStated && evidence.length === 0 && externalId == null;
}

/**
 * Whether the input applies the memory to every project. Both scopes must then be searched, or the project would have it
 * twice.
 */
export function isWider(input: NewMemory): boolean {
  return input.scope === "global" && isStatedOutright(input);
}

/**
 * Whether the input was observed in one project but the memory applies to all. Its files, tags and conditions do not concern
 * the other projects.
 */
function isOfOneProject(memory: Memory, input: NewMemory): boolean {
  return memory.projectId === null && input.scope !== "global" && !isStatedOutright(input);
}

/** Returns the global scope if a person extends the memory to every project; agents cannot extend it. */
function scopeOf(input: NewMemory): Partial<Memory> {
  return isWider(input) && isUsersWord(input.source)
    ? { scope: "global", scopeOwner: null, projectId: null }
    : {};
}

/** Returns the explicitly stated changes: type and title only from a person, the period and the lists from anyone. */
function statedChanges(memory: Memory, input: NewMemory, nowMs: number): Partial<Memory> {
  const isPersons = input.source === "user_taught" && isStatedOutright(input);
  const { sessions: _sessions, evidence: _evidence, ...lists } = joined(memory, input);
  return {
    ...lists,
    ...(isPersons && input.type !== undefined ? { type: input.type } : {}),
    ...(isPersons && input.title !== undefined ? { title: input.title } : {}),
    ...scopeOf(input),
    ...registration(memory, input),
    ...validity(memory, input, nowMs),
  };
}

/** Returns the payload with the relation that the input registers; the same text may have been stored without one. */
function registration({ payload }: Memory, input: NewMemory): Partial<Memory> {
  const relation = input.payload?.relation;
  if (!isStatedOutright(input) || relation === undefined || registeredIn(input) === undefined)
    return {};
  return { payload: { ...payload, relation } };
}

/**
 * Returns the period of the memory. An expired memory that is stated again is true again; a new period replaces the old one.
 */
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

/** Begins the evidence that the user took back a rule. */
export const RETRACTED = "the user took it back";

/** Whether the user took the rule back after stating it. */
function isTakenBack({ evidence }: Memory): boolean {
  return evidence.some(({ detail }) => detail.startsWith(RETRACTED));
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
  | "sessions"
  | "files"
  | "symbols"
  | "tags"
  | "triggers"
  | "errorFingerprint"
  | "evidence"
  | "invalidWhen"
> {
  // Lists have a maximum length when they grow by observation; explicitly stated entries are never cut.
  const grown = (had: readonly string[], more: readonly string[] | undefined, limit: number) =>
    unique([...had, ...(more ?? [])]).slice(
      0,
      isStatedOutright(input) ? undefined : Math.max(limit, had.length),
    );
  const local: Partial<NewMemory> = isOfOneProject(memory, input) ? {} : input;
  return {
    sessions: unique([...memory.sessions, ...(input.sessions ?? [])]),
    files: grown(memory.files, local.files, MAX_FILES),
    symbols: grown(memory.symbols, local.symbols, MAX_SYMBOLS),
    tags: grown(memory.tags, local.tags, MAX_TAGS),
    triggers: grown(memory.triggers, input.triggers, MAX_TRIGGERS),
    errorFingerprint: memory.errorFingerprint ?? input.errorFingerprint ?? null,
    invalidWhen: grown(memory.invalidWhen, local.invalidWhen, MAX_CONDITIONS),
    evidence: newestEvidence([...memory.evidence, ...(input.evidence ?? [])]),
  };
}

/**
 * Updates trust. An untainted source confirms a tainted memory and removes it from the review queue; a tainted source adds no
 * more confidence than a tainted memory starts with.
 */
function trust(
  memory: Memory,
  input: NewMemory,
  isDoubted: boolean,
): Pick<Memory, "standing" | "confidence" | "isTainted" | "needsReview"> {
  const isClean = input.isTainted !== true;
  // Repetition does not grant what only a person can grant.
  const isHeld = memory.isDisputed || askedFor(memory).length > 0;
  const confidence = input.confidence ?? SOURCE_CONFIDENCE[input.source];
  const isAgain = isStatedAgain(memory, input);
  // A rule that the user took back and states again holds again.
  const isBack = isAgain && isTakenBack(memory);
  return {
    standing:
      isAgain && !isHeld ? "verified" : higher(memory.standing, input.standing ?? "hypothesis"),
    confidence: Math.max(
      memory.confidence,
      isClean ? confidence : confidence * PROMOTE.taintFactor,
    ),
    isTainted: memory.isTainted && !isClean,
    // Repeating one side does not resolve a dispute.
    needsReview:
      memory.needsReview && (isHeld || isDoubted || !((memory.isTainted || isBack) && isClean)),
  };
}

/** Whether a user stated it in another session. */
function isStatedAgain(memory: Memory, { source, sessions = [] }: NewMemory): boolean {
  const isUsers = isUsersWord(source) && isUsersWord(memory.source);
  return isUsers && sessions.some((session) => !memory.sessions.includes(session));
}

function higher(a: TrustLevel, b: TrustLevel): TrustLevel {
  return TRUST_LEVELS.indexOf(a) >= TRUST_LEVELS.indexOf(b) ? a : b;
}
