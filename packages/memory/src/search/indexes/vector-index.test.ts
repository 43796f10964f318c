/** Tests that the index finds what the table contains, and stays in sync with it for any writer. */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { putEmbeddings } from "../../store/memories/embeddings.ts";
import { eraseMemory } from "../../store/memories/erase.ts";
import { getMemories, insertMemory } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { openStore } from "../../store/open-store.ts";
import { mergeProjects } from "../../store/projects.ts";
import { PROJECT, someMemory } from "../../testing/testing-life.ts";
import {
  change,
  DIMS,
  ENCODER,
  EVERYTHING,
  expectExact,
  keep,
  nearest,
  open,
  SECOND,
  sourceOf,
  stored,
  vectorOf,
} from "../../testing/testing-vectors.ts";
import type { RowFilter } from "./row-classes.ts";
import { openVectorIndex } from "./vector-index.ts";

test("finds the same nearest, from the table and then from the file, with the vector itself first", async () => {
  const { db, options, ids } = await keep(60);
  const built = await open(options);
  expect([built.state, built.reason, built.size]).toEqual([
    "rebuilt",
    "there was no side file",
    60,
  ]);
  await expectExact(built, db);
  const read = await open(options);
  expect([read.state, read.reason, read.unwritten]).toEqual(["in_step", undefined, undefined]);
  await expectExact(read, db);
  await expectExact(read, db);
  const [hit] = await read.search(vectorOf(11), EVERYTHING, 1);
  expect(hit?.memoryId).toBe(ids[11]);
  expect(hit?.score).toBeGreaterThan(0.999);
});

test.each([1, 16, 17, 256, 1000, 4096])("indexes %i dimensions", async (dims) => {
  const { db, options } = await keep(9, dims);
  for (let round = 0; round < 2; round++) {
    await expectExact(await open(options), db, EVERYTHING, dims);
  }
});

test("finds nothing in an empty table, and what is added later", async () => {
  const store = await keep(0);
  const index = await open(store.options);
  expect(await index.search(vectorOf(1), EVERYTHING, 5)).toEqual([]);
  const memory = someMemory(store.place, { content: "The first statement of them all." });
  await insertMemory(store.db, memory, store.place.moment());
  await putEmbeddings(store.db, ENCODER, [stored(memory.id, 1)]);
  await index.refresh();
  expect((await index.search(vectorOf(1), EVERYTHING, 5)).map((hit) => hit.memoryId)).toEqual([
    memory.id,
  ]);
});

test.each([
  [0, 0],
  [-3, 0],
  [2.9, 2],
  [1_000_000, 5],
])("returns for a limit of %d: %i hits of 5", async (k, expected) => {
  const index = await open((await keep(5)).options);
  expect(await index.search(vectorOf(1), EVERYTHING, k)).toHaveLength(expected);
  expect(await index.search(new Float32Array(DIMS), EVERYTHING, k)).toEqual([]);
});

test("rejects a query of another length, impossible dimensions, and a closed index", async () => {
  const { options } = await keep(2);
  const index = await open(options);
  await expect(index.search(new Float32Array(16), EVERYTHING, 1)).rejects.toThrow("expected: 24");
  for (const dims of [0, 4097, 1.5]) {
    await expect(openVectorIndex({ ...options, dims })).rejects.toMatchObject({ code: "internal" });
  }
  index.close();
  index.close();
  await expect(index.refresh()).rejects.toThrow("closed");
});

test("passes on a failure of the table to the caller, when opening and later", async () => {
  const { options } = await keep(3);
  const broken = { ...options.rows, stamp: () => Promise.reject(new Error("table")) };
  await expect(openVectorIndex({ ...options, rows: broken })).rejects.toThrow("table");
  const rows = { ...options.rows };
  const index = await open({ ...options, rows });
  Object.assign(rows, broken);
  await expect(index.refresh()).rejects.toThrow("table");
  Object.assign(rows, options.rows);
  expect(await index.search(vectorOf(1), EVERYTHING, 9)).toHaveLength(3);
});

