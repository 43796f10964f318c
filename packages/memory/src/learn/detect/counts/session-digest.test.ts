/** Statistics of a session: the order of its actions, its use of each module, and the errors there. */
import { expect, test } from "vitest";
import { actionsOf } from "../action.ts";
import { eventsOf, type SessionEvents } from "../testing-session.ts";
import { buildTrace } from "../trace.ts";
import { digestOf } from "./session-digest.ts";

const traceOf = (steps: readonly SessionEvents[]) => buildTrace("s1", eventsOf(steps));
const names = (steps: readonly SessionEvents[]) =>
  actionsOf(traceOf(steps)).map((own) =>
    own.map(({ name, isOk }) => (isOk ? name : `${name}!`)).join(", "),
  );

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  [
    "looking is none",
    [{ read: "a.ts" }, { grep: "x" }, { run: "ls" }, { run: "git status" }],
    [""],
  ],
  [
    "by kind of file",
    [
      { edit: "src/a.ts" },
      { edit: "src/a.test.ts" },
      { edit: "README.md" },
      { edit: "tsconfig.json" },
      { write: "web/main.css" },
    ],
    ["edit code, edit tests, edit documents, edit configuration, edit styles"],
  ],
  [
    "the same again is one, as it ended",
    [{ run: "npm test", fails: "x" }, { run: "npm test" }],
    ["npm test"],
  ],
  [
    "files and options are left out",
    [{ run: "cd x && npm test src/a.test.ts --bail 2>&1 | tail" }],
    ["npm test"],
  ],
  [
    "what git is for",
    [{ run: 'git add -A && git commit -m "fix: npm test"' }, { run: "git push" }],
    ["git commit, git push"],
  ],
  ["a pull request", [{ run: "gh pr create --fill" }, { run: "gh pr view 3" }], ["gh pr create"]],
  [
    "a script that only tries",
    [{ write: "/tmp/try.py" }, { run: "python3 << 'EOF'\nprint(1)\nEOF" }],
    [""],
  ],
  [
    "each agent's own",
    [{ run: "npm test" }, { run: "npm run lint", by: "x" }],
    ["npm test", "npm run lint"],
  ],
])("actions: %s", (_name, steps, expected) => expect(names(steps)).toEqual(expected));

test("records what a session used of each module", () => {
  const digest = digestOf(
    traceOf([
      { user: "fix the crash" },
      { read: "src/api/routes.ts", out: "x".repeat(400) },
      { edit: "src/api/routes.ts" },
      { edit: "src/api/__tests__/routes.test.ts" },
      { read: "web/client.ts", out: "x".repeat(40) },
      { edit: "web/client.ts", fails: "not unique" },
    ]),
  );
  expect(digest).toMatchObject({ kind: "fix", steps: 5 });
  expect(digest?.modules).toMatchObject([
    {
      module: "src/api",
      reads: 1,
      edits: 2,
      tokens: 100,
      files: [
        { path: "src/api/routes.ts", reads: 1, edits: 1 },
        { path: "src/api/__tests__/routes.test.ts", reads: 0, edits: 1 },
      ],
    },
    { module: "web", reads: 1, edits: 0, tokens: 10, files: [{ path: "web/client.ts" }] },
  ]);
});

test.each<[string, SessionEvents, readonly string[]]>([
  [
    "a run that names a file of it",
    { run: "npm test", fails: "TypeError: db is closed\n at src/a.ts:3" },
    ["TypeError: db is closed"],
  ],
  [
    "a run that names another",
    { run: "npm test", fails: "TypeError: db is closed\n at lib/b.ts:3" },
    [],
  ],
  ["what a linter says", { run: "npm run lint", fails: "error: unused variable in src/a.ts" }, []],
  ["a search", { grep: "x", fails: "Error: src/a.ts is binary" }, []],
])("errors of a module: %s", (_name, failed, lines) => {
  const digest = digestOf(traceOf([{ edit: "src/a.ts" }, failed, failed]));
  const [module] = digest?.modules ?? [];
  expect(module?.errors.map(({ line }) => line)).toEqual(lines);
});

test("records nothing for a session without steps", () => {
  expect(digestOf(traceOf([{ user: "hello" }, { agent: "hi" }]))).toBeNull();
});
