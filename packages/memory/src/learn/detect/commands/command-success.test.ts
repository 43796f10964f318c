/** How a project is run: what finally worked, and what works session after session. */
import { expect, test } from "vitest";
import { eventsOf, type SessionEvents, seenBy } from "../testing-session.ts";
import { buildTrace } from "../trace.ts";
import { COMMAND_SUCCESS } from "./command-success.ts";

test("learns the rejected call and the working call of the same purpose", () => {
  const signals = seenBy(COMMAND_SUCCESS, [
    { run: "npm test", fails: 'Exit code 1\nnpm error Missing script: "test"' },
    { run: "cat package.json", out: "{}" },
    { run: "bun run test src/a.test.ts", out: "4 pass" },
  ]);
  const learned = signals.find((signal) => signal.minSessions === 1);
  expect(learned?.draft?.content).toBe(
    'To run the tests in this project, use `bun run test`, not `npm test`: `npm test` fails with “npm error Missing script: "test"”, and `bun run test` passed right after.',
  );
});

const NO_MODULE = "Exit code 2\nE   ModuleNotFoundError: No module named 'pricing'";

test.each<[string, readonly SessionEvents[]]>([
  [
    "something else ran between",
    [
      { run: "python -m pytest", fails: NO_MODULE },
      { run: "make dev", out: "ok" },
      { run: "pytest tests", out: "3 passed" },
    ],
  ],
  [
    "the same call was rejected before",
    [
      { run: "pytest tests", fails: NO_MODULE },
      { run: "python -m pytest", fails: NO_MODULE },
      { run: "pytest tests", out: "3 passed" },
    ],
  ],
])("a rejected call does not speak for another one if %s", (_name, events) => {
  const found = seenBy(COMMAND_SUCCESS, events).filter(({ minSessions }) => minSessions === 1);
  expect(found).toEqual([]);
});

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  [
    "options and files are left out",
    [{ run: "python -m pytest -xvs tests/test_a.py" }],
    ["python -m pytest"],
  ],
  ["a pipe only trims", [{ run: "cd web && bun run lint 2>&1 | tail -5" }], ["bun run lint"]],
  [
    "the name of one test is no part of it",
    [{ run: "go test -v -run TestParse ./pkg/..." }],
    ["go test"],
  ],
  ["one a session", [{ run: "go test ./..." }, { run: "go test ./pkg/..." }], ["go test"]],
  ["looking is no command", [{ run: "cat a.test.ts && ls" }], []],
  ["installing and starting are no habits", [{ run: "npm ci" }, { run: "npm run dev" }], []],
  ["a heredoc's words tell nothing", [{ run: "cat > x <<E\nnpm test\nE" }], []],
  [
    "what passed set up otherwise is not the bare command",
    [{ run: "mvn test -Denforcer.skip=true" }],
    [],
  ],
  [
    "what it picks sets nothing up",
    [{ run: "mvn test -Dtest=MapTest -DskipITs=true" }],
    ["mvn test"],
  ],
  [
    "the value of an option is no part of it",
    [{ run: "bunx tsc --noEmit --module ESNext --moduleResolution bundler a.ts" }],
    ["bunx tsc"],
  ],
  ["asking for a program is no command", [{ run: "command -v actionlint" }], []],
  [
    "without its script a command is another one",
    [{ run: "bun apps/cli/src/cli.ts eval run a.test.yaml --threads 2 strict-or-local" }],
    [],
  ],
  ["a failed run is none", [{ run: "npm run build", fails: "error: no" }], []],
])("habits: %s", (_name, steps, commands) => {
  const habits = seenBy(COMMAND_SUCCESS, steps).filter((signal) => signal.minSessions > 1);
  expect(habits.map((signal) => signal.draft?.payload["command"])).toEqual(commands);
});

