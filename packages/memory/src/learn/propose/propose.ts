/**
 * Turns signals into candidates. Signals about one subject become one candidate, which records every session that showed it.
 * Earlier observations wait in the store, and new ones are added to them.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { Candidate } from "../../domain/candidate.ts";
import type { Draft } from "../../domain/draft.ts";
import { newestEvidence } from "../../domain/evidence.ts";
import type { CandidateId, ProjectId } from "../../domain/ids.ts";
import type { Evidence, TrustLevel } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { isRenamedFix } from "../../domain/payload.ts";
import type { Signal } from "../../domain/signal.ts";
import { identifiers, jaccard, words } from "../../domain/text/text.ts";
import { candidatesShownBy, findCandidate } from "../../store/memories/candidates.ts";
import { PROPOSE } from "./limits.ts";

/** A candidate with the facts about its signals that the gates need. */
export interface Proposal {
  readonly candidate: Candidate;
  readonly minSessions: number;
  readonly survivesFailure: boolean;
  readonly isCountedOnly: boolean;
  /** The current content of the memory if it is to be replaced; null when its wording stays. */
  readonly revises: string | null;
  /** Sequence number of the last event of the session that supports it; −1 if none is known. */
  readonly lastSeq: number;
}

/** Other sessions, by their host ids, that affect what counts as a further session. */
export interface ParallelSessions {
  /** Sessions that ran at the same time. What one of them observed too needs no further session. */
  readonly parallelSessions: ReadonlySet<string>;
  /** Other records of the same session; they count as one session with it. */
  readonly copies: ReadonlySet<string>;
}

const NO_PARALLEL_SESSIONS: ParallelSessions = { parallelSessions: new Set(), copies: new Set() };

/**
 * Builds one proposal per subject, strongest first. Writes nothing: `promote` decides and saves. Passing test runs are added
 * as evidence to signals about the same files.
 */
export async function propose(
  db: Database,
  projectId: ProjectId,
  signals: readonly Signal[],
  moment: Moment,
  others: ParallelSessions = NO_PARALLEL_SESSIONS,
): Promise<Proposal[]> {
  const passedTests = signals.filter((signal) => signal.type === "test_outcome");
  const seenByOthers = await seenInParallel(db, projectId, others.parallelSessions);
  const proposals: Proposal[] = [];
  for (const [own, group] of bySubject(signals)) {
    const existing =
      (await findCandidate(db, projectId, own)) ?? agreeing(seenByOthers, group[0]?.draft ?? null);
    const subject = existing?.subject ?? own;
    const proposal = combine({ projectId, subject, others, passedTests }, group, existing, moment);
    if (proposal !== null) proposals.push(proposal);
  }
  return proposals.sort(
    (a, b) =>
      b.candidate.score - a.candidate.score || (a.candidate.subject < b.candidate.subject ? -1 : 1),
  );
}

/** Groups worded signals by subject. Signals of several agents of one session with nearly the same wording form one group. */
function bySubject(signals: readonly Signal[]): Map<string, Signal[]> {
  const groups = new Map<string, Signal[]>();
  for (const signal of signals) {
    if (signal.draft === null) continue;
    const group = groups.get(signal.subject) ?? agreeingGroup(groups, signal);
    if (group !== undefined) group.push(signal);
    else groups.set(signal.subject, [signal]);
  }
  return groups;
}

function agreeingGroup(
  groups: ReadonlyMap<string, Signal[]>,
  signal: Signal,
): Signal[] | undefined {
  return [...groups.values()].find((group) =>
    group.some(
      (item) =>
        item.agentId !== signal.agentId &&
        item.type === signal.type &&
        saysTheSame(item.draft, signal.draft),
    ),
  );
}

/** Returns the candidates that parallel sessions have shown and that are not rejected. */
async function seenInParallel(
  db: Database,
  projectId: ProjectId,
  parallelSessions: ReadonlySet<string>,
): Promise<Candidate[]> {
  const shown = await Promise.all(
    [...parallelSessions].map((session) => candidatesShownBy(db, projectId, session)),
  );
  return shown.flat().filter(({ state }) => state !== "rejected");
}

function agreeing(seenByOthers: readonly Candidate[], draft: Draft | null): Candidate | null {
  return seenByOthers.find((candidate) => saysTheSame(candidate, draft)) ?? null;
}

/**
 * Whether two drafts state the same. Numbers and names are values: if they differ, the statements differ, however many words
 * they share.
 */
function saysTheSame(one: Draft | null, other: Draft | null): boolean {
  if (one === null || other === null || one.type !== other.type) return false;
  const [a, b] = [one.content, other.content];
  return (
    jaccard(new Set(words(a)), new Set(words(b))) >= PROPOSE.quorumSimilarity &&
    valuesOf(a) === valuesOf(b)
  );
}

function valuesOf(content: string): string {
  return [...new Set([...identifiers(content), ...(content.match(/\d+/g) ?? [])])].sort().join(" ");
}

interface Combination {
  readonly projectId: ProjectId;
  readonly subject: string;
  readonly others: ParallelSessions;
  readonly passedTests: readonly Signal[];
}

