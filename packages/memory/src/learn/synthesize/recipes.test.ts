/** Tests that successful sessions that work in the same order become steps. */
import { expect, test } from "vitest";
import type { DoneAction } from "../../domain/session/session-digest.ts";
import { type DoneSession, recipeSignals } from "./recipes.ts";

/** Builds a session; a trailing exclamation mark, as in `npm test!`, marks a failed action. */
function did(session: string, ...agents: readonly string[]): DoneSession {
  const actions = agents.map((text) =>
    text
      .split(", ")
      .map((item): DoneAction => ({ name: item.replace(/!$/, ""), isOk: !item.endsWith("!") })),
  );
  return { session, actions };
}

const ROUND = "edit code, npm test, npm run lint, git commit";
const signalsFor = (sessions: readonly DoneSession[], knownSubjects: readonly string[] = []) => {
  const [current, ...others] = sessions;
  return current === undefined ? [] : recipeSignals(current, others, knownSubjects, 0);
};
const contents = (sessions: readonly DoneSession[]) => [
  ...new Set(signalsFor(sessions).map(({ draft }) => draft?.content)),
];

test("builds a recipe from three sessions of one order", () => {
  const signals = signalsFor([did("c", ROUND), did("a", ROUND), did("b", ROUND)]);
  expect(signals.map(({ session }) => session)).toEqual(["a", "b", "c"]);
  expect(signals[0]).toMatchObject({
    type: "tool_sequence",
    minSessions: 3,
    draft: {
      type: "workflow_recipe",
      content:
        "To finish a change in this project: 1. change the code; 2. `npm test`; 3. `npm run lint`; 4. `git commit`.",
      payload: {
        steps: ["change the code", "`npm test`", "`npm run lint`", "`git commit`"],
        sessions: 3,
        tried: 3,
      },
    },
  });
});

test.each<[string, readonly DoneSession[]]>([
  ["two sessions", [did("a", ROUND), did("b", ROUND)]],
  ["three steps", ["a", "b", "c"].map((id) => did(id, "npm test, npm run lint, git commit"))],
  [
    "nothing is run but one thing",
    ["a", "b", "c"].map((id) => did(id, "edit code, npm test, edit documents, git commit")),
  ],
  [
    "the others do it in another order",
    [did("a", ROUND), did("b", ROUND), did("c", "npm run lint, npm test, edit code, git commit")],
  ],
  ["one session three times", [did("a", ROUND, ROUND, ROUND), did("b", "npm test")]],
  [
    "a failed step is no step",
    ["a", "b", "c"].map((id) => did(id, "edit code, npm test!, npm run lint, git commit")),
  ],
  [
    "it ends with an edit",
    ["a", "b", "c"].map((id) => did(id, "npm test, npm run lint, npm run build, edit documents")),
  ],
  [
    "what every project does, and nothing is handed over",
    ["a", "b", "c"].map((id) => did(id, "npm install, edit code, npm run build, npm test")),
  ],
  [
    "most of the commits came without it",
    [
      ...["a", "b", "c"].map((id) => did(id, ROUND)),
      ...["d", "e", "f", "g", "h"].map((id) => did(id, "edit code, git commit")),
    ],
  ],
  [
    "as many do the same in another order",
    [
      ...["a", "b", "c"].map((id) => did(id, ROUND)),
      ...["d", "e", "f"].map((id) => did(id, "npm run lint, npm test, edit code, git commit")),
    ],
  ],
  [
    "as often as not it fails",
    [
      did("a", ROUND),
      did("b", ROUND),
      did("c", ROUND),
      did("d", "edit code, npm test, npm run lint!, git commit"),
    ],
  ],
])("builds no recipe: %s", (_name, sessions) => expect(signalsFor(sessions)).toEqual([]));

test("builds a recipe of steps specific to this project without a commit at the end", () => {
  const steps = "edit code, npm run generate, npm run migrate, npm test";
  expect(signalsFor(["a", "b", "c"].map((id) => did(id, steps)))).toHaveLength(3);
});

test("requires more than 80 % success: four of five is not enough, five of six is", () => {
  const good = ["a", "b", "c", "d", "e"].map((id) => did(id, ROUND));
  const bad = did("z", "edit code, npm test, npm run lint!, git commit");
  expect(signalsFor([...good.slice(0, 4), bad])).toEqual([]);
  expect(signalsFor([...good, bad])).toHaveLength(5);
});

test("treats a failed and later passed step as one step at its last position", () => {
  const sessions = ["a", "b", "c"].map((id) =>
    did(id, "edit code, npm test!, edit code, npm test, npm run lint!, npm run lint, git commit"),
  );
  expect(contents(sessions)).toHaveLength(1);
});

test("ignores actions in between and whether code, tests or styles were changed last", () => {
  const sessions = [
    did("a", ROUND),
    did("b", "edit tests, npm test, edit documents, npm run lint, git commit"),
    did("c", "edit code, edit styles, npm test, npm run build, npm run lint, git commit"),
  ];
  expect(contents(sessions)).toEqual([
    "To finish a change in this project: 1. change the code; 2. `npm test`; 3. `npm run lint`; 4. `git commit`.",
  ]);
});

test("treats a failure that its own fixer repaired as success", () => {
  const fixed = "edit code, npm test, npm run lint!, npm run lint:fix, git commit";
  const sessions = [did("a", ROUND), did("b", ROUND), did("c", fixed)];
  expect(signalsFor(sessions)).toHaveLength(3);
});

test("builds no variant of a known recipe, and shows the known one again", () => {
  const longer = `${ROUND.replace("git commit", "npm run build")}, git commit`;
  const sessions = ["a", "b", "c"].map((id) => did(id, longer));
  const recipeSubject = "recipe:edit code > npm test > npm run lint > git commit";
  expect(signalsFor(sessions, [recipeSubject])).toEqual([]);
  const same = ["a", "b", "c"].map((id) => did(id, ROUND));
  expect(signalsFor(same, [recipeSubject]).map(({ subject }) => subject)).toEqual([
    recipeSubject,
    recipeSubject,
    recipeSubject,
  ]);
});
