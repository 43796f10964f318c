/**
 * Describes what the sessions that changed a module have in common, at its 5th, 10th, 20th, 50th and 100th session: the files
 * elsewhere they also needed, and recurring errors. Uses counts only, no model. A module in which nothing stands out beyond
 * chance gets no statement; what goes with a single file is left to propose/coupling.ts.
 */

import { draft } from "../../domain/draft.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { isFailed, type SeenError } from "../../domain/session/session-digest.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text/text.ts";
import type { PastVisit } from "../../store/sessions/session-digests.ts";
import { SYNTHESIZE } from "./tuning.ts";

/** Whether a module is analysed when this many sessions changed it: at the 5th, 10th, 20th, 50th and 100th. */
export function isDue(sessions: number): boolean {
  return INSIGHT_AT.includes(sessions);
}

/** Numbers of sessions that changed a module at which it is analysed. */
const INSIGHT_AT: readonly number[] = [5, 10, 20, 50, 100];

/**
 * Returns one signal per session that shows it; none when nothing stands out. `visits`: of all modules, in the newest
 * sessions. `isThere`: removed files are left out.
 */
export function moduleSignals(
  module: string,
  visits: readonly PastVisit[],
  isThere: (path: string) => boolean,
  atMs: number,
): Signal[] {
  const sessions = Map.groupBy(visits, ({ session }) => session);
  // The top folder contains what belongs to no module.
  if (module === ".") return [];
  const { sessions: changing, isTainted } = basisOf(
    [...sessions.values()].filter(
      (own) =>
        !hasFailed(own) &&
        own.some((pastVisit) => pastVisit.module === module && pastVisit.edits > 0),
    ),
  );
  if (changing.length < SYNTHESIZE.insightMinSessions) return [];
  const files = neededElsewhere(module, changing, [...sessions.values()]).filter(({ path }) =>
    isThere(path),
  );
  const errors = recurring(module, changing);
  if (files.length === 0 && errors.length === 0) return [];
  const showing = changing.map((own) => own[0]?.session ?? "").sort();
  return showing.map((session) =>
    asSignal(module, session, { files, errors, sessions: showing.length, isTainted }, atMs),
  );
}

type Sessions = readonly (readonly PastVisit[])[];

/**
 * Returns the sessions to count. Sessions with outside text are used only when there are not enough without, and then the
 * result is tainted.
 */
function basisOf(changing: Sessions): { readonly sessions: Sessions; readonly isTainted: boolean } {
  const clean = changing.filter((own) => own.every((pastVisit) => pastVisit.isTainted !== true));
  const isEnough = clean.length >= SYNTHESIZE.insightBelievedSessions;
  if (isEnough) return { sessions: clean, isTainted: false };
  return { sessions: changing, isTainted: clean.length < changing.length };
}

function hasFailed([visit]: readonly PastVisit[]): boolean {
  return isFailed(visit?.outcome ?? null);
}

export function moduleSubject(module: string): string {
  return `module:${module}`;
}

interface Needed {
  readonly path: string;
  /** Of the sessions that changed the module: `sessions` opened or changed the file, `changed` changed it. */
  readonly sessions: number;
  readonly changed: number;
  /** Of the other sessions, `ofOthers` in total: `others` opened or changed the file. */
  readonly others: number;
  readonly ofOthers: number;
}

/** Lock files and change logs, which change with everything. */
const UBIQUITOUS =
  /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|CHANGELOG\S*|README\S*|TODO\S*)$/i;

/** Returns files of other modules that most of these sessions used and the others rarely do. */
function neededElsewhere(module: string, changing: Sessions, all: Sessions): Needed[] {
  const here = countFiles(
    changing.map((own) => own.filter((pastVisit) => pastVisit.module !== module)),
  );
  const anywhere = countFiles(all);
  const isOfOneFile = isCarriedByOne(module, changing);
  return [...here]
    .map(
      ([path, { uses, edits }]): Needed => ({
        path,
        sessions: uses,
        changed: edits,
        others: (anywhere.get(path)?.uses ?? uses) - uses,
        ofOthers: all.length - changing.length,
      }),
    )
    .filter(
      (file) =>
        !UBIQUITOUS.test(file.path) &&
        standsOut(file, changing.length) &&
        !(isOfOneFile && file.changed * 2 > file.sessions),
    )
    .sort((a, b) => b.sessions - a.sessions || (a.path < b.path ? -1 : 1))
    .slice(0, SYNTHESIZE.insightFiles);
}

/**
 * Whether nearly all changes of the module are in one file; two files that change together are proposed as a pair instead.
 */
