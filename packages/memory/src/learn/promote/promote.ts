/**
 * Decides which candidates become memories. Gates, in order: outcome of the session → frequency → mode → cap of the session
 * kind → the write path with its noise gate, novelty and contradiction. A rejected candidate stores its reason; a candidate
 * that needs more sessions stays proposed.
 */
import type { Mode } from "@tacit-memory/project";
import type { SessionKind } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { type Candidate, factsOf, type Rejection } from "../../domain/candidate.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { HISTORY_AGENT, isUntouched, type Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { isRenamedFix } from "../../domain/payload.ts";
import type { SignalType } from "../../domain/signal.ts";
import { findCandidate, saveCandidate } from "../../store/memories/candidates.ts";
import { forgottenAtMs, isSubjectForgotten } from "../../store/memories/erase.ts";
import { changeMemory, getMemories } from "../../store/memories/memories.ts";
import { type AdmitOptions, admit, redactDetails, screen } from "./admit.ts";
import { disputeAnew } from "./flag-contradiction.ts";
import { PROMOTE, SESSION_CAPS } from "./limits.ts";
import type { NewMemory } from "./new-memory.ts";
import { reinforce } from "./reinforce.ts";
import {
  commandOf,
  findSameCommand,
  joinCommand,
  transferToOtherFindings,
} from "./same-command.ts";
import { findDuplicate } from "./similar.ts";
import { doubtMemory } from "./withdraw-findings.ts";
import { isWrapperOfKnown } from "./wrapped-command.ts";

/** A branch, and whether what is learned on it applies only there until it is merged. */
export interface SessionBranch {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly isStaged: boolean;
}

export interface PromotionContext {
  readonly session: {
    readonly id: string;
    readonly kind: SessionKind | null;
    readonly outcome: string | null;
    readonly agent: string | null;
    readonly branch: string | null;
    readonly commit: string | null;
    /** Whether the session ran on a branch that is not the default one. */
    readonly isStaged: boolean;
    readonly endedAtMs: number;
  };
  /** Returns where the session was at an event; null if it stayed on one branch. */
  readonly placeAt?: (seq: number) => SessionBranch | null;
  /** Returns the number in the log of an event; without this, events have the numbers of the log. */
  readonly storedSeqOf?: (seq: number) => number;
  readonly mode: Mode;
  readonly admission: AdmitOptions;
  /** Whether statistics become memories too. By default they stay candidates. */
  readonly promotesStatistics?: boolean;
  /**
   * Returns the file in which the repository already states it; null when none does. Omitted when the repository was not
   * read.
   */
  readonly statingFile?: (candidate: Candidate) => string | null;
}

export interface ProposalFacts {
  readonly candidate: Candidate;
  readonly minSessions: number;
  readonly survivesFailure: boolean;
  readonly isCountedOnly?: boolean;
  /** The current content of the memory if it is to be replaced; null when its wording stays. */
  readonly revises: string | null;
  readonly lastSeq?: number;
}

export interface Promotion {
  readonly candidate: Candidate;
  readonly memoryId: MemoryId | null;
  /** An existing memory was reinforced. */
  readonly isMerge: boolean;
  /** The memory has new content, so its links must be checked again. */
  readonly isRevised?: boolean;
}

/** The user's own rules, and notes and lessons, which have limits of their own. They do not count against the cap. */
const UNCAPPED: ReadonlySet<SignalType> = new Set(["user_correction", "agent_note", "lesson"]);

