/** Tests that a plugin which starts the hook always answers the host in time and leaves no process behind. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hookQueue } from "./hook-queue.ts";
import { startHook } from "./start-hook.ts";
import { type RecordingHook, recordingHook } from "./testing-hook.ts";

let hook: RecordingHook;
beforeEach(() => {
  hook = recordingHook();
});
afterEach(() => hook.remove());

const LIMIT_MS = 10_000;
const start = (event: string, payload: object = {}, limitMs = LIMIT_MS) =>
  startHook(hook.command, "opencode", event, payload, limitMs);

test("passes the host, the event and the payload to the hook and returns its text", async () => {
  hook.answerWith({ prompt: "a note" });
  expect(await start("prompt", { session: "s1" })).toEqual({ text: "a note", isLate: false });
  expect(hook.calls()).toMatchObject([
    { host: "opencode", event: "prompt", payload: { session: "s1" } },
  ]);
});

test("passes a home that the hook would not find by itself", async () => {
  await startHook({ ...hook.command, home: "/srv/tacit" }, "pi", "context", {}, LIMIT_MS);
  expect(hook.calls()[0]).toMatchObject({ home: "/srv/tacit" });
});

test.each([
  ["nothing", ""],
  ["what is not JSON", "not json"],
  ["JSON of another form", '{"additionalContext":7}'],
])("returns no text for a hook that prints %s", async (_name, printed) => {
  hook.answerWith({ prompt: printed });
  expect(await start("prompt")).toEqual({ text: "", isLate: false });
});

test.each([
  ["a program that is not there", { node: join("nowhere", "node") }],
  ["a hook that is not there", { hook: join("nowhere", "hook.cjs") }],
])("%s gives no answer and no error", async (_name, other) => {
  const command = { ...hook.command, ...other };
  const payload = { text: "x".repeat(300_000) };
  expect(await startHook(command, "pi", "context", payload, LIMIT_MS)).toEqual({
    text: "",
    isLate: false,
  });
});

test("gives no error for a payload that cannot be serialized", async () => {
  const payload: { self?: object } = {};
  payload.self = payload;
  expect(await start("prompt", payload, 200)).toMatchObject({ text: "" });
});

test("kills a hook that hangs when its time is over", async () => {
  hook.answerWith({ prompt: "hang" });
  expect(await start("prompt", {}, 1_000)).toEqual({ text: "", isLate: true });
  const [started] = hook.calls();
  expect(() => process.kill(started?.pid ?? 0, 0)).toThrow("ESRCH");
});

test("does not wait for a process that the hook left behind with its pipe", async () => {
  const script = `
    const { spawn } = require("node:child_process");
    const left = spawn(process.execPath, ["-e", "setTimeout(() => undefined, 20000)"], { stdio: ["ignore", "inherit", "ignore"] });
    require("node:fs").writeFileSync(require("node:path").join(__dirname, "left"), String(left.pid));`;
  const file = join(hook.folder, "leaves.cjs");
  writeFileSync(file, script);
  const command = { ...hook.command, hook: file };
  const answer = await startHook(command, "pi", "context", {}, 1_000);
  process.kill(Number(readFileSync(join(hook.folder, "left"), "utf8")));
  expect(answer).toEqual({ text: "", isLate: true });
});

test("reports moments in their order, one at a time", async () => {
  const queue = hookQueue(hook.command, "pi");
  hook.answerWith({ second: "2", third: "3" });
  const answers = ["first", "second", "third"].map((event) => queue.report(event, {}));
  expect(await Promise.all(answers)).toEqual(["", "2", "3"]);
  expect(hook.calls().map(({ event }) => event)).toEqual(["first", "second", "third"]);
});

test("asks a hook again that is late only now and then", async () => {
  hook.answerWith({ end: "hang", prompt: "a note" });
  const queue = hookQueue(hook.command, "pi", { each: LIMIT_MS, last: 300 });
  for (const _turn of [1, 2]) {
    expect(await queue.reportEnd("end", {})).toBe("");
    expect(await queue.report("prompt", {})).toBe("a note");
  }
});

test("stops starting the hook after two late answers in a row", async () => {
  hook.answerWith({ end: "hang", prompt: "a note" });
  const queue = hookQueue(hook.command, "pi", { each: 300, last: 300 });
  await Promise.all([queue.report("end", {}), queue.reportEnd("end", {})]);
  expect(await queue.report("prompt", {})).toBe("");
  expect(hook.calls().map(({ event }) => event)).not.toContain("prompt");
});
