/**
 * Implements the write path for every source: redact → validate → normalise → noise gate → exact duplicate → near duplicate →
 * contradiction → insert, version, op. Embedding and linking run afterwards and never block.
 *
 * A rejection is a result, not an error: it is returned with its reason.
 */
import { isEntirelySecret, type RedactOptions, redact, redactTogether } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import { registeredIn } from "../../anchors/link/relations.ts";
import type { Rejection } from "../../domain/candidate.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import {
  isMerged,
  isRefuted,
  type Memory,
  type MemoryType,
  type Source,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { foldLines } from "../../domain/text/fold-lines.ts";
import { stripInjected } from "../../domain/text/injected-text.ts";
import { forgottenAtMs } from "../../store/memories/erase.ts";
import {
  dedupeKey,
  findExact,
  findExternal,
  getMemories,
  insertMemory,
} from "../../store/memories/memories.ts";
import { guessType } from "./classify.ts";
import type { ComparedWords } from "./compared-words.ts";
import { disputeAnew, flagContradiction } from "./flag-contradiction.ts";
import { PROMOTE } from "./limits.ts";
import { buildMemory, type NewMemory } from "./new-memory.ts";
import { noiseReason } from "./noise.ts";
import { isUsersWord, isWider, leftAsItWas, reinforce, type Unchanged } from "./reinforce.ts";
import { findDuplicate, type Nearest, nearestTo } from "./similar.ts";

export interface AdmitOptions {
  readonly redaction: RedactOptions;
  /** Accepts any length, without the noise gate or a near-duplicate merge; used for corpora. */
  readonly isVerbatim?: boolean;
  /** A person requested exactly this memory: the noise gate and an earlier forget are bypassed. */
  readonly isVouched?: boolean;
  /** Accepts only conventions, patterns, gotchas, decisions and corrections. */
  readonly isStrict?: boolean;
  /** The words of all memories, if many are written in a row. */
  readonly words?: ComparedWords | undefined;
  /** Whether a session is learned from: what it replaces gets an undo entry of its own. */
  readonly isFromSession?: boolean;
  /** Memories that notes of this session replace or remove. A new statement neither repeats nor contradicts them. */
  readonly outdated?: ReadonlySet<MemoryId>;
  /** Whether a staged memory is visible at the current checkout; visible by default. */
  readonly isVisible?: ((memory: Memory) => boolean) | undefined;
}

