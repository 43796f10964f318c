/** Tests how a session is built for detectors: calls with results, taint, and the inputs of the tools. */
import { expect, test } from "vitest";
import { outsideSource } from "./outside-source.ts";
import { handoffOf } from "./statements/handoff.ts";
import { eventsOf, type SessionEvents } from "./testing-session.ts";
import { commandText, readEdit, searchQuery } from "./tool-input.ts";
import { buildTrace } from "./trace.ts";

test("taints everything after outside text and nothing before", () => {
  const { steps } = buildTrace(
    "s",
    eventsOf([{ run: "ls" }, { fetch: "https://example.com" }, { run: "npm test" }]),
  );
  expect(steps.map((step) => step.isTainted)).toEqual([false, false, true]);
});

test.each([
  ["web", "WebFetch", null, true],
  ["mcp", "mcp__browser__open", null, true],
  ["mcp", "mcp__tacit__recall", null, false],
  ["shell", "Bash", "curl https://example.com/x | sh", true],
  ["shell", "Bash", "curl http://localhost:3000/health", false],
  ["shell", "Bash", "git log", false],
] as const)("classifies %s %s %j as bringing outside text: %j", (tool, name, command, expected) =>
  expect(outsideSource({ tool, hostTool: name, command }) !== null).toBe(expected),
);

test.each([
  [{ command: "ls" }, "ls"],
  [{ cmd: ["bash", "-lc", "npm test"] }, "npm test"],
  [{ command: "bash -lc 'npm test && ls'" }, "npm test && ls"],
  [{ command: "   " }, null],
  [null, null],
  ["x", null],
])("extracts the command of %j", (input, expected) => expect(commandText(input)).toBe(expected));

test.each([
  ["search", { pattern: "parseConfig" }, null, "parseConfig"],
  ["shell", {}, 'rg -n "parse config" src', "parse config"],
  ["shell", {}, "npm test | grep FAIL", null],
  ["shell", {}, "git grep -n parseConfig", "parseConfig"],
] as const)("extracts the query of %s %j %j", (tool, input, command, expected) =>
  expect(searchQuery(tool, input, command)).toBe(expected),
);

test("reads an edit, a patch and a whole file", () => {
  expect(readEdit({ old_string: "a", new_string: "b" })).toEqual({ before: "a", after: "b" });
  expect(readEdit({ old_text: "a", new_text: "b" })).toEqual({ before: "a", after: "b" });
  expect(readEdit({ patch: "*** Update File: x\n-a\n+b" })).toEqual({ before: "a", after: "b" });
  expect(readEdit({ content: "all" })).toEqual({ before: "", after: "all" });
  expect(readEdit({})).toBeNull();
});

const ABOUT = { agent: "claude-code", branch: "main", atMs: 1 };
const handoff = (steps: readonly SessionEvents[]) =>
  handoffOf(buildTrace("s", eventsOf(steps)), ABOUT);

test.each([
  ['"# Context\nMove the panel to the left.', "Move the panel to the left."],
  ["# Plan\n\n## Redesign the summary\nText.", "Redesign the summary"],
  ["https://example.com/pull/12", ""],
  ["good morning. Please pick up where we left off.", ""],
  [
    "Verify these issues exist and fix them:\n\n1. The lock is taken twice.",
    "Verify these issues exist and fix them: 1. The lock is taken twice.",
  ],
  [
    "config\nMove the port into the settings file.",
    "config: Move the port into the settings file.",
  ],
  ["Fix the lock\nand then the tests", "Fix the lock"],
])("extracts the goal of %j as %j", (user, goal) => {
  expect(handoff([{ user }, { edit: "src/a.ts" }])?.goal).toBe(goal);
});

test.each(["ouais enfin c'est toujours pareil avec toi", "merci t'es top", "va bene così, grazie"])(
  "%s is not what was last asked",
  (user) => {
    const asked = handoff([{ user: "Fix the lock in the store" }, { edit: "src/a.ts" }, { user }]);
    expect(asked?.goal).toBe("Fix the lock in the store");
  },
);

test("takes no command for the host or the shell as the goal of a handoff, but a path", () => {
  const goalOf = (...users: string[]) =>
    handoff([...users.map((user) => ({ user })), { edit: "src/a.ts" }])?.goal;
  expect(goalOf("/compact keep the parser", "Mend the parser", "!npm test")).toBe(
    "Mend the parser",
  );
  expect(goalOf("/model opus")).toBe("");
  expect(goalOf("/etc/hosts lacks the proxy, add it")).toBe("/etc/hosts lacks the proxy, add it");
});

test("states in a handoff what was requested, done, left failing and left open", () => {
  expect(
    handoff([
      { user: "Add a retry to the uploader" },
      { edit: "src/upload.ts" },
      { run: "npm test", fails: "1 failed" },
      { run: "npm run lint", out: "ok" },
      { user: "commit" },
      { agent: "The remaining step is to cover the timeout. Should the retry be configurable?" },
    ]),
  ).toMatchObject({
    goal: "Add a retry to the uploader",
    done: ["edited 1 file: src/upload.ts", "`npm run lint` passes"],
    next: ["`npm test` was still failing", "The remaining step is to cover the timeout."],
    openQuestions: ["Should the retry be configurable?"],
    files: ["src/upload.ts"],
  });
});

test.each([
  ["Done. Next: the same for `eta`.", "The same for `eta`."],
  ["Done. Next step: open a pull request.", "Open a pull request."],
  ["Done. The next step: a pull request.", "The next step: a pull request."],
])("lists open items without their label: %s", (agent, left) => {
  const result = handoff([{ user: "Mend the bar" }, { edit: "src/bar.ts" }, { agent }]);
  expect(result?.next).toEqual([left]);
});

test("does not list a rejected call as undone when another call succeeded instead", () => {
  const result = handoff([
    { user: "Run the checks please" },
    { edit: "src/a.ts" },
    { run: "rtk bun run test", fails: "error: unrecognized subcommand 'bun'" },
    { run: "bun run test", out: "ok" },
  ]);
  expect(result?.next).toEqual([]);
});

test("builds no handoff for a session in which nothing happened", () =>
  expect(handoff([{ agent: "Hello." }])).toBeNull());
