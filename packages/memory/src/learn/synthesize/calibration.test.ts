/** Tests the effort of a task here, compared with sessions in general. */
import { expect, test } from "vitest";
import { moduleOf, type TaskKind, taskKindOf } from "../../domain/session/session-digest.ts";
import type { PastDigest, PastVisit } from "../../store/sessions/session-digests.ts";
import { calibrate, stepLimitFactor, usualOf } from "./calibration.ts";

function digest(kind: TaskKind, steps: number): PastDigest {
  return {
    session: "s",
    rid: 1,
    kind,
    steps,
    tokens: 0,
    fromMs: 0,
    toMs: 1,
    outcome: null,
    actions: [],
  };
}

function visit(steps: number, tokens: number): PastVisit {
  return {
    session: "s",
    steps,
    fromMs: 0,
    toMs: 1,
    outcome: null,
    module: "src/api",
    reads: 1,
    edits: 1,
    tokens,
    files: [],
    errors: [],
  };
}

test.each([
  [[], null],
  [[10, 20], null],
  [[10, 20, 90], { steps: 20 }],
  [[10, 20, 30, 90], { steps: 20 }],
  [[0, 0, 10, 20], null],
])("computes the usual steps of %j", (steps, usual) => expect(usualOf(steps)).toEqual(usual));

test("compares kinds of task and modules by ratios of medians", () => {
  const digests = [
    digest("fix", 30),
    digest("fix", 30),
    digest("fix", 40),
    ...Array(4).fill(digest("docs", 10)),
  ];
  const visits = [visit(60, 900), visit(60, 1000), visit(70, 1100)];
  const found = calibrate("fix the crash", ["src/api", "src/new"], digests, visits);
  expect(found).toEqual({
    sessions: 7,
    usualSteps: 10,
    kind: { name: "fix", sessions: 3, factor: 3 },
    modules: [{ module: "src/api", tokens: 1000, sessions: 3, factor: 6 }],
  });
  expect(stepLimitFactor(found)).toBe(2);
});

test.each([
  ["nothing is known", [], 1],
  [
    "less than usual",
    [digest("fix", 5), digest("fix", 5), digest("fix", 5), ...Array(4).fill(digest("docs", 10))],
    0.5,
  ],
  [
    "one and a half times",
    [...Array(3).fill(digest("fix", 15)), ...Array(4).fill(digest("docs", 10))],
    1.5,
  ],
])("computes the step limit where %s", (_name, digests, factor) => {
  expect(stepLimitFactor(calibrate("fix it", [], digests, []))).toBe(factor);
});

test.each([
  ["Review the import path", "review"],
  ["update the README", "docs"],
  ["add tests for the parser", "test"],
  ["rename the option everywhere", "refactor"],
  ["the importer crashes on an empty file", "fix"],
  ["Add a dark mode", "feature"],
  ["go on", "other"],
])("detects the kind of %j", (task, kind) => expect(taskKindOf(task)).toBe(kind));

test.each([
  ["a.ts", "."],
  ["src/a.ts", "src"],
  ["src/api/__tests__/a.test.ts", "src/api"],
  ["tests/a.py", "tests"],
  ["a/b/c/d/e/f.ts", "a/b/c/d"],
])("detects the module of %s", (path, module) => expect(moduleOf(path)).toBe(module));
