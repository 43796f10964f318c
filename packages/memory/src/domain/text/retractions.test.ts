/** Statements that are retracted later in their session. */
import { expect, test } from "vitest";
import { retractionsIn, type Statement, saysEarlierIsWrong, withoutRemark } from "./retractions.ts";

const CLAIM = "The cache is invalidated twice because the watcher fires for every rename.";

type Utterance = readonly ["user" | "agent", string, number?];

/** Each statement has its own event unless a sequence number is given. */
function statements(texts: readonly Utterance[]): Statement[] {
  return texts.map(([speaker, content, seq], at) => ({ seq: seq ?? at, speaker, content }));
}

test.each<[string, Utterance[], [number, number][]]>([
  [
    "a section of a message takes back no other section of it",
    [
      ["agent", CLAIM, 5],
      [
        "agent",
        "My first hypothesis was wrong: the watcher fires once, the cache is invalidated by a timer.",
        5,
      ],
    ],
    [],
  ],
  [
    "an agent takes back what it said about the same thing",
    [
      ["agent", CLAIM],
      ["user", "are you sure about that?"],
      ["agent", "I was wrong: the watcher fires once, and the cache is invalidated by the timer."],
    ],
    [[0, 2]],
  ],
  [
    "a concession about something else takes nothing back",
    [
      ["agent", CLAIM],
      ["agent", "I misread the name of that button."],
    ],
    [],
  ],
  [
    "a user's no takes back what was said last",
    [
      ["agent", CLAIM],
      ["user", "No, that's not the cause, look at the timer"],
    ],
    [[0, 1]],
  ],
  [
    "a user's yes takes nothing back",
    [
      ["agent", CLAIM],
      ["user", "right, that is correct"],
    ],
    [],
  ],
])("%s", (_name, texts, expected) => {
  const found = retractionsIn(statements(texts)).map(({ seq, bySeq }) => [seq, bySeq]);
  expect(found).toEqual(expected);
});

test.each([
  ["POST /remediation no longer returns 409.", true],
  ["`flush()` is not called by the timer anymore.", true],
  ["The pool does not wait any longer; callers retry.", true],
  ["The earlier note was wrong: `flush()` waits.", true],
  ["`flush()` must take no longer than 5 s.", false],
  ["`openPool` must not open any more connections than 20.", false],
  ["The old rule file is read first.", false],
])("%j calls an earlier statement wrong: %s", (text, expected) =>
  expect(saysEarlierIsWrong(text)).toBe(expected),
);

test("a remark about an earlier note is left out of the statement", () => {
  expect(withoutRemark("The earlier note was wrong: `flush()` waits.")).toBe("`flush()` waits.");
});
