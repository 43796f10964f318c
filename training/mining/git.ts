/** Reads a repository for the miner: its files at HEAD and its commits. Works with bare repositories. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";

export interface Commit {
  readonly subject: string;
  readonly body: string;
  readonly paths: readonly string[];
}

export interface Diff {
  readonly subject: string;
  /** Added and removed lines, without their sign; the first 200 lines of up to 300 characters. */
  readonly lines: readonly string[];
  readonly paths: readonly string[];
}

export interface Blob {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

// Characters that no commit message contains.
const FIELD = "\u0001";
const RECORD = "\u0002";
/** Overrides the user's display settings, which must not change what is mined. */
const AS_SHIPPED = [
  "diff.noprefix=false",
  "diff.mnemonicPrefix=false",
  "log.showSignature=false",
  "core.quotePath=true",
].flatMap((setting) => ["-c", setting]);
const DIFF_LINES = 200;
const LINE_LENGTH = 300;

/** Returns the files at HEAD whose content is available. Throws when the folder is no repository or has no commit. */
export async function listFiles(folder: string): Promise<Blob[]> {
  const files: Blob[] = [];
  const git = startGit(folder, ["ls-tree", "-r", "-l", "--full-tree", "HEAD"]);
  for await (const line of linesOf(git)) {
    const match = /^\d+ blob ([0-9a-f]+)\s+(\d+)\t(.*)$/u.exec(line);
    if (match) files.push({ hash: match[1] ?? "", bytes: Number(match[2]), path: match[3] ?? "" });
  }
  await git.throwIfFailed();
  return files;
}

/** Yields the text of each file in order; skips files that are unavailable or not text. */
export async function* readFiles(
  folder: string,
  files: readonly Blob[],
): AsyncGenerator<{ path: string; text: string }> {
  const git = startGit(folder, ["cat-file", "--batch"]);
  git.child.stdin.end(files.map(({ hash }) => `${hash}\n`).join(""));
  let buffer: Buffer = Buffer.alloc(0);
  let next = 0;
  let isAtEnd = false;
  try {
    for await (const chunk of git.child.stdout) {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      for (let item = firstObject(buffer); item !== null; item = firstObject(buffer)) {
        buffer = buffer.subarray(item.length);
        const file = files[next++];
        if (file !== undefined && item.content?.includes(0) === false) {
          yield { path: file.path, text: item.content.toString("utf8") };
        }
      }
    }
    isAtEnd = true;
  } finally {
    if (!isAtEnd) git.child.kill();
  }
  await git.throwIfFailed();
}

/** Returns the first complete answer of `cat-file --batch`; null content for what is not a file. */
function firstObject(buffer: Buffer): { length: number; content: Buffer | null } | null {
  const end = buffer.indexOf(10);
  if (end < 0) return null;
  const [, type, size = "0"] = buffer.toString("latin1", 0, end).split(" ");
  if (type !== "blob") return { length: end + 1, content: null };
  const length = end + 1 + Number(size) + 1;
  return buffer.length < length ? null : { length, content: buffer.subarray(end + 1, length - 1) };
}

/** Yields commits newest first, without merges. Throws, after the commits it could read, when git stopped early. */
export async function* readCommits(folder: string, limit: number): AsyncGenerator<Commit> {
  const format = `--format=${RECORD}%s${FIELD}%b${FIELD}`;
  const git = startGit(folder, ["log", "--no-merges", `-n${limit}`, "--name-only", format]);
  let record = "";
  for await (const line of linesOf(git)) {
    if (!line.startsWith(RECORD)) {
      record += `\n${line}`;
      continue;
    }
    yield* parseCommit(record);
    record = line.slice(1);
  }
  yield* parseCommit(record);
  await git.throwIfFailed();
}

function parseCommit(record: string): Commit[] {
  const [subject = "", body = "", paths = ""] = record.split(FIELD);
  if (subject === "") return [];
  return [{ subject, body, paths: paths.split("\n").filter((path) => path !== "") }];
}

/** Yields the subject and the changed lines of each commit, newest first. Throws as `readCommits` does. */
export async function* readDiffs(folder: string, limit: number): AsyncGenerator<Diff> {
  const how = ["--no-merges", `-n${limit}`, "--unified=0", "--no-color", "--no-ext-diff"];
  const git = startGit(folder, ["log", "-p", ...how, `--format=${RECORD}%s`]);
  let current: { subject: string; lines: string[]; paths: string[] } | null = null;
  for await (const line of linesOf(git)) {
    if (line.startsWith(RECORD)) {
      if (current !== null) yield current;
      current = { subject: line.slice(1), lines: [], paths: [] };
    } else if (line.startsWith("+++ b/")) current?.paths.push(line.slice(6));
    else if (isChange(line) && (current?.lines.length ?? 0) < DIFF_LINES) {
      current?.lines.push(line.slice(1));
    }
  }
  if (current !== null) yield current;
  await git.throwIfFailed();
}

function isChange(line: string): boolean {
  return line.length < LINE_LENGTH && /^[-+](?![-+])/u.test(line);
}

async function* linesOf({ child }: RunningGit): AsyncGenerator<string> {
  child.stdin.end();
  let isAtEnd = false;
  try {
    yield* createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
    isAtEnd = true;
  } finally {
    if (!isAtEnd) child.kill();
  }
}

interface RunningGit {
  readonly child: ChildProcessWithoutNullStreams;
  /** Throws when the process failed. Call it after reading the output to its end. */
  throwIfFailed(): Promise<void>;
}

function startGit(folder: string, args: readonly string[]): RunningGit {
  const child = spawn("git", [...AS_SHIPPED, "-C", folder, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    // An empty folder inside a checkout must not resolve to that checkout.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(resolve(folder)) },
  });
  let errorOutput = "";
  // Input that git leaves unread when it ends early is not an error of ours.
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-1000);
  });
  const fault = new Promise<string | null>((done) => {
    child.on("error", (error) => done(error.message));
    child.on("close", (code) => done(code === 0 ? null : errorOutput.trim()));
  });
  const throwIfFailed = async (): Promise<void> => {
    const why = await fault;
    if (why !== null) throw new Error(`git ${args[0]} in ${folder}: ${why}`);
  };
  return { child, throwIfFailed };
}
