/**
 * Builds one candidate for files that repeatedly change together, counted over sessions and commits: a causal dependency
 * "when this changes, so does that", in the stronger direction. An import that a session followed from one file to the other
 * supports it.
 */

import type { Database } from "@tacit-memory/sqlite";
import { draft, titleOf } from "../../domain/draft.ts";
import type { ProjectId } from "../../domain/ids.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { moduleOf } from "../../domain/session/session-digest.ts";
import type { Signal } from "../../domain/signal.ts";
import { findCandidate } from "../../store/memories/candidates.ts";
import { frequentPairs, sessionsEditing, sessionsOfPair } from "../../store/sessions/co-access.ts";
import { PROPOSE } from "./limits.ts";

/** Prefix of an occasion that is a commit, not a session. */
const COMMIT_PREFIX = "commit:";

/**
 * Returns the co_access signals of a session that the stored counts make significant. Pairs that only commits show are left
 * to the code graph: of 53 such pairs readers kept 34 (bench/learning). `isThere` excludes files that were deleted or
 * renamed.
 */
export async function coupledFiles(
  db: Database,
  projectId: ProjectId,
  signals: readonly Signal[],
  isThere: (path: string) => boolean,
): Promise<Signal[]> {
  const found: Signal[] = [];
  const chased = new Set(
    signals
      .filter(({ type }) => type === "import_chase")
      .map(({ files }) => [...files].sort().join("\n")),
  );
  let pairs = 0;
  for (const signal of signals) {
    if (signal.session.startsWith(COMMIT_PREFIX)) continue;
    if (signal.pair === undefined || !signal.pair.isEdit || isObvious(signal.pair.a, signal.pair.b))
      continue;
    if (pairs >= PROPOSE.couplingPerSession) break;
    if (!isThere(signal.pair.a) || !isThere(signal.pair.b)) continue;
    const isChased = chased.has(`${signal.pair.a}\n${signal.pair.b}`);
    const coupled = await couple(db, projectId, signal, signal.pair, isChased);
    if (coupled.length > 0) pairs++;
    found.push(...coupled);
  }
  return found;
}

/**
 * Returns significant pairs over all counts, for pairs no session proposed while they were rare: files of two modules that a
 * session also showed, strongest first, without an existing candidate. `nowMs`: time of the analysis.
 */
export async function coupledAcross(
  db: Database,
  projectId: ProjectId,
  isThere: (path: string) => boolean,
  nowMs: number,
): Promise<Signal[]> {
  const { couplingMinSessions, couplingPerLook } = PROPOSE;
  const found: Signal[] = [];
  let pairs = 0;
  for (const pair of await frequentPairs(db, projectId, couplingMinSessions)) {
    if (pairs >= couplingPerLook) break;
    const isExpected = isObvious(pair.a, pair.b) || moduleOf(pair.a) === moduleOf(pair.b);
    if (isExpected || !isThere(pair.a) || !isThere(pair.b)) continue;
    if ((await findCandidate(db, projectId, subjectOf(pair))) !== null) continue;
    const coupled = await couple(db, projectId, pairSignal(pair, nowMs), pair, false);
    if (coupled.length > 0) pairs++;
    found.push(...coupled);
  }
  return found;
}

function pairSignal({ a, b }: { readonly a: string; readonly b: string }, atMs: number): Signal {
  return {
    type: "co_access",
    session: "",
    agentId: null,
    subject: "",
    score: PROPOSE.acrossScore,
    minSessions: 1,
    files: [a, b],
    seqs: [],
    isTainted: false,
    survivesFailure: true,
    evidence: [{ kind: "reobserved", detail: "", session: undefined, atMs }],
    draft: null,
  };
}

function subjectOf({ a, b }: { readonly a: string; readonly b: string }): string {
  return `coupled:${a}:${b}`;
}

async function couple(
  db: Database,
  projectId: ProjectId,
  signal: Signal,
  pair: { readonly a: string; readonly b: string },
  isChased: boolean,
): Promise<Signal[]> {
  const together = await sessionsOfPair(db, projectId, pair.a, pair.b);
  const { couplingMinSessions, chasedMinSessions } = PROPOSE;
  if (together.length < (isChased ? chasedMinSessions : couplingMinSessions)) return [];
  const [editingA, editingB] = [
    await sessionsEditing(db, projectId, pair.a),
    await sessionsEditing(db, projectId, pair.b),
  ];
  const [when, then, of] =
    together.length / editingA >= together.length / editingB
      ? [pair.a, pair.b, editingA]
      : [pair.b, pair.a, editingB];
  if (together.length / of < PROPOSE.couplingMinShare) return [];
  const coupling: Signal = {
    ...signal,
    subject: subjectOf(pair),
    minSessions: 1,
    isCountedOnly: !isSurprising(pair, together.length, of),
    // The wording contains a count, which changes.
    isRevision: true,
    evidence: [
      {
        kind: "reobserved",
        detail: sentenceOf("changes_of", { count: together.length, total: of }),
        session: together.at(-1),
        atMs: signal.evidence[0]?.atMs ?? 0,
      },
    ],
    draft: draft({
      type: "causal_dependency",
      title: titleOf(`When you change ${when}: check ${then}`),
      content: `When you change \`${when}\`, check \`${then}\` too: they changed together in ${together.length} of the ${of} sessions and commits that changed the first file.`,
      payload: { when, then, together: together.length, of },
      files: [when, then],
      tags: ["changes-together"],
    }),
  };
  // All of these sessions showed the pair, not only the one that reached the limit.
  return together.map((session) => ({ ...coupling, session }));
}

/** Minimum common changes; fewer may be one feature. */
const SURPRISING_MIN = 6;
const SURPRISING_SHARE = 0.9;

/**
 * Whether two files of different kinds in different modules are strongly coupled, such as a prompt and the code that reads
 * it, or a schema and its client, which is not obvious.
 */
function isSurprising(
  { a, b }: { readonly a: string; readonly b: string },
  together: number,
  of: number,
): boolean {
  const kind = (path: string) => /\.\w+$/.exec(path)?.[0];
  const isStrong = together >= SURPRISING_MIN && together / of >= SURPRISING_SHARE;
  return isStrong && kind(a) !== kind(b) && moduleOf(a) !== moduleOf(b);
}

/** Whether it is obvious that two files change together: a file and its own test, style or index. */
function isObvious(a: string, b: string): boolean {
  const stem = (path: string) =>
    path
      .replace(/^.*\//, "")
      .replace(/\.[^.]+$/, "")
      .replace(/[._-]?(?:test|spec|stories|module|types?|d|styles?)$/i, "")
      .replace(/^(?:test_|Test)/, "");
  return (
    a === b ||
    stem(a) === stem(b) ||
    /(^|\/)(?:index|mod|__init__|package)\.\w+$/.test(a) ||
    /(^|\/)(?:index|mod|__init__|package)\.\w+$/.test(b)
  );
}
