/** Tests payloads of the shapes that Copilot CLI 1.0.102 sends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProjectSync } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { COPILOT } from "./copilot.ts";

const moments = momentsOf(COPILOT);
const ground = mkdtempSync(join(tmpdir(), "tacit-copilot-"));
const transcript = join(ground, "events.jsonl");
afterAll(() => {
  moments.remove();
  rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
});

let sessions = 0;
const SESSION = "c83f4dd0-2a09-42c5-94f0-3a575059a176";
const AGENT = "d14dec33-4b28-470e-a00c-ac2ef1dec876";
/** Fields of a subagent's payloads: its own id in place of the session's. */
const INSIDE = {
  sessionId: AGENT,
  agentId: AGENT,
  agentType: "general-purpose",
  parentAgentId: SESSION,
};
const OPENS_AT = ["prompt", "tool_result"];

const payload = (more: object) => ({
  sessionId: SESSION,
  timestamp: 1795221413895,
  cwd: PROJECT_PATH,
  ...more,
});
const read = (event: string, more: object = {}) => moments.read(event, payload(more));
const keys = (event: string, more: object = {}) => moments.keys(event, payload(more));

const tool = (
  toolName: string,
  toolArgs: unknown,
  textResultForLlm: string,
  more: object = {},
) => ({
  toolName,
  toolArgs,
  toolResult: { resultType: "success", textResultForLlm, ...more },
});

test.each([
  ["new", null],
  ["resume", { kind: "settle", isResumed: true }],
  ["startup", null],
])("stores a start by %s and shows nothing", (source, ask) => {
  expect(read("sessionStart", { source, initialPrompt: "Rename the port." })).toEqual({
    ledger: SESSION,
    ask,
    events: [{ agent: "copilot", kind: "session_start", source }],
  });
});

test("treats a prompt as the session's possible first and as one event, however often it is reported", () => {
  const input = { prompt: "Rename the port." };
  expect(read("userPromptSubmitted", input)).toEqual({
    ledger: SESSION,
    ask: { kind: "prompt", prompt: "Rename the port.", opensAt: OPENS_AT },
    events: [{ agent: "copilot", kind: "prompt", text: "Rename the port." }],
  });
  expect(keys("userPromptSubmitted", input)).toEqual(keys("userPromptSubmitted", input));
  expect(keys("userPromptSubmitted", { prompt: "Rename it." })).not.toEqual(
    keys("userPromptSubmitted", input),
  );
});

test("answers a subagent's prompt separately and stores neither the prompt nor the injected text", () => {
  const result = read("userPromptSubmitted", {
    ...INSIDE,
    prompt: "<tacit-memory>\n- use pnpm\n</tacit-memory>\n\nLook at the port.",
  });
  expect(result).toEqual({
    ledger: `${SESSION}/${AGENT}`,
    ask: { kind: "prompt", prompt: "Look at the port." },
    events: [],
  });
});

test("reads a successful command's output without the shell's number", () => {
  const output = "shell-probe-42\n<shellId: 0 completed with exit code 0>";
  const done = read("postToolUse", tool("bash", { command: "printf x" }, output));
  expect(done?.events).toMatchObject([
    { kind: "tool_call", tool: "shell", hostTool: "bash", input: { command: "printf x" } },
    { kind: "tool_result", output: "shell-probe-42", isError: false },
  ]);
  expect(done?.ask).toBeNull();
});

test("reads a failed command as a failure in the form common to all hosts, whatever its result's type", () => {
  const output = "Error: port 3000 is taken\n<shellId: 3 completed with exit code 7>";
  const failed = read("postToolUse", tool("bash", { command: "npm start" }, output));
  const error = "Exit code 7\nError: port 3000 is taken";
  expect(failed?.events[1]).toMatchObject({ isError: true, exitCode: 7, output: error });
  expect(failed?.ask).toEqual({
    kind: "tool",
    files: [],
    error,
    command: "npm start",
    opensAt: OPENS_AT,
  });
});

