/** Tests for which prompts past sessions are searched, and by what. */
import { expect, test } from "vitest";
import { queryForPast } from "./query-for-past.ts";

test.each([
  "Why does the export skip archived customers",
  "The export of archived customers fails since Monday",
  "Is the export complete for archived customers?",
  "Do you know why the export skips archived customers?",
  "Why do we keep the repositories grouped by name?",
])("searches for the whole of: %s", (prompt) => {
  expect(queryForPast(prompt)).toBe(prompt);
});

test.each([
  "Please address the review feedback on the export",
  "Add a column for the region to the export",
  "Why does it fail?",
  "did you push the commits of this task? why not?",
  "why are you editing files in the main workspace?",
  "why didn't you use the tool just now? explain it in detail",
  "have all changes of this task been committed?",
  "do all of the tests in the export folder pass?",
  "what's the current status of task 021 in the export?",
  "are there any remaining work items in the spec of it?",
  "#terminalLastCommand check the error",
])("searches for nothing at: %s", (prompt) => {
  expect(queryForPast(prompt)).toBeNull();
});

test("leaves out references, which an editor resolves", () => {
  const prompt = "#terminalLastCommand why does @docs/export.md say that a@b.de is C#?";
  expect(queryForPast(prompt)?.split(/\s+/).join(" ").trim()).toBe(
    "why does say that a@b.de is C#?",
  );
});
