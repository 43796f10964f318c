/** Tests a program as a writer: its input, its failures, and that no files or processes remain. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { OWN_REQUEST } from "../../domain/text/own-request.ts";
import { modelFaultOf } from "../../search/models/model-fault.ts";
import { PROGRAMS } from "./host-programs.ts";
import { openWriter } from "./open-writer.ts";

const QUESTION = { system: `${OWN_REQUEST}\nwrite`, user: `${OWN_REQUEST}\n[1] user: hello` };

/** Installs a Node script in place of Claude Code; its `folder` is the only one on the PATH besides Node's own. */
function ground(script: string | null) {
  const base = mkdtempSync(join(tmpdir(), "tacit-program-writer-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  if (script !== null) {
    const path = join(base, "claude");
    writeFileSync(path, `#!${process.execPath}\n${script}\n`);
    chmodSync(path, 0o755);
  }
  const env = { PATH: base, HOME: base, SEEN: join(base, "seen") };
  const choice = { kind: "program", program: "claude-code", model: null } as const;
  const writer = openWriter({ ...choice, callsADay: 5, sinceMs: 0 }, env);
  const ask = (budgetMs = 20_000) => writer.ask(QUESTION, { budgetMs });
  return { base, ask };
}

const answering = (result: string) =>
  `console.log(JSON.stringify({ result: ${JSON.stringify(result)}, is_error: false, usage: { input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 2 } }))`;

test("sends the question, runs in its own folder with TACIT_OFF, and reads the answer", async () => {
  const { base, ask } = ground(`
    const fs = require("node:fs");
    const stdin = fs.readFileSync(0, "utf8");
    fs.writeFileSync(process.env.SEEN, JSON.stringify({ stdin, args: process.argv.slice(2), cwd: process.cwd(), system: fs.readFileSync("instructions.md", "utf8"), files: fs.readdirSync("."), off: process.env.TACIT_OFF }));
    ${answering("NONE")}`);
  expect(await ask()).toEqual({ text: "NONE", inputTokens: 12, outputTokens: 2 });
  const seen = JSON.parse(readFileSync(join(base, "seen"), "utf8"));
  expect(seen).toMatchObject({ stdin: QUESTION.user, files: ["instructions.md"], off: "1" });
  expect(seen.system).toBe(QUESTION.system);
  expect(existsSync(seen.cwd)).toBe(false);
});

test.each<[string, string | null, string, RegExp]>([
  [
    "is not there",
    null,
    "not_there",
    /the PATH contains no program `claude`; install it with `npm install/,
  ],
  [
    "is not signed in",
    `console.log(JSON.stringify({ is_error: true, result: "Invalid API key · Please run /login" })); process.exit(1)`,
    "unauthorised",
    /not signed in: run `claude` once and sign in/,
  ],
  [
    "has used up its plan",
    `console.error("Claude usage limit reached"); process.exit(1)`,
    "rate_limited",
    /limit is reached: Claude usage limit reached; try again later/,
  ],
  [
    "crashes",
    `console.error("boom"); process.exit(3)`,
    "server_error",
    /ended with 3: boom; run `claude`/,
  ],
  ["says nothing", "", "unexpected_shape", /gave no answer/],
  ["says something else", `console.log("hello")`, "unexpected_shape", /gave no answer: hello/],
  ["answers with an empty text", answering(""), "unexpected_shape", /gave no answer/],
  [
    "does not stop talking",
    `const line = "x".repeat(65536); const go = () => { while (process.stdout.write(line)); process.stdout.once("drain", go); }; go();`,
    "too_large",
    /larger than 1000000 bytes/,
  ],
])("reports a program that %s", async (_name, script, fault, reason) => {
  const failure = await ground(script)
    .ask()
    .catch((error: unknown) => error);
  expect(modelFaultOf(failure)).toBe(fault);
  expect(String((failure as { facts: { reason: string } }).facts.reason)).toMatch(reason);
});

test("kills a hanging program with its children at its deadline and removes its folder", async () => {
  const { base, ask } = ground(`
    const fs = require("node:fs");
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "ignore" });
    fs.writeFileSync(process.env.SEEN, JSON.stringify({ pids: [process.pid, child.pid], cwd: process.cwd() }));
    setInterval(() => undefined, 1000);`);
  const failure = await ask(2000).catch((error: unknown) => error);
  expect(modelFaultOf(failure)).toBe("timeout");
  const { pids, cwd } = JSON.parse(readFileSync(join(base, "seen"), "utf8"));
  const isGone = () => !existsSync(cwd) && !pids.some(isAlive);
  // The system reports the end of a process with a delay.
  await vi.waitFor(() => expect(isGone()).toBe(true), { timeout: 200_000 });
  expect(readdirSync(base).sort()).toEqual(["claude", "seen"]);
});

/** Whether a process is running. A zombie process, which has not been reaped, has ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test.each(["claude-code", "codex", "gemini"] as const)("parses the output of %s", (name) => {
  const { read } = PROGRAMS[name];
  for (const text of ["", "garbage", "{}", "[]", "null", '{"result":', "{".repeat(5000)])
    expect(read(text)).toBe(null);
});
