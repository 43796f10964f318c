/**
 * The newest commits of a history as lists of files under their current names. Stored next to the code's facts, extended
 * commit by commit, and created again if the history was rewritten.
 */
import { readFileSync } from "node:fs";
import { replaceFile } from "@tacit-memory/files";
import { headOf, isAncestor, type LoggedCommit, readCommits } from "./commit-log.ts";
import { HISTORY } from "./limits.ts";

export interface CommitWindow {
  /** The newest commit in the window; "" for none. */
  readonly head: string;
  /** Newest first: paths of files that still exist according to that history. */
  readonly commits: readonly (readonly string[])[];
}

export const NO_COMMITS: CommitWindow = { head: "", commits: [] };

const FORMAT = 1;

interface WindowFile {
  readonly format: number;
  readonly limits: string;
  readonly head: string;
  readonly paths: readonly string[];
  readonly commits: readonly (readonly number[])[];
}

const limits = () => `${HISTORY.commits} ${HISTORY.commitFiles}`;

/** Reads the stored window; an empty one if the file is missing or invalid. */
export function readWindow(path: string): CommitWindow {
  try {
    const file = JSON.parse(readFileSync(path, "utf8")) as WindowFile;
    if (file.format !== FORMAT || file.limits !== limits()) return NO_COMMITS;
    const commits = file.commits.map((numbers) => numbers.map((item) => file.paths[item] ?? ""));
    return { head: file.head, commits };
  } catch {
    return NO_COMMITS;
  }
}

function writeWindow(path: string, window: CommitWindow): void {
  const numbers = new Map<string, number>();
  const numberOf = (item: string) => {
    const index = numbers.get(item) ?? numbers.size;
    numbers.set(item, index);
    return index;
  };
  const commits = window.commits.map((files) => files.map(numberOf));
  const { head } = window;
  const file: WindowFile = {
    format: FORMAT,
    limits: limits(),
    head,
    paths: [...numbers.keys()],
    commits,
  };
  replaceFile(path, JSON.stringify(file), { folderMode: 0o700 });
}

export interface WindowOptions {
  readonly isQuick: boolean;
  /** The commit of HEAD, if it is known already, which saves starting git. */
  readonly knownHead?: string | null;
}

/**
 * Reads the window at `path`, extends it to HEAD and stores it. `isQuick`: if the history would have to be read from its
 * start, the stored window is returned unchanged.
 */
export async function currentWindow(
  root: string,
  path: string,
  { isQuick, knownHead = null }: WindowOptions,
): Promise<CommitWindow> {
  const stored = readWindow(path);
  const head = knownHead ?? (await headOf(root));
  if (head === null) return NO_COMMITS;
  if (stored.head === head) return stored;
  const isLater = stored.head !== "" && (await isAncestor(root, stored.head, head));
  if (isQuick && !isLater) return stored;
  const limit = HISTORY.commits;
  const range = isLater ? `${stored.head}..${head}` : head;
  const news: LoggedCommit[] = [];
  for await (const commit of readCommits(root, range, limit)) news.push(commit);
  const window = advanced(isLater ? stored : NO_COMMITS, news, head);
  writeWindow(path, window);
  return window;
}

/** Adds commits to a window. `news` is sorted newest first and follows the commits of `before`. */
export function advanced(
  before: CommitWindow,
  news: readonly LoggedCommit[],
  head: string,
): CommitWindow {
  const names = new Map<string, string | null>();
  const today = (path: string) => (names.has(path) ? (names.get(path) ?? null) : path);
  const commits = news.map((commit) => filesOf(commit, names, today));
  const older = before.commits.map((files) => files.flatMap((path) => today(path) ?? []));
  const limit = HISTORY.commits;
  const withFiles = [...commits, ...older].filter((files) => files.length > 0);
  return { head, commits: withFiles.slice(0, limit) };
}

/**
 * Returns a commit's files under their current names and updates `names`, which maps the paths of older commits: to the new
 * name after a rename, or to null after a deletion. All renames of a commit happen at once, because two files may swap names.
 */
function filesOf(
  { changes }: LoggedCommit,
  names: Map<string, string | null>,
  today: (path: string) => string | null,
): string[] {
  const named = changes.map((change) => ({ ...change, now: today(change.path) }));
  for (const { kind, path } of named) {
    if (!names.has(path)) names.set(path, kind === "deleted" ? null : path);
  }
  const renamed = named.filter(({ kind }) => kind === "renamed");
  for (const { path } of renamed) names.set(path, null);
  for (const { from, now } of renamed) names.set(from, now);
  if (changes.length > HISTORY.commitFiles) return [];
  return named.flatMap(({ kind, now }) => (kind === "deleted" || now === null ? [] : now));
}
