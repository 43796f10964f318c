/** Measures how many of a commit's files the history before it names when the bench asks about one of them. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { type LoggedCommit, readCommits } from "../../packages/codegraph/src/history/commit-log.ts";
import { advanced, NO_COMMITS } from "../../packages/codegraph/src/history/commit-window.ts";
import { filePairs } from "../../packages/codegraph/src/history/file-pairs.ts";
import { HISTORY } from "../../packages/codegraph/src/history/tuning.ts";
import { repositories } from "../peers.ts";
import { round } from "../statistics.ts";

interface Context {
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

/** Number of commits tested, in steps that share one history. */
const ASKED = 300;
const STEP = 50;
const TOLD = 5;

const SETTINGS = [
  { minCount: 3, minInformation: 0.3 },
  { minCount: 2, minInformation: 0.3 },
  { minCount: 5, minInformation: 0.3 },
  { minCount: 3, minInformation: 0 },
  { minCount: 3, minInformation: 0.5 },
];

export async function run({ args, say }: Context) {
  const rows = [];
  for (const repository of repositories(args, ["hono", "scrapy"])) {
    if (!existsSync(join(repository, ".git"))) continue;
    const most = HISTORY.commits + ASKED;
    const commits: LoggedCommit[] = [];
    const startedMs = performance.now();
    for await (const commit of readCommits(repository, "HEAD", most)) commits.push(commit);
    const readMs = Math.round(performance.now() - startedMs);
    if (commits.length < ASKED + 200) {
      say(`SKIPPED: ${basename(repository)} has ${commits.length} commits: clone it whole`);
      continue;
    }
    for (const setting of SETTINGS) rows.push(shown(repository, readMs, setting, commits, false));
    // Chance and popularity baseline: the files that most commits touched.
    rows.push(shown(repository, readMs, { minCount: 3, minInformation: -1 }, commits, true));
  }
  for (const row of rows) say(JSON.stringify(row));
  return { question: "files that change together", rows };
}

function shown(
  repository: string,
  readMs: number,
  setting: (typeof SETTINGS)[number],
  commits: readonly LoggedCommit[],
  isByFame: boolean,
) {
  const tally = { asked: 0, answered: 0, told: 0, right: 0, wanted: 0 };
  for (let from = 0; from < ASKED; from += STEP) {
    const before = commits.slice(from + STEP, from + STEP + HISTORY.commits);
    const window = advanced(NO_COMMITS, before, "");
    const tell = isByFame ? famous(window.commits) : companions(window.commits, setting);
    for (const commit of commits.slice(from, from + STEP)) count(tally, commit, tell);
  }
  return {
    repository: basename(repository),
    ...(isByFame ? { baseline: "the files most often touched" } : setting),
    answered: round(tally.answered / tally.asked, 3),
    precision: round(tally.right / Math.max(1, tally.told), 3),
    recall: round(tally.right / tally.wanted, 3),
    readMs,
  };
}

type Tell = (path: string) => readonly string[];

function companions(
  commits: readonly (readonly string[])[],
  setting: (typeof SETTINGS)[number],
): Tell {
  const doubt = HISTORY.pairDoubt;
  const pairs = filePairs(commits, { ...setting, doubt, mostOfOne: TOLD });
  return (path) => pairs.companionsOf(path).map((companion) => companion.path);
}

function famous(commits: readonly (readonly string[])[]): Tell {
  const all = mostTouched(commits);
  return (path) => all.filter((item) => item !== path).slice(0, TOLD);
}

function count(
  tally: { asked: number; answered: number; told: number; right: number; wanted: number },
  { changes }: LoggedCommit,
  tell: Tell,
): void {
  const files = changes.map(({ path }) => path);
  if (files.length < 2 || files.length > HISTORY.commitFiles) return;
  for (const file of files) {
    const suggested = tell(file);
    tally.asked++;
    tally.answered += suggested.length > 0 ? 1 : 0;
    tally.told += suggested.length;
    tally.right += suggested.filter((path) => files.includes(path)).length;
    tally.wanted += files.length - 1;
  }
}

function mostTouched(commits: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const path of commits.flat()) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([path]) => path);
}
