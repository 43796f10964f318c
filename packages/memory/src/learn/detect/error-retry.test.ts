/** Errors with their fixes: which are lessons, and which are only normal work. */
import { expect, test } from "vitest";
import { ERROR_RETRY } from "./error-retry.ts";
import { type SessionEvents, seenBy } from "./testing-session.ts";

const MISSING =
  "Exit code 1\nError: Cannot find module '@app/schema'\n    at Module._resolve (node:internal)";
const CONFIG = "Exit code 1\nerror: Unknown option 'strictMode' in vitest.config.ts";

test.each<[string, readonly SessionEvents[], string]>([
  [
    "a command put the environment right",
    [
      { run: "npm test", fails: MISSING },
      { run: "npm run generate" },
      { run: "npm test", out: "3 passed" },
    ],
    "When `npm test` fails with “Error: Cannot find module '@app/schema'”, run `npm run generate` and then `npm test` again: the error was gone after that.",
  ],
  [
    "pipes and redirections do not make it another command",
    [
      { run: "cd app && npm test 2>&1 | tail -20", fails: MISSING },
      { run: "npm ci --include=dev" },
      { run: "npm test", out: "ok" },
    ],
    "When `npm test` fails with “Error: Cannot find module '@app/schema'”, run `npm ci --include=dev` and then `npm test` again: the error was gone after that.",
  ],
  [
    "the next error is another matter",
    [
      { run: "mvn compile", fails: "Exit code 127\nbash: mvn: command not found" },
      { run: "apt-get install -y maven" },
      { run: "mvn compile | tail -3", out: "[ERROR] Fatal error: release version 7 not supported" },
    ],
    "When `mvn compile` fails with “mvn: command not found”, run `apt-get install -y maven` and then `mvn compile` again: the error was gone after that.",
  ],
  [
    "what pytest's heading stands over",
    [
      {
        run: "uv run pytest -q",
        fails:
          "Exit code 4\nImportError while loading conftest '/srv/app/tests/conftest.py'.\ntests/conftest.py:3: in <module>\n    from rows import Table\nE   ModuleNotFoundError: No module named 'rows'",
      },
      { run: "uv sync --group tests" },
      { run: "uv run pytest -q", out: "3 passed in 0.1s" },
    ],
    "When `uv run pytest -q` fails with “ModuleNotFoundError: No module named 'rows'”, run `uv sync --group tests` and then `uv run pytest -q` again: the error was gone after that.",
  ],
  [
    "an edit of the file the error names",
    [
      { run: "npm test", fails: CONFIG },
      { edit: "vitest.config.ts", before: "strictMode: true,", after: "strict: true," },
      { run: "npm test", out: "ok" },
    ],
    "When `npm test` fails with “error: Unknown option 'strictMode' in vitest.config.ts”, check `vitest.config.ts`: the same command passed after an edit there (`strictMode: true,` became `strict: true,`).",
  ],
])("learns: %s", (_name, steps, content) => {
  const [signal, ...rest] = seenBy(ERROR_RETRY, steps);
  expect(rest).toEqual([]);
  expect(signal?.draft?.content).toBe(content);
  expect(signal?.draft?.errorFingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(signal?.minSessions).toBe(1);
  expect(["test", "exit_code"]).toContain(signal?.evidence[0]?.kind);
});

test.each<[string, readonly SessionEvents[]]>([
  [
    "an edit is no fix for a program that is not installed",
    [
      {
        run: "mise run tauri:build",
        fails: "sh: 1: tauri: command not found\nsee tauri.conf.json",
      },
      { edit: "src-tauri/tauri.conf.json", before: "cd ../../../apps", after: "cd ../../apps" },
      { run: "mise run tauri:build", out: "Built" },
    ],
  ],
  [
    "an edit beside an installation, where a module was missing",
    [
      { run: "npm test", fails: "Error: Cannot find module 'left-pad'\nin vitest.config.ts" },
      { edit: "vitest.config.ts", before: "threads: true", after: "threads: false" },
      { run: "npm install" },
      { run: "npm test", out: "ok" },
    ],
  ],
  [
    "the same error after the cure",
    [
      { run: "npm test", fails: MISSING },
      { run: "npm ci" },
      { run: "npm test", fails: MISSING },
      { run: "npm test", out: "ok" },
    ],
  ],
  ["it never passed again", [{ run: "npm test", fails: MISSING }, { run: "npm ci" }]],
  [
    "nothing was changed in between",
    [
      { run: "npm test", fails: MISSING },
      { run: "npm test", out: "ok" },
    ],
  ],
  [
    "the network was to blame",
    [
      { run: "npm test", fails: "Error: connect ETIMEDOUT while fetching" },
      { run: "npm ci" },
      { run: "npm test" },
    ],
  ],
  [
    "the edit has nothing to do with the error",
    [{ run: "npm test", fails: MISSING }, { edit: "src/other.ts" }, { run: "npm test", out: "ok" }],
  ],
  [
    "the script was written a moment ago",
    [
      { write: "try_it.py" },
      { run: "python try_it.py", fails: "SyntaxError: invalid syntax in try_it.py" },
      { edit: "try_it.py" },
      { run: "python try_it.py" },
    ],
  ],
  [
    "installing what the error names, or all that the manifest lists",
    [{ run: "npm test", fails: MISSING }, { run: "npm ci" }, { run: "npm test", out: "ok" }],
  ],
  [
    "another package, for an error that says of nothing that it is missing",
    [
      { run: "npx tsc --noEmit", fails: "a.ts(1,1): error TS2344: Type X lacks Config" },
      { run: "bun add react-shielded" },
      { run: "npx tsc --noEmit", out: "ok" },
    ],
  ],
  [
    "the user refused the call",
    [{ run: "npm test", fails: MISSING, rejected: true }, { run: "npm ci" }, { run: "npm test" }],
  ],
])("learns nothing: %s", (_name, steps) => expect(seenBy(ERROR_RETRY, steps)).toEqual([]));

test("an edit of code that the session did not write is a lesson once the error comes again", () => {
  const [signal] = seenBy(ERROR_RETRY, [
    { run: "npm test", fails: "TypeError: total is not a function\n  at src/cart.ts:4" },
    { edit: "src/cart.ts", before: "total", after: "total()" },
    { run: "npm test", out: "ok" },
  ]);
  expect(signal?.minSessions).toBe(2);
});

test("an error in code that the session was writing requires three sessions", () => {
  const [signal] = seenBy(ERROR_RETRY, [
    { edit: "src/cart.ts" },
    { run: "npm test", fails: "TypeError: total is not a function\n  at src/cart.ts:4" },
    { edit: "src/cart.ts", before: "total", after: "total()" },
    { run: "npm test", out: "ok" },
  ]);
  expect(signal?.minSessions).toBe(3);
  expect(signal?.subject).toContain("src/cart.ts");
});

test("a fix read on the web is tainted", () => {
  const [signal] = seenBy(ERROR_RETRY, [
    { run: "npm test", fails: MISSING },
    { fetch: "https://example.com/answers" },
    { run: "npm ci --include=dev" },
    { run: "npm test", out: "ok" },
  ]);
  expect(signal?.isTainted).toBe(true);
});

const TICKET = "## Steps to reproduce\n\nRun the export. It needs Left-Padder, and npm add foo.";

test.each([
  ["an installation that a pasted ticket names", "pip install left-padder==1.0", true],
  ["an installation with a short name", "npm install -g foo@2", true],
  ["an installation that it does not name", "apt-get install -y maven", false],
])("%s: tainted %s", (_name, fix, isTainted) => {
  const [signal] = seenBy(ERROR_RETRY, [
    { user: TICKET },
    { run: "mvn -q test", fails: "bash: mvn: command not found" },
    { run: fix },
    { run: "mvn -q test", out: "BUILD SUCCESS" },
  ]);
  expect(signal?.isTainted).toBe(isTainted);
});

test("what a fix prints does not taint it", () => {
  const [signal] = seenBy(ERROR_RETRY, [
    { run: "cargo build --target wasm32", fails: "error[E0463]: can't find crate for `core`" },
    { run: "rustup target add wasm32" },
    { run: "cargo build --target wasm32", out: "Finished" },
  ]);
  expect(signal?.draft?.content).toContain("rustup target add wasm32");
  expect(signal?.isTainted).toBe(false);
});

test("runs of two agents are not one sequence", () => {
  const steps: SessionEvents[] = [
    { run: "npm test", fails: MISSING, by: "a" },
    { run: "npm ci", by: "b" },
    { run: "npm test", out: "ok", by: "b" },
  ];
  expect(seenBy(ERROR_RETRY, steps)).toEqual([]);
});