test.each<[string, string, number]>([
  ["pip install -r requirements.txt", "uv pip install -r requirements.txt", 1],
  ["npm install", "pnpm install --frozen-lockfile", 1],
  ["pip install left-pad", "uv add left-pad", 1],
  ["pip install numpy pandas", "uv pip install pandas numpy", 1],
  ["pip install maven-wrapper", "apt-get install -y maven", 0],
])("%s refused, %s worked: another package is not the answer", (bad, good, learned) => {
  const signals = seenBy(COMMAND_SUCCESS, [
    { run: bad, fails: "ERROR: Could not find a version that satisfies it: command not found" },
    { run: good, out: "done" },
  ]);
  expect(signals.filter((signal) => signal.minSessions === 1)).toHaveLength(learned);
});

const NO_GO = { run: "go build ./go/cmd/server/", fails: "bash: go: command not found" };
const GO = "/usr/local/go/bin/go build";

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  [
    "by its path, the arguments left out on both sides",
    [NO_GO, { run: `${GO} ./go/cmd/server/`, out: "" }],
    [`To build: ${GO}, not go build`],
  ],
  [
    "that failed too before its folder was changed",
    [
      NO_GO,
      { run: `${GO} ./go/cmd/server/`, fails: "no required module provides package" },
      { run: `cd go && ${GO} ./cmd/server/`, out: "" },
    ],
    [],
  ],
])("a program that is not found, and the same %s", (_name, steps, titles) => {
  const found = seenBy(COMMAND_SUCCESS, steps).filter((signal) => signal.minSessions === 1);
  expect(found.map((signal) => signal.draft?.title)).toEqual(titles);
});

test("failed tests are not a rejected call", () => {
  const signals = seenBy(COMMAND_SUCCESS, [
    { run: "npm test", fails: "FAIL src/a.test.ts\nAssertionError: expected 1 to be 2" },
    { run: "bun run test", out: "ok" },
  ]);
  expect(signals.filter((signal) => signal.minSessions === 1)).toEqual([]);
});

const FOLDER = (purpose: string, command: string, folder: string) =>
  `To ${purpose} in this project, run \`${command}\` in \`${folder}\`: it passed there.`;

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  [
    "told where every call went there",
    [{ run: "cd /w/app/web && npm run css:build" }, { run: "npm run css:build" }],
    ["To build (css) in this project, use `npm run css:build` in `web`."],
  ],
  [
    "not where several folders have it",
    [{ run: "cd web && npm test" }, { run: "cd /w/app/api && npm test" }],
    ["To run the tests in this project, use `npm test`."],
  ],
  [
    "as its calls say",
    [
      { run: "go build -o app", at: "/w/app/cli" },
      { run: "go build", at: "/w/app/cli" },
    ],
    [FOLDER("build", "go build", "cli")],
  ],
  [
    "as its options say",
    [{ run: "mvn -f core/pom.xml compile -q" }],
    [FOLDER("build", "mvn compile", "core")],
  ],
  [
    "not where its calls say that it ran at the top too",
    [{ run: "go build", at: "/w/app/cli" }, { run: "go build" }],
    ["To build in this project, use `go build`."],
  ],
  [
    "not if the same was done at the root",
    [
      { run: "npx vitest run", at: "/w/app/packages/api" },
      { run: "npm test", at: "/w/app" },
    ],
    ["To run the tests in this project, use `npm test`."],
  ],
  [
    "also if a later call may be in the same folder",
    [{ run: "cd cli && go build" }, { run: "go build" }],
    [FOLDER("build", "go build", "cli")],
  ],
  [
    "not from runs with further arguments",
    [
      { run: "cd svc && go test ./internal/... -run TestA" },
      { run: "cd svc && cargo test -p core --features full" },
    ],
    [],
  ],
  [
    "not where it failed there",
    [{ run: "cd web && npm test", fails: "Exit code 1\n1 failed" }, { run: "npm test" }],
    ["To run the tests in this project, use `npm test`."],
  ],
])("learns the folder of a habit: %s", (_name, steps, contents) => {
  const signals = COMMAND_SUCCESS.detect(buildTrace("s1", eventsOf(steps), null, "/w/app"));
  expect(signals.map(({ draft }) => draft?.content)).toEqual(contents);
});
