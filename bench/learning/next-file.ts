/**
 * Tests every first touch of a file after a session's first: is the file among those shown just before, given what the
 * session had shown by then and what earlier sessions did?
 */
import { dirname } from "node:path/posix";
import type { Event } from "@tacit-memory/protocol";
import { nextVotes } from "../../packages/memory/src/recall/prefetch/next-files.ts";
import { bestFirst, type Vote } from "../../packages/memory/src/recall/prefetch/prefetched.ts";
import {
  readSoFar,
  type SessionSoFar,
} from "../../packages/memory/src/recall/prefetch/session-so-far.ts";
import type { PastWork } from "../../packages/memory/src/store/sessions/past-work.ts";
import type { Choice } from "../conditional-logit.ts";
import type { Session } from "../observer/session.ts";
import { round } from "../statistics.ts";
import { halfOf, taskOf } from "./sets.ts";

export const NEXT_SYSTEMS = [
  "tacit",
  "most used",
  "used together",
  "together, folder, use",
  "last session",
  "named last",
] as const;
type System = (typeof NEXT_SYSTEMS)[number];
const DEPTH = 10;

export interface Touch {
  readonly wanted: string;
  readonly isKnown: boolean;
  readonly ranked: Readonly<Record<System, readonly string[]>>;
  readonly votes: readonly Vote[];
}

export function playTouches(sessions: readonly Session[], half: string): Touch[] {
  const past: PastWork[] = [];
  const touches: Touch[] = [];
  for (const session of sessions) {
    if (halfOf(session) === half) touches.push(...touchesOf(session.events, past));
    const { touched } = readSoFar(session.events, new Set(), "");
    const files = touched.map((path) => ({ path, isEdited: true }));
    if (files.length > 0) past.push({ about: taskOf(session), atMs: 0, isCommit: false, files });
  }
  return touches;
}

function touchesOf(events: readonly Event[], past: readonly PastWork[]): Touch[] {
  const knownFiles = new Set(past.flatMap(({ files }) => files.map(({ path }) => path)));
  const seen = new Set<string>();
  const touches: Touch[] = [];
  for (const [i, event] of events.entries()) {
    const { touched } = readSoFar([event], knownFiles, "");
    for (const wanted of touched.filter((path) => !seen.has(path))) {
      if (seen.size > 0) {
        const soFar = readSoFar(events.slice(0, i), knownFiles, "");
        const votes = nextVotes({ ...soFar, past, tree: null });
        const own = bestFirst(votes, DEPTH).map(({ path }) => path);
        const ranked = { tacit: own, ...baselines(soFar, past) };
        touches.push({ wanted, isKnown: knownFiles.has(wanted), ranked, votes });
      }
      seen.add(wanted);
    }
  }
  return touches;
}

/** Returns the study's baselines, and the reader's baseline: files mentioned, newest first. */
function baselines({ touched, mentions }: SessionSoFar, past: readonly PastWork[]) {
  const inHand = new Set(touched);
  const used = new Map<string, number>();
  for (const { files } of past) {
    for (const { path } of files) used.set(path, (used.get(path) ?? 0) + 1);
  }
  const together = togetherWith(touched, past, used);
  const folders = new Set(touched.slice(-4).map((path) => dirname(path)));
  const blend = new Map(
    [...used].map(([path, count]) => {
      const beside = folders.has(dirname(path)) ? 0.3 * (count / (1 + count)) : 0;
      return [path, (together.get(path) ?? 0) + beside + 0.002 * count];
    }),
  );
  const best = (scores: ReadonlyMap<string, number>) =>
    [...scores]
      .filter(([path]) => !inHand.has(path))
      .sort((a, b) => b[1] - a[1])
      .slice(0, DEPTH)
      .map(([path]) => path);
  const last = past.at(-1)?.files.map(({ path }) => path) ?? [];
  return {
    "most used": best(used),
    "used together": best(together),
    "together, folder, use": best(blend),
    "last session": last.filter((path) => !inHand.has(path)).slice(0, DEPTH),
    "named last": best(new Map([...mentions].map(([path, { stepsAgo }]) => [path, -stepsAgo]))),
  };
}

/**
 * Counts as in the study: files used within fifteen of one of the last twelve files, where the newest of those have the
 * largest weight.
 */
function togetherWith(
  touched: readonly string[],
  past: readonly PastWork[],
  used: ReadonlyMap<string, number>,
): Map<string, number> {
  const together = new Map<string, number>();
  const ages = new Map(
    [...touched]
      .slice(-12)
      .reverse()
      .map((path, age) => [path, age]),
  );
  for (const { files } of past) {
    const paths = files.slice(0, 60).map(({ path }) => path);
    for (const [i, one] of paths.entries()) {
      const age = ages.get(one);
      if (age === undefined) continue;
      const share = 1 / ((used.get(one) ?? 0) + 3) / (1 + 0.15 * age);
      for (const other of paths.slice(Math.max(0, i - 15), i + 16)) {
        together.set(other, (together.get(other) ?? 0) + share);
      }
    }
  }
  return together;
}

export const PARTS = [
  "named in this session",
  "named just now",
  "named by the user",
  "used before together with files of this session",
  "imported by a file that was read",
  "in the same folder as a file of this session",
  "used in earlier sessions",
];

/** Returns the votes by reason. A file without a vote, which no weights can raise, has a row of zeros. */
export function choiceOf({ wanted, votes }: Touch): Choice {
  const files = new Map<string, number[]>();
  const rowOf = (path: string) => {
    const row = files.get(path) ?? new Array<number>(PARTS.length).fill(0);
    files.set(path, row);
    return row;
  };
  for (const { path, value, why } of votes) {
    const part = PARTS.indexOf(
      why.replace(/^used in \d+ earlier sessions?$/, "used in earlier sessions"),
    );
    const row = rowOf(path);
    row[part] = (row[part] ?? 0) + value;
  }
  rowOf(wanted);
  return { rows: [...files.values()], wanted: [[...files.keys()].indexOf(wanted)] };
}

/** Measures hit@k over all first touches, and over those of files that an earlier session had touched. */
export function measureTouches(touches: readonly Touch[], system: System) {
  const hits = (some: readonly Touch[], k: number) =>
    round(
      some.filter(({ ranked, wanted }) => ranked[system].slice(0, k).includes(wanted)).length /
        Math.max(1, some.length),
      3,
    );
  const familiar = touches.filter(({ isKnown }) => isKnown);
  return {
    touches: touches.length,
    hitAt1: hits(touches, 1),
    hitAt5: hits(touches, 5),
    hitAt10: hits(touches, 10),
    known: familiar.length,
    knownHitAt10: hits(familiar, 10),
  };
}
