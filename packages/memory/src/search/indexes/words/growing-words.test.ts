/** Tests that the words of a run of writes rank as FTS5 does, and take a time that grows with the number of memories. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MemoryId } from "../../../domain/ids.ts";
import { changeMemory, getMemory, insertMemory } from "../../../store/memories/memories.ts";
import { changesSince } from "../../../store/memories/memory-changes.ts";
import { searchWords } from "../../../store/memories/search.ts";
import { openTestStore, PROJECT, someMemory } from "../../../testing/testing-life.ts";
import { createGrowingWords } from "./growing-words.ts";

const CONTENT_ONLY = { title: 0, content: 1, tags: 0, files: 0, symbols: 0, identifiers: 0 };
const FILTER = { projectIds: [PROJECT], withArchived: true };
const LIMIT = 5;

const word = fc.constantFrom("retry", "retries", "cache", "port", "42", "Zürich", "billing", "the");
const text = fc.array(word, { minLength: 3, maxLength: 9 }).map((words) => words.join(" "));
const write = fc.record({
  content: text,
  tags: fc.array(word, { maxLength: 2 }),
  change: fc.constantFrom("none", "tags", "archive", "replace"),
});

test("property: finds the memories that FTS5 finds, after every write", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { minLength: 12, maxLength: 24 }),
      text,
      async (writes, query) => {
        const { db, place } = await openTestStore();
        const terms = [...new Set(query.toLowerCase().split(" "))];
        const words = createGrowingWords();
        const ids: MemoryId[] = [];
        for (const { content, tags, change } of writes) {
          const memory = someMemory(place, { content, tags });
          await insertMemory(db, memory, place.moment());
          ids.push(memory.id);
          const older = await getMemory(db, ids[Math.floor(ids.length / 2)] ?? memory.id);
          const after = {
            none: older,
            tags: { ...older, tags: [...older.tags, "retry"] },
            archive: { ...older, state: "archived" as const },
            replace: { ...older, supersededBy: memory.id },
          }[change];
          if (after !== older) await changeMemory(db, older, after, change, place.moment());
          words.take(await changesSince(db, words.lastSeq, 100));
        }
        const match = terms.map((term) => `"${term}"`).join(" OR ");
        const filter = { projectId: PROJECT, withArchived: true, limit: LIMIT };
        const expected = (await searchWords(db, match, CONTENT_ONLY, filter)).map(({ id }) => id);
        const found = words.best(terms, FILTER, LIMIT);
        expect(found ?? expected).toEqual(expected);
      },
    ),
    { numRuns: 25 },
  );
});

test("leaves phrases and searches with few matches to FTS5", async () => {
  const { db, place } = await openTestStore();
  const words = createGrowingWords();
  for (let i = 0; i < 8; i++)
    await insertMemory(db, someMemory(place, { content: `Retry number ${i}.` }), place.moment());
  words.take(await changesSince(db, 0, 100));
  expect(words.best(["retry"], FILTER, 8)).toHaveLength(8);
  expect(words.best(["retry"], FILTER, 9)).toBeNull();
  expect(words.best(["retry number"], FILTER, 8)).toBeNull();
  expect(words.best(["unknown"], FILTER, 8)).toBeNull();
});
