/** Tests that the store follows the documented rules after any sequence of operations by people, agents and time. */
import { expect, test } from "vitest";
import { runSequences } from "./sequences.ts";

// `npm run bench -- lifecycle` runs many more sequences, with other seeds.
test("property: the store and a plain model agree after each operation of a random sequence", async () => {
  const outcome = await runSequences({ runs: 25, seed: 29, longest: 30 });
  expect(outcome.difference).toBeNull();
  expect(outcome.sequences).toBe(25);
});
