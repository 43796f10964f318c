/**
 * One question to git. Whoever asks says for how long, and an answer that does not come in time is none: commands and
 * servers have seconds; a hook asks only as a session starts or ends, and has a tenth of one or three. Nothing that the
 * repository configures runs (`git-command.ts`).
 */
import type { Readable } from "node:stream";
import { gitCommand } from "./git-command.ts";

export interface GitQuestion {
  readonly timeoutMs: number;
  /** Of the answer; more than that is no answer. Default: 16 million. */
  readonly maxChars?: number | undefined;
  /** For git's standard input. */
  readonly input?: string | undefined;
}

/** What git prints; null when it fails, is not there, or takes too long. Nothing found is an answer, and empty. */
export async function runGit(
  root: string,
  question: readonly string[],
  { timeoutMs, maxChars = 16_000_000, input }: GitQuestion,
): Promise<string | null> {
  const { args, env } = gitCommand(root, question);
  // Loaded here alone: most processes never ask, and the module costs a hook milliseconds.
  const { execFile } = await import("node:child_process");
  const options = {
    encoding: "utf8" as const,
    env,
    timeout: timeoutMs,
    killSignal: "SIGKILL" as const,
    maxBuffer: maxChars,
    windowsHide: true,
  };
  return new Promise<string | null>((resolve) => {
    const git = execFile("git", args, options, (error, stdout) => {
      // `git grep` ends with 1 when it finds nothing.
      const isEmpty = error?.code === 1 && question[0] === "grep";
      resolve(error === null || isEmpty ? stdout : null);
    });
    // One that ends without reading breaks the pipe; what it printed says why.
    git.stdin?.on("error", () => undefined);
    git.stdin?.end(input ?? "");
    // Arguments that are too long, or no arguments at all, are thrown before anything starts.
  }).catch(() => null);
}

/** The same for a process that cannot wait for a promise. */
export function runGitSync(
  root: string,
  question: readonly string[],
  timeoutMs: number,
  encoding: "utf8" | "latin1" = "utf8",
): { readonly answer: string | null; readonly isLate: boolean } {
  const { args, env } = gitCommand(root, question);
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const ran = spawnSync("git", args, {
    encoding,
    env,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
  });
  return { answer: ran.status === 0 ? ran.stdout : null, isLate: ran.signal !== null };
}

export interface GitStream {
  /** UTF-8. Ends empty where git cannot be started. */
  readonly stdout: Readable;
  /** The exit status; "late" past the limit, null where git could not be started or was stopped. */
  readonly ended: Promise<number | "late" | null>;
  readonly stop: () => void;
}

/** For an answer that is read as it comes. */
export async function streamGit(
  root: string,
  question: readonly string[],
  timeoutMs: number,
): Promise<GitStream> {
  const { args, env } = gitCommand(root, question);
  const { spawn } = await import("node:child_process");
  const git = spawn("git", args, { env, stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    git.kill("SIGKILL");
  }, timeoutMs);
  const ended = new Promise<number | "late" | null>((resolve) => {
    git.on("error", () => resolve(null));
    git.on("close", (status) => resolve(isLate ? "late" : status));
  });
  void ended.then(() => clearTimeout(limit));
  return { stdout: git.stdout.setEncoding("utf8"), ended, stop: () => void git.kill("SIGKILL") };
}
