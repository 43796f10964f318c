/** Which statements were unresolved at the end of their session, and what confirms a cause. */
import { expect, test } from "vitest";
import type { Statement } from "../writing/reply.schema.ts";
import type { SessionLine } from "./session-lines.ts";
import { confirmationOf, type Unresolved, unresolvedBy } from "./unresolved.ts";

type Line = readonly [by: SessionLine["by"], text: string, more?: Partial<SessionLine>];

const linesOf = (messages: readonly Line[]): SessionLine[] =>
  messages.map(([by, text, more], i) => ({
    ...{ number: i + 1, seq: i, by, text, passed: null },
    ...{ isPasted: false, isTainted: false, ...more },
  }));

const statement = (change: Partial<Statement>): Statement => ({
  ...{ title: "Limits", content: "", kind: "decision", lines: [1], saidBy: "agent", ...change },
});

const PROPOSAL = "The `minPoints` limit is derived from the policy instead of the manual config.";
const CAUSE = "The cache of `loadUser` keeps expired sessions because the timer never fires.";
const PASSED = ["run", "`npm test` passed", { passed: true }] as const;

const check = (messages: readonly Line[], change: Partial<Statement>) => {
  const lines = linesOf(messages);
  const item = statement(change);
  return unresolvedBy(
    item,
    lines.filter(({ number }) => item.lines.includes(number)),
    lines,
  );
};

test.each<[string, readonly Line[], Partial<Statement>, Unresolved | null]>([
  [
    "a proposal whose plan the user refused",
    [
      ["agent", PROPOSAL],
      ["user", "(refusing the plan)"],
    ],
    { content: PROPOSAL },
    "refused",
  ],
  [
    "a proposal that the user answered with no",
    [
      ["agent", PROPOSAL],
      ["user", "No, keep the config as it is."],
      ["agent", "Understood, nothing changes."],
    ],
    { content: PROPOSAL },
    "refused",
  ],
  [
    "a proposal that was refused at first and is named again afterwards",
    [
      ["agent", PROPOSAL],
      ["user", "(refusing the plan) do it without the migration"],
      ["agent", "Done: `minPoints` comes from the policy now, without a migration."],
    ],
    { content: PROPOSAL },
    null,
  ],
  [
    "an observation beside a refused plan",
    [
      ["agent", PROPOSAL],
      ["user", "(refusing the plan)"],
    ],
    { content: "`minPoints` defaults to the policy.", kind: "gotcha" },
    null,
  ],
  [
    "a proposal before a no that refuses nothing",
    [
      ["agent", PROPOSAL],
      ["user", "no problem, go on"],
    ],
    { content: PROPOSAL },
    null,
  ],
  [
    "a no in pasted text",
    [
      ["agent", PROPOSAL],
      ["user", "No, says the ticket.", { isPasted: true }],
    ],
    { content: PROPOSAL },
    null,
  ],
  [
    "what the user said before a no",
    [
      ["user", PROPOSAL],
      ["agent", "So the config goes?"],
      ["user", "no, it stays as fallback"],
    ],
    { content: PROPOSAL, saidBy: "user" },
    null,
  ],
  [
    "a change that was reverted",
    [
      ["agent", PROPOSAL],
      ["user", "the charts are empty now"],
      ["agent", "I reverted the `minPoints` change, so the policy limit is manual again."],
    ],
    { content: PROPOSAL },
    "reverted",
  ],
  [
    "another change that was reverted",
    [
      ["agent", PROPOSAL],
      ["agent", "I reverted the formatting of the README."],
    ],
    { content: PROPOSAL },
    null,
  ],
  [
    "the revert itself",
    [
      ["agent", PROPOSAL],
      ["agent", "I reverted the `minPoints` change, so the policy limit is manual again."],
    ],
    { content: "The policy limit for `minPoints` was tried and reverted: charts stay empty." },
    null,
  ],
  [
    "a suspicion as a fact",
    [["agent", CAUSE.replace("because", "probably because")]],
    { content: CAUSE, kind: "root_cause" },
    "suspected",
  ],
  [
    "a suspicion as a suspicion",
    [["agent", CAUSE.replace("because", "probably because")]],
    { content: CAUSE.replace("because", "probably because"), kind: "root_cause" },
    null,
  ],
  [
    "a suspicion that a run confirmed",
    [["agent", CAUSE.replace("because", "probably because")], PASSED],
    { content: CAUSE, kind: "root_cause" },
    null,
  ],
  [
    "a certainty beside a suspicion about something else",
    [["agent", `${CAUSE} The colours might need a change.`]],
    { content: CAUSE, kind: "root_cause" },
    null,
  ],
])("%s", (_name, messages, change, expected) => expect(check(messages, change)).toBe(expected));

test.each<[string, readonly Line[], number | null]>([
  ["nothing", [["agent", CAUSE]], null],
  ["a run that passed later", [["agent", CAUSE], PASSED], 2],
  ["a run that passed before", [PASSED, ["agent", CAUSE]], null],
  [
    "the user's word",
    [
      ["agent", CAUSE],
      ["user", "Great, that works. Now the header"],
    ],
    2,
  ],
  [
    "the user's word with a but",
    [
      ["agent", CAUSE],
      ["user", "nice, but it still logs me out"],
    ],
    null,
  ],
  [
    "the agent's report of a run that the host did not record",
    [
      ["agent", CAUSE],
      ["agent", "The timer is fixed. All 12 tests pass."],
    ],
    2,
  ],
  [
    "the agent's report that the user contradicts",
    [
      ["agent", CAUSE],
      ["agent", "The timer is fixed. All 12 tests pass."],
      ["user", "it still logs me out"],
    ],
    null,
  ],
  [
    "the agent's report about the next task",
    [
      ["agent", CAUSE],
      ["user", "and now the header"],
      ["agent", "Moved and verified."],
    ],
    null,
  ],
  [
    "the user's word after another one",
    [
      ["agent", CAUSE],
      ["user", "and the header?"],
      ["agent", "Moved."],
      ["user", "works"],
    ],
    null,
  ],
])("a cause is confirmed by %s", (_name, messages, expected) => {
  const lines = linesOf(messages);
  const cited = lines.filter(({ text }) => text === CAUSE);
  expect(confirmationOf(cited, lines)?.number ?? null).toBe(expected);
});