export interface Admission {
  readonly accepted: boolean;
  readonly id: MemoryId | null;
  /** Set when an existing memory already stated this and was reinforced. */
  readonly mergedInto: MemoryId | null;
  readonly reason: Rejection | null;
  readonly redactions: readonly { readonly rule: string }[];
  /**
   * The memory that the new one contradicts. Both are flagged; if the user verified that memory, only the new one is; if they belong
   * to different branches, none is until these are merged.
   */
  readonly contradicts: MemoryId | null;
  /** Fields of the input that differ from the memory it was merged into, so that no input is dropped silently. */
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

/** Admits a memory. `openProject` is the project in which it was stated; a memory of scope global belongs to no project. */
export async function admit(
  db: Database,
  openProject: ProjectId | null,
  input: NewMemory,
  options: AdmitOptions,
  moment: Moment,
): Promise<Admission> {
  const projectId = input.scope === "global" ? null : openProject;
  const screened = screenParts(input, options);
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
    const near = exceptOutdated(nearestTo(tx, projectId, content, options.words), options);
    const found = await findTwin(tx, openProject, { ...input, content }, options, near);
    const twin = await throughMerges(tx, found, input);
    // A memory with this text was taught again after the forget.
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
        contradicts: holdsAnew(twin, merged)
          ? await disputeAnew(tx, merged, moment, causeOf(options))
          : null,
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

function exceptOutdated(near: Nearest, { outdated }: AdmitOptions): Nearest {
  return outdated === undefined
    ? near
    : async () => (await near()).filter(({ id }) => !outdated.has(id));
}

function isSameText(twin: Memory | null, content: string): boolean {
  return twin !== null && dedupeKey(twin.content) === dedupeKey(content);
}

async function flagUnlessVerbatim(
  tx: Database,
  memory: Memory,
  near: Parameters<typeof flagContradiction>[2],
  options: AdmitOptions,
  moment: Moment,
) {
  if (options.isVerbatim === true) return null;
  return flagContradiction(tx, memory, near, moment, causeOf(options));
}

function causeOf({ isFromSession }: AdmitOptions) {
  return { isStated: true, isFromSession };
}

/** Whether this text was forgotten and has not been requested again since. */
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
const MAX_MERGES = 50;

/** What was merged into another memory is seen again there. The same line imported again is no new observation of it. */
async function throughMerges(
  db: Database,
  twin: Memory | null,
  { externalId }: NewMemory,
): Promise<Memory | null> {
  if (twin === null || (externalId != null && externalId === twin.externalId)) return twin;
  let memory = twin;
  for (let i = 0; i < MAX_MERGES && isMerged(memory) && memory.supersededBy !== null; i++) {
    const [target] = await getMemories(db, [memory.supersededBy]);
    if (target === undefined) break;
    memory = target;
  }
  return memory;
}

/** Whether a correction refuted this claim. The user may repeat it, and importing the same line again is not a new claim. */
function isRefutedClaim(twin: Memory, { externalId, source }: NewMemory): boolean {
  const isSameSource = externalId != null && externalId === twin.externalId;
  return isRefuted(twin) && !isSameSource && !isUsersWord(source);
}

/**
 * Whether a merge restored the memory from the archive or changed its period, so that it may now contradict an active memory.
 */
function holdsAnew(before: Memory, after: Memory): boolean {
  const isBack = before.state !== "active" || before.supersededBy !== null;
  const isRedated =
    before.validFromMs !== after.validFromMs || before.validToMs !== after.validToMs;
  return isBack || isRedated;
}

export interface Screened {
  /** Redacted, with no blanks at the ends of lines. */
  readonly content: string;
  readonly type: MemoryType;
  /** Why the text is rejected; null when it is accepted. */
  readonly reason: Rejection | null;
  readonly redactions: readonly { readonly rule: string }[];
}

/** Like `screen`, but applies the noise gate only to what the author wrote. */
function screenParts(input: NewMemory, options: AdmitOptions): Screened {
  const { authorText } = input;
  if (authorText === undefined) return screen(input, options);
  const whole = screen(input, { ...options, isVouched: true });
  const own = screen({ content: authorText, type: whole.type }, options);
  return { ...whole, reason: whole.reason ?? own.reason };
}

/** Checks a text before the store is read: redacts secrets and applies the noise gate. */
export function screen(
  input: Pick<NewMemory, "content" | "type"> & Partial<Pick<NewMemory, "source">>,
  options: AdmitOptions,
): Screened {
  const redaction = redact(stripInjected(input.content), options.redaction);
  const content = options.isVerbatim === true ? redaction.text : foldLines(redaction.text);
  const redactions = redaction.findings.map(({ rule }) => ({ rule }));
  const type = input.type ?? guessType(content);
  const give = (reason: Rejection | null): Screened => ({ content, type, reason, redactions });
  if (content.trim() === "") return give(redactions.length > 0 ? "all_secret" : "too_short");
  if (redactions.length > 0 && isEntirelySecret(redaction)) {
    return give(redactions.every(({ rule }) => rule === "private") ? "private" : "all_secret");
  }
  if (options.isVerbatim === true || options.isVouched === true) return give(null);
  const isStated = input.source !== undefined && isUsersWord(input.source);
  return give(gate(content, type, options, isStated));
}

/**
 * Returns why a memory cannot have this wording; null when it can. A memory that is longer than allowed may keep its length.
 */
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
 * Whether a forgotten text is requested again. A statement heard in a session has evidence and must be newer than the forget,
 * because replaying the session adds nothing. An import restores only what was created since.
 */
function isShownSince(input: NewMemory, forgottenMs: number): boolean {
  const evidence = input.evidence ?? [];
  if (input.source === "imported") return (input.createdAtMs ?? 0) > forgottenMs;
  return (
    ASKED_FOR.has(input.source) &&
    (evidence.length === 0 || evidence.some((item) => item.atMs > forgottenMs))
  );
}

function gate(
  content: string,
  type: MemoryType,
  options: AdmitOptions,
  isStated: boolean,
): Rejection | null {
  if (options.isStrict === true && !STRICT_TYPES.has(type)) return "low_value";
  return noiseReason(content, isStated);
}

/**
 * Finds a memory that states the same. Input for every project is also searched in the open project. `near`: the nearest
 * memories in the scope of the input.
 */
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
  input: NewMemory,
  isVerbatim: boolean,
  near: Nearest,
): Promise<Memory | null> {
  const { content, externalId } = input;
  if (externalId != null) {
    const existing = await findExternal(db, projectId, externalId);
    if (existing !== null || isVerbatim) return existing;
  }
  // Most words of a registered relation are paths, so two different ones can look like duplicates.
  return isVerbatim || registeredIn(input) !== undefined
    ? findExact(db, projectId, content)
    : findDuplicate(db, projectId, content, near, ASKED_FOR.has(input.source));
}

export function redactDetails(input: NewMemory, options: RedactOptions): NewMemory {
  return { ...(redactTogether(input, options) as NewMemory), content: "" };
}
