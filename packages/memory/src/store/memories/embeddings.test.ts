/** Tests that an index can follow the embeddings: every change is visible, in order, for any writer. */
import type { Database, DriverName } from "@tacit-memory/sqlite";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { makePlace, PROJECT, someMemory } from "../../testing/testing-life.ts";
import { openStore } from "../open-store.ts";
import { mergeProjects, touchProject } from "../projects.ts";
import {
  countEmbeddings,
  dropEmbeddings,
  listUnembedded,
  liveSeqs,
  markComplete,
  putEmbeddings,
  type StoredVector,
  vectorStamp,
  vectorsSince,
} from "./embeddings.ts";
import { eraseMemory } from "./erase.ts";
import { changeMemory, getMemory, insertMemory } from "./memories.ts";

const ENCODER = "static:1:16";
const OTHER = "other:1:16";
const SECOND = "p_second" as ProjectId;

async function openWith(driver: DriverName, count: number) {
  const place = makePlace();
  await place.open();
  const db = await openStore({ home: place.home, driver }, place.moment());
  onTestFinished(() => db.close());
  for (const id of [PROJECT, SECOND]) {
    const seen = { id, canonical: `example.org/${id}`, name: id, basis: "remote", root: null };
    await touchProject(db, seen as Parameters<typeof touchProject>[1], place.clock.nowMs);
  }
  const memories: Memory[] = [];
  for (let i = 0; i < count; i++) {
    place.clock.nowMs += 1000;
    const memory = someMemory(place, { content: `Statement number ${i} of this test.` });
    await insertMemory(db, memory, place.moment());
    memories.push(memory);
  }
  return { db, place, memories, ids: memories.map((memory) => memory.id) };
}

function vector(memoryId: MemoryId, fill = 1): StoredVector {
  return { memoryId, dims: 16, scale: 0.5, codes: new Uint8Array(16).fill(fill) };
}

async function change(
  db: Database,
  place: ReturnType<typeof makePlace>,
  id: MemoryId,
  after: Partial<Memory>,
) {
  const before = await getMemory(db, id);
  await changeMemory(db, before, { ...before, ...after }, "for the test", place.moment());
}

