/** A failed run that then passed: the change in between is learned in actionable words. */
import { describe, expect, test } from "vitest";
import { ERROR_RETRY } from "../error-retry.ts";
import { type SessionEvents, seenBy } from "../testing-session.ts";
import { COMMAND_SUCCESS } from "./command-success.ts";

const REGION = "Error: config key REGION is not set, expected eu or us";
const STALE =
  "Error: CatalogSnapshotStale: fixtures/catalog.snap was written for schema 13, need 14";
const FILES = "fatal error: too many open files\nFAIL";
const passes = (run: string): SessionEvents => ({ run, out: "12 passing" });

test.each<[string, readonly SessionEvents[], string]>([
  [
    "a variable before it",
    [{ run: "npm test", fails: REGION }, passes("REGION=eu npm test")],
    "To run `npm test` in this project, use `REGION=eu npm test`: the command failed without `REGION=eu` (“Error: config key REGION is not set, expected eu or us”) and passed this way.",
  ],
  [
    "a variable exported in the same line",
    [{ run: "npm test", fails: REGION }, passes("export REGION=eu && npm test")],
    "To run `npm test` in this project, use `REGION=eu npm test`: the command failed without `REGION=eu` (“Error: config key REGION is not set, expected eu or us”) and passed this way.",
  ],
  [
    "a script of no known purpose",
    [
      { run: "sh ./check.sh", fails: "Error E4711: fixture database is missing" },
      passes("FIXMARK_88=on sh ./check.sh"),
    ],
    "To run `sh ./check.sh` in this project, use `FIXMARK_88=on sh ./check.sh`: the command failed without `FIXMARK_88=on` (“Error E4711: fixture database is missing”) and passed this way.",
  ],
  [
    "a limit raised before it",
    [{ run: "go test ./...", fails: FILES }, passes("ulimit -n 4096 && go test ./...")],
    "To run `go test ./...` in this project, use `ulimit -n 4096 && go test ./...`: the command failed without `ulimit -n 4096` (“fatal error: too many open files”) and passed this way.",
  ],
  [
    "a folder",
    [
      { run: "npm test", fails: 'npm error Missing script: "test"' },
      passes("cd packages/core && npm test"),
    ],
    'To run `npm test` in this project, run it in `packages/core`: the command failed in the folder where the session started (“npm error Missing script: "test"”) and passed this way.',
  ],
  [
    "a script of the project, after another try",
    [
      { run: "npm test", fails: STALE },
      { run: "rm -rf .cache" },
      { run: "npm test", fails: STALE },
      { run: "npm run refresh" },
      passes("npm test"),
    ],
    `When \`npm test\` fails with “${STALE}”, run \`npm run refresh\` and then \`npm test\` again: it passed after that, with no other change in between.`,
  ],
  [
    "a service that was not up",
    [
      { run: "npm test", fails: "Error: connect ECONNREFUSED 127.0.0.1:5432" },
      { run: "docker compose up -d db" },
      passes("npm test"),
    ],
    "When `npm test` fails with “Error: connect ECONNREFUSED 127.0.0.1:5432”, run `docker compose up -d db` and then `npm test` again: it passed after that, with no other change in between.",
  ],
  [
    "files that were not fetched",
    [
      { run: "cargo test", fails: "thread main panicked at bad magic number in assets/model.bin" },
      { run: "git lfs pull" },
      passes("cargo test"),
    ],
    "When `cargo test` fails with “thread main panicked at bad magic number in assets/model.bin”, run `git lfs pull` and then `cargo test` again: it passed after that, with no other change in between.",
  ],
  [
    "another installer",
    [
      { run: "npm install", fails: 'npm error Unsupported URL Type "workspace:": workspace:*' },
      passes("pnpm install"),
    ],
    'To install the dependencies of this project, use `pnpm install`, not `npm install`: `npm install` failed with “npm error Unsupported URL Type "workspace:": workspace:*”, and `pnpm install` passed.',
  ],
])("learns in one session: %s", (_name, steps, content) => {
  const found = seenBy(ERROR_RETRY, steps);
  expect(found.map(({ draft }) => draft?.content)).toEqual([content]);
  expect(found[0]?.minSessions).toBe(1);
  const words = content.split(/\s+/).length;
  expect(words).toBeGreaterThanOrEqual(15);
  expect(words).toBeLessThanOrEqual(60);
  const habits = seenBy(COMMAND_SUCCESS, steps).filter(({ draft }) =>
    draft?.content.includes(" in this project, use `npm test`."),
  );
  // A run that passed with additions teaches nothing about the bare command.
  if (found[0]?.draft?.tags.includes("command")) expect(habits).toEqual([]);
});

test("names the last of several changes, lists the others, and requires more than one session", () => {
  const [signal, ...rest] = seenBy(ERROR_RETRY, [
    { run: "npm test", fails: STALE },
    { run: "npm run seed" },
    { run: "npm run refresh" },
    passes("npm test"),
  ]);
  expect(rest).toEqual([]);
  expect(signal?.minSessions).toBe(2);
  expect(signal?.draft?.content).toContain("run `npm run refresh`");
  expect(signal?.draft?.content).toContain("`npm run seed` also ran before it and may have helped");
});

describe("learns nothing", () => {
  test.each<[string, readonly SessionEvents[]]>([
    ...[
      "USER_CONSENT_FOR_DANGEROUS_ACTION=yes npm test",
      "NODE_TLS_REJECT_UNAUTHORIZED=0 npm test",
      "timeout /t 2 && npm test",
      "taskkill //F //IM node.exe && npm test",
    ].map((run): [string, readonly SessionEvents[]] => [
      `where only a guard was overridden, or nothing was set up: ${run}`,
      [{ run: "npm test", fails: STALE }, passes(run)],
    ]),
    ["where nothing was changed", [{ run: "npm test", fails: STALE }, passes("npm test")]],
    ["of colours", [{ run: "npm test", fails: STALE }, passes("NO_COLOR=1 npm test")]],
    [
      "where something only looked",
      [{ run: "npm test", fails: STALE }, { run: "git log -3" }, passes("npm test")],
    ],
    [
      "of the network",
      [
        { run: "npm test", fails: "Error: connect ETIMEDOUT 10.0.0.1:443" },
        { run: "npm run refresh" },
        passes("npm test"),
      ],
    ],
    [
      "where a file was edited as well",
      [
        { run: "npm test", fails: STALE },
        { edit: "src/other.ts" },
        { run: "npm run refresh" },
        passes("npm test"),
      ],
    ],
    [
      "of a script that the session wrote",
      [{ write: "try_it.sh" }, { run: "sh try_it.sh", fails: STALE }, passes("A=1 sh try_it.sh")],
    ],
  ])("%s", (_name, steps) => expect(seenBy(ERROR_RETRY, steps)).toEqual([]));
});
