/** Tests which memories count as useful at the same time, and that counting them is fast. */
import type { Database } from "@tacit-memory/sqlite";
import { expect, test } from "vitest";
import type { NewMemory } from "../../learn/promote/new-memory.ts";
import {
  DAY_MS,
  openTestStore,
  type Place,
  PROJECT,
  someMemory,
} from "../../testing/testing-life.ts";
import { changeMemory, getMemory, insertMemory } from "../memories/memories.ts";
import { usefulTogether } from "./occasions.ts";

const MINUTE_MS = 60_000;

async function insert(db: Database, place: Place, more: Partial<NewMemory> = {}) {
  const memory = someMemory(place, { content: "The shop is deployed by the pipeline.", ...more });
  await insertMemory(db, memory, place.moment());
  return memory.id;
}

/** Rates two memories useful at the given minutes after the start of a day, at the same time. */
async function pairsAfter(minutes: readonly number[], more: Partial<NewMemory> = {}) {
  const { db, place } = await openTestStore();
  place.clock.nowMs -= place.clock.nowMs % DAY_MS;
  const ids = [await insert(db, place), await insert(db, place, more)];
  const startMs = place.clock.nowMs;
  for (const minute of minutes) {
    place.clock.nowMs = startMs + minute * MINUTE_MS;
    for (const id of ids) {
      const memory = await getMemory(db, id);
      const rated = { ...memory, usefulCount: memory.usefulCount + 1 };
      await changeMemory(db, memory, rated, "useful", place.moment());
    }
  }
  return usefulTogether(db, PROJECT, 10);
}

const DAY = 24 * 60;

test.each<[string, readonly number[], number]>([
  ["on two days", [9 * 60, DAY + 9 * 60], 1],
  ["on one day in two hours", [9 * 60 + 59, 10 * 60 + 1], 0],
  ["once", [9 * 60], 0],
])("pairs rated useful %s", async (_when, minutes, count) => {
  expect(await pairsAfter(minutes)).toHaveLength(count);
});

test("a memory that waits for review is not part of a pair", async () => {
  expect(await pairsAfter([0, DAY], { needsReview: true })).toEqual([]);
});