describe.each<DriverName>(["node-sqlite", "libsql"])("%s", (driver) => {
  test("returns vectors unchanged, in the order they were written", async () => {
    const { db, ids } = await openWith(driver, 3);
    const codes = new Uint8Array([0, 1, 127, 128, 129, 255, 0, 0, 9, 9, 9, 9, 9, 9, 9, 200]);
    await putEmbeddings(db, ENCODER, [
      { memoryId: ids[2] as MemoryId, dims: 16, scale: 0.125, codes },
      vector(ids[0] as MemoryId),
    ]);
    const rows = await vectorsSince(db, ENCODER, 0, 10);
    expect(rows.map((row) => row.memoryId)).toEqual([ids[2], ids[0]]);
    expect({ ...rows[0], codes: [...(rows[0]?.codes ?? [])] }).toEqual({
      seq: rows[0]?.seq,
      memoryId: ids[2],
      rid: 3,
      projectId: PROJECT,
      type: "fact",
      scope: "project",
      state: "active",
      isSuperseded: false,
      stage: null,
      dims: 16,
      scale: 0.125,
      codes: [...codes],
    });
    expect(rows[0]?.seq).toBeGreaterThan(0);
    expect(rows[1]?.seq).toBeGreaterThan(rows[0]?.seq ?? 0);
    expect(await vectorsSince(db, ENCODER, rows[0]?.seq ?? 0, 10)).toHaveLength(1);
    expect(await vectorsSince(db, ENCODER, 0, 1)).toHaveLength(1);
    expect(await vectorsSince(db, OTHER, 0, 10)).toEqual([]);
    expect(await vectorStamp(db, ENCODER)).toEqual({
      lastSeq: rows[1]?.seq,
      seqSum: (rows[0]?.seq ?? 0) + (rows[1]?.seq ?? 0),
      live: 2,
      deletions: 0,
    });
    expect(await liveSeqs(db, ENCODER)).toEqual(rows.map((row) => row.seq));
  });

  test.each<[string, Partial<Memory>]>([
    ["archived", { state: "archived" }],
    ["superseded", { supersededBy: "x" as MemoryId }],
    ["moved to a scope", { scope: "global" }],
    ["of a type", { type: "gotcha" }],
    ["of a stage", { isStaged: true, branch: "topic", commit: "c0ffee" }],
    ["moved to a project", { projectId: SECOND }],
  ])(
    "%s: returns every encoder's vector again, with the values for filters",
    async (_name, after) => {
      const { db, place, ids } = await openWith(driver, 2);
      for (const encoder of [ENCODER, OTHER]) {
        await putEmbeddings(
          db,
          encoder,
          ids.map((id) => vector(id)),
        );
      }
      const [first] = ids as [MemoryId, MemoryId];
      const before = await vectorStamp(db, ENCODER);
      const beforeOther = await vectorStamp(db, OTHER);
      await change(db, place, first, after);
      const { supersededBy, isStaged, branch, commit, ...seen } = after;
      const expected = {
        ...seen,
        isSuperseded: supersededBy !== undefined,
        stage: isStaged === true ? `${commit}:${branch}` : null,
      };
      const rows = await vectorsSince(db, ENCODER, before.lastSeq, 10);
      expect(rows).toMatchObject([{ memoryId: first, ...expected }]);
      expect(await vectorsSince(db, OTHER, beforeOther.lastSeq, 10)).toHaveLength(1);
      expect(await vectorStamp(db, ENCODER)).toMatchObject({
        lastSeq: rows[0]?.seq,
        live: 2,
        deletions: 0,
      });
      for (const encoder of [ENCODER, OTHER]) {
        const seqs = await liveSeqs(db, encoder);
        expect((await vectorStamp(db, encoder)).seqSum).toBe(seqs.reduce((a, b) => a + b, 0));
      }
    },
  );

  test("returns nothing after a change that no filter uses", async () => {
    const { db, place, ids } = await openWith(driver, 1);
    const [only] = ids as [MemoryId];
    await putEmbeddings(db, ENCODER, [vector(only)]);
    const before = await vectorStamp(db, ENCODER);
    await change(db, place, only, { confidence: 0.1, tags: ["x"], usefulCount: 9, isPinned: true });
    expect(await vectorStamp(db, ENCODER)).toEqual(before);
  });

  test.each<[string, Partial<Memory>]>([
    ["content", { content: "Another statement altogether." }],
    ["title", { title: "Another title" }],
  ])("drops the vector for a new %s and lists the memory as waiting", async (_name, after) => {
    const { db, place, ids } = await openWith(driver, 1);
    const [only] = ids as [MemoryId];
    await putEmbeddings(db, ENCODER, [vector(only)]);
    expect(await countEmbeddings(db, ENCODER)).toEqual({ embedded: 1, waiting: 0 });
    await change(db, place, only, after);
    expect(await listUnembedded(db, ENCODER, 5)).toEqual([only]);
    expect(await countEmbeddings(db, ENCODER)).toEqual({ embedded: 0, waiting: 1 });
    expect(await vectorStamp(db, ENCODER)).toMatchObject({ live: 0, deletions: 1 });
  });

  test("returns the vectors of merged projects again under the remaining one", async () => {
    const { db, ids } = await openWith(driver, 2);
    await putEmbeddings(
      db,
      ENCODER,
      ids.map((id) => vector(id)),
    );
    const { lastSeq } = await vectorStamp(db, ENCODER);
    await mergeProjects(db, PROJECT, SECOND);
    const rows = await vectorsSince(db, ENCODER, lastSeq, 10);
    expect(rows.map((row) => row.projectId)).toEqual([SECOND, SECOND]);
  });

  test("counts deletions of memories and projects, and reuses no seq", async () => {
    const { db, place, memories, ids } = await openWith(driver, 3);
    await putEmbeddings(
      db,
      ENCODER,
      ids.map((id) => vector(id)),
    );
    const { lastSeq } = await vectorStamp(db, ENCODER);
    await eraseMemory(db, memories[2] as Memory, place.moment());
    expect(await vectorStamp(db, ENCODER)).toMatchObject({ lastSeq, live: 2, deletions: 1 });
    await db.run("DELETE FROM project WHERE id = :id", { id: PROJECT });
    expect(await vectorStamp(db, ENCODER)).toEqual({ lastSeq, seqSum: 0, live: 0, deletions: 3 });
    expect(await liveSeqs(db, ENCODER)).toEqual([]);
    const again = someMemory(place, { content: "Something new after all of that." });
    await insertMemory(db, { ...again, projectId: SECOND }, place.moment());
    await putEmbeddings(db, ENCODER, [vector(again.id)]);
    expect((await vectorStamp(db, ENCODER)).lastSeq).toBeGreaterThan(lastSeq);
  });

  test("drops one encoder's vectors and keeps the other's", async () => {
    const { db, ids } = await openWith(driver, 3);
    const rows = ids.map((id) => vector(id));
    await putEmbeddings(db, ENCODER, rows);
    await putEmbeddings(db, OTHER, rows.slice(1));
    expect(await dropEmbeddings(db, ENCODER)).toBe(3);
    expect(await vectorStamp(db, ENCODER)).toMatchObject({ live: 0, deletions: 3 });
    expect(await vectorsSince(db, OTHER, 0, 9)).toHaveLength(2);
  });
});

