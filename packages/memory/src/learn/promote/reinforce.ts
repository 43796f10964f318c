/**
 * Seen again: counted, dated, its files, tags, triggers and sessions joined, the higher standing kept. Importing the
 * same line, or replaying the same session, is no new observation and changes nothing, but for what somebody says of it
 * besides; nor is seeing again what was corrected since, unless the user says so.
 */
import type { Database } from "@tacit-memory/sqlite";
import { newestEvidence } from "../../domain/evidence.ts";
import {
  isRefuted,
  type Memory,
  type Source,
  STANDINGS,
  type Standing,
  withoutRefutation,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { askedFor } from "../../domain/text/asked-for.ts";
import { changeMemory, listVersions } from "../../store/memories/memories.ts";
import { PROMOTE, SOURCE_CONFIDENCE } from "./limits.ts";
import { type NewMemory, unique } from "./new-memory.ts";
import { endSupersession } from "./refutation.ts";

const MAX_FILES = 24;
const MAX_SYMBOLS = 24;
const MAX_TAGS = 20;
/** Of those that are only overheard. */
export const MAX_TRIGGERS = 12;
const MAX_CONDITIONS = 12;

/** `isVisible`: where it was seen again, what is staged is told (default: it is). */
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
  // Found independently where its branch is not, it is no matter of that branch.
  const isStaged = memory.isStaged && input.isStaged === true && isVisible(memory);
  if (isRepetition(memory, input) && !pins)
    return repeated(db, memory, { ...input, isStaged }, moment);
  if (isRevived && !isUsersWord(input.source)) return memory;
  await endSupersession(db, memory, moment);
  const merged = { ...joined(memory, input), ...saidOf(memory, input, moment.nowMs) };
  return changeMemory(
    db,
    memory,
    {
      ...memory,
      ...merged,
      ...trust(memory, input),
      tags: isRevived ? withoutRefutation(merged.tags) : merged.tags,
      supersededBy: null,
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

const LISTS = ["files", "tags", "triggers", "invalidWhen"] as const;
/** In the history of a memory: what a person did to it. */
const BY_A_PERSON = /^(?:edited|restored)\b/;

/** What a person has taken off does not come back by being overheard. */
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

/** No new observation; `input.isStaged`: whether it is one of a branch still. */
async function repeated(
  db: Database,
  memory: Memory,
  input: NewMemory,
  moment: Moment,
): Promise<Memory> {
  if (isRefuted(memory)) return memory;
  const isFreed = memory.isStaged && input.isStaged !== true && input.externalId == null;
  const besides = isStatedOutright(input)
    ? saidOf(memory, input, moment.nowMs)
    : alsoMetBy(memory, input);
  const after = { ...memory, ...besides, isStaged: memory.isStaged && !isFreed };
  if (JSON.stringify(after) === JSON.stringify(memory)) return memory;
  const change = isFreed ? "found on another branch" : "more said of it";
  return changeMemory(db, memory, after, change, moment);
}

/** Another signal of the same session: nothing new is known, but there is another way to meet it. */
function alsoMetBy(memory: Memory, input: NewMemory): Partial<Memory> {
  const isSeen = input.source === "observer_inferred" && memory.source === "observer_inferred";
  return isSeen ? { triggers: joined(memory, input).triggers } : {};
}

/** What a telling can be about and a memory has one of: another one does not take its place by being said. */
export type Unchanged = "error" | "type" | "title" | "scope" | "visibility" | "branch";

/** What was said with a text that was known and is not so of the memory that it was merged into, `after` the merge. */
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

/** By somebody who speaks of this very memory, not overheard in a session nor one line of many. */
function isStatedOutright({ source, evidence = [], externalId }: NewMemory): boolean {
  const isStated = isUsersWord(source) || source === "agent_explicit";
  return isStated && evidence.length === 0 && externalId == null;
}

/** Of every project from now on, whichever it was learned in: looked for in both, or it would be told twice there. */
export function isWider(input: NewMemory): boolean {
  return input.scope === "global" && isStatedOutright(input);
}

/** Overheard in one project, of what holds in all: its files, its marks and its conditions are no matter of the others. */
function isOfOneProject(memory: Memory, input: NewMemory): boolean {
  return memory.projectId === null && input.scope !== "global" && !isStatedOutright(input);
}

/** Nobody but a person says that what is known of a project holds in other projects too. */
function scopeOf(input: NewMemory): Partial<Memory> {
  return isWider(input) && isUsersWord(input.source)
    ? { scope: "global", scopeOwner: null, projectId: null }
    : {};
}

/** What it is said to be: a person's word for its type and title, anybody's for its time, and what lists it is in. */
function saidOf(memory: Memory, input: NewMemory, nowMs: number): Partial<Memory> {
  const isPersons = input.source === "user_taught" && isStatedOutright(input);
  const { sessions: _sessions, evidence: _evidence, ...lists } = joined(memory, input);
  return {
    ...lists,
    ...(isPersons && input.type !== undefined ? { type: input.type } : {}),
    ...(isPersons && input.title !== undefined ? { title: input.title } : {}),
    ...scopeOf(input),
    ...validity(memory, input, nowMs),
  };
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
  | "sessions"
  | "files"
  | "symbols"
  | "tags"
  | "triggers"
  | "errorFingerprint"
  | "evidence"
  | "invalidWhen"
> {
  // Lists that only grow by what is overheard end somewhere; what somebody says is never cut.
  const grown = (had: readonly string[], more: readonly string[] | undefined, most: number) =>
    unique([...had, ...(more ?? [])]).slice(
      0,
      isStatedOutright(input) ? undefined : Math.max(most, had.length),
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
 * An untainted source corroborates a tainted memory and takes it out of the review queue; a tainted one adds
 * no more confidence than a tainted memory starts with.
 */
function trust(
  memory: Memory,
  input: NewMemory,
): Pick<Memory, "standing" | "confidence" | "isTainted" | "needsReview"> {
  const isClean = input.isTainted !== true;
  // What only a person grants is not granted by being said again.
  const isHeld = memory.isDisputed || askedFor(memory).length > 0;
  const confidence = input.confidence ?? SOURCE_CONFIDENCE[input.source];
  return {
    standing:
      isStatedAgain(memory, input) && !isHeld
        ? "verified"
        : higher(memory.standing, input.standing ?? "hypothesis"),
    confidence: Math.max(
      memory.confidence,
      isClean ? confidence : confidence * PROMOTE.taintFactor,
    ),
    isTainted: memory.isTainted && !isClean,
    // A dispute is not settled by hearing one side of it again.
    needsReview: memory.needsReview && (isHeld || !(memory.isTainted && isClean)),
  };
}

/** By a user, in a further session. */
function isStatedAgain(memory: Memory, { source, sessions = [] }: NewMemory): boolean {
  const isUsers = isUsersWord(source) && isUsersWord(memory.source);
  return isUsers && sessions.some((session) => !memory.sessions.includes(session));
}

function higher(a: Standing, b: Standing): Standing {
  return STANDINGS.indexOf(a) >= STANDINGS.indexOf(b) ? a : b;
}