describe("filters", () => {
  const filters: readonly RowFilter[] = [
    { projectIds: [PROJECT] },
    { projectIds: [SECOND], withArchived: true },
    { projectIds: [PROJECT, SECOND], types: ["fact"] },
    { projectIds: [], anyProject: true, scopes: ["global", "task"] },
    { projectIds: ["p_none" as ProjectId] },
    { projectIds: [PROJECT], hiddenStages: [":topic"] },
  ];

  test.each(filters)("applies %o", async (filter) => {
    const store = await keep(60);
    const variants: readonly Partial<Memory>[] = [
      { state: "archived" },
      { supersededBy: store.ids[0] as MemoryId },
      { scope: "global", projectId: null },
      { type: "gotcha" },
      { branch: "main", isStaged: true },
      { branch: "topic", isStaged: true },
      { scope: "task" },
    ];
    for (const [i, id] of store.ids.entries()) {
      const variant = variants[i % 9];
      if (variant !== undefined) await change(store, id, variant);
    }
    const built = await open(store.options);
    await expectExact(built, store.db, filter);
    await expectExact(await open(store.options), store.db, filter);
  });
});

describe("large selections and long vectors", () => {
  test("finds nearly all of the nearest by sign bits, among all rows or a part", async () => {
    const { db, options } = await keep(600, 64);
    const limits = { exactRows: 100, bitCandidates: 200 };
    await open({ ...options, limits });
    for (const filter of [EVERYTHING, { projectIds: [PROJECT] }]) {
      const index = await open({ ...options, limits });
      expect(index.state).toBe("in_step");
      let common = 0;
      for (let seed = 0; seed < 20; seed++) {
        const query = vectorOf(10_000 + seed, 64);
        const expected = new Set((await nearest(db, query, filter, 10)).map((h) => h.memoryId));
        const found = await index.search(query, filter, 10);
        common += found.filter((hit) => expected.has(hit.memoryId)).length;
      }
      expect(common).toBeGreaterThan(170);
    }
  });

  test("does not overflow the candidates with identical rows", async () => {
    const { db, ids, options } = await keep(500, 64);
    await putEmbeddings(
      db,
      ENCODER,
      ids.map((id) => stored(id, 1, 64)),
    );
    const index = await open({ ...options, limits: { exactRows: 10, bitCandidates: 50 } });
    expect(await index.search(vectorOf(1, 64), EVERYTHING, 20)).toHaveLength(20);
    expect(await index.search(vectorOf(1, 64), EVERYTHING, 400)).toHaveLength(400);
  });

  test("selects by leading dimensions and scores by all", async () => {
    const { db, options } = await keep(200, 64);
    const limits = { prefixCandidates: 200 };
    for (let round = 0; round < 2; round++) {
      const index = await open({ ...options, prefixDims: 20, limits });
      await expectExact(index, db, EVERYTHING, 64);
    }
    const few = await open({ ...options, prefixDims: 48, limits: { prefixCandidates: 20 } });
    expect(few.reason).toBe("it is of other dimensions");
    const [hit] = await few.search(vectorOf(9, 64), EVERYTHING, 3);
    expect(hit?.score).toBeGreaterThan(0.999);
  });
});

