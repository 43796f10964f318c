/** Tests the lessons about what this machine repeatedly rejects: options, skills, and edits with different whitespace. */
import { expect, test } from "vitest";
import { COMMAND_SUCCESS } from "./commands/command-success.ts";
import { DEAD_END } from "./dead-end.ts";
import { ERROR_RETRY } from "./error-retry.ts";
import { eventsOf, type SessionEvents, seenBy } from "./testing-session.ts";
import { buildTrace } from "./trace.ts";

const contents = (steps: readonly SessionEvents[]) =>
  seenBy(COMMAND_SUCCESS, steps)
    .filter((signal) => signal.subject.startsWith("refused:"))
    .map((signal) => signal.draft?.content);

const UNEXPECTED = "error: unexpected argument '-n' found\n\nUsage: rtk find [OPTIONS]";

test.each<[string, readonly SessionEvents[], string]>([
  [
    "the same program without the option",
    [
      { run: "sed -n 1p a.ts | cat -A", out: "cat: illegal option -- A\nusage: cat [-b]" },
      { run: "sed -n 1p a.ts | cat -v", out: "^Ix" },
    ],
    "`cat -A` is not supported on this machine: it fails with “cat: illegal option -- A”. Use `cat -v` instead; it worked right after the failure.",
  ],
  [
    "the host's own search",
    [{ run: "find . -name x.ts | head", out: UNEXPECTED }, { grep: "x" }],
    "`find -name` is not supported on this machine: it fails with “error: unexpected argument '-n' found”. Use the search tool instead; it worked right after the failure.",
  ],
])("learns from a rejected call: %s", (_name, steps, content) =>
  expect(contents(steps)).toEqual([content]),
);

test.each<[string, readonly SessionEvents[]]>([
  ["nothing worked after", [{ run: "find . -name x", out: UNEXPECTED }]],
  [
    "the option is still there",
    [{ run: "find . -name x", out: UNEXPECTED }, { run: "find a -name x" }],
  ],
  [
    "what was printed only speaks of an option",
    [{ run: "cat log.txt", out: UNEXPECTED }, { run: "cat log2.txt" }],
  ],
  ["another program", [{ run: "find . -name x", out: UNEXPECTED }, { run: "node x.js" }]],
])("learns nothing from: %s", (_name, steps) => expect(contents(steps)).toEqual([]));

test("learns from a command rejected behind a pipe and does not store it as a habit", () => {
  const signals = seenBy(COMMAND_SUCCESS, [
    { run: "rtk bun run test 2>&1 | tail -20", out: "error: unrecognized subcommand 'bun'" },
    { run: "bun run test 2>&1 | tail -20", out: "4 pass" },
  ]);
  expect(signals.map((signal) => [signal.minSessions, signal.draft?.content])).toEqual([
    [
      1,
      "To run the tests in this project, use `bun run test`, not `rtk bun run test`: `rtk bun run test` fails with “error: unrecognized subcommand 'bun'”, and `bun run test` passed right after.",
    ],
    [3, "To run the tests in this project, use `bun run test`."],
  ]);
});

test("learns that a skill does not exist", () => {
  const [signal, ...rest] = seenBy(DEAD_END, [
    { skill: "commit", fails: "<tool_use_error>Unknown skill: commit</tool_use_error>" },
    { skill: "commit", fails: "<tool_use_error>Unknown skill: commit</tool_use_error>" },
  ]);
  expect(rest).toEqual([]);
  expect(signal).toMatchObject({ subject: "missing:skill:commit", minSessions: 2 });
  expect(signal?.draft?.content).toContain("Do not use the skill `commit`");
});

test("ignores a command that only prints a message about an unknown skill", () =>
  expect(seenBy(DEAD_END, [{ run: "cat log", fails: "Unknown skill: commit" }])).toEqual([]));

const MISS = "<tool_use_error>String to replace not found in file.</tool_use_error>";

test("learns from an edit that failed because of one missing tab", () => {
  const [signal] = seenBy(ERROR_RETRY, [
    { edit: "src/a.ts", before: "\tconst first = 1;", after: "x", fails: MISS },
    { edit: "src/a.ts", before: "\t\tconst first = 1;", after: "x" },
  ]);
  expect(signal?.draft?.content).toBe(
    "When you edit several lines at once, copy the indentation from the file. Edits in this project failed only because of whitespace: the edit had one tab too few, for example in `src/a.ts`.",
  );
  expect(signal?.subject).toBe("edit-miss:one-less");
});

test.each<[string, string, string, string]>([
  ["tabs", "    const first = 1;", "\tconst first = 1;", "edit-miss:tabs"],
  ["spaces", "\tconst first = 1;", "    const first = 1;", "edit-miss:spaces"],
])(
  "detects an edit that failed because the file is indented with %s",
  (_name, gave, found, subject) => {
    const steps = [
      { edit: "src/a.ts", before: gave, after: "x", fails: MISS },
      { edit: "src/a.ts", before: found, after: "x" },
    ];
    expect(seenBy(ERROR_RETRY, steps).map((signal) => signal.subject)).toEqual([subject]);
  },
);

