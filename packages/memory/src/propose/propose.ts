/**
 * Signals → candidates: signals about one subject become one candidate, which remembers every session that
 * showed it. What was seen before waits in the store; seeing it again adds to it.
 */
import type { Candidate } from "../domain/candidate.ts";
import type { CandidateId, ProjectId } from "../domain/ids.ts";
import type { Evidence, Standing } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { Signal } from "../domain/signal.ts";
import { findCandidate } from "../store/candidates.ts";
import type { Database } from "../store/drivers/driver.ts";

/** A candidate with what its gates need to know of the signals behind it. */
export interface Proposal {
  readonly candidate: Candidate;
  readonly minSessions: number;
  readonly survivesFailure: boolean;
}

const MAX_EVIDENCE = 12;

/**
 * One proposal a subject, strongest first. Nothing is written: `promote` decides and saves. Test runs that
 * went green are added as evidence to whatever touches the same files.
 */
export async function propose(
  db: Database,
  projectId: ProjectId,
  signals: readonly Signal[],
  moment: Moment,
): Promise<Proposal[]> {
  const greens = signals.filter((signal) => signal.type === "test_outcome");
  const bySubject = new Map<string, Signal[]>();
  for (const signal of signals) {
    if (signal.draft === null) continue;
    const group = bySubject.get(signal.subject);
    if (group) group.push(signal);
    else bySubject.set(signal.subject, [signal]);
  }
  const proposals: Proposal[] = [];
  for (const [subject, group] of bySubject) {
    const known = await findCandidate(db, projectId, subject);
    const proposal = combine(projectId, subject, group, known, greens, moment);
    if (proposal !== null) proposals.push(proposal);
  }
  return proposals.sort(
    (a, b) =>
      b.candidate.score - a.candidate.score || (a.candidate.subject < b.candidate.subject ? -1 : 1),
  );
}

function combine(
  projectId: ProjectId,
  subject: string,
  group: readonly Signal[],
  known: Candidate | null,
  greens: readonly Signal[],
  moment: Moment,
): Proposal | null {
  const best = group.reduce((a, b) =>
    b.score > a.score || (b.score === a.score && b.minSessions < a.minSessions) ? b : a,
  );
  if (best.draft === null) return null;
  const sessions = union(
    known?.sessions ?? [],
    group.map((signal) => signal.session),
  );
  const evidence = collectEvidence(known, group, greens);
  // What several agents of one session saw independently counts as if sessions had: quorum of two.
  const hasQuorum = new Set(group.map((signal) => signal.agentId)).size >= 2;
  const facts = {
    ...(known !== null && known.state === "promoted" ? pickDraft(known) : best.draft),
    files: union(best.draft.files, known?.files ?? []).slice(0, 12),
    triggers: union(
      known?.triggers ?? [],
      group.flatMap((signal) => signal.draft?.triggers ?? []),
    ).slice(0, 12),
    id: known?.id ?? (moment.newId() as CandidateId),
    projectId,
    signals: [...new Set([...(known?.signals ?? []), ...group.map((signal) => signal.type)])],
    subject,
    sessions,
    score: scoreOf(best, sessions.length),
    standing: standingOf(evidence, sessions.length),
    // A clean source corroborates: it stays tainted only while every source is.
    isTainted: group.every((signal) => signal.isTainted) && (known?.isTainted ?? true),
    evidence,
    createdAtMs: known?.createdAtMs ?? moment.nowMs,
  };
  return {
    candidate: carryState(facts, known),
    minSessions: hasQuorum ? 1 : Math.min(...group.map((signal) => signal.minSessions)),
    survivesFailure: group.some((signal) => signal.survivesFailure),
  };
}

type Facts = Omit<Candidate, "state" | "reason" | "memoryId">;

function carryState(facts: Facts, known: Candidate | null): Candidate {
  if (known?.state === "promoted") {
    return { ...facts, state: "promoted", reason: null, memoryId: known.memoryId };
  }
  if (known?.state === "rejected" && known.reason === "rejected_by_user") {
    return { ...facts, state: "rejected", reason: known.reason };
  }
  return { ...facts, state: "proposed", reason: null };
}

function pickDraft(known: Candidate): Candidate {
  return known;
}

function collectEvidence(
  known: Candidate | null,
  group: readonly Signal[],
  greens: readonly Signal[],
): Evidence[] {
  const own = group.flatMap((signal) => signal.evidence);
  const files = new Set(group.flatMap((signal) => signal.files));
  const tests = greens
    .filter((green) => green.files.some((file) => files.has(file)))
    .flatMap((green) => green.evidence);
  const all = [...(known?.evidence ?? []), ...own, ...tests];
  const unique = new Map(all.map((one) => [`${one.kind}:${one.session}:${one.detail}`, one]));
  return [...unique.values()].slice(-MAX_EVIDENCE);
}

/** Each further session takes a quarter of what is missing to certainty. */
function scoreOf(best: Signal, sessionCount: number): number {
  return 1 - (1 - best.score) * 0.75 ** (sessionCount - 1);
}

/** A user's word or a test makes it verified; an exit code, or being seen again, believed. */
function standingOf(evidence: readonly Evidence[], sessionCount: number): Standing {
  if (evidence.some((one) => one.kind === "user" || one.kind === "test")) return "verified";
  if (evidence.some((one) => one.kind === "exit_code" || one.kind === "commit")) return "believed";
  return sessionCount >= 2 ? "believed" : "hypothesis";
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}
