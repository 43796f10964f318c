/** Tests which questions state a time by an event, and which only contain such words. */
import { expect, test } from "vitest";
import { eventPhraseIn } from "./event-phrase.ts";

test.each<[string, string, "before" | "after", string]>([
  [
    "how were sessions stored before the migration to SQLite?",
    "how were sessions stored",
    "before",
    "the migration to SQLite",
  ],
  ["What did we use prior to our rewrite", "What did we use", "before", "our rewrite"],
  ["what was decided AFTER we moved to envoy.", "what was decided", "after", "we moved to envoy"],
  [
    "what was true before the talk after the outage",
    "what was true before the talk",
    "after",
    "the outage",
  ],
])("%s", (question, query, side, event) => {
  expect(eventPhraseIn(question)).toEqual({ query, side, event });
});

test.each([
  "what must run before the release",
  "how is the cache cleared after the build",
  "was it before",
  "before the migration",
  "were sessions stored in files before",
  `what was ${"x ".repeat(200)} before the migration`,
  "",
])("finds no event: %s", (question) => expect(eventPhraseIn(question)).toBeNull());