test.each<[string, readonly SessionEvents[]]>([
  [
    "other text was meant",
    [
      { edit: "a.ts", before: "const first = 1;", fails: MISS },
      { edit: "a.ts", before: "const other = 1;" },
    ],
  ],
  [
    "another file",
    [
      { edit: "a.ts", before: "const first = 1;", fails: MISS },
      { edit: "b.ts", before: " const first = 1;" },
    ],
  ],
  [
    "it had not been read",
    [
      { edit: "a.ts", before: "const first = 1;", fails: "File has not been read yet." },
      { edit: "a.ts", before: "const first = 1;" },
    ],
  ],
])("does not attribute a failed edit to whitespace: %s", (_name, steps) =>
  expect(seenBy(ERROR_RETRY, steps)).toEqual([]),
);

test.each<[string, readonly SessionEvents[]]>([
  [
    "a linter's complaint mended in the code",
    [
      { run: "npm run lint", fails: "src/a.ts: × This variable count is unused." },
      { edit: "src/a.ts", before: "const count = 1", after: "" },
      { run: "npm run lint" },
    ],
  ],
  [
    "a test that was told what to expect",
    [
      { edit: "src/a.ts" },
      { run: "npm test", fails: "FAIL src/a.test.ts\nAssertionError: expected 1 to be 2" },
      { edit: "src/a.test.ts", before: "expect(a).toBe(2)", after: "expect(a).toBe(1)" },
      { run: "npm test" },
    ],
  ],
])("learns nothing from a temporary failure: %s", (_name, steps) =>
  expect(seenBy(ERROR_RETRY, steps)).toEqual([]),
);

const RED =
  "src/x: Lint....Failed in tmp/clones/agents-eval-Ab12/a.test.ts\nhusky - pre-commit script failed";

test.each<[string, SessionEvents, string, number]>([
  [
    "a configuration",
    { edit: "biome.json" },
    "When this project's Git hooks reject `git commit` (“src/x: Lint....Failed in tmp/clones/agents-eval-Ab12/a.test.ts”), check `biome.json` first: an earlier `git commit` passed after an edit there (`old` became `new`), with no other fix.",
    2,
  ],
  [
    "something left lying about",
    { run: "rm -rf tmp/clones/agents-eval-Ab12" },
    "When this project's Git hooks reject `git commit`, remove the files in `tmp/clones` first: an earlier `git commit` passed after that, with no other fix.",
    2,
  ],
])(
  "learns from Git hooks that rejected a commit until %s was fixed",
  (_name, fixStep, content, minSessions) => {
    const steps = [
      { run: "git commit -m 'first try'", fails: RED },
      fixStep,
      { run: "git commit -m 'again'", out: "[main abc1234] again" },
    ];
    expect(seenBy(ERROR_RETRY, steps)).toMatchObject([{ minSessions, draft: { content } }]);
  },
);

test("triggers on any failure in the folder of the leftover files", () => {
  const [signal] = seenBy(ERROR_RETRY, [
    { run: "git commit -m 'first try'", fails: RED },
    { run: "rm -rf tmp/clones/agents-eval-Ab12" },
    { run: "git commit -m 'again'", out: "[main abc1234] again" },
  ]);
  expect(signal?.draft?.triggers).toEqual(["tmp/clones"]);
});

test.each<[string, readonly SessionEvents[]]>([
  ["the code was mended", [{ edit: "src/a.ts" }, { run: "git commit -m x" }]],
  ["the hooks were skipped", [{ edit: "biome.json" }, { run: "git commit --no-verify -m x" }]],
  ["it never passed", [{ edit: "biome.json" }]],
  ["what was removed lay elsewhere", [{ run: "rm -rf build/cache" }, { run: "git commit -m x" }]],
])("learns nothing from Git hooks: %s", (_name, after) =>
  expect(seenBy(ERROR_RETRY, [{ run: "git commit -m x", fails: RED }, ...after])).toEqual([]),
);

test("names no file for a failed edit outside the project", () => {
  const edit = { edit: "x.ts", before: "  const aLongName = 1;" };
  const steps = [
    { ...edit, fails: "String to replace not found in file" },
    { ...edit, before: "\tconst aLongName = 1;" },
  ];
  const outside = eventsOf(steps).map((event) => ({ ...event, files: [] }) as typeof event);
  const [signal] = ERROR_RETRY.detect(buildTrace("s1", outside)).filter(({ subject }) =>
    subject.startsWith("edit-miss:"),
  );
  expect(signal?.files).toEqual([]);
  expect(signal?.draft?.content).not.toContain("as in");
});

test.each([
  ["brackets", { run: "(".repeat(200_000) }],
  ["one word again and again", { run: "git ".repeat(50_000), fails: "no" }],
  ["a name of changing letters", { run: `rm -rf /tmp/a/-${"aA".repeat(4000)}-` }],
])("processes a command of %s within the time limit", (_name, odd) => {
  const steps = [
    { run: "foo -n x", fails: "foo: illegal option -- n" },
    { run: "git commit -m x", fails: "refused" },
    odd,
    { run: "git commit -m x" },
  ];
  const startMs = performance.now();
  seenBy(COMMAND_SUCCESS, steps);
  seenBy(ERROR_RETRY, steps);
  expect(performance.now() - startMs).toBeLessThan(2000);
});