/** Decides on every proposal, strongest first, and saves the outcome. Call inside a transaction. */
export async function promote(
  db: Database,
  proposals: readonly ProposalFacts[],
  context: PromotionContext,
  moment: Moment,
): Promise<Promotion[]> {
  const { kind } = context.session;
  const cap = kind === null ? PROMOTE.defaultCap : SESSION_CAPS[kind];
  const done: Promotion[] = [];
  let promotedCount = 0;
  for (const original of proposals) {
    const proposal = withOrigin(await apart(db, original, context, moment), context);
    const doubted = await doubtReworded(db, proposal, moment);
    if (doubted !== null) {
      done.push({ candidate: doubted, memoryId: null, isMerge: false });
      continue;
    }
    const isCapped = !proposal.candidate.signals.some((signal) => UNCAPPED.has(signal));
    const verdict = await judge(db, proposal, context, isCapped && promotedCount >= cap);
    if (verdict !== "promote") {
      const candidate = applyVerdict(proposal.candidate, verdict);
      await saveCandidate(db, candidate, moment.nowMs);
      done.push({ candidate, memoryId: null, isMerge: false });
      continue;
    }
    const wasPromoted = proposal.candidate.state === "promoted";
    const there = atItsPlace(context, proposal);
    const promotion = await admitCandidate(db, proposal.candidate, there, moment);
    const isRevised =
      proposal.revises !== null &&
      (await sayAnew(db, proposal.revises, promotion, context, moment));
    if (promotion.memoryId !== null && isCapped && !promotion.isMerge && !wasPromoted)
      promotedCount++;
    done.push(isRevised ? { ...promotion, isRevised } : promotion);
  }
  return done;
}

/** Adds the session and event that showed a candidate first. */
function withOrigin(
  proposal: ProposalFacts,
  { session, storedSeqOf = (seq) => seq }: PromotionContext,
): ProposalFacts {
  const { candidate, lastSeq = -1 } = proposal;
  if (candidate.payload.learnedFrom !== undefined) return proposal;
  const seq = lastSeq < 0 ? {} : { seq: storedSeqOf(lastSeq) };
  const payload = { ...candidate.payload, learnedFrom: { session: session.id, ...seq } };
  return { ...proposal, candidate: { ...candidate, payload } };
}

/** Returns the context with the branch on which the proposal was observed. */
function atItsPlace(context: PromotionContext, { lastSeq = -1 }: ProposalFacts): PromotionContext {
  const place = lastSeq < 0 ? null : (context.placeAt?.(lastSeq) ?? null);
  return place === null ? context : { ...context, session: { ...context.session, ...place } };
}

/**
 * Separates a candidate whose command changed from its memory: the memory keeps what other candidates showed of the old
 * command, and this one is judged anew.
 */
async function apart(
  db: Database,
  proposal: ProposalFacts,
  { admission }: PromotionContext,
  moment: Moment,
): Promise<ProposalFacts> {
  const { candidate, revises } = proposal;
  if (candidate.state !== "promoted" || revises === null) return proposal;
  const before = await findCandidate(db, candidate.projectId, candidate.subject);
  if (before?.state !== "promoted" || commandOf(before) === commandOf(candidate)) return proposal;
  if (!(await transferToOtherFindings(db, before, admission.redaction, moment))) return proposal;
  const { memoryId: _memory, ...facts } = factsOf(candidate);
  return { ...proposal, candidate: { ...facts, state: "proposed", reason: null }, revises: null };
}

/**
 * Handles a promoted candidate whose new wording has too few sessions: the candidate waits, and the memory is put in doubt.
 */
async function doubtReworded(
  db: Database,
  { candidate, minSessions, revises }: ProposalFacts,
  moment: Moment,
): Promise<Candidate | null> {
  const isBelieved = candidate.sessions.length >= minSessions;
  if (candidate.state !== "promoted" || revises === null || isBelieved) return null;
  await doubtMemory(db, candidate.memoryId, revises, moment);
  const { memoryId: _memory, ...facts } = factsOf(candidate);
  const waiting: Candidate = { ...facts, state: "proposed", reason: "too_few_sessions" };
  await saveCandidate(db, waiting, moment.nowMs);
  return waiting;
}

type Verdict =
  | "promote"
  | { readonly wait: Rejection }
  | { readonly drop: Rejection; readonly saidIn?: string };