test("returns a replaced vector once, in its current state, and does not count a deletion", async () => {
  const { db, ids } = await openWith("node-sqlite", 2);
  const [first, second] = ids as [MemoryId, MemoryId];
  await putEmbeddings(db, ENCODER, [vector(first), vector(second)]);
  await putEmbeddings(db, ENCODER, [vector(first, 7)]);
  const rows = await vectorsSince(db, ENCODER, 0, 10);
  expect(rows.map((row) => [row.memoryId, row.codes[0]])).toEqual([
    [second, 1],
    [first, 7],
  ]);
  expect(await vectorStamp(db, ENCODER)).toMatchObject({ live: 2, deletions: 0 });
});

test("drops a row whose memory is gone or has another version than the encoded one", async () => {
  const { db, place, memories, ids } = await openWith("node-sqlite", 3);
  const [gone, changed, unchanged] = ids as [MemoryId, MemoryId, MemoryId];
  await eraseMemory(db, memories[0] as Memory, place.moment());
  await change(db, place, changed, { content: "Said differently meanwhile." });
  await putEmbeddings(db, ENCODER, [
    vector(gone),
    { ...vector(changed), version: 1 },
    { ...vector(unchanged), version: 1 },
  ]);
  const rows = await vectorsSince(db, ENCODER, 0, 10);
  expect(rows.map((row) => row.memoryId)).toEqual([unchanged]);
});

test.each<[string, Partial<StoredVector>]>([
  ["codes are too few", { codes: new Uint8Array(15) }],
  ["codes are too many", { codes: new Uint8Array(17) }],
  ["there are none", { codes: new Uint8Array(0), dims: 0 }],
  ["scale is no number", { scale: Number.NaN }],
  ["scale is infinite", { scale: Number.POSITIVE_INFINITY }],
])("rejects the whole batch when %s", async (_name, wrong) => {
  const { db, ids } = await openWith("node-sqlite", 2);
  const [first, second] = ids as [MemoryId, MemoryId];
  const rows = [vector(first), { ...vector(second), ...wrong }];
  await expect(putEmbeddings(db, ENCODER, rows)).rejects.toMatchObject({ code: "internal" });
  expect(await vectorStamp(db, ENCODER)).toEqual({ lastSeq: 0, seqSum: 0, live: 0, deletions: 0 });
});

test("lists waiting memories pinned first, then newest, without archived and superseded ones", async () => {
  const { db, place, ids } = await openWith("node-sqlite", 5);
  const [pinned, archived, superseded, older, newer] = ids as MemoryId[];
  await change(db, place, pinned as MemoryId, { isPinned: true });
  await change(db, place, archived as MemoryId, { state: "archived" });
  await change(db, place, superseded as MemoryId, { supersededBy: newer as MemoryId });
  expect(await listUnembedded(db, ENCODER, 9)).toEqual([pinned, newer, older]);
  expect(await listUnembedded(db, ENCODER, 1)).toEqual([pinned]);
  expect(await countEmbeddings(db, ENCODER)).toEqual({ embedded: 0, waiting: 3 });
});

