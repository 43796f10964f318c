/** Tests the plugin in OpenCode's place: what the hook receives, and where its answer is put. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RecordingHook, recordingHook } from "../plugin/testing-hook.ts";
import { openCodePlugin } from "./plugin.ts";
import type { Message, Part } from "./plugin-shapes.ts";

const SESSION = "ses_1";
const NOTE = "<tacit-memory>a note</tacit-memory>";

let hook: RecordingHook;
let infos: Record<string, unknown>;
let requests: string[];

beforeEach(() => {
  hook = recordingHook();
  infos = {};
  requests = [];
});
afterEach(() => hook.remove());

const client = {
  session: {
    get: async ({ path: { id } }: { path: { id: string } }) => {
      requests.push(id);
      if (infos[id] === undefined) throw new Error("no such session");
      return { data: infos[id] };
    },
  },
};
const plugin = () => openCodePlugin(hook.command)({ directory: "/srv/app", client });
const part = (more: Partial<Part>): Part => ({
  id: "prt_1",
  sessionID: SESSION,
  messageID: "msg_1",
  type: "text",
  ...more,
});
const message = (id: string, role: string, parts: Part[], more: object = {}): Message => ({
  info: { id, sessionID: SESSION, role, ...more },
  parts,
});
const payloads = (event: string) =>
  hook.calls().flatMap((call) => (call.event === event ? [call.payload] : []));

async function prompt(hooks: Awaited<ReturnType<typeof plugin>>, text: string, session = SESSION) {
  const parts = [part({ text }), part({ id: "prt_2", text: "read by a program", synthetic: true })];
  const output = { message: { id: "msg_1", agent: "build" }, parts };
  await hooks["chat.message"]({ sessionID: session }, output);
  return parts;
}

test("reports a prompt without text that programs added and marks the answer as synthetic", async () => {
  hook.answerWith({ "chat.message": NOTE });
  const parts = await prompt(await plugin(), "Rename the port.");
  expect(payloads("chat.message")).toEqual([
    {
      ...{ root: SESSION, agent: null, directory: "/srv/app", messageID: "msg_1" },
      ...{ prompt: "Rename the port.", agentKind: "build", isOpened: false },
    },
  ]);
  expect(parts[2]).toEqual({
    ...{ id: "prt_1tacit", sessionID: SESSION, messageID: "msg_1" },
    ...{ type: "text", synthetic: true, ignored: true, text: NOTE },
  });
});

test("adds the answer to the agent's requests but not to a request for a title", async () => {
  hook.answerWith({ "chat.message": NOTE });
  const hooks = await plugin();
  const own = message("msg_1", "user", await prompt(hooks, "Rename the port."));
  const forTitle = [own];
  const forAgent = [own];
  await hooks["experimental.chat.messages.transform"]({}, { messages: forAgent });
  const isSent = (messages: readonly Message[]) =>
    messages.some(({ parts }) => parts.some((item) => item.text === NOTE && item.ignored !== true));
  expect([isSent(forAgent), isSent(forTitle)]).toEqual([true, false]);
  // Parts that the user's own programs marked as ignored stay unchanged.
  const others = [message("msg_2", "user", [part({ text: "hidden", ignored: true })])];
  await hooks["experimental.chat.messages.transform"]({}, { messages: others });
  expect(others[0]?.parts[0]?.ignored).toBe(true);
});

test("adds nothing without an answer and does not report a message without text", async () => {
  const hooks = await plugin();
  expect(await prompt(hooks, "Rename the port.")).toHaveLength(2);
  const parts = [part({ type: "file" })];
  await hooks["chat.message"]({ sessionID: SESSION }, { message: { id: "msg_2" }, parts });
  expect(payloads("chat.message")).toHaveLength(1);
});

test("reports a tool's result and appends the answer to it", async () => {
  hook.answerWith({ "tool.execute.after": NOTE });
  const hooks = await plugin();
  const call = { tool: "bash", sessionID: SESSION, callID: "c1", args: { command: "ls" } };
  const own = { output: "no such file", metadata: { exit: 2 } };
  await hooks["tool.execute.after"](call, own);
  expect(own.output).toBe(`no such file\n\n${NOTE}`);
  const content = [{ type: "text", text: "[]" }];
  await hooks["tool.execute.after"]({ ...call, tool: "notes_find" }, { output: "", content });
  expect(content).toEqual([
    { type: "text", text: "[]" },
    { type: "text", text: NOTE },
  ]);
  expect(payloads("tool.execute.after")).toMatchObject([
    { tool: "bash", callID: "c1", isForeign: false, output: "no such file", exit: 2 },
    { tool: "notes_find", isForeign: true, output: "[]" },
  ]);
});

test("reports a tool that throws once and appends the answer to its error in every request", async () => {
  hook.answerWith({ "tool.error": NOTE });
  const hooks = await plugin();
  const state = () => ({ status: "error", input: { filePath: "a" }, error: "File not found" });
  const failed = () => part({ type: "tool", tool: "read", callID: "c1", state: state() });
  const event = { type: "message.part.updated", properties: { part: failed() } };
  await hooks.event({ event });
  await hooks.event({ event });
  for (const _request of [1, 2]) {
    const messages = [message("msg_2", "assistant", [failed()])];
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    expect(messages[0]?.parts[0]?.state?.error).toBe(`File not found\n\n${NOTE}`);
  }
  expect(payloads("tool.error")).toHaveLength(1);
});

test("leaves our notes out of a compaction and shows the start block after it, at one place, once", async () => {
  hook.answerWith({ "chat.message": NOTE, "session.continued": NOTE });
  const hooks = await plugin();
  const parts = await prompt(hooks, "Rename the port.");
  await hooks["experimental.session.compacting"]({ sessionID: SESSION });
  const head = [message("msg_1", "user", parts)];
  await hooks["experimental.chat.messages.transform"]({}, { messages: head });
  expect(head[0]?.parts.map(({ text }) => text)).toEqual(["Rename the port.", "read by a program"]);
  await hooks.event({ event: { type: "session.compacted", properties: { sessionID: SESSION } } });
  for (const _request of [1, 2]) {
    const rest = [
      message("msg_3", "user", []),
      message("msg_4", "assistant", [part({ text: "Summary." })], { summary: true }),
      message("msg_5", "user", [part({ text: "Continue.", synthetic: true })]),
    ];
    await hooks["experimental.chat.messages.transform"]({}, { messages: rest });
    expect(rest.map((item) => item.parts.filter(({ text }) => text === NOTE).length)).toEqual([
      0, 0, 1,
    ]);
  }
  await prompt(hooks, "Go on.");
  await prompt(hooks, "And on.");
  expect(hook.calls().map(({ event }) => event)).toEqual([
    "chat.message",
    "experimental.session.compacting",
    "session.compacted",
    "session.continued",
    "chat.message",
    "chat.message",
  ]);
  expect(payloads("chat.message").map(({ isOpened }) => isOpened)).toEqual([false, true, false]);
});

test("removes nothing from requests after the next prompt if a compaction was not completed", async () => {
  hook.answerWith({ "chat.message": NOTE });
  const hooks = await plugin();
  await hooks["experimental.session.compacting"]({ sessionID: SESSION });
  const messages = [message("msg_1", "user", await prompt(hooks, "Go on."))];
  await hooks["experimental.chat.messages.transform"]({}, { messages });
  expect(messages[0]?.parts.at(-1)?.text).toBe(NOTE);
});

test("assigns nested subagents to the user's session", async () => {
  const hooks = await plugin();
  const created = (info: object) =>
    hooks.event({ event: { type: "session.created", properties: { info } } });
  await created({ id: SESSION, directory: "/srv/app/web" });
  await created({ id: "ses_2", parentID: SESSION, directory: "/srv/app/web" });
  await created({ id: "ses_3", parentID: "ses_2", directory: "/srv/app/web" });
  await created({ id: SESSION, directory: "/elsewhere" });
  await prompt(hooks, "Look around.", "ses_3");
  expect(payloads("session.created")).toHaveLength(3);
  expect(payloads("chat.message")[0]).toMatchObject({
    ...{ root: SESSION, agent: "ses_3", directory: "/srv/app/web" },
  });
});

test("asks once for a session that began in another process", async () => {
  infos["ses_8"] = { parentID: "ses_7", directory: "/srv/other" };
  const hooks = await plugin();
  await prompt(hooks, "Go on.", "ses_8");
  await prompt(hooks, "Go on.", "ses_8");
  await prompt(hooks, "Go on.", "ses_9");
  expect(requests).toEqual(["ses_8", "ses_9"]);
  expect(payloads("chat.message")).toMatchObject([
    { root: "ses_7", agent: "ses_8", directory: "/srv/other" },
    { root: "ses_7", agent: "ses_8" },
    { root: "ses_9", agent: null, directory: "/srv/app" },
  ]);
});

test("reports the last message at the end of a turn, and each session at the end of the program", async () => {
  const hooks = await plugin();
  await prompt(hooks, "Rename the port.");
  for (const text of ["Looking.", "Done."]) {
    await hooks["experimental.text.complete"]({ sessionID: SESSION }, { text });
  }
  const idle = { event: { type: "session.idle", properties: { sessionID: SESSION } } };
  await hooks.event(idle);
  await hooks.event(idle);
  await hooks.dispose();
  expect(payloads("session.idle").map(({ message: reply }) => reply)).toEqual(["Done.", ""]);
  expect(payloads("dispose")).toEqual([{ root: SESSION, agent: null, directory: "/srv/app" }]);
});

test("waits for a late hook at the end of the program for the latest session only", async () => {
  const hooks = await plugin();
  for (const id of ["ses_1", "ses_2", "ses_3"])
    await hooks.event({ event: { type: "session.created", properties: { info: { id } } } });
  hook.answerWith({ dispose: "hang" });
  await hooks.dispose();
  expect(payloads("dispose").map(({ root }) => root)).toEqual(["ses_3"]);
});

test("does not fail on anything that OpenCode could pass", async () => {
  const hooks = await plugin();
  const odd = JSON.parse("null");
  await hooks.event({ event: { type: "message.part.updated" } });
  await hooks.event({ event: { type: "session.created", properties: { info: 7 } } });
  await hooks.event({ event: { type: "no.such.event", properties: odd } });
  await hooks["chat.message"]({ sessionID: SESSION }, odd);
  await hooks["tool.execute.after"]({ sessionID: SESSION }, undefined);
  await hooks["experimental.chat.messages.transform"]({}, odd);
  await hooks["experimental.chat.messages.transform"]({}, { messages: odd });
  await hooks["experimental.text.complete"](odd, odd);
  await hooks["experimental.session.compacting"](odd);
  await hooks.event(odd);
  await hooks["experimental.chat.messages.transform"]({}, { messages: [] });
  expect(hook.calls()).toEqual([]);
});
