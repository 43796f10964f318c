/** Output streams: JSON on stdout, messages for people, colours only where wanted. */
import { expect, test } from "vitest";
import type { Machine } from "../machine.ts";
import { createRenderer, wantsColors } from "./renderer.ts";

function fake(env: Machine["env"], isTTY: boolean) {
  const printed = { stdout: "", stderr: "" };
  const machine: Machine = {
    env,
    platform: "linux",
    userHome: "/",
    cwd: () => "/",
    stdin: process.stdin,
    stdout: { isTTY, write: (text) => (printed.stdout += text) },
    stderr: { isTTY, columns: 20, write: (text) => (printed.stderr += text) },
    nowMs: () => 1_000_000,
  };
  return { machine, printed };
}

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ TERM: "dumb" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
])("uses for environment %j on a terminal %s: colours %s", (env, isTTY, expected) =>
  expect(wantsColors(env, { isTTY, write: () => true })).toBe(expected),
);

test("writes only the JSON document to stdout with --json, once", () => {
  const { machine, printed } = fake({}, true);
  const out = createRenderer(machine, true);
  out.text("for people");
  out.say("a message");
  out.result({ a: 1 }, () => "for people");
  expect(() => out.result({}, () => "")).toThrow();
  expect(printed).toEqual({ stdout: '{"a":1}\n', stderr: "a message\n" });
});

test("shows progress in one line cut to the terminal and removes it before other output", () => {
  const { machine, printed } = fake({}, true);
  const out = createRenderer(machine, false);
  out.progress("a very long progress line indeed");
  out.text("done");
  expect(printed).toEqual({ stdout: "done\n", stderr: "\r\u001b[Ka very long progres\r\u001b[K" });
});

test("shows no progress without a terminal", () => {
  const { machine, printed } = fake({}, false);
  createRenderer(machine, false).progress("working");
  expect(printed.stderr).toBe("");
});