test("property: a reader that follows seq and deletions has exactly the table's contents", async () => {
  const { db, place, ids } = await openWith("node-sqlite", 6);
  const step = fc.record({ at: fc.nat({ max: 5 }), what: fc.nat({ max: 3 }), fill: fc.nat(127) });
  const followed = new Map<string, { seq: number; fill: number; state: string }>();
  let [seen, deletions] = [0, 0];

  async function follow(): Promise<void> {
    const stamp = await vectorStamp(db, ENCODER);
    for (const row of await vectorsSince(db, ENCODER, seen, 1000)) {
      followed.set(row.memoryId, { seq: row.seq, fill: row.codes[0] ?? 0, state: row.state });
    }
    if (stamp.deletions !== deletions) {
      const live = new Set(await liveSeqs(db, ENCODER));
      for (const [id, { seq }] of followed) if (!live.has(seq)) followed.delete(id);
    }
    [seen, deletions] = [stamp.lastSeq, stamp.deletions];
    expect(followed.size).toBe(stamp.live);
    const sum = [...followed.values()].reduce((total, row) => total + row.seq, 0);
    expect(stamp.seqSum).toBe(sum);
  }

  async function take({ at, what, fill }: { at: number; what: number; fill: number }) {
    const id = ids[at] as MemoryId;
    const { state } = await getMemory(db, id);
    const other = state === "active" ? ("archived" as const) : ("active" as const);
    const steps = [
      () => putEmbeddings(db, ENCODER, [vector(id, fill)]),
      () => change(db, place, id, { state: other }),
      () => change(db, place, id, { content: `Said anew, ${fill} times and again.` }),
      () => db.run("DELETE FROM embedding WHERE memory_id = :id", { id }),
    ];
    await steps[what]?.();
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      for (const item of steps) await take(item);
      await follow();
      const table = await vectorsSince(db, ENCODER, 0, 1000);
      const expected = table.map((row) => [row.memoryId, row.seq, row.codes[0], row.state]);
      const own = [...followed].map(([id, row]) => [id, row.seq, row.fill, row.state]);
      expect(own.sort()).toEqual(expected.sort());
    }),
    { numRuns: 40 },
  );
});

describe("finds waiting memories among the changes since all had a vector", () => {
  type Kept = Awaited<ReturnType<typeof openWith>>;
  const changes: readonly [string, (stored: Kept) => Promise<unknown>, number][] = [
    ["nothing", async () => undefined, 0],
    [
      "one more",
      async ({ db, place }) => {
        const more = someMemory(place, { content: "Another statement of this test." });
        await insertMemory(db, more, place.moment());
      },
      1,
    ],
    [
      "an edit",
      ({ db, place, ids: [id] }) => change(db, place, id as MemoryId, { content: "new" }),
      1,
    ],
    [
      "set aside and taken back, its vector kept",
      async ({ db, place, ids: [id] }) => {
        await change(db, place, id as MemoryId, { state: "archived" });
        await change(db, place, id as MemoryId, { state: "active" });
      },
      0,
    ],
    ["a vector taken away by hand", ({ db }) => db.run("DELETE FROM embedding WHERE rid = 2"), 1],
    ["all vectors dropped", ({ db }) => dropEmbeddings(db, ENCODER), 3],
    [
      "one forgotten",
      async ({ db, place, memories: [one] }) => one && eraseMemory(db, one, place.moment()),
      0,
    ],
  ];

  test.each(changes)("%s", async (_name, alter, waiting) => {
    const store = await openWith("node-sqlite", 3);
    const { db, ids } = store;
    await putEmbeddings(
      db,
      ENCODER,
      ids.slice(1).map((id) => vector(id)),
    );
    await markComplete(db, ENCODER);
    expect((await countEmbeddings(db, ENCODER)).waiting).toBe(1);
    await putEmbeddings(db, ENCODER, [vector(ids[0] as MemoryId)]);
    await markComplete(db, ENCODER);
    await alter(store);
    expect((await countEmbeddings(db, ENCODER)).waiting).toBe(waiting);
    expect(await listUnembedded(db, ENCODER, 9)).toHaveLength(waiting);
    await markComplete(db, ENCODER);
    expect(await listUnembedded(db, ENCODER, 9)).toHaveLength(waiting);
  });
});
