/** Fixes of a failing run without an edit: the project's own fixer, and missing options. */
import { describe, expect, test } from "vitest";
import { ERROR_RETRY } from "./error-retry.ts";
import { type SessionEvents, seenBy } from "./testing-session.ts";

const FORMAT =
  "Exit code 1\nsrc/a.ts format\n\n  × Formatter would have printed the following content:";
const VERSION =
  "Exit code 1\n[ERROR] COMPILATION ERROR :\n[ERROR] Source option 7 is no longer supported. Use 8 or later.";
const lint: SessionEvents = { run: "bun run lint 2>&1 | tail -20", fails: FORMAT };
const passes: SessionEvents = { run: "bun run lint", out: "no fixes applied" };

test.each<[string, readonly SessionEvents[], string, number]>([
  [
    "the project's fixer",
    [lint, { run: "cd app && bun run lint:fix" }, { run: "bun run test" }, passes],
    "When `bun run lint` reports errors (“× Formatter would have printed the following content:”), run `bun run lint:fix` before you fix anything by hand: the check passed right after it.",
    2,
  ],
  [
    "an option that fixes, without the files of the day",
    [
      { run: "npx prettier --check src", fails: "[error] Code style issues found in 2 files" },
      { run: "npx prettier --write src/a.ts" },
      { run: "npx prettier --check src", out: "ok" },
    ],
    "When `npx prettier src` reports errors (“[error] Code style issues found in 2 files”), run `npx prettier --write` before you fix anything by hand: the check passed right after it.",
    2,
  ],
  [
    "options that were missing",
    [
      { run: "mvn test -pl gson -q", fails: VERSION },
      { run: "mvn test -pl gson -Dmaven.compiler.source=8 2>&1 | tail", out: "BUILD SUCCESS" },
    ],
    "To run `mvn test` in this project, add `-Dmaven.compiler.source=8`: the command failed without it (“[ERROR] Source option 7 is no longer supported. Use 8 or later.”) and passed with it.",
    1,
  ],
  [
    "an option that leaves out what this machine cannot do, but no test",
    [
      { run: "npm install", fails: "npm error Error: Failed to find Electron for linux-arm64" },
      { run: "npm install --ignore-scripts", out: "added 12 packages" },
    ],
    "To run `npm install` in this project, add `--ignore-scripts`: the command failed without it (“npm error Error: Failed to find Electron for linux-arm64”) and passed with it.",
    1,
  ],
])("learns: %s", (_name, steps, content, minSessions) => {
  const [signal, ...rest] = seenBy(ERROR_RETRY, steps);
  expect(rest).toEqual([]);
  expect(signal?.draft?.content).toBe(content);
  expect(signal?.draft?.errorFingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(signal?.minSessions).toBe(minSessions);
});

test("a check with a fixing option is one lesson and not also a missing option", () => {
  const fails = "Exit code 1\napp.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.";
  const found = seenBy(ERROR_RETRY, [
    { run: "ruff check", fails },
    { run: "ruff check --fix" },
    { run: "ruff check", out: "All checks passed!" },
  ]);
  expect(found.map(({ subject }) => subject)).toEqual(["fixed-by:ruff check:ruff check --fix"]);
});

test("several complaints with the same fixer are one lesson, found by each of them", () => {
  const sorted = { run: "bun run lint", fails: "  × The imports and exports are not sorted." };
  const fix = { run: "bun run lint:fix" };
  const found = seenBy(ERROR_RETRY, [lint, fix, passes, sorted, fix, passes]);
  expect(found.map((signal) => signal.draft?.triggers)).toEqual([
    [
      "Formatter would have printed the following content",
      "The imports and exports are not sorted",
    ],
  ]);
});

test("other options that fixed the same error are another lesson", () => {
  const fails = { run: "mvn test", fails: VERSION };
  const subjects = ["-Pci -Dx=1", "-Dx=1 -Pci", "-Plegacy"].map(
    (options) =>
      seenBy(ERROR_RETRY, [fails, { run: `mvn test ${options}`, out: "ok" }])[0]?.subject,
  );
  expect(subjects[0]).toMatch(/^options:[0-9a-f]{16}:-Dx=1 -Pci$/);
  expect(subjects[1]).toBe(subjects[0]);
  expect(subjects[2]).not.toBe(subjects[0]);
});

describe("learns nothing", () => {
  test.each<[string, readonly SessionEvents[]]>([
    [
      "where it was mended by hand after the fixer",
      [lint, { run: "bun run lint:fix" }, { edit: "src/a.ts", before: "a", after: "b" }, passes],
    ],
    [
      "where it was mended by hand before the fixer",
      [lint, { edit: "src/a.ts", before: "a", after: "b" }, { run: "bun run lint:fix" }, passes],
    ],
    [
      "where another check ran, which changes nothing",
      [lint, { run: "make fmt-check" }, { run: "npm run check:format" }, passes],
    ],
    [
      "where a formatter only looked",
      [lint, { run: "terraform fmt -check" }, { run: "dotnet format --verify-no-changes" }, passes],
    ],
    ...["--accept-data-loss", "--allow-root", "--dangerously-skip-permissions"].map(
      (option): [string, readonly SessionEvents[]] => [
        `where ${option} overrode a guard`,
        [
          { run: "npx tool push", fails: "Error: this needs the consent of a person" },
          { run: `npx tool push ${option}`, out: "ok" },
        ],
      ],
    ),
    [
      "where the tests were left out",
      [
        { run: "mvn package", fails: "[ERROR] There are test failures." },
        { run: "mvn package -DskipTests", out: "BUILD SUCCESS" },
      ],
    ],
    [
      "where what came out was taken as right",
      [
        { run: "npx jest", fails: "1 snapshot failed from 1 test suite." },
        { run: "npx jest -u", out: "ok" },
      ],
    ],
    ["where the check did not pass again", [lint, { run: "bun run lint:fix" }]],
    ["where the fixer failed", [lint, { run: "bun run lint:fix", fails: FORMAT }, passes]],
    [
      "where there is no such check",
      [
        { run: "bun run lint", fails: 'error: Script not found "lint"' },
        { run: "bun run lint:fix" },
        passes,
      ],
    ],
    [
      "where a file was edited before the options helped",
      [
        { run: "mvn test", fails: VERSION },
        { edit: "pom.xml", before: "7", after: "8" },
        { run: "mvn test -Pci", out: "ok" },
      ],
    ],
    [
      "where fewer tests ran",
      [
        { run: "bun test", fails: "(fail) totals are rounded" },
        { run: "bun test --bail", out: "ok" },
      ],
    ],
    [
      "where an option was taken away",
      [
        { run: "mvn test -Pci", fails: VERSION },
        { run: "mvn test", out: "ok" },
      ],
    ],
    [
      "where the program was missing",
      [
        { run: "mvn test", fails: "bash: mvn: command not found" },
        { run: "mvn test -Pci", out: "ok" },
      ],
    ],
  ])("%s", (_name, steps) => {
    expect(seenBy(ERROR_RETRY, steps)).toEqual([]);
  });
});
