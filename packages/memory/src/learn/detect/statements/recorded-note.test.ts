/** Tests which recorded notes remain at the end of their session, and how much they are trusted. */
import { expect, test } from "vitest";
import { type SessionEvents, seenBy } from "../testing-session.ts";
import { RECORDED_NOTE } from "./recorded-note.ts";

const ask = { user: "Make the server tests pass." };
const more = { user: "Now the next test, please." };
const red = { run: "npm test", fails: "FAIL server.test.ts" };
const green = { run: "npm test", out: "3 passed" };
const STREAM =
  "readBody() in src/server.ts consumes the stream, so callers must not read it again.";
const TIMER = "The watcher fires twice on macOS because rename events come in pairs.";
const CLONE = "readBody() in src/server.ts clones the stream, so callers may read it again now.";
const FAILS = "The checkout test of the server module fails on every second run.";
const note = (text: string) => ({ agent: `Done.\ntacit: ${text}` });

test.each<[string, SessionEvents[], string[]]>([
  ["a note", [ask, note(STREAM)], [STREAM]],
  ["two notes in one reply", [ask, note(`${STREAM}\ntacit: ${TIMER}`)], [STREAM, TIMER]],
  ["one that is replaced", [ask, note(STREAM), more, { agent: `tacit 1: ${TIMER}` }], [TIMER]],
  ["one that is removed", [ask, note(STREAM), note(TIMER), { agent: "tacit drop 1" }], [TIMER]],
  ["a removal of another", [ask, note(STREAM), { agent: "tacit drop 7" }], [STREAM]],
  ["a later one about the same code", [ask, note(STREAM), more, note(CLONE)], [CLONE]],
  ["the same twice", [ask, note(TIMER), more, note(TIMER)], [TIMER]],
  ["one that the user rejects", [ask, note(STREAM), { user: "No, that is wrong." }], []],
  [
    "one that the agent takes back",
    [
      ask,
      note(TIMER),
      more,
      { agent: "I was wrong: the watcher fires once, rename events are single." },
    ],
    [],
  ],
  ["a failure that is fixed later", [ask, red, note(FAILS), more, green], []],
  ["a failure that stays", [ask, red, note(FAILS)], [FAILS]],
  ["a report of work done", [ask, note("Implemented the retry logic of the upload queue.")], []],
  ["too few words", [ask, note("command not found")], []],
  ["too many words", [ask, note("word ".repeat(90))], []],
  ["praise", [ask, note("Everything works and looks good in the whole module.")], []],
  [
    "the request repeated",
    [ask, note("one or two sentences that name the code and the cause")],
    [],
  ],
  [
    "an answer that there is nothing",
    [ask, note("Nothing was settled in this turn, it only renamed.")],
    [],
  ],
  ["one of a subagent", [ask, { agent: `tacit: ${STREAM}`, by: "a1" }], []],
])("%s", (_name, steps, contents) => {
  const found = seenBy(RECORDED_NOTE, steps).map(({ draft }) => draft?.content);
  expect(found).toEqual(contents);
});

test.each<[string, SessionEvents[], string, string[]]>([
  ["asked for nothing", [ask, note(STREAM)], "hypothesis", ["reobserved"]],
  [
    "a passing run in its turn",
    [ask, red, green, note(STREAM)],
    "believed",
    ["reobserved", "exit_code"],
  ],
  [
    "one in the turn before",
    [ask, red, green, more, note(STREAM)],
    "believed",
    ["reobserved", "exit_code"],
  ],
  [
    "a correction by the user",
    [ask, { user: "no, the stream is the cause" }, note(STREAM)],
    "believed",
    ["reobserved", "reobserved"],
  ],
  [
    "a rule that the user states, which says nothing about the note",
    [ask, { user: "From now on always use pnpm instead of npm." }, note(STREAM)],
    "hypothesis",
    ["reobserved", "reobserved"],
  ],
  [
    "a concession",
    [ask, { agent: "You are right." }, more, note(STREAM)],
    "hypothesis",
    ["reobserved", "reobserved"],
  ],
  [
    "a passing run two turns before",
    [ask, red, green, more, { agent: "Fine." }, more, note(STREAM)],
    "hypothesis",
    ["reobserved"],
  ],
])("assigns trust: %s", (_name, steps, trust, evidence) => {
  const [signal] = seenBy(RECORDED_NOTE, steps);
  expect(signal).toMatchObject({ standing: trust, minSessions: 1, isTainted: false });
  expect(signal?.evidence.map(({ kind }) => kind)).toEqual(evidence);
});

test("taints a note recorded after outside text came in", () => {
  const [signal] = seenBy(RECORDED_NOTE, [ask, { fetch: "https://example.com" }, note(STREAM)]);
  expect(signal?.isTainted).toBe(true);
});

test("stores at most eight notes of a session, notes with evidence first", () => {
  const places = "parser cache timer queue mailer socket router logger schema".split(" ");
  const notes = places.map((place) =>
    note(`Never close the ${place} early, ${place}Client still writes ${place} rows.`),
  );
  const signals = seenBy(RECORDED_NOTE, [
    ask,
    red,
    green,
    notes[0] ?? ask,
    more,
    more,
    more,
    ...notes.slice(1),
  ]);
  expect(signals).toHaveLength(8);
  expect(signals[0]).toMatchObject({
    standing: "believed",
    draft: { content: expect.stringContaining("parser") },
  });
});

test("resolves file names in a note to files the session used", () => {
  const steps = [
    ask,
    { edit: "src/server.ts" },
    note("readBody in server.ts and gone.ts must not be called twice."),
  ];
  const [signal] = seenBy(RECORDED_NOTE, steps);
  expect(signal?.files).toEqual(["src/server.ts"]);
});
