/** Count-only signals: commits, backtracking, look-ups, configuration, order of tests, followed imports. */
import { expect, test } from "vitest";
import { TEST_ORDER } from "./commands/test-order.ts";
import { TEST_OUTCOME } from "./commands/test-outcome.ts";
import { COMMIT } from "./commit.ts";
import { BACKTRACK } from "./counts/backtrack.ts";
import { isConfigFile } from "./counts/config-file.ts";
import { CONFIG_TOUCH } from "./counts/config-touch.ts";
import { EXTERNAL_REFERENCE } from "./counts/external-reference.ts";
import { IMPORT_CHASE } from "./counts/import-chase.ts";
import { detect } from "./detect.ts";
import { eventsOf, type SessionEvents, seenBy } from "./testing-session.ts";
import { buildTrace } from "./trace.ts";

test.each<[string, readonly SessionEvents[], number]>([
  [
    "git said so",
    [{ run: "git commit -m x", out: "[main abc1234] x" }, { committed: "abc1234" }],
    1,
  ],
  ["a wrapper took git's words", [{ edit: "a.ts" }, { run: "rtk git commit -m x", out: "ok" }], 1],
  ["a hook refused", [{ run: "git commit -m x", fails: "husky - pre-commit failed" }], 0],
  ["nothing to commit", [{ run: "git commit -m x", out: "nothing to commit" }], 0],
  ["only spoken of", [{ run: "git log --grep commit" }, { run: "echo git commit" }], 0],
])("commit: %s", (_name, steps, count) => expect(seenBy(COMMIT, steps)).toHaveLength(count));

test("a commit without git's output has the files edited since the last one", () => {
  const steps = [
    { edit: "a.ts" },
    { run: "git commit -qm x" },
    { edit: "b.ts" },
    { run: "git commit -qm y" },
  ];
  expect(seenBy(COMMIT, steps).map((signal) => signal.files)).toEqual([["a.ts"], ["b.ts"]]);
});

const first = {
  edit: "src/a.ts",
  before: "function load() {",
  after: "function load() {\n  return cached(key);",
};
const over = {
  edit: "src/a.ts",
  before: "  return cached(key);",
  after: "  return fresh(key, now);",
};

test("detects a correction of new code after a failed run", () => {
  const steps = [first, { run: "npm test", fails: "1 failed" }, over];
  expect(seenBy(BACKTRACK, steps)).toMatchObject([{ files: ["src/a.ts"], draft: null }]);
});

test("detects an undone edit, even if the user requested it", () => {
  const there = {
    edit: "src/a.ts",
    before: "timeout: 1000,",
    after: "timeout: 1000,\nretries: 3 of them,",
  };
  const back = {
    edit: "src/a.ts",
    before: "timeout: 1000,\nretries: 3 of them,",
    after: "timeout: 1000,",
  };
  expect(seenBy(BACKTRACK, [there, { user: "no retries" }, back])).toHaveLength(1);
});

test.each<[string, readonly SessionEvents[]]>([
  ["nothing was red", [first, over]],
  [
    "the user wanted it otherwise",
    [first, { run: "npm test", fails: "x" }, { user: "fresh" }, over],
  ],
  [
    "only line breaks",
    [
      { edit: "a.ts", before: "x", after: "call(first, second, third);" },
      { run: "npm run lint", fails: "format" },
      {
        edit: "a.ts",
        before: "call(first, second, third);",
        after: "call(\n  first,\n  second,\n  third,\n);",
      },
    ],
  ],
  [
    "built on",
    [
      { edit: "a.md", before: "x", after: "A skill is a single file." },
      { run: "npm test", fails: "1 failed" },
      {
        edit: "a.md",
        before: "A skill is a single file.",
        after: "A skill is a single file, with notes.",
      },
    ],
  ],
  ["another file", [first, { run: "npm test", fails: "x" }, { ...over, edit: "src/b.ts" }]],
])("no backtracking: %s", (_name, steps) => expect(seenBy(BACKTRACK, steps)).toEqual([]));

const page = {
  fetch: "https://example.com/rules",
  out: "Rules take a paths frontmatter with globs and braces",
};

test("detects a page whose words are in the next change", () => {
  const steps = [
    page,
    { edit: "rules.md", before: "alwaysApply", after: "paths frontmatter globs" },
  ];
  expect(seenBy(EXTERNAL_REFERENCE, steps)).toMatchObject([
    { subject: "page:https://example.com/rules", files: ["rules.md"], draft: null },
  ]);
});

