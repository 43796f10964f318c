/**
 * The write path, one for every source: redact → validate → normalise → noise gate → exact duplicate → near
 * duplicate → contradiction → insert, version, op. Embedding and linking come afterwards and never block.
 *
 * Being refused is an outcome, not a failure: it is returned with its reason.
 */
import { isEntirelySecret, type RedactOptions, redact, redactTogether } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import { stageOf } from "../../domain/anchors/stage.ts";
import type { Rejection } from "../../domain/candidate.ts";
import { USER_RULE_TAG } from "../../domain/draft.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import {
  isMerged,
  isRefuted,
  type Memory,
  type MemoryType,
  meetInTime,
  type Source,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { stripInjected } from "../../domain/text/injected-text.ts";
import { addEdge, edgesAmong } from "../../store/memories/edges.ts";
import { forgottenAtMs } from "../../store/memories/erase.ts";
import {
  changeMemory,
  dedupeKey,
  findExact,
  findExternal,
  getMemories,
  insertMemory,
} from "../../store/memories/memories.ts";
import { guessType } from "./classify.ts";
import { PROMOTE } from "./limits.ts";
import { buildMemory, type NewMemory } from "./new-memory.ts";
import { noiseReason } from "./noise.ts";
import { isUsersWord, isWider, leftAsItWas, reinforce, type Unchanged } from "./reinforce.ts";
import { findContradiction, findDuplicate, type Nearest, nearestTo } from "./similar.ts";

export interface AdmitOptions {
  readonly redaction: RedactOptions;
  /** Any length, no noise gate, no near-duplicate merge: for corpora. */
  readonly isVerbatim?: boolean;
  /** A person asked for this very one: neither the noise gate nor having been forgotten stands in its way. */
  readonly isVouched?: boolean;
  /** Accepts only conventions, patterns, gotchas, decisions and corrections. */
  readonly isStrict?: boolean;
  /** Whether a staged memory is told at what is checked out; default: it is. */
  readonly isVisible?: ((memory: Memory) => boolean) | undefined;
}

export interface Admission {
  readonly accepted: boolean;
  readonly id: MemoryId | null;
  /** Set when an existing memory said it already and was reinforced. */
  readonly mergedInto: MemoryId | null;
  readonly reason: Rejection | null;
  readonly redactions: readonly { readonly rule: string }[];
  /** The memory this one contradicts, flagged with it. */
  readonly contradicts: MemoryId | null;
  /** What was said with it and did not become so of the memory it was merged into: nothing is dropped unsaid. */
  readonly left: readonly Unchanged[];
}

const STRICT_TYPES: ReadonlySet<MemoryType> = new Set([
  "convention",
  "pattern",
  "gotcha",
  "decision",
  "correction",
]);
const ASKED_FOR: ReadonlySet<Source> = new Set(["user_taught", "user_corrected", "agent_explicit"]);

/** `openProject` is where it was said; what has scope global belongs to none. */
export async function admit(
  db: Database,
  openProject: ProjectId | null,
  input: NewMemory,
  options: AdmitOptions,
  moment: Moment,
): Promise<Admission> {
  const projectId = input.scope === "global" ? null : openProject;
  const screened = screen(input, options);
  const { redactions } = screened;
  const refuse = (reason: Rejection): Admission => ({
    accepted: false,
    id: null,
    mergedInto: null,
    reason,
    redactions,
    contradicts: null,
    left: [],
  });
  if (screened.reason !== null) return refuse(screened.reason);
  const { content, type } = screened;
  const clean = redactDetails(input, options.redaction);
  return db.transaction(async (tx) => {
    const isForgotten = await staysForgotten(tx, projectId, { ...input, content }, options);
    if (isForgotten && input.source !== "imported") return refuse("forgotten");
    const near = nearestTo(tx, projectId, content);
    const found = await findTwin(tx, openProject, { ...input, content }, options, near);
    const twin = await throughMerges(tx, found, input);
    // Somebody has taught it anew since.
    if (isForgotten && !isSameText(twin, content)) return refuse("forgotten");
    if (twin !== null) {
      if (isRefutedClaim(twin, input)) return refuse("corrected");
      const merged = await reinforce(tx, twin, { ...clean, content }, moment, options.isVisible);
      return {
        accepted: true,
        id: merged.id,
        mergedInto: merged.id,
        reason: null,
        redactions,
        contradicts: holdsAnew(twin, merged) ? await disputeAnew(tx, merged, moment) : null,
        left: leftAsItWas(merged, clean),
      };
    }
    const memory = buildMemory(projectId, { ...clean, content, type }, moment);
    await insertMemory(tx, memory, moment);
    const opposite = await flagUnlessVerbatim(tx, memory, near, options, moment);
    return {
      accepted: true,
      id: memory.id,
      mergedInto: null,
      reason: null,
      redactions,
      contradicts: opposite,
      left: [],
    };
  });
}

