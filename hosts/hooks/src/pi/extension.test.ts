/** Tests the extension in pi's place: what the hook receives, and where its answer is put. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RecordingHook, recordingHook } from "../plugin/testing-hook.ts";
import { type Pi, type PiContext, piExtension } from "./extension.ts";
import type { PiTool } from "./server-tools.ts";

const NOTE = "<tacit-memory>a note</tacit-memory>";

let hook: RecordingHook;
let branch: object[];
let tools: PiTool[];
let listeners: Map<string, ((event: never, context: PiContext) => Promise<unknown>)[]>;

beforeEach(() => {
  hook = recordingHook();
  branch = [];
  listeners = new Map();
  tools = [];
  const pi: Pi = {
    on: (name, listen) => listeners.set(name, [...(listeners.get(name) ?? []), listen]),
    registerTool: (tool) => tools.push(tool),
  };
  piExtension({ ...hook.command, server: [process.execPath, join(hook.folder, "server.cjs")] })(pi);
});
afterEach(() => hook.remove());

const CONTEXT = {
  cwd: process.cwd(),
  sessionManager: { getSessionId: () => "s1", getBranch: () => branch },
} as PiContext;

/** Fires an event and returns the answers of all listeners in order, without empty ones. */
async function fire(name: string, event: unknown = {}, context = CONTEXT): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const listen of listeners.get(name) ?? []) {
    const answer = await listen(event as never, context);
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

const payloads = (event: string) =>
  hook.calls().flatMap((call) => (call.event === event ? [call.payload] : []));

test("reports a prompt and returns the answer as a hidden message of ours", async () => {
  hook.answerWith({ before_agent_start: NOTE });
  expect(await fire("before_agent_start", { prompt: "Rename the port." })).toEqual([
    { message: { customType: "tacit", content: NOTE, display: false } },
  ]);
  expect(payloads("before_agent_start")).toEqual([
    { session: "s1", cwd: process.cwd(), prompt: "Rename the port.", standing: "fresh" },
  ]);
});

test("treats a session as opened by our message until a compaction removes it", async () => {
  const ours = { id: "o", type: "custom_message", customType: "tacit" };
  const others = { id: "x", type: "custom_message", customType: "other" };
  const compaction = (firstKeptEntryId: string) => ({ type: "compaction", firstKeptEntryId });
  const standings: [object[], string][] = [
    [[others], "fresh"],
    [[others, ours], "opened"],
    [[ours, others, compaction("x")], "compacted"],
    [[ours, others, compaction("gone")], "compacted"],
    [[others, ours, compaction("o")], "opened"],
    [[others, compaction("x"), ours], "opened"],
  ];
  for (const [entries] of standings) {
    branch = entries;
    await fire("before_agent_start", { prompt: "Go on." });
  }
  const states = payloads("before_agent_start").map(({ standing: state }) => state);
  expect(states).toEqual(standings.map(([, expected]) => expected));
});

test("reports a tool's result as text and appends the answer", async () => {
  hook.answerWith({ tool_result: NOTE });
  const image = { type: "image", data: "x" };
  const content = [{ type: "text", text: "no such file" }, image];
  const call = { toolName: "read", toolCallId: "c1", input: { path: "a" }, isError: true };
  expect(await fire("tool_result", { ...call, content })).toEqual([
    { content: [...content, { type: "text", text: NOTE }] },
  ]);
  expect(payloads("tool_result")).toMatchObject([{ ...call, output: "no such file" }]);
});

test("leaves pi's own data unchanged without an answer", async () => {
  const call = { toolName: "read", toolCallId: "c1", input: {}, isError: false, content: [] };
  expect(await fire("tool_result", call)).toEqual([]);
  expect(await fire("before_agent_start", { prompt: "Go on." })).toEqual([]);
  expect(await fire("context", { messages: [] })).toEqual([]);
  expect(await fire("session_before_compact", {})).toEqual([]);
});

test("shows the start block in a run that continues after a compaction, at one place, once", async () => {
  hook.answerWith({ context: NOTE });
  branch = [{ type: "compaction" }];
  await fire("session_before_compact");
  await fire("session_compact", { compactionEntry: { summary: "Halfway." } });
  const [summary, call, result] = ["summary", "call", "result"].map((role) => ({ role }));
  const ours = { role: "custom", customType: "tacit", content: NOTE, display: false };
  expect(await fire("context", { messages: [summary] })).toMatchObject([
    { messages: [summary, ours] },
  ]);
  expect(await fire("context", { messages: [summary, call, result] })).toMatchObject([
    { messages: [summary, ours, call, result] },
  ]);
  await fire("before_agent_start", { prompt: "Go on." });
  expect(await fire("context", { messages: [summary] })).toEqual([]);
  expect(payloads("session_compact")).toMatchObject([{ summary: "Halfway." }]);
  expect(payloads("context")).toHaveLength(1);
});

test("answers the prompt, not the request, after a compaction between two prompts", async () => {
  await fire("session_compact", {});
  await fire("before_agent_start", { prompt: "Go on." });
  expect(await fire("context", { messages: [{ role: "user" }] })).toEqual([]);
  expect(payloads("context")).toEqual([]);
});

test("reports the last message at a run's end, and the reason at the program's end", async () => {
  const messages = [
    { role: "assistant", content: [{ type: "text", text: "Looking." }] },
    { role: "assistant", content: [{ type: "text", text: "Done." }] },
    { role: "custom", content: "else" },
  ];
  await fire("agent_end", { messages });
  await fire("session_start", { reason: "resume" });
  await fire("session_shutdown", { reason: "quit" });
  expect(payloads("agent_end")).toMatchObject([{ message: "Done." }]);
  expect(payloads("session_start")).toMatchObject([{ reason: "resume" }]);
  expect(payloads("session_shutdown")).toMatchObject([{ reason: "quit" }]);
});

/** Test server: exits on "end", never answers on "hang". */
const SERVER = `
require("node:readline").createInterface(process.stdin).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const say = (more) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...more }) + "\\n");
  const tool = { name: "recall", title: "Recall", description: "d", inputSchema: { type: "object" } };
  if (method === "initialize") { process.stdout.write("stray\\n"); say({ result: {} }); }
  if (method === "tools/list") say({ result: { tools: [tool] } });
  if (method !== "tools/call") return;
  const { query } = params.arguments;
  if (query === "end") process.exit(1);
  if (query === "hang") return;
  if (query === "refuse") return say({ error: { code: -1, message: "no such tool" } });
  const content = [{ type: "text", text: query + " in " + process.cwd() }];
  say({ result: { content, isError: query === "fail" } });
});`;

test("offers the server's tools, which answer from the session's folder", async () => {
  writeFileSync(join(hook.folder, "server.cjs"), SERVER);
  await fire("session_start", { reason: "startup" });
  await fire("session_start", { reason: "new" });
  expect(tools).toMatchObject([
    { name: "tacit_recall", label: "Recall", parameters: { type: "object" } },
  ]);
  const ask = (query: string) => tools[0]?.execute("c1", { query });
  expect((await ask("port"))?.content).toEqual([
    { type: "text", text: `port in ${process.cwd()}` },
  ]);
  await expect(ask("fail")).rejects.toThrow("fail in");
  await expect(ask("refuse")).rejects.toThrow("no such tool");
  await expect(ask("end")).rejects.toThrow("stopped");
  expect((await ask("again"))?.content[0]?.text).toContain("again");
  await fire("session_shutdown", { reason: "quit" });
});

test("stops waiting for a tool that its user stops", async () => {
  writeFileSync(join(hook.folder, "server.cjs"), SERVER);
  await fire("session_start", { reason: "startup" });
  const stopped = new AbortController();
  const result = tools[0]?.execute("c1", { query: "hang" }, stopped.signal);
  stopped.abort();
  await expect(result).rejects.toThrow("stopped by the user");
  const again = tools[0]?.execute("c2", { query: "hang" }, stopped.signal);
  await expect(again).rejects.toThrow("stopped by the user");
  expect((await tools[0]?.execute("c3", { query: "port" }))?.content[0]?.text).toContain("port");
  await fire("session_shutdown", { reason: "quit" });
});

test("continues without tools if there is no server", async () => {
  await fire("session_start", { reason: "startup" });
  expect(tools).toEqual([]);
  expect(payloads("session_start")).toHaveLength(1);
});

test("does not fail on anything that pi could pass", async () => {
  const none = JSON.parse("null");
  for (const name of listeners.keys()) {
    await expect(fire(name, none, none)).resolves.toEqual([]);
  }
  expect(hook.calls()).toEqual([]);
});
