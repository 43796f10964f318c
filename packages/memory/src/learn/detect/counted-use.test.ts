/** Count-only signals on the use of files, tools, time and context: what is detected, and what only looks similar. */
import { expect, test } from "vitest";
import { CONTEXT_TOKEN_SPIKE } from "./counts/context-token-spike.ts";
import { FILE_ACCESS } from "./counts/file-access.ts";
import { GLOB_IGNORE } from "./counts/glob-ignore.ts";
import { PARALLEL_CONFLICT } from "./counts/parallel-conflict.ts";
import { READ_ABANDON } from "./counts/read-abandon.ts";
import { STEP_OVERRUN } from "./counts/step-overrun.ts";
import { TIME_ANOMALY } from "./counts/time-anomaly.ts";
import { TOOL_SEQUENCE } from "./counts/tool-sequence.ts";
import { detect } from "./detect.ts";
import type { Detector } from "./detector.ts";
import { eventsOf, type SessionEvents, seenBy } from "./testing-session.ts";
import { buildTrace } from "./trace.ts";

type Row = readonly [
  name: string,
  detector: Detector,
  steps: readonly SessionEvents[],
  subjects: readonly string[],
];

const twelve = Array.from({ length: 12 }, (_one, n) => `src/part${n}.ts:1: load`).join("\n");
const round: readonly SessionEvents[] = [
  { edit: "src/a.ts" },
  { run: "npm test" },
  { run: "npm run lint" },
  { run: "git commit -m x", out: "[main abc1234] x" },
];
const quick = Array.from({ length: 4 }, (): SessionEvents => ({ run: "npm run lint", took: 900 }));
const short = Array.from(
  { length: 20 },
  (): SessionEvents => ({ read: "src/a.ts", out: "x".repeat(400) }),
);

const looks = (by: string): SessionEvents => ({ read: "x.ts", by });
const edits = (by: string, edit: string): SessionEvents => ({ edit, by });

