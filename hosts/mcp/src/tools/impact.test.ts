/** Tests that a file which commits and sessions link to the target is shown once. */
import { expect, test } from "vitest";
import { changedTogether } from "./impact.ts";

test("shows a file that changes together with the target once, with all its sources", () => {
  const lines = changedTogether([
    { path: "a.md", source: "git", count: 3, of: 4, confidence: 0.75 },
    { path: "b.md", source: "session", count: 2, of: 2, confidence: 1 },
    { path: "a.md", source: "session", count: 2, of: 5, confidence: 0.4 },
  ]);
  expect(lines).toEqual(["a.md (3 of 4 commits, 2 of 5 sessions)", "b.md (2 of 2 sessions)"]);
});
