/** Tests that a question or report is distinguished from an instruction. */
import { expect, test } from "vitest";
import { promptMoment } from "./prompt-moment.ts";

test.each([
  ["why does the webhook signature fail", "question"],
  ["tapping a text box on an iPhone makes everything suddenly enlarge", "question"],
  ["which HTTP verb must skip the token check", "question"],
  ["Der Build bricht ab, seit die Bilder größer sind", "other_language"],
  ["ouais enfin c'est toujours pareil avec toi", "other_language"],
  ["Remove the button in the module", "prompt"],
  ["Great. Also, sort issues by name.", "prompt"],
  ["can you update the home page", "prompt"],
  ["we should have a look at the router", "question"],
  ["Let's rename the port.", "prompt"],
  [`Implement the following plan: ${"step ".repeat(60)}`, "prompt"],
  [`why ${"is it so slow ".repeat(12)}`, "prompt"],
] as const)("%s: %s", (prompt, moment) => {
  expect(promptMoment(prompt)).toBe(moment);
});