test("does not read a command that is still running as failed", () => {
  const output = "<command started in background with shellId: 4>";
  const done = read("postToolUse", tool("bash", { command: "npm start" }, output));
  expect(done?.events[1]).toMatchObject({ isError: false, output });
});

test("asks about a file after it was read or changed, not before", () => {
  for (const [name, output] of [
    ["view", "export const answer = 42;\n"],
    ["create", "Created file with 4 characters"],
    ["edit", "File updated with changes."],
  ] as const) {
    const done = read("postToolUse", tool(name, { path: `${PROJECT_PATH}/src/app.ts` }, output));
    expect(done?.ask).toMatchObject({ kind: "tool", files: ["src/app.ts"], error: null });
    expect(done?.events[0]).toMatchObject({ files: ["src/app.ts"] });
  }
});

test("accepts arguments as a JSON text, as its documentation shows them", () => {
  const args = JSON.stringify({ path: `${PROJECT_PATH}/src/app.ts` });
  const done = read("postToolUse", tool("view", args, "x"));
  expect(done?.events[0]).toMatchObject({ tool: "read", files: ["src/app.ts"] });
});

test("reads a failed tool from its own hook or from its result", () => {
  const use = { toolName: "view", toolArgs: { path: `${PROJECT_PATH}/no.txt` } };
  const failed = read("postToolUseFailure", { ...use, error: "Path does not exist" });
  expect(failed?.events[1]).toMatchObject({ isError: true, output: "Path does not exist" });
  expect(failed?.ask).toMatchObject({ error: "Path does not exist" });
  const result = read(
    "postToolUse",
    tool("view", use.toolArgs, "no such file", { resultType: "failure" }),
  );
  expect(result?.events[1]).toMatchObject({ isError: true, output: "no such file" });
});

test("asks nothing about a call that the user refused", () => {
  const refused = tool("bash", { command: "rm x" }, "The user said no", { resultType: "denied" });
  const result = read("postToolUse", refused);
  expect(result?.ask).toBeNull();
});

test("names other servers' tools by their server and does not capture ours", () => {
  const done = read("postToolUse", tool("my-server-search_nodes", { query: "x" }, "[]"));
  expect(done?.events[0]).toMatchObject({ tool: "mcp", hostTool: "mcp__my-server__search_nodes" });
  const own = read("postToolUse", tool("tacit-recall", { query: "pnpm" }, "[mem:0011aabb] x"));
  expect(own).toEqual({ ledger: SESSION, ask: null, events: [] });
});

test("two calls of a tool at the same time have different keys, the same call twice has one", () => {
  const call = (path: string) => keys("postToolUse", tool("view", { path }, ""));
  expect(call("a.ts")).toEqual(call("a.ts"));
  expect(call("a.ts")).not.toEqual(call("b.ts"));
});

test("assigns a subagent's calls to the session that started it", () => {
  const started = read("subagentStart", { ...INSIDE, sessionId: SESSION });
  expect(started).toMatchObject({
    ledger: `${SESSION}/${AGENT}`,
    ask: { kind: "subagent" },
    events: [{ kind: "subagent_start", agentKind: "general-purpose", agentId: AGENT }],
  });
  const done = read("postToolUse", {
    ...INSIDE,
    ...tool("bash", { command: "true" }, "<shellId: 2 completed with exit code 0>"),
  });
  expect(done).toMatchObject({ ledger: `${SESSION}/${AGENT}` });
  expect(done?.events[1]).toMatchObject({ agentId: AGENT, output: "" });
  expect(read("agentStop", { ...INSIDE, stopReason: "end_turn" })).toBeNull();
  expect(read("subagentStop", { ...INSIDE, sessionId: SESSION })?.events).toMatchObject([
    { kind: "subagent_stop", agentId: AGENT },
  ]);
});

test("writes a handoff when a compaction is announced", () => {
  expect(read("preCompact", { trigger: "auto", customInstructions: "" })).toEqual({
    ledger: SESSION,
    ask: { kind: "handoff" },
    events: [{ agent: "copilot", kind: "compaction", summary: "" }],
  });
});

