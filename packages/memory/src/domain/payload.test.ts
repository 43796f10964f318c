/** Payloads as they are stored by any version or import are reduced to members that can be relied on. */
import { expect, test } from "vitest";
import { askedFor } from "./changes/asked-for.ts";
import { handoffIn, readPayload } from "./payload.ts";
import { advisedCommand, curingCommand } from "./text/advised-command.ts";

test.each<[string, unknown]>([
  ["a number", 7],
  ["null", null],
  ["a list", ["command"]],
  ["a text", "command"],
])("a payload that is %s is empty", (_name, stored) => {
  expect(readPayload(stored)).toEqual({});
});

test("members of another shape are left out, unknown members stay", () => {
  const wrong = {
    command: 5,
    error: ["x"],
    fix: { kind: "command", command: 3 },
    steps: "one",
    askedFor: "pinned",
    lesson: { by: "model" },
    relation: { from: "a.ts" },
    companions: [{ path: "a.ts" }],
    isOpen: "yes",
    tried: Number.NaN,
    alternativeUsed: 1,
  };
  const right = { worked: "npm ci", of: 3, alternativeUsed: null, extra: { any: [1] } };
  expect(readPayload(wrong)).toEqual({});
  expect(readPayload({ ...wrong, ...right })).toEqual(right);
});

test("a relation whose symbol is no text is left out", () => {
  const relation = { from: "a.ts", to: "b.ts", kind: "depends_on" };
  expect(readPayload({ relation })).toEqual({ relation });
  expect(readPayload({ relation: { ...relation, fromSymbol: 5 } })).toEqual({});
  expect(readPayload({ relation: { ...relation, toSymbol: null } })).toEqual({});
});

test("a right payload is returned as it is", () => {
  const stored = { command: "npm test", fix: { kind: "command", command: "npm ci" }, tried: 2 };
  expect(readPayload(stored)).toBe(stored);
});

test("a number under `pattern`, as older versions stored it, is not a searched text", () => {
  expect(readPayload({ pattern: 3 }).pattern).toBeUndefined();
});

test("readers of hostile payloads find nothing", () => {
  const payload = readPayload({ fix: { kind: "command" }, command: {}, askedFor: { pinned: 1 } });
  expect(curingCommand(payload)).toBeUndefined();
  expect(advisedCommand({ type: "workflow_recipe", payload })).toBeNull();
  expect(askedFor({ payload })).toEqual([]);
});

test("a handoff without its required members is none; missing lists are empty", () => {
  expect(handoffIn({})).toBeNull();
  expect(handoffIn({ session: "s", goal: "fix the port" })).toBeNull();
  expect(handoffIn({ session: "s", goal: "fix the port", atMs: 1 })).toMatchObject({
    agent: null,
    branch: null,
    done: [],
    next: [],
    openQuestions: [],
    files: [],
  });
});
