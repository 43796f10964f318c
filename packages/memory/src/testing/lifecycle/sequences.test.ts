/** Whatever people, agents and time do to memories, one after the other: does the store agree with the documents' rules? */
import { expect, test } from "vitest";
import { runSequences } from "./sequences.ts";

// `npm run bench -- lifecycle` runs many more, with other seeds.
test("property: a store and a plain model agree after each of a random sequence of operations", async () => {
  const outcome = await runSequences({ runs: 25, seed: 29, longest: 30 });
  expect(outcome.difference).toBeNull();
  expect(outcome.sequences).toBe(25);
});
