/** The lifecycle table allows exactly the specified steps, and related checks of errors, handoffs and injected text. */
import { expect, test } from "vitest";
import { ERRORS, type ErrorCode, MemoryError } from "./errors.ts";
import { isStepAllowed, type LifeState, STEPS } from "./lifecycle.ts";
import { freshnessOfHandoff, qualityOfHandoff } from "./session/handoff.ts";
import { stripInjected } from "./text/injected-text.ts";

const STATES: readonly LifeState[] = [
  "proposed",
  "rejected",
  "promoted",
  "active",
  "archived",
  "forgotten",
];

test("allows exactly the steps of the table and staying in the same state", () => {
  const allowed = STATES.flatMap((from) =>
    STATES.filter((to) => from !== to && isStepAllowed(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed.sort()).toEqual(
    [
      "proposed>rejected",
      "proposed>promoted",
      "rejected>promoted",
      "promoted>active",
      "active>archived",
      "archived>active",
      "active>forgotten",
      "archived>forgotten",
    ].sort(),
  );
  for (const state of STATES) expect(isStepAllowed(state, state)).toBe(true);
});

test("allows no step out of forgotten", () => {
  expect(STEPS.filter((step) => step.from === "forgotten")).toEqual([]);
});

test("every error has a meaning, a next step and an exit status", () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const error = new MemoryError(code, { path: "/x", cause: new Error("inner") });
    expect(error.message).toBe(`${ERRORS[code].text} (path: /x)`);
    expect(error.facts).toEqual({ path: "/x" });
    expect((error.cause as Error).message).toBe("inner");
    expect(ERRORS[code].next).not.toBe("");
    expect(ERRORS[code].exit).toBeGreaterThanOrEqual(64);
    expect(ERRORS[code].exit).toBeLessThanOrEqual(78);
    expect(MemoryError.is(error, code)).toBe(true);
  }
  expect(MemoryError.is(new Error("usage"), "usage")).toBe(false);
  expect(new MemoryError("usage").message).toBe(ERRORS.usage.text);
});

const handoff = {
  session: "s",
  agent: null,
  branch: null,
  goal: "mend it",
  done: ["a"],
  next: ["b"],
  openQuestions: [],
  files: [],
  atMs: 0,
};

test.each([
  ["goal, work and next", handoff, "strong"],
  ["nothing next", { ...handoff, next: [] }, "usable"],
  ["only files touched", { ...handoff, done: [], files: ["a.ts"] }, "usable"],
  ["no goal", { ...handoff, goal: "" }, "thin"],
  ["nothing done", { ...handoff, done: [] }, "thin"],
])("a handoff with %s", (_name, item, expected) => expect(qualityOfHandoff(item)).toBe(expected));

test.each([
  [0.5, "live"],
  [1, "recent"],
  [71, "recent"],
  [72, "stale"],
])("a handoff of %f hours ago is %s", (hours, expected) =>
  expect(freshnessOfHandoff(handoff, hours * 3_600_000)).toBe(expected),
);

test.each([
  ["a block", "a<tacit-memory>\n- x\n</tacit-memory>b", "ab"],
  ["with attributes, in capitals", "a<TACIT-MEMORY v='1'>x</Tacit-Memory>b", "ab"],
  ["two blocks", "<tacit-memory>x</tacit-memory>-<tacit-memory>y</tacit-memory>", "-"],
  ["never closed", "a<tacit-memory>everything after", "a"],
  ["only a name", "the tacit-memory package", "the tacit-memory package"],
])("removes injected text: %s", (_name, text, expected) =>
  expect(stripInjected(text)).toBe(expected),
);

test("reads a text of unclosed tags in linear time", () => {
  const hostile = "<tacit-memory ".repeat(200_000);
  const startedMs = performance.now();
  expect(stripInjected(hostile)).toBe(hostile);
  expect(performance.now() - startedMs).toBeLessThan(1000);
});
