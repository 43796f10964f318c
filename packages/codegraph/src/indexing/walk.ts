/** Lists the source files of a tree: what git would track or, without git, what `.gitignore` allows. */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isCode, readProjectText } from "@tacit-memory/files";
import { streamGit } from "@tacit-memory/git";
import ignore, { type Ignore } from "ignore";
import { languageOf } from "../facts/languages/languages.ts";
import { isUnreadSource } from "../facts/languages/source-families.ts";

export interface Walked {
  /** Relative POSIX paths of files in a supported language, sorted. */
  readonly sources: readonly string[];
  /** Configuration files that affect module resolution. */
  readonly configs: readonly string[];
  /**
   * Source files whose calls are not read, because no grammar or reader exists, and folders that may not be read, with a slash
   * at the end. Sorted.
   */
  readonly unread: readonly string[];
}

const CONFIG =
  /(?:^|\/)(?:package\.json|[jt]sconfig(?:\.[\w-]+)?\.json|go\.mod|Cargo\.toml|pnpm-workspace\.yaml|Package\.swift|compile_commands\.json|[^/]+\.csproj|Directory\.Build\.(?:props|targets))$/;
/** Folders with third-party or generated code, whether or not git tracks them. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|\.git|\.hg|\.svn|\.tacit|\.venv|venv|site-packages|__pycache__|\.tox|\.next|\.nuxt|\.yarn|\.cache|Pods|DerivedData)\//;
const MINIFIED = /[.-](?:min|bundle)\.[mc]?js$|\.pb\.go$|_pb2(?:_grpc)?\.pyi?$|\.g\.(?:cs|dart)$/;

/** Returns whether a path is in a folder with third-party or generated code. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

/** Returns whether a path is a configuration file that affects module resolution. */
export function isConfig(path: string): boolean {
  return CONFIG.test(path);
}

/** Lists `root` with git, or by walking folders that git does not know. */
export async function walk(root: string): Promise<Walked> {
  const sources: string[] = [];
  const configs: string[] = [];
  const unread: string[] = [];
  const take = (path: string) => {
    if (FOREIGN.test(path)) return;
    if (isUnreadSource(path)) unread.push(path);
    if (CONFIG.test(path)) configs.push(path);
    if (languageOf(path) !== undefined && !MINIFIED.test(path)) sources.push(path);
  };
  const isListed = await listByGit(root, take);
  if (!isListed) walkFolder(root, take, (folder) => unread.push(`${folder}/`));
  // git lists a file in conflict once per side.
  const sorted = (paths: readonly string[]) => [...new Set(paths)].sort();
  return { sources: sorted(sources), configs: sorted(configs), unread: sorted(unread) };
}

/**
 * Maximum milliseconds for git. A tree of a million files is listed in seconds; beyond that git waits for something (a pipe
 * in the place of `.gitignore`), and the folder is walked.
 */
const LIST_MS = 10_000;

/**
 * Lists files with git as a stream, because a tree may have 100,000 files. Returns false if git is missing or does not know
 * the folder.
 */
async function listByGit(root: string, take: (path: string) => void): Promise<boolean> {
  const question = ["ls-files", "-z", "-c", "-o", "--exclude-standard"];
  const git = await streamGit(root, question, LIST_MS);
  let rest = "";
  for await (const chunk of git.stdout) {
    const paths = (rest + String(chunk)).split("\0");
    rest = paths.pop() ?? "";
    for (const path of paths) take(path);
  }
  return (await git.ended) === 0;
}

interface Level {
  readonly folder: string;
  readonly rules: readonly { readonly folder: string; readonly rules: Ignore }[];
}

/** Walks a folder. Links are not followed, so no loops occur. */
function walkFolder(
  root: string,
  take: (path: string) => void,
  refuse: (folder: string) => void,
): void {
  const open: Level[] = [{ folder: "", rules: [] }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { folder } = level;
    const entries = entriesOf(join(root, folder), () => refuse(folder));
    const rules = withOwnRules(root, level, entries);
    for (const entry of entries) {
      const path = level.folder === "" ? entry.name : `${level.folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (isLeftOut(rules, path, isFolder) || FOREIGN.test(`${path}/`)) continue;
      if (isFolder) open.push({ folder: path, rules });
      else take(path);
    }
  }
}

function isLeftOut(rules: Level["rules"], path: string, isFolder: boolean): boolean {
  return rules.some(({ folder, rules: own }) => {
    const within = folder === "" ? path : path.slice(folder.length + 1);
    return own.ignores(isFolder ? `${within}/` : within);
  });
}

/** Maximum size; a `.gitignore` written by a person is smaller. */
const MAX_RULES_BYTES = 1_000_000;

/**
 * Reads a folder's `.gitignore` only if it is listed: trying to open a missing file in every folder takes longer than listing
 * all folders.
 */
function withOwnRules(root: string, level: Level, entries: readonly Dirent[]): Level["rules"] {
  if (!entries.some(({ name }) => name === ".gitignore")) return level.rules;
  const text = readProjectText(root, join(level.folder, ".gitignore"), MAX_RULES_BYTES);
  if (text === null) return level.rules;
  return [...level.rules, { folder: level.folder, rules: ignore().add(text) }];
}

/** Returns files and folders. Links, pipes and devices are not sources. `refuse` is called if they may not be read. */
function entriesOf(folder: string, refuse: () => void): Dirent[] {
  try {
    const all = readdirSync(folder, { withFileTypes: true });
    return all.filter((entry) => entry.isDirectory() || entry.isFile());
  } catch (error) {
    // A folder may also be deleted in the meantime.
    if (isRefused(error)) refuse();
    return [];
  }
}

/** Returns modification time and size, or null if the path is no longer a regular file. */
export function statOf(root: string, path: string): { mtimeMs: number; size: number } | null {
  try {
    // Called once per file and query: `join` would double the time to build the path.
    const stat = lstatSync(`${root}/${path}`);
    return stat.isFile() ? { mtimeMs: stat.mtimeMs, size: stat.size } : null;
  } catch {
    return null;
  }
}

/** Returns whether a path exists that may not be read. */
export function isUnreadable(root: string, path: string): boolean {
  try {
    lstatSync(`${root}/${path}`);
    return false;
  } catch (error) {
    return isRefused(error);
  }
}

const isRefused = (error: unknown) => isCode(error, ["EACCES", "EPERM"]);

export function isFolder(root: string, path: string): boolean {
  try {
    return lstatSync(join(root, path)).isDirectory();
  } catch {
    return false;
  }
}
