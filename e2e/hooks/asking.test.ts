/** An agent that is asked for notes at the right moments teaches the next session, with real hook processes. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, type HookHost, type HookRun, hookHost } from "./hook-process.ts";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
const REQUEST = /(?:your|its last) reply with (?:a line|lines) `tacit: …`/;
const NOTE =
  "readBody() in src/server.ts consumes the request stream, so a caller must not read it again; cloning was rejected because it doubles memory.";
const QUESTION =
  "Why must a caller of readBody in src/server.ts not read the request stream again?";

function started(env: Readonly<Record<string, string>> = {}) {
  const { home, project } = makeFolders();
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", "server.ts"), "export function readBody() {}\n");
  return { home, project, host: hookHost(home, project, env) };
}

/** Plays a turn in which a test goes from failing to passing. */
async function turn(
  host: HookHost,
  session: string,
  exchange: { readonly prompt: string; readonly reply: string; readonly name?: string },
): Promise<HookRun> {
  const { prompt, reply, name = prompt } = exchange;
  const command = "npm test";
  const call = (id: string) => ({
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: `${name}-${id}`,
    duration_ms: 40,
  });
  const promptAnswer = await host.tell("UserPromptSubmit", session, { prompt });
  const error = "Exit code 1\nFAIL src/server.test.ts\nError: stream was already read";
  await host.tell("PostToolUseFailure", session, { ...call("red"), error });
  const stdout = "Tests  3 passed (3)";
  await host.tell("PostToolUse", session, { ...call("green"), tool_response: { stdout } });
  await stop(host, session, reply);
  return promptAnswer;
}

async function stop(host: HookHost, session: string, reply: string): Promise<void> {
  const ended = await host.tell("Stop", session, { last_assistant_message: reply });
  expect(ended).toEqual({ status: 0, stdout: "", stderr: "" });
}

