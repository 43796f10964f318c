/** Causes and dead ends stated by an agent count only if runs confirm them. */
import { expect, test } from "vitest";
import { SELF_CORRECTION } from "./counts/self-correction.ts";
import { DEAD_END } from "./dead-end.ts";
import { type SessionEvents, seenBy } from "./testing-session.ts";

const CAUSE =
  "The issue is that `globalThis.navigator` is read-only in newer Node.js versions, so the assignment throws.";
const confirmed = (message: string): SessionEvents[] => [
  { run: "npm test", fails: "TypeError: Cannot set property navigator" },
  { agent: message },
  { edit: "test/setup.ts" },
  { run: "npm test", out: "ok" },
];

test("learns a cause with the change it required and the run that passed", () => {
  const [signal] = seenBy(SELF_CORRECTION, confirmed(CAUSE));
  expect(signal?.draft?.content).toBe(
    `${CAUSE} Confirmed: \`npm test\` passed after an edit of \`test/setup.ts\`.`,
  );
  expect(signal).toMatchObject({
    files: ["test/setup.ts"],
    minSessions: 1,
    survivesFailure: false,
  });
});

test.each<[string, readonly SessionEvents[]]>([
  ["no run bore it out", confirmed(CAUSE).slice(0, 3)],
  ["nothing had failed", [{ agent: CAUSE }, { edit: "a.ts" }, { run: "npm test" }]],
  ["nothing was changed", confirmed(CAUSE).filter((step) => step.edit === undefined)],
  [
    "only a linter passed",
    confirmed(CAUSE).map((step) =>
      step.run === undefined ? step : { ...step, run: "npm run lint" },
    ),
  ],
  [
    "a guess",
    confirmed(
      "The problem is probably that `navigator` might be read-only because Node changed it.",
    ),
  ],
  [
    "its own slip",
    confirmed("The issue is that my change to `setup.ts` doesn't handle the empty list correctly."),
  ],
  [
    "only where, not why",
    confirmed("The problem is in the `parseConfig` function of the loader module here."),
  ],
  [
    "no name of anything",
    confirmed("The issue is that the value is wrong because nobody checks it before use."),
  ],
  [
    "another guess came before the run",
    [
      ...confirmed(CAUSE).slice(0, 3),
      {
        agent: "The real issue is that `setup.ts` only runs once because of the `globals` option.",
      },
      { edit: "vitest.config.ts" },
      { run: "npm test", fails: "still" },
    ],
  ],
])("learns no cause: %s", (_name, steps) => expect(seenBy(SELF_CORRECTION, steps)).toEqual([]));

const FAILED =
  "Using `fs.watch` with recursive does not work on Linux because inotify has no recursive mode. Let me use `chokidar` instead.";

test("learns a failed approach with the reason and the alternative", () => {
  const [signal] = seenBy(DEAD_END, [
    { edit: "src/watch.ts" },
    { run: "npm test", fails: "ERR_FEATURE_UNAVAILABLE" },
    { agent: FAILED },
    { edit: "src/watch.ts" },
    { run: "npm test", out: "ok" },
  ]);
  expect(signal?.draft).toMatchObject({
    type: "dead_end",
    content:
      "Using `fs.watch` with recursive does not work on Linux because inotify has no recursive mode. Done instead: use `chokidar`.",
    files: ["src/watch.ts"],
  });
});

test.each<[string, readonly SessionEvents[]]>([
  ["nobody had tried", [{ agent: FAILED }, { edit: "src/watch.ts" }, { run: "npm test" }]],
  [
    "nothing succeeded after",
    [{ edit: "a.ts" }, { agent: FAILED }, { edit: "a.ts" }, { run: "npm test", fails: "x" }],
  ],
  [
    "no alternative",
    [
      { edit: "a.ts" },
      { agent: "Using `fs.watch` with recursive does not work on Linux because inotify lacks it." },
      { edit: "a.ts" },
      { run: "npm test" },
    ],
  ],
])("learns no dead end: %s", (_name, steps) => expect(seenBy(DEAD_END, steps)).toEqual([]));
