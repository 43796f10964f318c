/** Which statements count as taken back later in their session? */
import { expect, test } from "vitest";
import { retractionsIn, type Statement } from "./retractions.ts";

const CLAIM = "The cache is invalidated twice because the watcher fires for every rename.";

function statements(texts: readonly (readonly ["user" | "agent", string])[]): Statement[] {
  return texts.map(([speaker, content], seq) => ({ seq, speaker, content }));
}

test.each<[string, (readonly ["user" | "agent", string])[], [number, number][]]>([
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