function isSameText(twin: Memory | null, content: string): boolean {
  return twin !== null && dedupeKey(twin.content) === dedupeKey(content);
}

async function flagUnlessVerbatim(
  tx: Database,
  memory: Memory,
  near: Parameters<typeof flagContradiction>[2],
  { isVerbatim }: AdmitOptions,
  moment: Moment,
) {
  return isVerbatim === true ? null : flagContradiction(tx, memory, near, moment);
}

/** Whether this text was forgotten, and nothing since says that it is wanted again. */
async function staysForgotten(
  tx: Database,
  projectId: ProjectId | null,
  input: NewMemory,
  options: AdmitOptions,
): Promise<boolean> {
  if (options.isVouched === true) return false;
  const forgottenMs = await forgottenAtMs(tx, projectId, input.content);
  return forgottenMs !== null && !isShownSince(input, forgottenMs);
}

/** Merges that one memory went through; more than any has. */
const MOST_MERGES = 50;

/** What was merged into another memory is seen again there. The same line imported again is no new observation of it. */
async function throughMerges(
  db: Database,
  twin: Memory | null,
  { externalId }: NewMemory,
): Promise<Memory | null> {
  if (twin === null || (externalId != null && externalId === twin.externalId)) return twin;
  let memory = twin;
  for (let i = 0; i < MOST_MERGES && isMerged(memory) && memory.supersededBy !== null; i++) {
    const [target] = await getMemories(db, [memory.supersededBy]);
    if (target === undefined) break;
    memory = target;
  }
  return memory;
}

/** A claim that a correction set aside, unless the user makes it or the same line is imported again, which is no new claim. */
function isRefutedClaim(twin: Memory, { externalId, source }: NewMemory): boolean {
  const isSameSource = externalId != null && externalId === twin.externalId;
  return isRefuted(twin) && !isSameSource && !isUsersWord(source);
}

/** Back from the archive, or true at other times: it may say now what a living memory denies. */
function holdsAnew(before: Memory, after: Memory): boolean {
  const isBack = before.state !== "active" || before.supersededBy !== null;
  const isRedated =
    before.validFromMs !== after.validFromMs || before.validToMs !== after.validToMs;
  return isBack || isRedated;
}

export interface Screened {
  /** Redacted and folded. */
  readonly content: string;
  readonly type: MemoryType;
  /** Why it is not taken; null when it is. */
  readonly reason: Rejection | null;
  readonly redactions: readonly { readonly rule: string }[];
}

/** What can be said of a text before the store is asked: what is left of it without secrets, and whether it is noise. */
export function screen(
  input: Pick<NewMemory, "content" | "type">,
  options: AdmitOptions,
): Screened {
  const redaction = redact(stripInjected(input.content), options.redaction);
  const content = options.isVerbatim === true ? redaction.text : fold(redaction.text);
  const redactions = redaction.findings.map(({ rule }) => ({ rule }));
  const type = input.type ?? guessType(content);
  const give = (reason: Rejection | null): Screened => ({ content, type, reason, redactions });
  if (content.trim() === "") return give(redactions.length > 0 ? "all_secret" : "too_short");
  if (redactions.length > 0 && isEntirelySecret(redaction)) {
    return give(redactions.every(({ rule }) => rule === "private") ? "private" : "all_secret");
  }
  if (options.isVerbatim === true || options.isVouched === true) return give(null);
  return give(gate(content, type, options));
}

/** Why a memory cannot say this from now on; null when it can. One that was taken over at any length may stay as long. */
export function refusedWording(
  { content: before }: Memory,
  content: string | undefined,
  redaction: RedactOptions,
): Rejection | null {
  if (content === undefined) return null;
  if (content.trim() === "") return "too_short";
  if (isEntirelySecret(redact(content, redaction))) return "all_secret";
  const longest = Math.max(before.length, PROMOTE.maxContentChars);
  return content.length > longest ? "too_long" : null;
}

/**
 * What was forgotten comes back only when it is asked for. What was overheard in a session, and so comes with
 * evidence, must have been said again after the forgetting: replaying the session says nothing new. An import brings back only what was
 * created since.
 */
function isShownSince(input: NewMemory, forgottenMs: number): boolean {
  const evidence = input.evidence ?? [];
  if (input.source === "imported") return (input.createdAtMs ?? 0) > forgottenMs;
  return (
    ASKED_FOR.has(input.source) &&
    (evidence.length === 0 || evidence.some((item) => item.atMs > forgottenMs))
  );
}