async function judge(
  db: Database,
  proposal: ProposalFacts,
  context: PromotionContext,
  isOverCap: boolean,
): Promise<Verdict> {
  const { candidate } = proposal;
  if (candidate.state === "rejected") return { drop: candidate.reason };
  const refused = refusedBySession(proposal, context);
  if (refused !== null) return { drop: refused };
  if (candidate.state === "promoted") return "promote";
  if (candidate.sessions.length < proposal.minSessions) return { wait: "too_few_sessions" };
  if (proposal.isCountedOnly === true && context.promotesStatistics !== true)
    return { wait: "counted_only" };
  if (await isWrapperOfKnown(db, candidate)) return { wait: "said_already" };
  const saidIn = context.statingFile?.(candidate) ?? null;
  if (saidIn !== null) return { drop: "repository_says", saidIn };
  if (context.mode === "review") return { wait: "awaits_review" };
  return isOverCap ? { wait: "over_cap" } : "promote";
}

function refusedBySession(
  { survivesFailure }: ProposalFacts,
  { mode, session: { outcome } }: PromotionContext,
): Rejection | null {
  if (mode === "off" || mode === "incognito") return "capture_off";
  if (survivesFailure) return null;
  if (outcome === "cancelled") return "session_cancelled";
  return outcome === "failure" ? "session_failed" : null;
}

function applyVerdict(candidate: Candidate, verdict: Exclude<Verdict, "promote">): Candidate {
  if (candidate.state === "promoted") return candidate;
  const facts = factsOf(candidate);
  if ("wait" in verdict) return { ...facts, state: "proposed", reason: verdict.wait };
  const { saidIn } = verdict;
  const payload = saidIn === undefined ? facts.payload : { ...facts.payload, saidIn };
  return { ...facts, payload, state: "rejected", reason: verdict.drop };
}

/** Writes the memory of a candidate that passed, and saves the state of the candidate. Call inside a transaction. */
export async function admitCandidate(
  db: Database,
  candidate: Candidate,
  context: PromotionContext,
  moment: Moment,
): Promise<Promotion> {
  const input = asMemory(candidate, context.session, moment.nowMs);
  const facts = factsOf(candidate);
  if (candidate.state === "promoted") {
    const [memory] = await getMemories(db, [candidate.memoryId]);
    if (memory !== undefined) {
      // Finds the memory by id, not by wording: the user may have edited it since and must not get a second copy.
      await reinforce(
        db,
        memory,
        isRenamedFix(memory, input) ? input : { ...input, content: memory.content },
        moment,
        context.admission.isVisible,
      );
      await saveCandidate(db, candidate, moment.nowMs);
      return { candidate, memoryId: memory.id, isMerge: true };
    }
  }
  const isForgotten =
    input.source === "observer_inferred" &&
    context.admission.isVouched !== true &&
    (await isSubjectForgotten(db, candidate));
  const joined = isForgotten ? null : await joinSame(db, candidate, input, context, moment);
  if (joined !== null) return joined;
  const admission = isForgotten
    ? ({ accepted: false, id: null, mergedInto: null, reason: "forgotten" } as const)
    : await admit(db, candidate.projectId, input, context.admission, moment);
  if (!admission.accepted || admission.id === null) {
    const rejected: Candidate = {
      ...facts,
      state: "rejected",
      reason: admission.reason ?? "low_quality",
    };
    await saveCandidate(db, rejected, moment.nowMs);
    return { candidate: rejected, memoryId: null, isMerge: false };
  }
  const promoted: Candidate = { ...facts, state: "promoted", reason: null, memoryId: admission.id };
  await saveCandidate(db, promoted, moment.nowMs);
  return { candidate: promoted, memoryId: admission.id, isMerge: admission.mergedInto !== null };
}

