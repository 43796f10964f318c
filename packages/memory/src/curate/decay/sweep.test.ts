/** Does time set aside what no longer earns its place, and nothing else? */
import { expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import { getMemory, insertMemory } from "../../store/memories/memories.ts";
import {
  DAY_MS,
  NOWHERE,
  openTestStore,
  START_MS,
  someMemory,
} from "../../testing/testing-life.ts";
import { isDueForArchive } from "./archive.ts";
import { sweep } from "./sweep.ts";

const always = () => true;

test.each([
  ["faded and long unconfirmed", 400, {}, true],
  ["long unconfirmed, but not faded", 100, {}, false],
  ["faded, but pinned", 400, { isPinned: true }, false],
  ["archived already", 400, { state: "archived" as const }, false],
  [
    "of an old session, and stored a week ago",
    400,
    { updatedAtMs: START_MS + 393 * DAY_MS },
    false,
  ],
  ["faint from the start, and young", 20, { confidence: 0.05 }, false],
  ["of a type that lasts", 400, { type: "decision" as const }, false],
])("%s", (_name, days, told: Partial<Memory>, expected) => {
  const memory = {
    ...someMemory(NOWHERE, { content: "A gotcha of old.", type: "gotcha" }),
    ...told,
  };
  expect(isDueForArchive(memory, START_MS + days * DAY_MS)).toBe(expected);
});

async function old() {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: "Something of long ago.", type: "gotcha" });
  await insertMemory(db, memory, place.moment());
  place.clock.nowMs += 400 * DAY_MS;
  return { db, place, memory };
}

test("a sweep archives it, at most once a day, and leaves its confidence alone", async () => {
  const { db, place, memory } = await old();
  expect(await sweep(db, place.moment(), always)).toBe(1);
  expect(await getMemory(db, memory.id)).toMatchObject({
    state: "archived",
    confidence: memory.confidence,
    confirmedAtMs: memory.confirmedAtMs,
  });
  place.clock.nowMs += DAY_MS / 2;
  expect(await sweep(db, place.moment(), always)).toBeNull();
  place.clock.nowMs += DAY_MS;
  expect(await sweep(db, place.moment(), always)).toBe(0);
});

test("after a clock that jumped nothing is archived before the day after", async () => {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: "Something of long ago.", type: "gotcha" });
  await insertMemory(db, memory, place.moment());
  const rightMs = place.clock.nowMs;
  expect(await sweep(db, place.moment(), always)).toBe(0);
  place.clock.nowMs += 400 * DAY_MS;
  expect(await sweep(db, place.moment(), always)).toBe(0);
  place.clock.nowMs = rightMs + DAY_MS;
  expect(await sweep(db, place.moment(), always)).toBe(0);
  expect((await getMemory(db, memory.id)).state).toBe("active");
  place.clock.nowMs += 350 * DAY_MS;
  expect(await sweep(db, place.moment(), always)).toBe(0);
  place.clock.nowMs += DAY_MS;
  expect(await sweep(db, place.moment(), always)).toBe(1);
});

test.each([0, 1, 30])("confidence at day 30 is the same after %i sweeps", async (sweeps) => {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: "Something of long ago.", type: "gotcha" });
  await insertMemory(db, memory, place.moment());
  for (let i = 0; i < sweeps; i++) {
    place.clock.nowMs += DAY_MS;
    await sweep(db, place.moment(), always);
  }
  expect(await getMemory(db, memory.id)).toEqual(memory);
});

test("it stops when time is up", async () => {
  const { db, place, memory } = await old();
  expect(await sweep(db, place.moment(), () => false)).toBe(0);
  expect((await getMemory(db, memory.id)).state).toBe("active");
});