/** Runs of blanks and blank lines folded; single line breaks kept, they may carry meaning. */
function fold(text: string): string {
  return text
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

function gate(content: string, type: MemoryType, options: AdmitOptions): Rejection | null {
  if (options.isStrict === true && !STRICT_TYPES.has(type)) return "low_value";
  return noiseReason(content);
}

/** What is said of every project may be known in this one. `near`: the nearest in the place that it is said of. */
async function findTwin(
  db: Database,
  openProject: ProjectId | null,
  input: NewMemory,
  options: AdmitOptions,
  near: Nearest,
): Promise<Memory | null> {
  const isVerbatim = options.isVerbatim === true;
  const owner = input.scope === "global" ? null : openProject;
  const twin = await findTwinIn(db, owner, input, isVerbatim, near);
  if (twin !== null || !isWider(input)) return twin;
  const nearHere = nearestTo(db, openProject, input.content);
  return findTwinIn(db, openProject, input, isVerbatim, nearHere);
}

async function findTwinIn(
  db: Database,
  projectId: ProjectId | null,
  { content, externalId }: NewMemory,
  isVerbatim: boolean,
  near: Nearest,
): Promise<Memory | null> {
  if (externalId != null) {
    const existing = await findExternal(db, projectId, externalId);
    if (existing !== null || isVerbatim) return existing;
  }
  return isVerbatim
    ? findExact(db, projectId, content)
    : findDuplicate(db, projectId, content, near);
}

export function redactDetails(input: NewMemory, options: RedactOptions): NewMemory {
  return { ...(redactTogether(input, options) as NewMemory), content: "" };
}

/**
 * It says something else than before, or at other times, or says it again: is that the opposite of what is true then? Those it contradicted before
 * and a person has settled are left in peace.
 */
export async function disputeAnew(
  db: Database,
  memory: Memory,
  moment: Moment,
): Promise<MemoryId | null> {
  if (memory.state !== "active" || memory.supersededBy !== null) return null;
  const edges = await edgesAmong(db, [memory.id], ["contradicts"]);
  const disputedIds = new Set(edges.flatMap(({ fromId, toId }) => [fromId, toId]));
  const near = nearestTo(db, memory.projectId, memory.content);
  // As where a dispute is settled by dates: of the time from now on.
  const isOpen = (other: Memory) =>
    !disputedIds.has(other.id) &&
    other.supersededBy === null &&
    meetInTime(memory, other, moment.nowMs);
  const open = async () => (await near()).filter(isOpen);
  return flagContradiction(db, memory, open, moment);
}

/** Of two rules that a user gave in sessions, the later one holds; gives whether they are such. */
async function replaceOlder(
  db: Database,
  memory: Memory,
  other: Memory,
  moment: Moment,
): Promise<boolean> {
  const isRule = ({ tags, isPinned }: Memory) => tags.includes(USER_RULE_TAG) && !isPinned;
  if (!isRule(memory) || !isRule(other)) return false;
  const [older, newer] = memory.createdAtMs < other.createdAtMs ? [memory, other] : [other, memory];
  await addEdge(
    db,
    {
      fromId: newer.id,
      toId: older.id,
      type: "supersedes",
      createdAtMs: moment.nowMs,
    },
    moment,
  );
  const validToMs = older.validToMs ?? newer.createdAtMs;
  const after = { ...older, supersededBy: newer.id, validToMs, needsReview: false };
  await changeMemory(db, older, after, "the user said the opposite later", moment);
  return true;
}

async function flagContradiction(
  db: Database,
  memory: Memory,
  near: Nearest,
  moment: Moment,
): Promise<MemoryId | null> {
  const other = await findContradiction(near, memory);
  if (other === null || other.id === memory.id) return null;
  if (await replaceOlder(db, memory, other, moment)) return null;
  await addEdge(
    db,
    {
      fromId: memory.id,
      toId: other.id,
      type: "contradicts",
      createdAtMs: moment.nowMs,
    },
    moment,
  );
  // What holds on a branch alone is no reason to doubt what holds elsewhere, until it was merged (branches/unstage).
  if (stageOf(memory) !== stageOf(other)) return other.id;
  await changeMemory(
    db,
    other,
    { ...other, isDisputed: true, needsReview: true },
    "contradicted",
    moment,
  );
  await changeMemory(
    db,
    memory,
    { ...memory, isDisputed: true, needsReview: true },
    "contradicts",
    moment,
  );
  return other.id;
}