function isCarriedByOne(module: string, changing: Sessions): boolean {
  const own = countFiles(
    changing.map((visits) => visits.filter((visit) => visit.module === module)),
  );
  const maxEdits = Math.max(0, ...[...own.values()].map(({ edits }) => edits));
  return maxEdits / changing.length >= SYNTHESIZE.insightOneFile.value;
}

function standsOut({ sessions, others, ofOthers }: Needed, changing: number): boolean {
  const all = changing + ofOthers;
  const lift = sessions / changing / ((sessions + others) / all);
  return (
    sessions / changing >= SYNTHESIZE.insightMinShare &&
    lift >= SYNTHESIZE.insightMinLift &&
    chanceOf(sessions, changing, sessions + others, all) <= SYNTHESIZE.insightMaxChance.value
  );
}

/**
 * Returns the probability that at least this many of `changing` sessions use a file by chance when `users` of `all` do
 * (Fisher's exact test, one-sided). Computes each term of the hypergeometric distribution from the previous one, so that no
 * value grows large.
 */
function chanceOf(seen: number, changing: number, users: number, all: number): number {
  const first = Math.max(0, changing + users - all);
  let term = 1;
  let [total, tail] = [0, 0];
  for (let k = first; k <= Math.min(changing, users); k++) {
    total += term;
    if (k >= seen) tail += term;
    term *= ((changing - k) * (users - k)) / ((k + 1) * (all - changing - users + k + 1));
  }
  return tail / total;
}

/** Counts for each file the sessions that used it and those that changed it. */
function countFiles(sessions: Sessions) {
  const counts = new Map<string, { uses: number; edits: number }>();
  for (const own of sessions) {
    for (const { path, edits } of own.flatMap(({ files }) => files)) {
      const count = counts.get(path) ?? { uses: 0, edits: 0 };
      counts.set(path, { uses: count.uses + 1, edits: count.edits + Number(edits > 0) });
    }
  }
  return counts;
}

function recurring(module: string, changing: Sessions): SeenError[] {
  const seen = new Map<string, { error: SeenError; sessions: number }>();
  for (const own of changing) {
    const errors = own
      .filter((pastVisit) => pastVisit.module === module)
      .flatMap((pastVisit) => pastVisit.errors);
    for (const [fingerprint, error] of new Map(
      errors.map((seenError) => [seenError.fingerprint, seenError]),
    )) {
      seen.set(fingerprint, { error, sessions: (seen.get(fingerprint)?.sessions ?? 0) + 1 });
    }
  }
  return [...seen.values()]
    .filter(
      ({ sessions }) =>
        sessions >= SYNTHESIZE.insightErrorSessions &&
        sessions / changing.length >= SYNTHESIZE.insightErrorShare,
    )
    .sort((a, b) => b.sessions - a.sessions || (a.error.line < b.error.line ? -1 : 1))
    .map(({ error }) => error)
    .slice(0, 2);
}

function asSignal(
  module: string,
  session: string,
  found: {
    readonly files: readonly Needed[];
    readonly errors: readonly SeenError[];
    readonly sessions: number;
    readonly isTainted: boolean;
  },
  atMs: number,
): Signal {
  const { files, sessions, isTainted } = found;
  return {
    type: "file_access",
    session,
    agentId: null,
    subject: moduleSubject(module),
    score: SYNTHESIZE.insightScore,
    minSessions: SYNTHESIZE.insightBelievedSessions,
    isCountedOnly: true,
    files: files.map(({ path }) => path),
    seqs: [],
    isTainted,
    survivesFailure: true,
    evidence: [
      {
        kind: "reobserved",
        detail: sentenceOf("counted_over", { count: sessions }),
        session,
        atMs,
      },
    ],
    draft: draft({
      type: "module_insight",
      title: clip(`When you change ${module}: related files and errors`, 80),
      content: wording(module, found),
      payload: { module, sessions },
      files: files.map(({ path }) => path),
      tags: ["module"],
    }),
    isRevision: true,
  };
}

function wording(
  module: string,
  found: {
    readonly files: readonly Needed[];
    readonly errors: readonly SeenError[];
    readonly sessions: number;
  },
): string {
  const where = `\`${module}\``;
  const files = found.files.map(
    ({ path, sessions, changed, others, ofOthers }) =>
      `\`${path}\` (opened by ${sessions} of ${found.sessions} sessions${changed === 0 ? "" : `, changed by ${changed}`}; by ${others} of ${ofOthers} other sessions)`,
  );
  return [
    ...(files.length === 0 ? [] : [`When you change ${where}, also open ${files.join(" and ")}.`]),
    ...found.errors.map(({ line }) => `Recurring error in ${where}: “${clip(line, 140)}”.`),
  ].join(" ");
}
