/** A host may keep standard input open and write anything: every hook process ends in time with status 0. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { HOOK, hookHost } from "./hook-process.ts";

const TACIT = join(HOOK, "..", "tacit.mjs");
/** A process without its own deadline never ends; one with a deadline ends long before this limit, even on a slow machine. */
const LIMIT_MS = 60_000;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
}

/** Runs a process with standard input open until it has ended. */
function keptOpen(args: readonly string[], home: string, input: string): Promise<Ended> {
  const child = spawn(process.execPath, args, { env: { ...process.env, TACIT_HOME: home } });
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  onTestFinished(() => clearTimeout(limit));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stdin.on("error", () => undefined);
  if (input !== "") child.stdin.write(input);
  return new Promise((resolve) => {
    child.on("exit", (status) => {
      child.stdin.destroy();
      resolve({ status, stdout });
    });
  });
}

const payload = (project: string, more: object = {}) =>
  JSON.stringify({ session_id: "s", cwd: project, prompt: "What is known here?", ...more });

test.each<readonly [string, (project: string) => string, RegExp | null]>([
  ["nothing", () => "", /complete JSON object on standard input in time/],
  [
    "half a payload",
    (project) => payload(project).slice(0, -10),
    /complete JSON object on standard input in time/,
  ],
  ["an array", () => "[1]", /not a JSON object/],
  ["garbage", () => "x", /not a JSON object/],
  ["braces that are no object", () => "{}}}}", /complete JSON object on standard input in time/],
  ["a whole payload", (project) => payload(project), null],
  ["a whole payload and a new line", (project) => `${payload(project)}\n`, null],
  [
    "more than 32 MB",
    () => `{"a":"${"x".repeat(33 * 1024 * 1024)}`,
    // A slow machine reaches the deadline before it has read 32 MB; read-input.test.ts tests the limit itself.
    /larger than 32 MB|complete JSON object on standard input in time/,
  ],
])("%s on an open pipe: both programs end in time and log the reason", async (_name, of, why) => {
  const { home, project } = makeFolders();
  for (const program of [[HOOK], [TACIT, "hook"]]) {
    for (const event of ["PostToolUse", "UserPromptSubmit"]) {
      const ended = await keptOpen([...program, "claude-code", event], home, of(project));
      expect(ended).toMatchObject({ status: 0, stdout: "" });
    }
  }
  const log = hookHost(home, project).log();
  expect(log).toHaveLength(why === null ? 0 : 4);
  for (const line of log) expect(line).toMatch(why ?? /^$/);
});

const long = (chars: number) => `/${"a/".repeat(chars / 2)}`;
const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;

test.each<readonly [string, object]>([
  ["a folder of 4,000 characters", { cwd: long(4_000) }],
  ["a folder of 20,000 characters", { cwd: long(20_000) }],
  ["a folder of 2 million characters", { cwd: long(2_000_000) }],
  ["a file of 4,000 characters", { tool_name: "Edit", tool_input: { file_path: long(4_000) } }],
  ["a file of a million characters", { tool_name: "Edit", tool_input: { file_path: long(1e6) } }],
  ["an input nested 3,000 deep", { tool_name: "Edit", tool_input: nested(3_000) }],
])("handles %s as fast as any payload", async (_name, more) => {
  const { home, project } = makeFolders();
  for (const event of ["PostToolUse", "UserPromptSubmit"]) {
    const ended = await keptOpen([HOOK, "claude-code", event], home, payload(project, more));
    expect(ended).toMatchObject({ status: 0, stdout: "" });
  }
});
