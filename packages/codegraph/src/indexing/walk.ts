/** Which files of a tree are looked at? What git would track; without git, what `.gitignore` leaves. */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { streamGit } from "@tacit-memory/git";
import ignore, { type Ignore } from "ignore";
import { languageOf } from "../facts/languages/languages.ts";
import { isUnreadSource } from "../facts/languages/source-families.ts";

export interface Walked {
  /** Relative POSIX paths of files in a language we read, sorted. */
  readonly sources: readonly string[];
  /** Configuration that says what specifiers mean. */
  readonly configs: readonly string[];
  /** Source files whose calls are not read, for want of a grammar or of a reader. Sorted. */
  readonly unread: readonly string[];
}

const CONFIG =
  /(?:^|\/)(?:package\.json|[jt]sconfig(?:\.[\w-]+)?\.json|go\.mod|Cargo\.toml|pnpm-workspace\.yaml)$/;
/** Folders that hold other people's code or what was made from ours, whatever git thinks of them. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|\.git|\.hg|\.svn|\.tacit|\.venv|venv|site-packages|__pycache__|\.tox|\.next|\.nuxt|\.yarn|\.cache|Pods|DerivedData)\//;
const MINIFIED = /[.-](?:min|bundle)\.[mc]?js$|\.pb\.go$|_pb2(?:_grpc)?\.pyi?$|\.g\.(?:cs|dart)$/;

/** A path in a folder of other people's code, or of what was made from ours. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

/** Whether a path is configuration that says what specifiers mean. */
export function isConfig(path: string): boolean {
  return CONFIG.test(path);
}

/** Lists `root`. A folder git knows nothing of is walked. */
export async function walk(root: string): Promise<Walked> {
  const sources: string[] = [];
  const configs: string[] = [];
  const unread: string[] = [];
  const take = (path: string) => {
    if (FOREIGN.test(path)) return;
    if (isUnreadSource(path)) unread.push(path);
    if (CONFIG.test(path)) configs.push(path);
    else if (languageOf(path) !== undefined && !MINIFIED.test(path)) sources.push(path);
  };
  if (!(await listByGit(root, take))) walkFolder(root, take);
  // A file in conflict is listed once for each side.
  const sorted = (paths: readonly string[]) => [...new Set(paths)].sort();
  return { sources: sorted(sources), configs: sorted(configs), unread: sorted(unread) };
}

/** A tree of a million files is listed in seconds; past this git waits for something (a pipe in the place of `.gitignore`), and the folder is walked. */
const LIST_MS = 10_000;

/** False when git is not there or does not know the folder. Streams: a tree may have 100,000 files. */
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

/** Links are not followed, so there are no loops. */
function walkFolder(root: string, take: (path: string) => void): void {
  const open: Level[] = [{ folder: "", rules: [] }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const entries = entriesOf(join(root, level.folder));
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

/** No `.gitignore` that a person wrote is larger. */
const MAX_RULES_BYTES = 1_000_000;

/** Asked of what is listed: to try to read a file that is not there, in every folder, takes longer than to list them all. */
function withOwnRules(root: string, level: Level, entries: readonly Dirent[]): Level["rules"] {
  if (!entries.some(({ name }) => name === ".gitignore")) return level.rules;
  const text = readProjectText(root, join(level.folder, ".gitignore"), MAX_RULES_BYTES);
  if (text === null) return level.rules;
  return [...level.rules, { folder: level.folder, rules: ignore().add(text) }];
}

/** Links, pipes and devices are nobody's sources. */
function entriesOf(folder: string): Dirent[] {
  try {
    const all = readdirSync(folder, { withFileTypes: true });
    return all.filter((entry) => entry.isDirectory() || entry.isFile());
  } catch {
    // Not ours to read, or gone meanwhile.
    return [];
  }
}

/** Modification time and size, or null for what is no regular file any more. */
export function statOf(root: string, path: string): { mtimeMs: number; size: number } | null {
  try {
    // Once a file and question: putting a path together is half of what it takes when `join` does it.
    const stat = lstatSync(`${root}/${path}`);
    return stat.isFile() ? { mtimeMs: stat.mtimeMs, size: stat.size } : null;
  } catch {
    return null;
  }
}

export function isFolder(root: string, path: string): boolean {
  try {
    return lstatSync(join(root, path)).isDirectory();
  } catch {
    return false;
  }
}