test.each<[string, readonly SessionEvents[]]>([
  ["looked up and left", [page]],
  ["the change is about something else", [page, { edit: "a.ts", after: "const retries = 3" }]],
  [
    "the words were there before",
    [page, { edit: "a.md", before: "paths frontmatter globs", after: "paths frontmatter globs x" }],
  ],
])("no reference: %s", (_name, steps) => expect(seenBy(EXTERNAL_REFERENCE, steps)).toEqual([]));

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  [
    "with two other files",
    [{ edit: "src/a.ts" }, { edit: "src/b.ts" }, { edit: ".github/workflows/ci.yml" }],
    [".github/workflows/ci.yml"],
  ],
  ["with one", [{ edit: "src/a.ts" }, { edit: "package.json" }], []],
  ["alone", [{ edit: "package.json" }, { edit: "tsconfig.json" }], []],
])("configuration: %s", (_name, steps, files) =>
  expect(seenBy(CONFIG_TOUCH, steps).flatMap((signal) => signal.files)).toEqual(files),
);

test.each([
  ["tsconfig.build.json", true],
  ["tsconfig.json", true],
  ["packages/a/vite.config.ts", true],
  ["src/evaluation/config.ts", false],
  ["Dockerfile", true],
  ["src/reconfigure.ts", false],
])("%s is a configuration file: %j", (path, expected) => expect(isConfigFile(path)).toBe(expected));

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  ["after", [{ edit: "src/a.ts" }, { edit: "src/a.test.ts" }], ["test_order:after"]],
  ["before", [{ write: "src/a.test.ts" }, { edit: "src/a.ts" }], ["test_order:first"]],
  [
    "in a folder of tests",
    [{ edit: "lib/x/a.py" }, { edit: "lib/x/tests/test_a.py" }],
    ["test_order:after"],
  ],
  ["the same name elsewhere", [{ edit: "web/types/a.ts" }, { edit: "src/api/a.test.ts" }], []],
  ["no source", [{ edit: "src/a.test.ts" }], []],
])("tests come %s", (_name, steps, subjects) =>
  expect(seenBy(TEST_ORDER, steps).map((signal) => signal.subject)).toEqual(subjects),
);

const importer = (line: string): SessionEvents => ({ read: "src/app/main.ts", out: line });

test.each<[string, SessionEvents, string, boolean]>([
  ["relative", importer('import { a } from "../store/rows.ts";'), "src/store/rows.ts", true],
  [
    "relative, of another folder",
    importer('import { a } from "./rows.ts";'),
    "src/store/rows.ts",
    false,
  ],
  ["an alias", importer('import { a } from "@/store/rows";'), "src/store/rows.ts", true],
  [
    "a module",
    { read: "lib/a.py", out: "from lib.core.basic import Basic" },
    "lib/core/basic.py",
    true,
  ],
  [
    "a package of Go",
    { read: "main.go", out: '\t"github.com/o/r/pkg/spi"' },
    "r/pkg/spi/provider.go",
    true,
  ],
  ["not imported", importer("const a = 1"), "src/store/rows.ts", false],
])("an import is followed: %s", (_name, from, to, isSeen) =>
  expect(seenBy(IMPORT_CHASE, [from, { read: to }])).toHaveLength(isSeen ? 1 : 0),
);

test.each<[string, readonly SessionEvents[]]>([
  [
    "the first never ran",
    [
      { run: "pytest a.py", fails: "(eval):cd:1: no such file or directory: x" },
      { edit: "a.py" },
      { run: "pytest a.py" },
    ],
  ],
  ["nothing was changed", [{ run: "pytest a.py", fails: "1 failed" }, { run: "pytest a.py" }]],
  [
    "the linter was red",
    [
      { run: "lint && pytest", fails: "not properly formatted" },
      { edit: "a.py" },
      { run: "lint && pytest" },
    ],
  ],
  [
    "filtered",
    [
      { run: "pytest a.py", fails: "1 failed" },
      { edit: "a.py" },
      { run: "pytest a.py | grep assert" },
    ],
  ],
])("no passed test: %s", (_name, steps) => expect(seenBy(TEST_OUTCOME, steps)).toEqual([]));

test("count-only signals have no text, whatever their file contains", () => {
  const steps = [
    first,
    { run: "npm test", fails: "1 failed" },
    over,
    { run: "npm test" },
    { run: "git commit -qm x" },
  ];
  const signals = detect(buildTrace("s", eventsOf(steps)));
  expect(new Set(signals.map((signal) => signal.type))).toEqual(
    new Set(["test_outcome", "commit", "backtrack", "command_success", "co_access"]),
  );
  const worded = signals.filter((signal) => signal.draft !== null).map((signal) => signal.type);
  expect(new Set(worded)).toEqual(new Set(["command_success"]));
});
