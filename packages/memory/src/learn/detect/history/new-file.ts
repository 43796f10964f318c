/** Finds the files that commits change together with a new file in a folder: a list of the files, or a parallel folder. */

import { dirname } from "node:path/posix";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { type Companion, newFileText } from "../../../domain/text/new-file-text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import { isHabit, isStillDone } from "./over-time.ts";
import { isByMachine, isCodeFile, isTestFile, learned, type PastCommit } from "./past-commits.ts";

const TITLE_CHARS = 80;
/** Folders of data, pictures and notes. A new file in them needs no other change worth a memory. */
const DATA_FILES =
  /(?:^|\/)(?:__snapshots__|snapshots?|fixtures?|__fixtures__|testdata|test-data|data|assets|images?|img|media|static|vendor|third_party|node_modules|dist|generated|\.changesets?|\.yarn|changelog\.d|newsfragments?|changes|unreleased)(?:\/|$)|\d+\.(?:\d|x)/i;
/** Index files that the language itself requires, in the folder or in a folder above it. */
const OWN_LIST = /^(?:index|mod|__init__|lib|main)\.\w+$/;
/** Files that change with everything. */
const UBIQUITOUS =
  /(^|\/)(?:package(?:-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.(?:lock|toml)|go\.(?:mod|sum)|poetry\.lock|uv\.lock|(?:CHANGELOG|CHANGES|HISTORY|NEWS)[^/]*|version\.\w+|README\.md)$/i;

export function newFiles(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  const own = commits.filter(
    (commit) => commit.files.length <= HARVEST.addedMaxFiles && !isByMachine(commit),
  );
  const usual = usualCounts(own);
  const found: FolderCompanions[] = [];
  for (const [folder, adding] of byFolder(own)) {
    if (adding.length < HARVEST.addedMinCommits || DATA_FILES.test(folder)) continue;
    if (!isHabit(adding, own)) continue;
    const companions = companionsOf(folder, adding, { usual, of: own.length });
    // A test for a new file is expected anyway.
    if (isTestFile(`${folder}/`) ? companions.length > 0 : companions.some(isNoTest))
      found.push({ folder, adding, with: companions });
  }
  found.sort((a, b) => b.adding.length - a.adding.length || (a.folder < b.folder ? -1 : 1));
  return found
    .filter((item, i) => !found.some((other, at) => at !== i && isStatedBy(item, other, at < i)))
    .slice(0, HARVEST.addedMost)
    .map(({ folder, adding, with: companions }) => {
      return learned(trace, {
        subject: `new-file:${folder}`,
        score: HARVEST.addedScore,
        type: "causal_dependency",
        title: titleOf(folder, companions),
        content: newFileText(folder, adding.length, companions),
        detail: sentenceOf("commits_with_new_file", { count: adding.length }),
        files: companions.map(({ path }) => path).filter((path) => !path.endsWith("/")),
        payload: { folder, of: adding.length, companions },
        from: adding,
      });
    });
}

/** Names the file that changes most often if that is short enough. */
function titleOf(folder: string, [first]: readonly Companion[]): string {
  const start = `When you add a file to ${folder}: also change`;
  const named = `${start} ${first?.path}`;
  return first !== undefined && named.length <= TITLE_CHARS && !first.path.endsWith("/")
    ? named
    : `${start} other files`;
}

function isNoTest({ path }: Companion): boolean {
  return !isTestFile(path);
}

interface FolderCompanions {
  readonly folder: string;
  readonly adding: readonly PastCommit[];
  readonly with: readonly Companion[];
}

/** Whether the memory of the other folder, which has more companions or comes first, already states this one. */
function isStatedBy(one: FolderCompanions, other: FolderCompanions, isFirst: boolean): boolean {
  if (isFirst && other.with.some(({ path }) => path === `${one.folder}/`)) return true;
  const isPart = one.with.every(({ path }) => other.with.some((its) => its.path === path));
  return isPart && (isFirst || one.with.length < other.with.length);
}

function byFolder(commits: readonly PastCommit[]): Map<string, PastCommit[]> {
  const folders = new Map<string, PastCommit[]>();
  for (const commit of commits) {
    for (const folder of new Set(commit.added.map((file) => dirname(file)))) {
      if (folder === ".") continue;
      const adding = folders.get(folder) ?? [];
      adding.push(commit);
      folders.set(folder, adding);
    }
  }
  return folders;
}

/** The files a commit changed and the folders it added files to. */
function touched(commit: PastCommit): Set<string> {
  const added = new Set(commit.added);
  return new Set([
    ...commit.files.filter((file) => !added.has(file)),
    ...commit.added.map((file) => `${dirname(file)}/`),
  ]);
}

function usualCounts(commits: readonly PastCommit[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const commit of commits)
    for (const path of touched(commit)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

function companionsOf(
  folder: string,
  adding: readonly PastCommit[],
  all: { readonly usual: ReadonlyMap<string, number>; readonly of: number },
): Companion[] {
  const showing = new Map<string, Set<PastCommit>>();
  for (const commit of adding)
    for (const path of touched(commit))
      showing.set(path, (showing.get(path) ?? new Set()).add(commit));
  return [...showing]
    .filter(([path, shown]) => {
      if (!isOfUse(path, folder)) return false;
      const count = shown.size;
      const share = count / adding.length;
      const changes = all.usual.get(path) ?? count;
      // A code file that lists the files of the folder seldom changes for other reasons. A file that always changes is no such list.
      if (isCodeFile(path) && count / changes < HARVEST.addedMinOfChanges) return false;
      return (
        share >= HARVEST.addedMinShare &&
        count >= HARVEST.addedMinCommits &&
        share >= (changes / all.of) * HARVEST.addedMinLift &&
        isStillDone(adding, shown)
      );
    })
    .map(([path, shown]) => ({ path, count: shown.size }))
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
    .slice(0, HARVEST.addedMostCompanions);
}

function isOfUse(path: string, folder: string): boolean {
  if (path === `${folder}/` || UBIQUITOUS.test(path) || isOwnList(path, folder)) return false;
  // A new test and the code it tests always change together.
  if (isTestFile(`${folder}/`) && !isTestFile(path)) return false;
  if (path.endsWith("/")) return !DATA_FILES.test(path) && path !== "./";
  return !path.endsWith(".snap") && isTestFile(`${folder}/`) === isTestFile(path);
}

function isOwnList(path: string, folder: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return OWN_LIST.test(name) && `${folder}/`.startsWith(`${dirname(path)}/`);
}
