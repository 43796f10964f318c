/** Searches that end in one place, files changed together, tests that passed after a failure. */
import { expect, test } from "vitest";
import { TEST_OUTCOME } from "./commands/test-outcome.ts";
import { CO_ACCESS } from "./counts/co-access.ts";
import { REPEATED_GREP } from "./counts/repeated-grep.ts";
import { type SessionEvents, seenBy } from "./testing-session.ts";

const search = (out: string): SessionEvents[] => [
  { grep: "parseConfig", out },
  { read: "src/config.ts" },
];

test("learns a search whose answer was opened", () => {
  const [signal] = seenBy(
    REPEATED_GREP,
    search("src/config.ts:12:export function parseConfig(path) {\nsrc/app.ts:3:parseConfig()"),
  );
  expect(signal?.draft?.content).toContain("`parseConfig` is in `src/config.ts`");
  expect(signal?.minSessions).toBe(2);
});

test("an agent that searched only the file already knew it", () => {
  const out = "12: export function parseConfig(path) { // src/config.ts";
  const within = { grep: "parseConfig", within: "src/config.ts", out };
  const read = { read: "src/config.ts" };
  expect(seenBy(REPEATED_GREP, [within, read])[0]?.isFromParent).toBe(true);
  const anywhere = search(defined("src/config.ts"));
  expect(seenBy(REPEATED_GREP, [...anywhere, within, read])[0]?.isFromParent).toBeUndefined();
  // The agent began in the file and knew it: more sessions are required.
  expect(seenBy(REPEATED_GREP, [within, read])[0]?.minSessions).toBeGreaterThan(2);
  expect(seenBy(REPEATED_GREP, [within, read, ...anywhere])[0]?.isFromParent).toBe(true);
});

const defined = (...paths: readonly string[]) =>
  paths.map((path) => `${path}:12:export function parseConfig(path) {`).join("\n");
const BOTH = ["src/b.ts", "src/config.ts"];

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  ["two define it", search(defined("src/config.ts", "src/b.ts")), BOTH],
  ["told in full", search(defined("/srv/app/src/config.ts", "/srv/app/src/b.ts")), BOTH],
  [
    "in one folder the one, in all of them both",
    [...search(defined("src/config.ts")), ...search(defined(...BOTH))],
    BOTH,
  ],
  [
    "imported elsewhere",
    search(`${defined("src/config.ts")}\nsrc/b.ts:1:import type parseConfig`),
    ["src/config.ts"],
  ],
  [
    "one file was searched, and another that was read defines it too",
    [
      {
        grep: "parseConfig",
        within: "src/config.ts",
        out: "12: export function parseConfig(path) {",
      },
      { read: "src/b.ts", out: "3: function parseConfig(text) {", by: "another" },
      ...search(defined("src/config.ts")),
    ],
    BOTH,
  ],
  [
    "a file that was read imports it",
    [{ read: "src/b.ts", out: "import { type parseConfig }" }, ...search(defined("src/config.ts"))],
    ["src/config.ts"],
  ],
  ["more define it than are a place", search(defined(...BOTH, "src/c.ts", "src/d.ts")), []],
  ["another lies outside", search(defined("/srv/app/src/config.ts", "/opt/lib/b.ts")), []],
])("learns the defining file, whichever was opened: %s", (_name, steps, files) => {
  const [signal] = seenBy(REPEATED_GREP, steps);
  expect(signal?.files ?? []).toEqual(files);
  const named = files.map((file) => `\`${file}\``).join(" and ");
  if (files.length > 0)
    expect(signal?.draft?.content).toBe(
      `\`parseConfig\` is in ${named}: earlier searches for it ended there.`,
    );
});

test.each<[string, readonly SessionEvents[]]>([
  [
    "used in many places, defined in none seen",
    search("src/config.ts:9:parseConfig()\nsrc/app.ts:3:parseConfig()"),
  ],
  ["nothing was opened", search("src/config.ts").slice(0, 1)],
  [
    "two answers",
    [...search("src/config.ts"), { grep: "parseConfig", out: "src/b.ts" }, { read: "src/b.ts" }],
  ],
  ["an ordinary word", [{ grep: "error", out: "src/a.ts" }, { read: "src/a.ts" }]],
  ["a pattern", [{ grep: "foo.*Bar|baz", out: "src/a.ts" }, { read: "src/a.ts" }]],
])("learns no place: %s", (_name, steps) => expect(seenBy(REPEATED_GREP, steps)).toEqual([]));

test.each<[string, readonly SessionEvents[], readonly string[]]>([
  ["two files of one session", [{ edit: "b.ts" }, { edit: "a.ts" }], ["a.ts b.ts"]],
  ["one alone is counted, too", [{ edit: "src/a.ts" }], ["src/a.ts src/a.ts"]],
  [
    "lock files change with everything",
    [{ edit: "src/a.ts" }, { edit: "package-lock.json" }],
    ["src/a.ts src/a.ts"],
  ],
  [
    "scratch files do not count",
    [{ edit: "src/a.ts" }, { write: "test_repro.py" }],
    ["src/a.ts src/a.ts"],
  ],
  ["nothing was edited", [{ read: "src/a.ts" }], []],
  [
    "a sweep says nothing of any pair",
    Array.from({ length: 20 }, (_, i) => ({ edit: `src/f${i}.ts` })),
    [],
  ],
])("pairs: %s", (_name, steps, pairs) => {
  const seen = seenBy(CO_ACCESS, steps);
  expect(seen.map(({ pair }) => `${pair?.a} ${pair?.b}`)).toEqual(pairs);
  expect(seen.every((signal) => signal.draft === null)).toBe(true);
});

test("detects tests that passed after a failure, with the files changed in between", () => {
  const [signal, ...rest] = seenBy(TEST_OUTCOME, [
    { run: "npm test", fails: "1 failed" },
    { edit: "src/a.ts" },
    { run: "npm test 2>&1 | tail", out: "1 passed" },
    { run: "npm test", out: "1 passed" },
  ]);
  expect(rest).toEqual([]);
  expect(signal).toMatchObject({ files: ["src/a.ts"], draft: null });
});
