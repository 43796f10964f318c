/** Tests after which turns the agent is asked for a note. */
import { expect, test } from "vitest";
import { eventsOf, type SessionEvents } from "../testing-session.ts";
import { buildTrace } from "../trace.ts";
import { turnsOf } from "./turn-triggers.ts";

const ask = { user: "Make the parser tests pass." };
const red = { run: "npm test", fails: "FAIL parser.test.ts" };
const green = { run: "npm test", out: "3 passed" };
const long = Array.from({ length: 8 }, (_, i) => ({ read: `src/${i}.ts` }));

test.each<[string, SessionEvents[], string[][]]>([
  ["a run that failed passes", [ask, red, { edit: "src/a.ts" }, green], [["passing_run"]]],
  ["it failed in the turn before", [ask, red, { user: "Go on." }, green], [[], ["passing_run"]]],
  ["a run that only passes", [ask, green, green], [[]]],
  ["another run passes", [ask, red, { run: "npm run build", out: "ok" }], [[]]],
  [
    "a search that finds something at last",
    [ask, { run: "ls x", fails: "none" }, { run: "ls x" }],
    [[]],
  ],
  ["a run of a subagent", [ask, { ...red, by: "a1" }, { ...green, by: "a1" }], [[]]],
  ["no", [ask, { user: "No, the cache must stay." }], [[], ["user_correction"]]],
  [
    "a rule, which corrects nothing",
    [ask, { user: "Always run the linter before committing." }],
    [[], ["user_rule"]],
  ],
  ["no problem", [ask, { user: "No problem, go on with the parser." }], [[], []]],
  ["a rule in the first prompt", [{ user: "Always run the linter before committing." }], [[]]],
  ["the agent was wrong", [ask, { agent: "I was wrong about the cache." }], [["concession"]]],
  [
    "the user is right",
    [ask, { agent: "You're absolutely right, it is the timer." }],
    [["concession"]],
  ],
  [
    "a long turn with a cause",
    [ask, ...long, { agent: "It fails because the timer fires twice." }],
    [["conclusion"]],
  ],
  ["a long turn without one", [ask, ...long, { agent: "Done." }], [[]]],
  ["a short turn with a cause", [ask, { agent: "It fails because the timer fires twice." }], [[]]],
  [
    "several in one turn",
    [ask, red, { user: "no, look at the timer" }, green, { agent: "You are right." }],
    [[], ["passing_run", "user_correction", "concession"]],
  ],
])("%s", (_name, steps, kinds) => {
  const turns = turnsOf(buildTrace("s1", eventsOf(steps)));
  expect(turns.map(({ triggers }) => triggers.map(({ kind }) => kind))).toEqual(kinds);
});