/** Writes what Copilot had written into the session's file when it called the hook. */
function written(...lines: readonly object[]): { readonly transcriptPath: string } {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFileSync(transcript, `not json\n${text}`);
  return { transcriptPath: transcript };
}

const buildMessage = (content: string, more: object = {}) => ({
  type: "assistant.message",
  data: { content, toolRequests: [] },
  ...more,
});

test("reads the last message of a turn from the session's file", () => {
  const userMessage = { type: "user.message", data: { content: "Rename it." } };
  const stop = (...lines: readonly object[]) => read("agentStop", written(...lines))?.events;
  const done = [{ agent: "copilot", kind: "message", text: "Done." }];
  expect(
    stop(userMessage, buildMessage("First."), buildMessage("Done."), buildMessage("")),
  ).toEqual(done);
  expect(
    stop(userMessage, buildMessage("Done."), buildMessage("Inside.", { agentId: AGENT })),
  ).toEqual(done);
  expect(stop(buildMessage("Of the turn before."), userMessage)).toEqual([]);
  expect(stop()).toEqual([]);
  expect(read("agentStop", { transcriptPath: join(ground, "none") })?.events).toEqual([]);
  expect(read("agentStop", { transcriptPath: ground })?.events).toEqual([]);
});

test.each([
  ["compaction_start", { type: "session.compaction_start", data: {} }, true],
  [
    "preCompact",
    { type: "hook.start", data: { hookInvocationId: "x", hookType: "preCompact" } },
    true,
  ],
  ["another hook", { type: "hook.start", data: { hookType: "postToolUse" } }, false],
  ["a text about it", buildMessage('{"type":"session.compaction_start"}'), false],
])("asks about a tool after %s only if that is a compaction", (_name, line, isAsked) => {
  const session = `c${++sessions}`;
  const folder = join(ground, "session-state", session);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "events.jsonl"), `${JSON.stringify(line)}\n`);
  const use = { ...payload(tool("glob", { pattern: "*" }, "")), sessionId: session };
  const env = { COPILOT_HOME: ground };
  const decoded = COPILOT.decode("postToolUse", use, resolveProjectSync(ground), 0, env);
  expect(decoded?.ask).toEqual(
    isAsked ? { kind: "tool", files: [], error: null, opensAt: OPENS_AT } : null,
  );
});

test("reads no file for a session id that leads to another folder", () => {
  mkdirSync(join(ground, "session-state"), { recursive: true });
  writeFileSync(join(ground, "events.jsonl"), '{"type":"session.compaction_start"}\n');
  const use = { ...payload(tool("glob", { pattern: "*" }, "")), sessionId: ".." };
  const env = { COPILOT_HOME: ground };
  const decoded = COPILOT.decode("postToolUse", use, resolveProjectSync(ground), 0, env);
  expect(decoded?.ask).toBeNull();
});

test("reads the end of a session", () => {
  const end = read("sessionEnd", { reason: "complete" });
  expect(end?.ask).toEqual({ kind: "settle" });
  expect(end?.events).toMatchObject([{ kind: "session_end", reason: "complete" }]);
});

test.each(["preToolUse", "permissionRequest", "errorOccurred", "notification", "toString"])(
  "ignores %s",
  (event) => expect(read(event)).toBeNull(),
);

test("answers with one object that contains only the text", () => {
  expect(COPILOT.encode("postToolUse", "a\nb", { sessionId: SESSION })).toBe(
    '{"additionalContext":"a\\nb"}',
  );
  expect(COPILOT.encode("userPromptSubmitted", "a")).toBe('{"additionalContext":"a"}');
  expect(COPILOT.encode("postToolUse", "", {})).toBe("");
});

test("property: no payload makes it fail", () => {
  const fields = ["sessionId", "toolName", "toolArgs", "toolResult", "prompt", "agentId", "error"];
  const anyPayload = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
  const events = ["sessionStart", "userPromptSubmitted", "postToolUse", "agentStop", "sessionEnd"];
  void fc.assert(
    fc.property(anyPayload, fc.constantFrom(...events), (more, event) => {
      expect(() => read(event, more)).not.toThrow();
    }),
  );
});
