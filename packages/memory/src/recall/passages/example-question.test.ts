/** Tests which question of a past session is shown as an example. */
import { expect, test } from "vitest";
import { exampleQuestion } from "./example-question.ts";

test.each([
  [["how does the registry cache expire?", "is `cargo publish` safe to run twice?"], 0],
  [["so is that the issue with the release?", "does `npm ci` need the optional packages?"], 1],
  [["can you check why the build fails?", "which folder contains the generated types?"], 1],
  [["why does the upload worker crash on start?\nCauses"], 0],
  [["the upload worker cannot read its own settings file"], 0],
])("of %j number %i is understandable alone", (questions, best) => {
  expect(exampleQuestion(questions)).toBe(questions[best]?.split("\n")[0]);
});

test.each([
  "ok do you have a plan?",
  "what do you think about it?",
  "why did this fail https://example.com/job/1 on the server?",
  "make a pr to fix the failing server tests",
  "why?",
])("%j is not shown: it needs its conversation", (question) => {
  expect(exampleQuestion([question])).toBeNull();
});
