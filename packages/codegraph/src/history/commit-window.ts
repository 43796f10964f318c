/**
 * The newest commits of a history as lists of files, by the names those have today. Kept beside the code's
 * facts, brought further commit by commit, and made anew when the history is another one.
 */
import { readFileSync } from "node:fs";
import { replaceFile } from "@tacit-memory/files";
import { headOf, isAncestor, type LoggedCommit, readCommits } from "./commit-log.ts";
import { HISTORY } from "./tuning.ts";

export interface CommitWindow {
  /** The newest commit that is in it; "" for none. */
  readonly head: string;
  /** Newest first: paths of files that are still there by that history. */
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

/** What is kept; none when there is nothing that can be believed. */
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
  /** The commit that HEAD is, where somebody has read it already: git need not be started to ask. */
  readonly knownHead?: string | null;
}

/**
 * What is kept at `path`, brought up to HEAD and kept again. `isQuick`: a history that would have to be read
 * from its beginning is left for another time, and what is kept is given as it is.
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
  const most = HISTORY.commits;
  const range = isLater ? `${stored.head}..${head}` : head;
  const news: LoggedCommit[] = [];
  for await (const commit of readCommits(root, range, most)) news.push(commit);
  const window = advanced(isLater ? stored : NO_COMMITS, news, head);
  writeWindow(path, window);
  return window;
}

/** `news` newest first, all of them after what `before` has. */
export function advanced(
  before: CommitWindow,
  news: readonly LoggedCommit[],
  head: string,
): CommitWindow {
  const names = new Map<string, string | null>();
  const today = (path: string) => (names.has(path) ? (names.get(path) ?? null) : path);
  const commits = news.map((commit) => filesOf(commit, names, today));
  const older = before.commits.map((files) => files.flatMap((path) => today(path) ?? []));
  const most = HISTORY.commits;
  const telling = [...commits, ...older].filter((files) => files.length > 0);
  return { head, commits: telling.slice(0, most) };
}

/**
 * The files of a commit by today's names. `names` then says what older commits mean by a path: what was renamed
 * since, null for what is gone. All of a commit's renames happen at once: two files may change their names.
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
