/** Tests that the queue contains exactly what was last found, and nothing of a forgotten memory. */
import type { Database } from "@tacit-memory/sqlite";
import { expect, test } from "vitest";
import type { MemoryId } from "../../domain/ids.ts";
import { openTestStore, someMemory } from "../../testing/testing-life.ts";
import { eraseMemory } from "./erase.ts";
import { insertMemory } from "./memories.ts";
import { listMemories } from "./memory-lists.ts";
import { closeReviewEntries, listReviewEntries, type WantedEntry } from "./review-entries.ts";

const stale = (memoryId: MemoryId, detail: string): WantedEntry => ({
  memoryId,
  reason: "stale",
  detail,
});

async function storeWithMemory() {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: "The queue holds this one." });
  await insertMemory(db, memory, place.moment());
  return { db, place, memory };
}

const details = async (db: Database, id: MemoryId) =>
  (await listReviewEntries(db, [id])).map(({ detail }) => detail);

test("writes, updates and withdraws entries", async () => {
  const { db, memory } = await storeWithMemory();
  const { id, projectId } = memory;
  const waiting = () => listMemories(db, { projectId, needsReview: true });
  await closeReviewEntries(db, [id], [stale(id, "changed")], 1);
  expect(await details(db, id)).toEqual(["changed"]);
  expect(await waiting()).toHaveLength(1);
  await closeReviewEntries(db, [id], [stale(id, "gone")], 2);
  expect(await listReviewEntries(db, [id])).toMatchObject([{ detail: "gone", atMs: 1 }]);
  await closeReviewEntries(db, [id], [], 3);
  expect(await waiting()).toEqual([]);
});

test("leaves entries unchanged that were not checked", async () => {
  const { db, memory } = await storeWithMemory();
  await closeReviewEntries(db, [memory.id], [stale(memory.id, "changed")], 1);
  await closeReviewEntries(db, [], [], 2);
  expect(await details(db, memory.id)).toEqual(["changed"]);
});

test("does not queue a memory that was forgotten meanwhile and leaves no entry", async () => {
  const { db, place, memory } = await storeWithMemory();
  await closeReviewEntries(db, [memory.id], [stale(memory.id, "changed")], 1);
  await eraseMemory(db, memory, place.moment());
  expect(await details(db, memory.id)).toEqual([]);
  await closeReviewEntries(db, [memory.id], [stale(memory.id, "changed")], 2);
  expect(await details(db, memory.id)).toEqual([]);
});
