/** Detects sessions that ran at the same time, and the files that both changed meanwhile. */
import type { Signal } from "../../domain/signal.ts";
import type { PastDigest, PastVisit } from "../../store/sessions/session-digests.ts";
import { SYNTHESIZE } from "./tuning.ts";

type Span = Pick<PastDigest, "session" | "fromMs" | "toMs">;

/**
 * Returns the host ids of the sessions among `others` that overlap with this one for long enough. Records without times are
 * dated as they are read, consecutively or all at once.
 */
export function sessionsInParallel(own: Span, others: readonly Span[]): Set<string> {
  const parallelSessions = others.filter(
    (other) => other.session !== own.session && overlaps(own, other) && !isCopy(own, other),
  );
  return new Set(parallelSessions.map(({ session }) => session));
}

function overlaps(one: Omit<Span, "session">, other: Omit<Span, "session">): boolean {
  const sharedMs = Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs);
  return sharedMs >= SYNTHESIZE.besideMinMs;
}

/**
 * Whether two records are of one session. A resumed or forked session repeats the earlier events with their times under
 * another name. No two agents begin in the same millisecond.
 */
export function isCopy(one: Omit<Span, "session">, other: Omit<Span, "session">): boolean {
  return one.fromMs === other.fromMs && overlaps(one, other);
}

/** Returns the records without copies of a session: only those with the name of its first record. */
export function withoutCopies<T extends Span>(records: readonly T[]): T[] {
  const firstByStart = new Map<number, T>();
  return records.filter((record) => {
    const first = firstByStart.get(record.fromMs) ?? record;
    firstByStart.set(record.fromMs, first);
    return first.session === record.session || !isCopy(first, record);
  });
}

/**
 * Returns a signal for each file that this session changed while a parallel session changed it too. Counted like conflicts
 * within one session.
 */
export function conflicts(
  session: string,
  parallelSessions: ReadonlySet<string>,
  visits: readonly PastVisit[],
  atMs: number,
): Signal[] {
  const changedBy = (isWanted: (by: string) => boolean) =>
    visits.flatMap(({ session: by, files }) =>
      isWanted(by) ? files.filter(({ edits }) => edits > 0).map((use) => ({ ...use, by })) : [],
    );
  const theirs = Map.groupBy(
    changedBy((by) => parallelSessions.has(by)),
    ({ path }) => path,
  );
  return changedBy((by) => by === session).flatMap((own) => {
    const met = theirs.get(own.path)?.find((use) => use.fromMs < own.toMs && own.fromMs < use.toMs);
    return met === undefined ? [] : [conflict(session, own.path, met.by, atMs)];
  });
}

function conflict(session: string, path: string, by: string, atMs: number): Signal {
  const detail = `\`${path}\`: session ${by} changed it at the same time`;
  return {
    type: "parallel_conflict",
    session,
    agentId: null,
    subject: `conflict:${path}`,
    score: 1,
    minSessions: 1,
    files: [path],
    seqs: [],
    isTainted: false,
    survivesFailure: true,
    evidence: [{ kind: "reobserved", detail, session, atMs }],
    draft: null,
  };
}
