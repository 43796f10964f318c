/** Tests that spelling and opening words decide neither whether a rule is stored nor how. */
import { expect, test } from "vitest";
import { seenBy } from "../testing-session.ts";
import { asRead } from "./spoken.ts";
import { USER_CORRECTION } from "./user-correction.ts";

function found(text: string) {
  return seenBy(USER_CORRECTION, [{ user: "hello there" }, { user: text }]);
}

test.each([
  ["dont use `dont` or dont.ts, it doesnt work", "don't use `dont` or dont.ts, it doesn't work"],
  ["we cant and wont, shouldnt we", "we can't and won't, shouldn't we"],
  ["don’t, pls.", "don't, please"],
  ["plz keep pls.json and `plz`", "please keep pls.json and `plz`"],
  ["the wants of the dontCare flag", "the wants of the dontCare flag"],
  ["and never do that", "and never do that"],
  ["And actually, the port moved", "the port moved"],
  ["Oh and please keep it", "please keep it"],
  ["Ach, und bitte keine Enums", "bitte keine Enums"],
  ["En fait, on garde tout", "on garde tout"],
  ["Actual values matter", "Actual values matter"],
  ["I've changed my mind about the key, make it required", "the key: make it required"],
  ["Sorry, I changed my mind: use tabs", "use tabs"],
  ["I changed my mind about that, use tabs", "use tabs"],
  ["I changed my mind about the key", "I changed my mind about the key"],
])("reads %j as %j", (text, read) => expect(asRead(text)).toBe(read));

test("one rule in several spellings has one subject and one wording", () => {
  const signals = [
    "please don't call pytest directly, always uv run pytest",
    "pls dont call pytest directly, always uv run pytest",
    "Don’t call pytest directly, always uv run pytest.",
  ].flatMap(found);
  expect(signals.map(({ draft }) => draft?.content)).toEqual(
    Array.from({ length: 3 }, () => "Don't call pytest directly, always uv run pytest."),
  );
  expect(new Set(signals.map(({ subject }) => subject)).size).toBe(1);
  expect(signals[1]?.evidence[0]?.detail).toContain("pls dont call pytest");
});

test("stores both facts of a message, each understandable alone", () => {
  const text =
    "I changed my mind about the idempotency key, make it required from now on. And actually the port changed: dev postgres is on 5434 now";
  expect(found(text).map(({ draft }) => [draft?.type, draft?.title])).toEqual([
    ["convention", "The idempotency key: make it required from now on"],
    ["fact", "The port changed: dev postgres is on 5434 now"],
  ]);
});

test.each([
  "I changed my mind about the header, revert it please.",
  "I changed my mind about the tests, run them now.",
  "Actually the tests dont pass.",
  "pls dont commit yet",
  "dont forget to run the tests",
])("stores nothing from %j", (text) => expect(found(text)).toEqual([]));
