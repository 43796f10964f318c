/** Tests which failures are stored when a second session has them, and how they are worded. */
import { describe, expect, test } from "vitest";
import { ERROR_RETRY } from "./error-retry.ts";
import { type SessionEvents, seenBy } from "./testing-session.ts";

const NO_FOLDER = "Exit code 1\n(eval):cd:1: no such file or directory: web";
const ALREADY =
  "When `cd web` fails with “no such file or directory”, the shell is probably already in that folder: it stays there between calls. Run the command without `cd`, or use the absolute path.";
const UNUSED =
  "src/app.ts:3:7 lint/correctness/noUnusedVariables ━━━━\n\n  ! This variable row is unused.\n\nFound 1 error.";

type Row = readonly [name: string, steps: readonly SessionEvents[], content: string];

describe("stores a lesson when a second session has the same failure", () => {
  test.each<Row>([
    [
      "cd into the folder the shell is in already",
      [{ run: "cd web && npm run e2e", fails: NO_FOLDER }, { run: "npm run e2e" }],
      ALREADY,
    ],
    [
      "the same, as bash says it, when it was entered before",
      [
        { run: "cd web && npm install" },
        { run: "cd web && npm run e2e", fails: "bash: line 1: cd: web: No such file or directory" },
        { run: "npm run e2e" },
      ],
      ALREADY,
    ],
    [
      "the same, as dash says it",
      [{ run: "cd web && make", fails: "sh: 1: cd: can't cd to web" }, { run: "make" }],
      ALREADY,
    ],
    [
      "a folder that does not exist",
      [
        { run: "cd apps/web && make", fails: "bash: cd: apps/web: No such file or directory" },
        { run: "cd web && make" },
      ],
      "Use `cd web` in this project, not `cd apps/web`: the shell's folder contains no such folder, and `cd web` worked right after the failure.",
    ],
    [
      "a file that lies elsewhere",
      [
        {
          run: "rg -n load src/config.rs src",
          fails: "rg: src/config.rs: No such file or directory (os error 2)",
        },
        { read: "crates/core/config.rs" },
      ],
      "`src/config.rs` does not exist in this project. Open the file with the same name instead: `crates/core/config.rs`.",
    ],
    [
      "a file that a tool of the host does not find",
      [
        { read: "src/util/dates.ts", fails: "File does not exist." },
        { edit: "packages/time/dates.ts" },
      ],
      "`src/util/dates.ts` does not exist in this project. Open the file with the same name instead: `packages/time/dates.ts`.",
    ],
    [
      "a linter rule, with what satisfied it",
      [
        { run: "bun run lint", fails: UNUSED },
        { edit: "src/app.ts", before: "const row = read();", after: "read();" },
        { run: "bun run lint" },
      ],
      "When you write code in this project, follow the rule `lint/correctness/noUnusedVariables` from the start: `bun run lint` reports it. Example of a fix: `const row = read();` became `read();`.",
    ],
    [
      "a call that a program refuses",
      [
        {
          run: "gh pr view 7 --json reviewThreads",
          fails: 'Unknown JSON field: "reviewThreads"\nAvailable fields:\n  additions',
        },
        { run: "gh pr view 7 --json reviews" },
      ],
      'When `gh pr view` fails with “Unknown JSON field: "reviewThreads"”, use a call such as `gh pr view 7 --json reviews`: it worked right after the error.',
    ],
  ])("%s", (_name, steps, content) => {
    const [signal, ...rest] = seenBy(ERROR_RETRY, steps);
    expect(rest).toEqual([]);
    expect(signal).toMatchObject({
      minSessions: 2,
      draft: { content, tags: ["error", "recurring"] },
    });
    expect(content.split(/\s+/).length).toBeGreaterThanOrEqual(15);
    expect(content.split(/\s+/).length).toBeLessThanOrEqual(60);
    expect(signal?.draft?.title.split(/\s+/).length).toBeLessThanOrEqual(12);
  });
});

describe("extracts the rules named in a report", () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      "ESLint",
      "/w/src/app.ts\n  3:7  error  'row' is never used  @typescript-eslint/no-unused-vars\n",
      ["@typescript-eslint/no-unused-vars"],
    ],
    ["Ruff", "src/app.py:3:7: E501 Line too long (120 > 100)", ["E501"]],
    [
      "Clippy, cut",
      "src/app.rs\n= note: `#[warn(clippy::question_mark)]`\n = help: clippy::question",
      ["clippy::question_mark"],
    ],
    ["golangci-lint", "src/app.go:3:7: Error return value is not checked (errcheck)", ["errcheck"]],
    [
      "RuboCop",
      "src/app.rb:3:7: C: Style/StringLiterals: Prefer double quotes",
      ["Style/StringLiterals"],
    ],
    [
      "none: steps of a runner",
      "src/app.ts\n✖ cargo-clippy\n✔ cargo-fmt\nerror: see build-log",
      [],
    ],
  ])("%s", (_name, fails, rules) => {
    const file = /app\.\w+/.exec(fails)?.[0] ?? "";
    const steps = [
      { run: "npm run lint", fails },
      { edit: `src/${file}` },
      { run: "npm run lint" },
    ];
    const subjects = seenBy(ERROR_RETRY, steps).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith("broken-rule:"))).toEqual(
      rules.map((rule) => `broken-rule:${rule}`),
    );
  });
});

describe("learns nothing", () => {
  test.each<readonly [string, readonly SessionEvents[]]>([
    ["of a folder after which nothing worked", [{ run: "cd web && make", fails: NO_FOLDER }]],
    [
      "of a folder after which another command worked",
      [{ run: "cd web && make", fails: NO_FOLDER }, { run: "npm ci" }],
    ],
    [
      "of a file that the shell did not see from its folder",
      [
        { run: "cat src/a/one.ts && make", fails: "cat: src/a/one.ts: No such file or directory" },
        { read: "web/src/a/one.ts" },
      ],
    ],
    [
      "of a file of another machine",
      [
        {
          run: "sed -n 1p /etc/pnpm/rc && make",
          fails: "sed: /etc/pnpm/rc: No such file or directory",
        },
        { read: "config/rc" },
      ],
    ],
    [
      "of a rule whose file nobody changed",
      [{ run: "bun run lint", fails: UNUSED }, { edit: "other.ts" }, { run: "bun run lint" }],
    ],
    [
      "of a program alone: every machine has its own",
      [{ run: "jq .a x", fails: "jq: Unknown option --z" }, { run: "jq .b x" }],
    ],
  ])("%s", (_name, steps) => expect(seenBy(ERROR_RETRY, steps)).toEqual([]));
});

test("handles hostile output in bounded time", () => {
  const outputs = [
    "cd: ".repeat(20_000),
    "a: ".repeat(30_000),
    "lint/a/".repeat(20_000),
    "-a".repeat(40_000),
  ];
  const steps = outputs.flatMap((fails): SessionEvents[] => [
    { run: "cd a && npm run lint", fails },
    { run: "npm run lint" },
  ]);
  const started = performance.now();
  seenBy(ERROR_RETRY, steps);
  expect(performance.now() - started).toBeLessThan(4000);
});
