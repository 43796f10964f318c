/** Tests that a long import compares each text with the memories that the full-text index finds, without searching that. */
import { expect, test } from "vitest";
import { PROJECT } from "../../testing/testing-life.ts";
import { writePath } from "../../testing/testing-write-path.ts";
import { type ComparedWords, createComparedWords } from "./compared-words.ts";
import { PROMOTE } from "./limits.ts";
import { nearestTo } from "./similar.ts";

const SERVICES = ["billing", "search", "ledger", "gateway"];

/** Similar texts: some with another number, some the opposite. */
const SIMILAR = Array.from({ length: 110 }, (_, i) => {
  const verb = i % 7 === 3 ? "never retries" : "retries";
  return `The ${SERVICES[i % 4]} service ${verb} failed requests in handler ${i % 45} because the upstream times out.`;
});

/** The first ones are repeated at the end. */
const TEXTS = [...SIMILAR, ...SIMILAR.slice(0, 10)];

test("finds what the full-text index finds, and answers itself once there is enough to compare", async () => {
  const { db, write } = await writePath();
  const words = createComparedWords();
  let left = 0;
  const counting: ComparedWords = {
    best: async (...args) => {
      const found = await words.best(...args);
      if (found === null) left++;
      return found;
    },
  };
  let merged = 0;
  for (const text of TEXTS) {
    const found = await nearestTo(db, PROJECT, text, counting)();
    expect(found).toEqual(await nearestTo(db, PROJECT, text)());
    const { mergedInto } = await write(text, { source: "imported" }, { words });
    if (mergedInto !== null) merged++;
  }
  expect(merged).toBeGreaterThanOrEqual(10);
  expect(left).toBeLessThanOrEqual(PROMOTE.nearCandidates);
});
