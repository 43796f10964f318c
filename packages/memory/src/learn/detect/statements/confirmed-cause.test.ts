/** Tests which causes that an agent names are kept, and that a run must have confirmed them. */
import { expect, test } from "vitest";
import { type SessionEvents, seenBy } from "../testing-session.ts";
import { CONFIRMED_CAUSE } from "./confirmed-cause.ts";

const CAUSE =
  "The test failed because `loadRates()` in src/rates.ts reads the cache before the migration has filled it.";
const PROMPT = { user: "make the tests pass" };
const FAILS = { run: "npm test", fails: "AssertionError: 2 != 1" };
const EDIT = { edit: "src/rates.ts" };
const PASSES = { run: "npm test", out: "12 passing" };

const causes = (...steps: readonly SessionEvents[]) =>
  seenBy(CONFIRMED_CAUSE, steps).map(({ draft, standing }) => [standing, draft?.content]);

test("keeps a cause, as a hypothesis, that the agent names after the run passed", () => {
  const found = seenBy(CONFIRMED_CAUSE, [PROMPT, FAILS, EDIT, PASSES, { agent: `Done. ${CAUSE}` }]);
  expect(found).toMatchObject([
    { standing: "hypothesis", files: ["src/rates.ts"], draft: { content: CAUSE, type: "gotcha" } },
  ]);
});

test("keeps a cause that the agent named just before the edit after which the run passed", () => {
  expect(causes(PROMPT, FAILS, { agent: CAUSE }, EDIT, PASSES, { agent: "It passes." })).toEqual([
    ["hypothesis", CAUSE],
  ]);
});

test.each<[string, readonly SessionEvents[]]>([
  ["no run failed before", [PROMPT, EDIT, PASSES, { agent: CAUSE }]],
  ["the run still fails", [PROMPT, FAILS, EDIT, FAILS, { agent: CAUSE }]],
  ["the run passed in an earlier turn", [PROMPT, FAILS, EDIT, PASSES, PROMPT, { agent: CAUSE }]],
  ["another command came between", [PROMPT, FAILS, { agent: CAUSE }, { run: "ls" }, EDIT, PASSES]],
  [
    "the agent only suspects it",
    [
      PROMPT,
      FAILS,
      EDIT,
      PASSES,
      { agent: CAUSE.replace("The test failed", "The test probably failed") },
    ],
  ],
  [
    "it names no code",
    [
      PROMPT,
      FAILS,
      EDIT,
      PASSES,
      { agent: "The suite failed because the cache was read too early by us." },
    ],
  ],
  [
    "the agent takes it back",
    [
      PROMPT,
      FAILS,
      EDIT,
      PASSES,
      { agent: CAUSE },
      { user: "no, that is wrong" },
      { agent: "You're right, I was wrong about `loadRates()` and the cache in src/rates.ts." },
    ],
  ],
  [
    "the agent recorded a note",
    [
      PROMPT,
      FAILS,
      EDIT,
      PASSES,
      { agent: `${CAUSE}\ntacit: loadRates() reads the cache too early.` },
    ],
  ],
])("keeps nothing if %s", (_what, steps) => expect(causes(...steps)).toEqual([]));

test("keeps the last two of a session", () => {
  const turn = (name: string) => [
    PROMPT,
    FAILS,
    EDIT,
    PASSES,
    {
      agent: `The suite failed because \`${name}()\` in src/${name}.ts opens the ${name} file twice.`,
    },
  ];
  const names = ["alpha", "beta", "gamma"];
  const found = causes(...names.flatMap(turn)).map(([, content]) => content);
  expect(found).toEqual([expect.stringContaining("beta"), expect.stringContaining("gamma")]);
});