function combine(
  { projectId, subject, others, passedTests }: Combination,
  group: readonly Signal[],
  existing: Candidate | null,
  moment: Moment,
): Proposal | null {
  const best = group.reduce((a, b) =>
    b.score > a.score || (b.score === a.score && b.minSessions < a.minSessions) ? b : a,
  );
  if (best.draft === null) return null;
  const isKnown = existing?.sessions.some((session) => others.copies.has(session)) ?? false;
  const sessions = union(
    existing?.sessions ?? [],
    isKnown ? [] : group.map((signal) => signal.session),
  );
  const evidence = collectEvidence(existing, isKnown ? [] : group, passedTests);
  const isRevision = best.isRevision === true || isChangedMind(group, existing);
  const facts = {
    ...wordsOf(best.draft, existing, isRevision),
    triggers: union(
      existing?.triggers ?? [],
      group.flatMap((signal) => signal.draft?.triggers ?? []),
    ).slice(0, 12),
    id: existing?.id ?? (moment.newId() as CandidateId),
    projectId,
    signals: [...new Set([...(existing?.signals ?? []), ...group.map((signal) => signal.type)])],
    subject,
    sessions,
    score: scoreOf(best, sessions.length),
    standing: trustOf(best, evidence, sessions.length),
    // A clean source confirms: the candidate stays tainted only while every source is tainted.
    isTainted: group.every((signal) => signal.isTainted) && (existing?.isTainted ?? true),
    evidence,
    createdAtMs: existing?.createdAtMs ?? moment.nowMs,
  };
  return {
    candidate: carryState(facts, existing),
    minSessions: hasQuorum(group, existing, others.parallelSessions)
      ? 1
      : Math.min(...group.map((signal) => signal.minSessions)),
    isCountedOnly: group.every((signal) => signal.isCountedOnly === true),
    survivesFailure: group.some((signal) => signal.survivesFailure),
    revises: isRevision && existing?.state === "promoted" ? existing.content : null,
    lastSeq: group.flatMap(({ seqs }) => seqs).reduce((last, seq) => Math.max(last, seq), -1),
  };
}

/**
 * Returns the wording of the candidate. A memory keeps its wording when it is seen again; a revision brings its own files.
 * Until then, a candidate comes from the session that showed it first.
 */
function wordsOf(draft: Draft, existing: Candidate | null, isRevision: boolean): Draft {
  if (existing === null || isRevision) return { ...draft, files: draft.files.slice(0, 12) };
  const files = union(draft.files, existing.files).slice(0, 12);
  const isFixed = existing.state === "promoted" && !isRenamedFix(existing, draft);
  const { payload, ...words } = isFixed ? existing : draft;
  const { learnedFrom } = existing.payload;
  const origin = learnedFrom === undefined ? {} : { learnedFrom };
  return { ...words, payload: { ...payload, ...origin }, files };
}

/** Whether the only session that showed it went on and now states something else. */
function isChangedMind(group: readonly Signal[], existing: Candidate | null): boolean {
  if (existing?.state !== "promoted" || existing.imported !== undefined) return false;
  const [only, another] = existing.sessions;
  return (
    another === undefined &&
    group.every(({ session, draft }) => session === only && draft?.content !== existing.content)
  );
}

/**
 * Whether several agents observed it independently, which counts like several sessions: two agents of one session, or of two
 * parallel sessions. A statistic over sessions is no independent observation, and what a subagent was told to do counts as
 * its parent's.
 */
function hasQuorum(
  group: readonly Signal[],
  existing: Candidate | null,
  parallelSessions: ReadonlySet<string>,
): boolean {
  if (group.some(({ seqs }) => seqs.length === 0)) return false;
  return (
    new Set(group.filter(({ isFromParent }) => isFromParent !== true).map(({ agentId }) => agentId))
      .size >= 2 ||
    (existing?.sessions.some((session) => parallelSessions.has(session)) ?? false)
  );
}

type Facts = Omit<Candidate, "state" | "reason" | "memoryId">;

function carryState(facts: Facts, existing: Candidate | null): Candidate {
  if (existing?.state === "promoted") {
    return { ...facts, state: "promoted", reason: null, memoryId: existing.memoryId };
  }
  if (existing?.state === "rejected" && existing.reason === "rejected_by_user") {
    return { ...facts, state: "rejected", reason: existing.reason };
  }
  return { ...facts, state: "proposed", reason: null };
}

function collectEvidence(
  existing: Candidate | null,
  group: readonly Signal[],
  passedTests: readonly Signal[],
): Evidence[] {
  const own = group.flatMap((signal) => signal.evidence);
  // A passing test does not show that the user means a rule: it may follow from breaking it.
  const observed = group.filter(({ type }) => type !== "user_correction");
  const files = new Set(observed.flatMap((signal) => signal.files));
  const tests = passedTests
    .filter((test) => test.files.some((file) => files.has(file)))
    .flatMap((test) => test.evidence);
  return newestEvidence([...(existing?.evidence ?? []), ...own, ...tests]);
}

/** Returns the score; each further session closes a quarter of the gap to certainty. */
function scoreOf(best: Signal, sessionCount: number): number {
  return 1 - (1 - best.score) * 0.75 ** (sessionCount - 1);
}

function trustOf(best: Signal, evidence: readonly Evidence[], sessionCount: number): TrustLevel {
  if (best.standing !== undefined && sessionCount < 2) return best.standing;
  return stateOf(evidence, sessionCount);
}

/**
 * Returns the standing: verified when a test showed it or a user stated it in two sessions, a hypothesis when a user stated
 * it once. An exit code, or a second observation, makes it believed.
 */
function stateOf(evidence: readonly Evidence[], sessionCount: number): TrustLevel {
  if (evidence.some((item) => item.kind === "test")) return "verified";
  if (evidence.some((item) => item.kind === "user"))
    return sessionCount >= 2 ? "verified" : "hypothesis";
  if (evidence.some((item) => item.kind === "exit_code" || item.kind === "commit"))
    return "believed";
  return sessionCount >= 2 ? "believed" : "hypothesis";
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}
