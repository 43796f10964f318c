/**
 * Asks git one question. The caller sets the time limit, and a late answer is no answer: commands and servers have seconds; a
 * hook asks only as a session starts or ends, and has a tenth of a second or three tenths. Nothing that the repository
 * configures runs (`git-command.ts`).
 */
import type { Readable } from "node:stream";
import { gitCommand } from "./git-command.ts";

export interface GitQuestion {
  readonly timeoutMs: number;
  /** Maximum characters of the answer; a longer answer counts as none. Default: 16 million. */
  readonly maxChars?: number | undefined;
  /** Text for git's standard input. */
  readonly input?: string | undefined;
}

/** Returns what git prints; null if git fails, is not installed or takes too long. An empty result is an answer. */
export async function runGit(
  root: string,
  question: readonly string[],
  { timeoutMs, maxChars = 16_000_000, input }: GitQuestion,
): Promise<string | null> {
  const { args, env } = gitCommand(root, question);
  // Loaded only here: most processes never ask, and the module costs a hook milliseconds.
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
      // `git grep` exits with 1 when it finds nothing.
      const isEmpty = error?.code === 1 && question[0] === "grep";
      resolve(error === null || isEmpty ? stdout : null);
    });
    // If git ends without reading, the pipe breaks; its output states why.
    git.stdin?.on("error", () => undefined);
    git.stdin?.end(input ?? "");
    // Arguments that are too long or invalid throw before anything starts.
  }).catch(() => null);
}

/** Asks the same in a process that cannot wait for a promise. */
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
  /** Output as UTF-8. Ends empty if git cannot be started. */
  readonly stdout: Readable;
  /** The exit status; "late" past the limit, null if git could not be started or was stopped. */
  readonly ended: Promise<number | "late" | null>;
  readonly stop: () => void;
}

/** Asks for an answer that is read as it arrives. */
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
