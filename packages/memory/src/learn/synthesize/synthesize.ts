/**
 * Derives what only several sessions together show. Runs after each session: its order of work compared with others, what the
 * sessions of its modules have in common, and parallel sessions. Uses counts only, no model.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type { SessionDigest } from "../../domain/session/session-digest.ts";
import type { Signal } from "../../domain/signal.ts";
import { decidedSubjects } from "../../store/memories/candidates.ts";
import {
  countChanging,
  type PastDigest,
  pastVisits,
} from "../../store/sessions/session-digests.ts";
import { isDue, moduleSignals, moduleSubject } from "./module-insight.ts";
import { RECIPE_SUBJECT, recipeSignals } from "./recipes.ts";
import { conflicts, isCopy, sessionsInParallel, withoutCopies } from "./side-by-side.ts";
import { SYNTHESIZE } from "./tuning.ts";

export interface Synthesis {
  readonly signals: readonly Signal[];
  /** Host ids of the sessions that ran at the same time. */
  readonly parallelSessions: ReadonlySet<string>;
  /** Host ids of the other records of this session. */
  readonly copies: ReadonlySet<string>;
  /** Subjects that were analysed again and no longer hold. */
  readonly noLongerStated: readonly string[];
}

/**
 * Synthesizes a session. `digest` is already stored; `past` contains the others, newest first. `isThere`: whether a file
 * still exists.
 */
export async function synthesize(
  db: Database,
  session: {
    readonly rid: number;
    readonly id: string;
    readonly projectId: ProjectId;
    readonly outcome: string | null;
  },
  digest: SessionDigest,
  past: readonly PastDigest[],
  isThere: (path: string) => boolean,
): Promise<Synthesis> {
  const { id, projectId, rid, outcome } = session;
  const atMs = digest.toMs;
  const knownSubjects = await decidedSubjects(db, projectId, RECIPE_SUBJECT);
  const own = { ...digest, session: id, outcome };
  const copies = new Set(
    past.filter((pastDigest) => isCopy(own, pastDigest)).map((pastDigest) => pastDigest.session),
  );
  const others = withoutCopies(past.filter((pastDigest) => !copies.has(pastDigest.session)));
  const signals = recipeSignals(own, others, knownSubjects, atMs);
  const parallelSessions = sessionsInParallel(own, past);
  const due = [...(await countChanging(db, projectId, rid))].filter(([, count]) => isDue(count));
  if (due.length === 0 && parallelSessions.size === 0)
    return { signals, parallelSessions, copies, noLongerStated: [] };
  const visits = await pastVisits(db, projectId, SYNTHESIZE.lookBackSessions);
  const each = withoutCopies(visits);
  const insights = due.flatMap(([module]) => moduleSignals(module, each, isThere, atMs));
  const insightSubjects = new Set(insights.map(({ subject }) => subject));
  return {
    signals: [...signals, ...insights, ...conflicts(id, parallelSessions, visits, atMs)],
    parallelSessions,
    copies,
    noLongerStated: due
      .map(([module]) => moduleSubject(module))
      .filter((subject) => !insightSubjects.has(subject)),
  };
}
