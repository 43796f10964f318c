/** Time archives memories that are no longer worth keeping active, and nothing else. */
import { expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import type { NewMemory } from "../../learn/promote/new-memory.ts";
import { addEdge } from "../../store/memories/edges.ts";
import { forgottenAtMs } from "../../store/memories/erase.ts";
import { getMemories, getMemory, insertMemory } from "../../store/memories/memories.ts";
import {
  DAY_MS,
  FIXED_TIME,
  openTestStore,
  PROJECT,
  START_MS,
  someMemory,
} from "../../testing/testing-life.ts";
import { archive, isDueForArchive } from "./archive.ts";
import { sweep } from "./sweep.ts";

const always = () => true;

test.each([
  ["faded and long unconfirmed", 400, {}, true],
  ["long unconfirmed, but not faded", 100, {}, false],
  ["faded, but pinned", 400, { isPinned: true }, false],
  [
    "of an old session, and stored a week ago",
    400,
    { updatedAtMs: START_MS + 393 * DAY_MS },
    false,
  ],
  ["faint from the start, and young", 20, { confidence: 0.05 }, false],
  ["of a type that lasts", 400, { type: "decision" as const }, false],
])("%s", (_name, days, overrides: Partial<Memory>, expected) => {
  const memory = {
    ...someMemory(FIXED_TIME, { content: "A gotcha of old.", type: "gotcha" }),
    ...overrides,
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

test("a sweep archives a memory at most once a day and does not change its confidence", async () => {
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

test("after the clock jumps ahead, nothing is archived before the next day", async () => {
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

test("a sweep stops when its time is up", async () => {
  const { db, place, memory } = await old();
  expect(await sweep(db, place.moment(), () => false)).toBe(0);
  expect((await getMemory(db, memory.id)).state).toBe("active");
});

async function project(count: number, makeOverrides: (n: number) => Partial<NewMemory>) {
  const { db, place } = await openTestStore();
  const ids: Memory["id"][] = [];
  await db.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      const content = `The service number ${n} answers at its own port.`;
      const memory = someMemory(place, { content, type: "decision", ...makeOverrides(n) });
      await insertMemory(tx, memory, place.moment());
      ids.push(memory.id);
    }
  });
  const states = async () =>
    (await getMemories(db, ids)).filter(({ state }) => state === "active").map(({ id }) => id);
  return { db, place, ids, states };
}

test.each([
  ["task", 200],
  ["agent", 500],
] as const)(
  "over the limit of one %s, archives the weakest memories but never pinned ones",
  async (scope, limit) => {
    const over = await project(limit + 4, (n) => ({
      scope,
      scopeOwner: "one",
      confidence: n < 3 ? 0.2 : 0.6,
      isPinned: n === 0,
    }));
    const { db, place, ids, states } = over;
    await insertMemory(
      db,
      someMemory(place, {
        content: "Of another owner.",
        scope,
        scopeOwner: "two",
        confidence: 0.11,
      }),
      place.moment(),
    );
    expect(await sweep(db, place.moment(), always)).toBe(3);
    const left = new Set(await states());
    expect(left.size).toBe(limit + 1);
    expect([0, 1, 2].map((n) => left.has(ids[n] as Memory["id"]))).toEqual([true, false, false]);
    expect((await getMemories(db, ids)).every(({ confidence }) => confidence >= 0.2)).toBe(true);
  },
);

test("finds faded memories behind thousands of others", async () => {
  const { db, place, ids, states } = await project(2600, (n) =>
    n === 2599 ? { type: "work_state" } : {},
  );
  place.clock.nowMs += 100 * DAY_MS;
  expect(await sweep(db, place.moment(), always)).toBe(1);
  expect(await states()).not.toContain(ids[2599]);
});

test("deletes a memory after a year in the archive, except verified ones and ones that supersede another", async () => {
  const { db, place, ids } = await project(4, (n) => ({
    standing: n === 1 ? "verified" : "believed",
    tags: n === 2 ? ["wrong"] : [],
  }));
  for (const memory of await getMemories(db, ids)) await archive(db, memory, place.moment());
  const [faded, verified, refuted, replacing] = ids as [
    Memory["id"],
    Memory["id"],
    Memory["id"],
    Memory["id"],
  ];
  const edge = { fromId: replacing, toId: verified, type: "supersedes" as const, createdAtMs: 1 };
  await addEdge(db, edge, place.moment());
  const left = async () => (await getMemories(db, ids)).map(({ id }) => id).sort();
  // Advances in small steps, so that the clock does not count as having jumped.
  for (let day = 0; day < 13; day++) {
    place.clock.nowMs += 28 * DAY_MS;
    await sweep(db, place.moment(), always);
  }
  expect(await left()).toHaveLength(4);
  place.clock.nowMs += 2 * DAY_MS;
  await sweep(db, place.moment(), always);
  expect(await left()).toEqual([verified, replacing].sort());
  expect(
    await forgottenAtMs(db, PROJECT, "The service number 2 answers at its own port."),
  ).not.toBeNull();
  expect(
    await forgottenAtMs(db, PROJECT, "The service number 0 answers at its own port."),
  ).toBeNull();
  expect([faded, refuted]).toHaveLength(2);
});