const ROWS: readonly Row[] = [
  [
    "came back to it",
    FILE_ACCESS,
    [{ read: "a.ts" }, { edit: "a.ts" }, { read: "a.ts" }],
    ["file:a.ts"],
  ],
  ["twice is once and a look", FILE_ACCESS, [{ read: "a.ts" }, { edit: "a.ts" }], []],
  ["only tried something out", FILE_ACCESS, Array(3).fill({ edit: "/tmp/try.py" }), []],
  [
    "two agents, each by itself",
    FILE_ACCESS,
    [{ read: "a.ts" }, { read: "a.ts", by: "x" }, { read: "a.ts", by: "y" }],
    [],
  ],

  [
    "led astray",
    READ_ABANDON,
    [
      { grep: "load", out: "src/old.ts\nsrc/new.ts" },
      { read: "src/old.ts" },
      { read: "src/new.ts" },
      { edit: "src/new.ts" },
    ],
    ["astray:src/old.ts:src/new.ts"],
  ],
  [
    "read again later: it was of use",
    READ_ABANDON,
    [
      { grep: "load", out: "src/old.ts\nsrc/new.ts" },
      { read: "src/old.ts" },
      { read: "src/new.ts" },
      { edit: "src/new.ts" },
      { read: "src/old.ts" },
    ],
    [],
  ],
  [
    "nothing was changed",
    READ_ABANDON,
    [
      { grep: "load", out: "src/old.ts\nsrc/new.ts" },
      { read: "src/old.ts" },
      { read: "src/new.ts" },
    ],
    [],
  ],
  [
    "the search named one",
    READ_ABANDON,
    [
      { grep: "load", out: "src/old.ts" },
      { read: "src/old.ts" },
      { read: "src/new.ts" },
      { edit: "src/new.ts" },
    ],
    [],
  ],

  [
    "the same round twice",
    TOOL_SEQUENCE,
    [...round, ...round],
    ["sequence:edit code > npm test > npm run lint > git commit"],
  ],
  ["once", TOOL_SEQUENCE, round, []],
  [
    "to and fro",
    TOOL_SEQUENCE,
    Array(6)
      .fill([{ edit: "src/a.ts" }, { run: "npm test" }])
      .flat(),
    [],
  ],
  [
    "of two agents at once",
    TOOL_SEQUENCE,
    [...round, ...round.map((step) => ({ ...step, by: "x" }))],
    [],
  ],

  [
    "minutes among seconds",
    TIME_ANOMALY,
    [...quick, { run: "npm test", took: 120_000 }],
    ["slow:npm test"],
  ],
  [
    "everything is slow here",
    TIME_ANOMALY,
    Array.from({ length: 5 }, (): SessionEvents => ({ run: "npm test", took: 90_000 })),
    [],
  ],
  ["a person was asked", TIME_ANOMALY, [...quick, { run: "npm test", took: 3_600_000 }], []],
  ["looking", TIME_ANOMALY, [...quick, { run: "git status", took: 120_000 }], []],
  ["seconds", TIME_ANOMALY, [...quick, { run: "npm test", took: 20_000 }], []],

  [
    "a listing of no use",
    GLOB_IGNORE,
    [
      { grep: "load", out: twelve },
      { grep: "loadConfig", out: "src/config.ts" },
    ],
    ["listing:load"],
  ],
  [
    "what it gave was opened",
    GLOB_IGNORE,
    [
      { grep: "load", out: twelve },
      { grep: "loadConfig", out: "src/config.ts" },
      { read: "src/part1.ts" },
      { read: "src/part2.ts" },
    ],
    [],
  ],
  [
    "the search was over",
    GLOB_IGNORE,
    [{ grep: "load", out: twelve }, { edit: "src/config.ts" }, { run: "npm test" }],
    [],
  ],
  [
    "a short answer",
    GLOB_IGNORE,
    [{ grep: "load", out: "src/part1.ts:1: load" }, { glob: "*" }],
    [],
  ],

  [
    "both edited it at once",
    PARALLEL_CONFLICT,
    [looks("a"), edits("b", "a.ts"), edits("a", "a.ts"), looks("b")],
    ["conflict:a.ts"],
  ],
  [
    "one after the other",
    PARALLEL_CONFLICT,
    [edits("a", "a.ts"), looks("a"), edits("b", "a.ts"), looks("b")],
    [],
  ],
  [
    "different files",
    PARALLEL_CONFLICT,
    [looks("a"), edits("b", "b.ts"), edits("a", "a.ts"), looks("b")],
    [],
  ],

  [
    "refused, for somebody else had changed it",
    PARALLEL_CONFLICT,
    [
      { read: "a.ts" },
      {
        edit: "a.ts",
        fails: "File has been modified since read, either by the user or by a linter.",
      },
    ],
    ["conflict:a.ts"],
  ],
  [
    "refused after its own formatter",
    PARALLEL_CONFLICT,
    [
      { read: "a.ts" },
      { run: "npm run lint:fix" },
      { edit: "a.ts", fails: "File has been modified since read" },
    ],
    [],
  ],
  [
    "refused after its own edit, which a hook formats",
    PARALLEL_CONFLICT,
    [{ edit: "a.ts" }, { edit: "a.ts", fails: "File has been modified since read" }],
    [],
  ],
  [
    "one call filled the context",
    CONTEXT_TOKEN_SPIKE,
    [...short, { run: "git log -p", out: "x".repeat(40_000) }],
    ["tokens:git log -p"],
  ],
  [
    "all are long",
    CONTEXT_TOKEN_SPIKE,
    Array(6).fill({ read: "a.ts", out: "x".repeat(24_000) }),
    [],
  ],
  [
    "long for this session, short for any",
    CONTEXT_TOKEN_SPIKE,
    [...short, { read: "b.ts", out: "x".repeat(8000) }],
    [],
  ],
];

test.each(ROWS)("%s", (_name, detector, steps, subjects) => {
  const seen = seenBy(detector, steps);
  expect(seen.map(({ subject }) => subject)).toEqual(subjects);
  for (const signal of seen) expect(signal).toMatchObject({ type: detector.type, draft: null });
});

test("counts the part of an output that the log left out", () => {
  const cut = `${"x".repeat(50)}\n[… 40000 characters left out …]\n${"x".repeat(50)}`;
  expect(seenBy(CONTEXT_TOKEN_SPIKE, [...short, { read: "big.json", out: cut }])).toHaveLength(1);
});

test.each([
  [30, { steps: 10 }, 1],
  [30, { steps: 20 }, 0],
  [15, { steps: 5 }, 0],
  [30, null, 0],
])("%i steps where %j is usual: %i", (count, usual, expected) => {
  const steps = Array.from({ length: count }, (): SessionEvents => ({ read: "a.ts" }));
  expect(seenBy(STEP_OVERRUN, steps, usual)).toHaveLength(expected);
});

test("none of these signals has text", () => {
  const steps = [
    ...round,
    ...round,
    { run: "npm test", took: 120_000 },
    { grep: "load", out: twelve },
  ];
  const types = new Set([
    "file_access",
    "read_abandon",
    "tool_sequence",
    "time_anomaly",
    "glob_ignore",
    "step_overrun",
    "parallel_conflict",
    "context_token_spike",
  ]);
  const seen = detect(buildTrace("s1", eventsOf(steps))).filter(({ type }) => types.has(type));
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every((signal) => signal.draft === null)).toBe(true);
});