function asMemory(
  candidate: Candidate,
  session: PromotionContext["session"],
  nowMs: number,
): NewMemory {
  const isUsers = candidate.signals.includes("user_correction");
  const inferred = isUsers ? "user_taught" : "observer_inferred";
  const { imported } = candidate;
  return {
    ...pick(candidate),
    source: imported === undefined ? inferred : "imported",
    externalId: imported?.externalId,
    scope: imported?.scope,
    agent: session.agent,
    branch: session.branch,
    commit: session.commit,
    isStaged: session.isStaged,
    confidence:
      isUsers || imported !== undefined
        ? undefined
        : Math.max(0.5, Math.min(0.85, candidate.score * 0.85)),
    createdAtMs: imported?.createdAtMs ?? session.endedAtMs,
    // The whole history was read up to the commit that is checked out, so it holds now, however old that commit is.
    confirmedAtMs: session.agent === HISTORY_AGENT ? nowMs : undefined,
  };
}

/** Merges a candidate into a memory that already says to run the same command. */
async function joinSame(
  db: Database,
  candidate: Candidate,
  input: NewMemory,
  { admission }: PromotionContext,
  moment: Moment,
): Promise<Promotion | null> {
  // A person accepts exactly these words, and possible outside text must wait for such a decision.
  const isSeen = input.source === "observer_inferred" && admission.isVouched !== true;
  if (!isSeen || candidate.isTainted) return null;
  const memory = await findSameCommand(db, candidate, input, admission.isVisible);
  if (memory === null) return null;
  const { content, reason } = screen(input, admission);
  if (reason !== null || (await isDecided(db, candidate.projectId, content, memory))) return null;
  const redacted = { ...redactDetails(input, admission.redaction), content };
  const after = await joinCommand(db, memory, redacted, moment, admission.isVisible);
  const { id } = after;
  // The write path checks only new memories; this changes an existing one.
  if (after.content !== memory.content) await disputeAnew(db, after, moment);
  const facts = factsOf(candidate);
  const promoted: Candidate = { ...facts, state: "promoted", reason: null, memoryId: id };
  await saveCandidate(db, promoted, moment.nowMs);
  return { candidate: promoted, memoryId: id, isMerge: true, isRevised: true };
}

/**
 * Whether the text was forgotten or another memory states it, which may have been marked as wrong. The write path handles
 * these cases.
 */
async function isDecided(
  db: Database,
  projectId: ProjectId,
  content: string,
  { id }: Memory,
): Promise<boolean> {
  if ((await forgottenAtMs(db, projectId, content)) !== null) return true;
  const twin = await findDuplicate(db, projectId, content);
  return twin !== null && twin.id !== id;
}

/** Replaces a counted statement with its new count. A memory that a person has edited stays unchanged. */
async function sayAnew(
  db: Database,
  before: string,
  { candidate, memoryId }: Promotion,
  { admission }: PromotionContext,
  moment: Moment,
): Promise<boolean> {
  if (memoryId === null) return false;
  const [memory] = await getMemories(db, [memoryId]);
  if (memory === undefined || !isUntouched(memory)) return false;
  if (memory.content !== before || candidate.content === before) return false;
  const { content, reason } = screen(candidate, admission);
  if (reason !== null) return false;
  const { title, payload, files } = redactDetails(
    { ...pick(candidate), source: memory.source },
    admission.redaction,
  );
  const after = {
    ...memory,
    title: title ?? memory.title,
    content,
    payload: payload ?? {},
    files: files ?? [],
  };
  await changeMemory(db, memory, after, "recounted", moment);
  return true;
}

function pick(candidate: Candidate): Omit<NewMemory, "source"> {
  return {
    type: candidate.type,
    title: candidate.title,
    content: candidate.content,
    payload: candidate.payload,
    files: candidate.files,
    symbols: candidate.symbols,
    tags: candidate.tags,
    triggers: candidate.triggers,
    errorFingerprint: candidate.errorFingerprint,
    sessions: candidate.sessions,
    evidence: candidate.evidence,
    standing: candidate.standing,
    isTainted: candidate.isTainted,
  };
}