function cli(home: string, project: string, ...args: string[]): string {
  const env = { ...process.env, TACIT_HOME: home, HOME: home };
  const ran = spawnSync(process.execPath, [CLI, ...args], { cwd: project, env, encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
  return ran.stdout;
}

test.each([
  ["on", "reads the store at some results of a shell, to ask within a long turn", true],
  ["off", "reads no store", false],
])("TACIT_ASK=%s: handles a shell that passes %s", async (ask, _what, isOpened) => {
  const { home, host } = started({ TACIT_ASK: ask });
  for (let n = 0; n < 16; n++) {
    const call = {
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      tool_use_id: `use-${n}`,
    };
    await host.tell("PostToolUse", "s1", { ...call, tool_response: { stdout: "ok" } });
  }
  expect(existsSync(join(home, "memory.db"))).toBe(isOpened);
});

test("sends no request with a slash command or a subagent's prompt, but with the user's next prompt", async () => {
  const { host } = started();
  await host.tell("SessionStart", "first", { source: "startup" });
  const exchange = { prompt: "Make the server tests pass.", reply: "The tests pass now." };
  await turn(host, "first", exchange);
  const ask = (prompt: string, more: object = {}) =>
    host.tell("UserPromptSubmit", "first", { prompt, ...more });
  expect((await ask("/cost of this session so far, please")).stdout).not.toMatch(REQUEST);
  const subagent = { agent_id: "a1", agent_type: "Explore" };
  expect((await ask("Find all callers of the handler.", subagent)).stdout).not.toMatch(REQUEST);
  expect((await ask("Now explain what the handler does.")).stdout).toMatch(REQUEST);
});

test("leads from a fixed test to one request, and from its answer to a memory for the next session", async () => {
  const { home, project, host } = started();
  await host.tell("SessionStart", "first", { source: "startup" });
  const before = await turn(host, "first", {
    prompt: "Make the server tests pass.",
    reply: "The tests pass now.",
  });
  expect(before.stdout).not.toMatch(REQUEST);
  const after = { prompt: "Now explain what the handler does in the docs." };
  const request = contextOf(await host.tell("UserPromptSubmit", "first", after));
  expect(request.split(REQUEST)).toHaveLength(2);
  expect(request).toMatch(/^<tacit-memory>\n[^\n]+\n<\/tacit-memory>$/);
  await stop(host, "first", `The docs explain it.\n\n- **tacit:** ${NOTE}`);

  // Not resolved before the session ends.
  expect(JSON.parse(cli(home, project, "list", "--json"))).toEqual([]);
  const again = { prompt: "And a second example, please, for the docs." };
  expect((await host.tell("UserPromptSubmit", "first", again)).stdout).toBe("");
  await host.tell("SessionEnd", "first", { reason: "other" });

  const shown = contextOf(await host.tell("UserPromptSubmit", "second", { prompt: QUESTION }));
  expect(shown).toContain("consumes the request stream");
  expect(shown).toContain("believed");
  const recalled = cli(home, project, "recall", QUESTION);
  expect(recalled.split("cloning was rejected")).toHaveLength(2);
  expect(JSON.parse(cli(home, project, "status", "--json"))).toMatchObject({
    asked: { requests: 1, answered: 1, notes: 1 },
  });
  expect(cli(home, project, "report", "first")).toContain("1 request");
  expect(host.log()).toEqual([]);
});

test("sends no fifth request, and lists notes once they exist", async () => {
  const { host } = started();
  const requestTexts: string[] = [];
  for (let n = 1; n <= 6; n++) {
    const run = await turn(host, "long", {
      prompt: `Fix failing test number ${n} of the server module.`,
      reply: n === 2 ? `Done.\ntacit: ${NOTE}` : "Done.",
    });
    requestTexts.push(run.stdout === "" ? "" : contextOf(run));
  }
  expect(requestTexts.map((item) => REQUEST.test(item))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  // Listed with the first request after the note; later lists are left out if they would cost another request.
  expect(requestTexts[2]).toContain("`tacit drop 1` removes: 1 “readBody()");
  // At 3.6 characters per token.
  const tokens = requestTexts.reduce((sum, item) => sum + item.length / 3.6, 0);
  expect(tokens).toBeLessThanOrEqual(200);
  expect(host.log()).toEqual([]);
});

/** Plays the calls of a session's only turn and returns what their hooks showed. */
async function onlyTurn(host: HookHost, session: string, calls: number): Promise<string[]> {
  await host.tell("UserPromptSubmit", session, { prompt: "Find out why the server hangs." });
  const shown: string[] = [];
  for (let n = 1; n <= calls; n++) {
    const run = await host.tell("PostToolUse", session, {
      tool_name: n % 2 === 0 ? "Read" : "Bash",
      tool_input:
        n % 2 === 0 ? { file_path: "src/server.ts" } : { command: `grep -n read ${n}.ts` },
      tool_use_id: `${session}-${n}`,
      tool_response: { stdout: "export function readBody() {}" },
    });
    shown.push(run.stdout === "" ? "" : contextOf(run));
  }
  return shown;
}

test("sends one request within a single long turn, and its answer becomes a memory", async () => {
  const { home, project, host } = started();
  await host.tell("SessionStart", "only", { source: "startup" });
  const shown = await onlyTurn(host, "only", 12);
  expect(shown.filter((item) => REQUEST.test(item))).toHaveLength(1);
  await stop(host, "only", `The body was read twice.\n\ntacit: ${NOTE}`);
  await host.tell("SessionEnd", "only", { reason: "other" });
  const [memory] = JSON.parse(cli(home, project, "list", "--json"));
  expect(memory.content).toContain("consumes the request stream");
  expect(JSON.parse(cli(home, project, "status", "--json"))).toMatchObject({
    asked: { requests: 1, answered: 1, notes: 1 },
  });
  expect(host.log()).toEqual([]);
});

test("sends no second request for a turn that was asked about while it ran", async () => {
  const { host } = started();
  await onlyTurn(host, "twice", 6);
  await stop(host, "twice", `It hangs because ${"the body is read twice. ".repeat(200)}`);
  const next = await host.tell("UserPromptSubmit", "twice", {
    prompt: "Thanks, and now the docs.",
  });
  expect(next.stdout).not.toMatch(REQUEST);
});

test("sends no requests to subagents", async () => {
  const { host } = started();
  await host.tell("UserPromptSubmit", "nested", { prompt: "Find out why the server hangs." });
  for (let n = 1; n <= 8; n++) {
    const run = await host.tell("PostToolUse", "nested", {
      tool_name: "Read",
      tool_input: { file_path: "src/server.ts" },
      tool_use_id: `nested-${n}`,
      tool_response: { stdout: "x" },
      agent_id: "a1",
    });
    expect(run.stdout).not.toMatch(REQUEST);
  }
});

test("sends no requests when switched off", async () => {
  const { host } = started({ TACIT_ASK: "off" });
  await turn(host, "quiet", { prompt: "Make the server tests pass.", reply: "They pass." });
  const next = { prompt: "Now explain what the handler does in the docs." };
  expect((await host.tell("UserPromptSubmit", "quiet", next)).stdout).toBe("");
});
