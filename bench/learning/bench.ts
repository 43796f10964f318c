/**
 * Measures what earlier sessions of a repository contribute to the next one, in order of time. Sessions are real and read as
 * hooks and importers see them; each is first queried about and then ingested.
 *
 * - next file: is the file of each first touch, except a session's first, among the files shown just before? (next-file.ts)
 * - known: when an error that an earlier session fixed, a search it answered or a command that worked occurs again, is it
 *   shown? (known.ts)
 * - junk: how many of the learned memories are not worth having? (README, judged.jsonl)
 *
 * Options:
 * - `--half dev|test` (default test): halves of the first question, by a hash of the session's id; `--data DIR`; `--sets
 *   a,b`.
 * - `--unjudged` prints memories without a verdict.
 * - `--for-reader FILE` writes all memories with their evidence; `--repos DIR` adds those from the histories of the
 *   repositories in DIR; `--sample SEED` draws a hundred of all for the reader.
 * - `--errors` prints what was shown for errors, and the errors for which nothing was shown.
 * - `--parts` prints the contribution of each reason of the first question, over all sets together.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "@tacit-memory/memory";
import { option, type Setup } from "../arguments.ts";
import type { Choice } from "../conditional-logit.ts";
import type { Session } from "../observer/session.ts";
import { worthOf } from "../parts.ts";
import { round } from "../statistics.ts";
import { forReader, idOf, isShown, type Readable } from "./for-reader.ts";
import { playHistories } from "./histories.ts";
import { KINDS, type Learned, playKnown } from "./known.ts";
import { choiceOf, measureTouches, NEXT_SYSTEMS, PARTS, playTouches } from "./next-file.ts";
import { drawSample } from "./sample.ts";
import { readRepositories, SETS } from "./sets.ts";

interface Verdict {
  readonly id: string;
  readonly verdict?: "keep" | "junk";
  /** Verdict of a reader who had seen neither the other verdict nor the code, except where the code was available to read. */
  readonly independent?: "keep" | "junk";
  /** Verdict of another such reader, after the first reader's findings had been fixed. */
  readonly fresh?: "keep" | "junk";
  /** Verdict of a third such reader, likewise. */
  readonly newest?: "keep" | "junk";
  /** Verdict, with reason, of the reader of the first sample of a hundred (`--sample`), before the junk was fixed. */
  readonly sampled?: "keep" | "junk";
  readonly sampledWhy?: string;
  /** Verdict of another reader on a second sample, after the fixes. */
  readonly resampled?: "keep" | "junk";
  readonly resampledWhy?: string;
  /** Verdict of a third reader on a third sample, after the second reader's findings had been fixed. */
  readonly thirdSample?: "keep" | "junk";
  readonly thirdSampleWhy?: string;
  /**
   * Verdict of a fourth reader on a sample of the same repositories, when pairs of commits alone no longer produced memories.
   */
  readonly fourthSample?: "keep" | "junk";
  readonly fourthSampleWhy?: string;
}

const READERS = [
  "independent",
  "fresh",
  "newest",
  "sampled",
  "resampled",
  "thirdSample",
  "fourthSample",
] as const;

export async function run({ root, args, say }: Setup) {
  const question = "what do earlier sessions bring the next?";
  const half = option(args, "--half") ?? "test";
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  const sessions = join(data, "sessions");
  if (!existsSync(sessions)) {
    say(`SKIPPED: no sessions under ${data}; give --data DIR`);
    return { question, skipped: "no data", rows: [] };
  }
  const unjudged = args.includes("--unjudged") ? say : null;
  const nextFile = [];
  const choices: Choice[] = [];
  const measurements = [];
  const everywhere: Learned[] = [];
  const junk = [];
  const forReaders: Readable[] = [];
  for (const set of option(args, "--sets")?.split(",") ?? SETS) {
    const repositories = await readRepositories(sessions, set);
    const touches = repositories.flatMap((own) => playTouches(own, half));
    choices.push(...touches.map(choiceOf));
    for (const system of NEXT_SYSTEMS) {
      nextFile.push({ set, system, ...measureTouches(touches, system) });
      say(JSON.stringify(nextFile.at(-1)));
    }
    const learned = await playEach(repositories);
    everywhere.push(...learned);
    forReaders.push(...repositories.flatMap((own, i) => readable(set, own, learned[i])));
    measurements.push({ set, ...measureKnown(learned) });
    say(JSON.stringify(measurements.at(-1)));
    for (const line of args.includes("--errors") ? errorLines(learned) : []) say(line);
    const memories = learned.flatMap((item) => item.memories).filter(isShown);
    junk.push({ set, ...measureJunk(set, memories, unjudged) });
    say(JSON.stringify(junk.at(-1)));
  }
  measurements.push({ set: "all", ...measureKnown(everywhere) });
  say(JSON.stringify(measurements.at(-1)));
  // Memories from commits, not from sessions, are counted separately.
  const ofHistories: Readable[] = [];
  for (const { set, memories, forReader } of await historiesIn(option(args, "--repos"))) {
    ofHistories.push(...forReader);
    junk.push({ set, ...measureJunk(set, memories, unjudged) });
    say(JSON.stringify(junk.at(-1)));
  }
  const sample = ROUNDS.map((round) => measureSample(round, [...forReaders, ...ofHistories]));
  say(sample.map((row) => JSON.stringify(row)).join("\n"));
  writeLines(option(args, "--for-reader"), forTheReader(args, forReaders, ofHistories));
  const parts = args.includes("--parts") ? worthOf(PARTS, choices) : [];
  say(parts.map((row) => JSON.stringify(row)).join("\n"));
  return { question, half, nextFile, known: measurements, junk, sample, parts };
}

