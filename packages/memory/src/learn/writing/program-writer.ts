/**
 * A writer that is an agent host's own program on this machine, with the user's account. It runs in an empty folder, with
 * TACIT_OFF=1 so that our own hooks do nothing, and is killed with all its children at the deadline.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Env } from "../../domain/options.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { oneLine } from "../../domain/text/text.ts";
import type { ChatAnswer, ChatQuestion } from "../../search/models/chat.ts";
import { modelFailed } from "../../search/models/model-fault.ts";
import { type HostProgram, type HostProgramName, PROGRAMS, type Refusal } from "./host-programs.ts";
import { type Asks, MAX_ANSWER_BYTES } from "./writer.ts";

export type Programs = Readonly<Record<HostProgramName, HostProgram>>;

interface Choice {
  readonly program: HostProgramName;
  readonly model: string | null;
}

/** Maximum characters shown of the output of a failed program. */
const SHOWN_CHARS = 300;
const NOT_SIGNED_IN =
  /\b(?:not (?:logged|signed) in|log ?in|sign in|unauthori[sz]ed|authenticat\w*|invalid api key|api key|401|oauth|credentials?|auth method)\b/i;
const OUT_OF_QUOTA =
  /\b(?:rate.?limit|quota|usage limit|429|overloaded|too many requests|credit balance)\b/i;

export function asksOfProgram(
  id: string,
  { program, model }: Choice,
  env: Env,
  programs: Programs = PROGRAMS,
): Asks {
  const host = programs[program];
  return async (question, _budgetMs, signal) => {
    const folder = mkdtempSync(join(tmpdir(), "tacit-writer-"));
    try {
      for (const [path, text] of Object.entries(host.files(question))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      return answerOf(id, host, await run(id, host, { question, model, env, folder, signal }));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}

interface Run {
  readonly question: ChatQuestion;
  readonly model: string | null;
  readonly env: Env;
  readonly folder: string;
  readonly signal: AbortSignal;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(id: string, host: HostProgram, { question, model, env, folder, signal }: Run) {
  return new Promise<Ran>((resolve, reject) => {
    const isWindows = process.platform === "win32";
    const child = spawn(host.program, host.args({ model, folder }), {
      cwd: folder,
      // It has no use for the token of a database server. TACIT_OFF: our hooks capture nothing and inject nothing in it, and no writer is asked from within.
      env: { ...env, ...host.env, TACIT_OFF: "1", TACIT_AUTH_TOKEN: undefined, PWD: folder },
      // A separate process group, so that child processes are killed too.
      detached: !isWindows,
      shell: isWindows,
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const end = () => endAll(child);
    // If this process is ended by a signal, the program ends too.
    process.once("exit", end);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    const printed = { stdout: "", stderr: "" };
    let bytes = 0;
    const take = (to: keyof typeof printed) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) end();
      else printed[to] += chunk.toString("utf8");
    };
    child.stdout.on("data", take("stdout"));
    child.stderr.on("data", take("stderr"));
    child.on("error", (cause) => {
      stopListening();
      reject(notStarted(id, host, cause));
    });
    child.on("close", (status) => {
      stopListening();
      endAll(child);
      if (bytes > MAX_ANSWER_BYTES)
        reject(modelFailed(id, "too_large", `the answer is larger than ${MAX_ANSWER_BYTES} bytes`));
      else resolve({ status, ...printed });
    });
    // A program that does not read its input closes the pipe; its output tells why.
    child.stdin.on("error", () => undefined);
    child.stdin.end(host.stdin(question));

    function stopListening() {
      process.removeListener("exit", end);
      signal.removeEventListener("abort", end);
    }
  });
}

/** Kills the program with all child processes. Harmless when they have ended. */
function endAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform === "win32")
      spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function notStarted(id: string, { program, title, install }: HostProgram, cause: Error) {
  const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
  const reason = isMissing
    ? sentenceOf("program_missing", { title, program, command: install })
    : sentenceOf("program_not_started", { title, message: cause.message });
  return modelFailed(id, "not_there", reason, cause);
}

function answerOf(id: string, host: HostProgram, { status, stdout, stderr }: Ran): ChatAnswer {
  // Some programs report an error on stderr, in the same form.
  const read = host.read(stdout) ?? host.read(stderr);
  if (read !== null && "text" in read && status === 0 && read.text.trim() !== "") return read;
  throw refused(id, host, status, read, `${stdout}\n${stderr}`);
}

function refused(
  id: string,
  { title, signIn, program }: HostProgram,
  status: number | null,
  read: ChatAnswer | Refusal | null,
  printed: string,
) {
  const own = read !== null && "refusal" in read ? read.refusal : printed;
  const message = oneLine(own).slice(0, SHOWN_CHARS);
  if (OUT_OF_QUOTA.test(own)) {
    const reason = sentenceOf("program_limit", { title, message });
    return modelFailed(id, "rate_limited", reason);
  }
  if (NOT_SIGNED_IN.test(own))
    return modelFailed(
      id,
      "unauthorised",
      sentenceOf("not_signed_in", { title, command: signIn, message }),
    );
  const how = status === 0 ? "gave no answer" : `ended with ${status ?? "a signal"}`;
  const reason = `${title} ${how}${message === "" ? "" : `: ${message}`}; run \`${program}\` in a terminal to see the problem`;
  return modelFailed(id, status === 0 ? "unexpected_shape" : "server_error", reason);
}
