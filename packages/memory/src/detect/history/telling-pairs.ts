/**
 * Of what a history changed together, which pairs are worth saying? The most certain first: not a test with its code,
 * not what a machine or a release changes, nothing that changes with everything. In a session of an agent all of them,
 * as they came.
 */
import type { Signal } from "../../domain/signal.ts";
import type { Trace } from "../trace.ts";
import { type Changes, changesIn, isHub } from "./hubs.ts";
import { isHabit, isStillDone } from "./over-time.ts";
import {
  isByMachine,
  isRelease,
  isTestFile,
  mostFrequent,
  type PastCommit,
  pastCommits,
} from "./past-commits.ts";
import { releaseFiles } from "./release.ts";
import { HARVEST } from "./tuning.ts";

const MADE_BY_OTHERS =
  /(?:^|\/)(?:__snapshots__|snapshots?|dist|build|vendor|node_modules|generated|reports?|fixtures?|testdata|test-data)\/|\.(?:snap|map|lock|min\.\w+|stderr|stdout|golden|lycheecache|all-contributorsrc|svg|png|jpe?g|ico|gif|webp|pdf|gz|tgz|zip|jar|whl|wasm|bin|sha\d+|md5|sum)$|[.-](?:min|cjs|esm|umd|iife|bundle)(?:\.\w+)+$|(?:^|\/)(?:gradlew|mvnw|CODE_OF_CONDUCT|LICENSE)[^/]*$/i;

/** What something is tried with, by its name. */
const TRIED = /(?:^|[/_.-])tests?[_.-][^/]*$/i;

/** They all change when an action or a language has a new version. */
const WORKFLOW = /(?:^|\/)\.github\/workflows\//;

/** Named for its day: written once. */
const OF_ONE_DAY = /(?:^|\/)(?:blog|posts?|news)\/|(?:^|[^\d])(?:19|20)\d\d(?!\d)/i;

export function inOrderOfTelling(trace: Trace, signals: readonly Signal[]): readonly Signal[] {
  const commits = pastCommits(trace);
  if (commits.length === 0) return signals;
  const history: History = {
    commits,
    byHand: new Map(
      commits
        .filter((one) => !isByMachine(one) && !isRelease(one))
        .map((one) => [`commit:${one.sha}`, one]),
    ),
    touched: changesOf(commits),
    changes: changesIn(commits.filter((one) => !isByMachine(one) && !isRelease(one))),
    released: releaseFiles(commits),
  };
  const pairs = Map.groupBy(
    signals.filter(({ pair }) => pair !== undefined && pair.a !== pair.b),
    ({ subject }) => subject,
  );
  const told = [...pairs.values()].flatMap((own) => {
    const [first] = own;
    const worth = worthOf(own, history);
    return first === undefined || worth === null ? [] : [{ first, worth }];
  });
  told.sort((x, y) => y.worth - x.worth || (x.first.subject < y.first.subject ? -1 : 1));
  return eachFileOnce(told.map(({ first }) => first));
}

interface History {
  readonly commits: readonly PastCommit[];
  /** By the occasion of their pairs. */
  readonly byHand: ReadonlyMap<string, PastCommit>;
  /** In how many of all commits. */
  readonly touched: ReadonlyMap<string, number>;
  readonly changes: Changes;
  readonly released: ReadonlySet<string>;
}

function changesOf(commits: readonly PastCommit[]): Map<string, number> {
  const touched = new Map<string, number>();
  for (const file of commits.flatMap(({ files }) => files))
    touched.set(file, (touched.get(file) ?? 0) + 1);
  return touched;
}

/**
 * Null where it says nothing. What a tool does with both, a person need not. Whoever changes a test has changed what it
 * tests, and who changes that, looks for its test.
 */
function worthOf(own: readonly Signal[], history: History): number | null {
  const { byHand, touched, commits } = history;
  const pair = own[0]?.pair;
  if (pair === undefined || saysNothing(pair, history)) return null;
  const kept = own
    .flatMap(({ session }) => byHand.get(session) ?? [])
    .sort((x, y) => y.atMs - x.atMs);
  if (kept.length < HARVEST.pairMinCommits.value || !isHabit(kept, commits)) return null;
  if (kept.length / own.length < HARVEST.pairMinByHand.value || isInSameWords(kept)) return null;
  const [ofA, ofB] = [touched.get(pair.a) ?? 0, touched.get(pair.b) ?? 0];
  const [[when, of], [then, ofThen]] =
    ofA <= ofB
      ? [[pair.a, ofA] as const, [pair.b, ofB] as const]
      : [[pair.b, ofB] as const, [pair.a, ofA] as const];
  if (isTestFile(when) || isTestFile(then) || TRIED.test(when)) return null;
  if (isOfHub(then, when, kept, history) || !isStill(when, kept, history)) return null;
  // Of all commits, sweeps too: that is what whoever looks at the file's history finds.
  const share = own.length / of;
  if (share < HARVEST.pairMinShare.value) return null;
  if (share < (ofThen / commits.length) * HARVEST.pairMinLift.value) return null;
  return kept.length / (of + HARVEST.pairDoubt.value);
}

/** Of few commits only: what is seen so often needs no other story. */
function isOfHub(
  then: string,
  when: string,
  kept: readonly PastCommit[],
  { changes }: History,
): boolean {
  return kept.length < HARVEST.hubBelow.value && isHub(then, when, changes);
}

function isStill(when: string, kept: readonly PastCommit[], { changes }: History): boolean {
  return isStillDone(changes.of.get(when) ?? [], new Set(kept));
}

/** Most have one subject, but for its numbers: the doing of a tool, or one thing done over and over. */
function isInSameWords(commits: readonly PastCommit[]): boolean {
  const subjects = mostFrequent(commits.map(({ subject }) => subject.replace(/[\d#().]+/g, "")));
  const most = subjects[0]?.[1] ?? 0;
  return (
    most >= HARVEST.oneSubjectMin.value && most / commits.length > HARVEST.oneSubjectMaxShare.value
  );
}

function saysNothing(
  { a, b }: { readonly a: string; readonly b: string },
  { released }: History,
): boolean {
  if (MADE_BY_OTHERS.test(a) || MADE_BY_OTHERS.test(b)) return true;
  if (WORKFLOW.test(a) && WORKFLOW.test(b)) return true;
  // What a release changes is told of releases.
  return (released.has(a) && released.has(b)) || OF_ONE_DAY.test(a) || OF_ONE_DAY.test(b);
}

/** What changes with one of them is mostly one story. */
function eachFileOnce(signals: readonly Signal[]): Signal[] {
  const told = new Set<string>();
  return signals.filter(({ files }) => {
    if (files.some((file) => told.has(file))) return false;
    for (const file of files) told.add(file);
    return true;
  });
}