/** Returns all memories or the requested sample. */
function forTheReader(
  args: readonly string[],
  ofSessions: readonly Readable[],
  ofHistories: readonly Readable[],
): readonly Readable[] {
  const seed = option(args, "--sample");
  return seed === undefined
    ? [...ofSessions, ...ofHistories]
    : drawSample(ofSessions, ofHistories, seed);
}

function writeLines(file: string | undefined, rows: readonly unknown[]): void {
  if (file !== undefined)
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function readable(set: string, own: readonly Session[], learned: Learned | undefined) {
  return learned === undefined ? [] : forReader(set, own, learned);
}

/** Replays the repositories one after the other; each has a separate store. */
async function playEach(repositories: readonly (readonly Session[])[]): Promise<Learned[]> {
  const learned: Learned[] = [];
  for (const own of repositories) learned.push(await playKnown(own));
  return learned;
}

function measureKnown(learned: readonly Learned[]) {
  const meetings = learned.flatMap((item) => item.meetings);
  const counts = KINDS.map((kind) => {
    const own = meetings.filter((meeting) => meeting.kind === kind);
    const shown = own.filter((item) => item.isShown).length;
    return [
      kind,
      { met: own.length, told: shown, share: round(shown / Math.max(1, own.length), 3) },
    ];
  });
  // Errors that no earlier session fixed cannot be shown: the call passed from another folder, or a temporary script was
  // fixed.
  const fixed = meetings.filter(({ isMended: isFixed }) => isFixed === true);
  const shownOfFixed = fixed.filter((item) => item.isShown).length;
  const sum = (of: "all" | "unsolved") =>
    learned.reduce((total, { toldAtErrors: shownAtErrors }) => total + shownAtErrors[of], 0);
  return {
    ...Object.fromEntries(counts),
    errorWithFix: {
      met: fixed.length,
      told: shownOfFixed,
      share: round(shownOfFixed / Math.max(1, fixed.length), 3),
    },
    toldAtErrors: { all: sum("all"), unsolved: sum("unsolved") },
  };
}

/** Returns errors with and without a shown memory, most frequent first. */
function errorLines(learned: readonly Learned[]): string[] {
  const errors = learned.flatMap((item) => item.meetings).filter(({ kind }) => kind === "error");
  const alike = Map.groupBy(
    errors,
    ({ isShown: wasShown, isMended: isFixed, statement: message }) =>
      `${wasShown ? "told" : "untold"}${isFixed === true ? "" : ", no fix seen"}: ${message}`,
  );
  return [...alike]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([line, met]) => `${met.length} ${line.slice(0, 160)}`);
}

function historiesIn(folder: string | undefined) {
  return folder === undefined ? [] : playHistories(folder);
}

function measureJunk(
  set: string,
  memories: readonly Memory[],
  say: ((line: string) => void) | null,
) {
  const verdicts = new Map(readVerdicts().map((verdict) => [verdict.id, verdict]));
  let [judged, junk] = [0, 0];
  const readers = READERS.map((name) => ({ name, judged: 0, junk: 0 }));
  for (const { content, type } of memories) {
    const id = idOf(set, content);
    const labels = verdicts.get(id);
    for (const reader of readers) {
      const label = labels?.[reader.name];
      reader.judged += Number(label !== undefined);
      reader.junk += Number(label === "junk");
    }
    const verdict = labels?.verdict;
    if (verdict === undefined) say?.(JSON.stringify({ id, set, type, content }));
    else judged++;
    junk += Number(verdict === "junk");
  }
  const share = round(junk / Math.max(1, judged), 3);
  const byReader = readers.map(({ name, ...counts }) => [name, counts] as const);
  return { memories: memories.length, judged, junk, share, ...Object.fromEntries(byReader) };
}

const ROUNDS = ["sampled", "resampled", "thirdSample", "fourthSample"] as const;
const SET_OF = {
  sampled: "first sample",
  resampled: "second sample",
  thirdSample: "third sample",
  fourthSample: "fourth sample",
} as const;

/** Counts the memories that the reader of a sample judged, how many are still learned, and how many were junk. */
function measureSample(reader: (typeof ROUNDS)[number], learned: readonly Readable[]) {
  const judged = readVerdicts().filter((verdict) => verdict[reader] !== undefined);
  const ids = new Set(learned.map(({ id }) => id));
  const junk = judged.filter((verdict) => verdict[reader] === "junk");
  return {
    set: SET_OF[reader],
    judged: judged.length,
    junk: junk.length,
    share: round(junk.length / Math.max(1, judged.length), 3),
    learnedStill: judged.filter(({ id }) => ids.has(id)).length,
    junkStill: junk.filter(({ id }) => ids.has(id)).length,
  };
}

function readVerdicts(): Verdict[] {
  const path = join(import.meta.dirname, "judged.jsonl");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Verdict);
}