describe("synchronisation with the table", () => {
  test("property: equals a new index after any writes, in memory and on disk", async () => {
    const store = await keep(12);
    const { db, place, ids, options } = store;
    const step = fc.record({ at: fc.nat({ max: 11 }), what: fc.nat({ max: 5 }), seed: fc.nat() });
    const index = await open(options);

    async function take({ at, what, seed }: { at: number; what: number; seed: number }) {
      const id = ids[at] as MemoryId;
      const [memory] = await getMemories(db, [id]);
      if (memory === undefined) return;
      const state = memory.state === "active" ? ("archived" as const) : ("active" as const);
      const steps = [
        () => putEmbeddings(db, ENCODER, [stored(id, seed)]),
        () => putEmbeddings(db, ENCODER, [stored(id, seed + 1)]),
        () => change(store, id, { state }),
        () => change(store, id, { content: `Said anew, ${seed} times and again.` }),
        () => db.run("DELETE FROM embedding WHERE memory_id = :id", { id }),
        () => index.flush(),
      ];
      await steps[what]?.();
    }

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const item of steps) await take(item);
        await index.refresh();
        await expectExact(index, db);
        await expectExact(index, db, { projectIds: [SECOND] });
        const read = await openVectorIndex(options);
        await expectExact(read, db);
        expect([read.state, read.size]).toEqual(["in_step", index.size]);
        read.close();
      }),
      { numRuns: 30 },
    );
    expect(index.state).toBe("rebuilt");
    const [memory] = await listMemories(db, { projectId: null, anyProject: true, limit: 1 });
    await eraseMemory(db, memory as Memory, place.moment());
    await mergeProjects(db, SECOND, PROJECT);
    await index.refresh();
    await expectExact(index, db, { projectIds: [PROJECT] });
    expect(index.reason).toBe("there was no side file");
  });

  test("removes deleted vectors from the file with the next flush", async () => {
    const { db, ids, options, path } = await keep(20);
    const index = await open(options);
    const id = ids[7] as MemoryId;
    expect(readFileSync(path).includes(id)).toBe(true);
    await db.run("DELETE FROM memory WHERE id = :id", { id });
    await index.refresh();
    await index.flush();
    expect(readFileSync(path).includes(id)).toBe(false);
    const read = await open(options);
    expect([read.state, read.size]).toEqual(["in_step", 19]);
  });

  test("rewrites a file far behind by itself and leaves one that is not", async () => {
    const { db, ids, options, path } = await keep(700);
    const index = await open(options);
    const written = readFileSync(path);
    await putEmbeddings(
      db,
      ENCODER,
      ids.slice(0, 100).map((id) => stored(id, 5)),
    );
    await index.refresh();
    expect(readFileSync(path).equals(written)).toBe(true);
    await putEmbeddings(
      db,
      ENCODER,
      ids.map((id) => stored(id, 6)),
    );
    await index.refresh();
    expect(readFileSync(path).equals(written)).toBe(false);
    expect((await open(options)).state).toBe("in_step");
  });

  test("stays correct when two processes write the file in turn; the last file remains", async () => {
    const { db, ids, options } = await keep(30);
    const [one, other] = [await open(options), await open(options)];
    await putEmbeddings(db, ENCODER, [stored(ids[3] as MemoryId, 900)]);
    await one.refresh();
    await one.flush();
    await putEmbeddings(db, ENCODER, [stored(ids[4] as MemoryId, 901)]);
    await other.refresh();
    await Promise.all([other.flush(), one.refresh(), one.search(vectorOf(1), EVERYTHING, 1)]);
    for (const index of [one, other, await open(options)]) await expectExact(index, db);
  });

  test.each([
    ["went on alone", 5, 1, "rebuilt"],
    ["wrote as often", 3, 3, "rebuilt"],
    ["stood still", 4, 0, "rebuilt"],
  ])("detects a restored backup that %s", async (_name, before, after, state) => {
    const { db, place, path, ids, options } = await keep(30);
    await db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const folder = join(place.root, "restored");
    mkdirSync(folder);
    copyFileSync(join(place.home, "memory.db"), join(folder, "memory.db"));
    const original = await open(options);
    for (const id of ids.slice(0, before)) await putEmbeddings(db, ENCODER, [stored(id, 700)]);
    await original.refresh();
    await original.flush();
    const restored = await openStore({ home: folder }, place.moment());
    onTestFinished(() => restored.close());
    const changed = ids.slice(20, 20 + after);
    for (const id of changed) await putEmbeddings(restored, ENCODER, [stored(id, 800)]);
    const index = await open({ ...options, path, rows: sourceOf(restored) });
    expect(index.state).toBe(state);
    await expectExact(index, restored);
  });
});
