/** Tests that a memory is stored unchanged, changed without losing its earlier version, and found again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { openTestStore, PROJECT, someMemory } from "../../testing/testing-life.ts";
import { addEdge, listEdges } from "./edges.ts";
import {
  changeMemory,
  dedupeKey,
  findExact,
  findExternal,
  getMemories,
  getMemory,
  insertMemory,
  listVersions,
} from "./memories.ts";
import { countMemories, listMemories, listNeighbours } from "./memory-lists.ts";
import { checkIndex, searchWords } from "./search.ts";

const FLAT = { title: 1, content: 1, tags: 1, files: 1, symbols: 1, identifiers: 1 };

async function storeWith(fields: Partial<Memory> & { content: string }) {
  const store = await openTestStore();
  const memory = { ...someMemory(store.place, { content: fields.content }), ...fields };
  await insertMemory(store.db, memory, store.place.moment());
  return { ...store, memory };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (item: unknown) => item,
  );
  return MemoryError.is(error) ? error.code : String(error);
}

test("returns every field unchanged", async () => {
  const input = {
    content: "Everything at once: 数据库, “quotes”, a\ttab.",
    externalId: "x:1",
    payload: { steps: ["a", "b"], ratio: 1.5 },
    files: ["a/b.ts", "c.md"],
    symbols: ["openStore"],
    tags: ["one", "two"],
    triggers: ["*.sql", "migrate"],
    errorFingerprint: "0123456789abcdef",
    sessions: ["s1"],
    evidence: [{ kind: "test" as const, detail: "went green", session: "s1", atMs: 5 }],
    isPinned: true,
    isTainted: true,
    needsReview: true,
    isDisputed: true,
    branch: "main",
    commit: "abc",
    agent: "claude-code",
    usefulCount: 3,
  };
  const { db, memory } = await storeWith(input);
  expect(await getMemory(db, memory.id)).toEqual(memory);
});

test("stores the previous version and one op for each change", async () => {
  const { db, place, memory } = await storeWith({ content: "The port is 3000 here." });
  place.clock.nowMs += 1000;
  const after = await changeMemory(
    db,
    memory,
    { ...memory, content: "The port is 4000 here." },
    "edited",
    place.moment(),
  );
  expect(after).toMatchObject({ version: 2, updatedAtMs: place.clock.nowMs });
  expect(await getMemory(db, memory.id)).toEqual(after);
  expect(await listVersions(db, memory.id)).toEqual([
    { version: 1, change: "edited", before: memory, atMs: place.clock.nowMs },
  ]);
  const ops = await db.all<{ action: string; body: string }>("SELECT action, body FROM op");
  expect(ops).toHaveLength(2);
  expect(JSON.parse(ops[1]?.body ?? "")).toEqual({
    content: "The port is 4000 here.",
    version: 2,
    updatedAtMs: place.clock.nowMs,
  });
});

test("rejects the second of two changes from the same version", async () => {
  const { db, place, memory } = await storeWith({ content: "Both want to change this." });
  const moment = place.moment();
  await changeMemory(db, memory, { ...memory, tags: ["first"] }, "edited", moment);
  const second = changeMemory(db, memory, { ...memory, tags: ["second"] }, "edited", moment);
  expect(await codeOf(second)).toBe("store_busy");
  expect((await getMemory(db, memory.id)).tags).toEqual(["first"]);
  expect(await listVersions(db, memory.id)).toHaveLength(1);
});

test("rejects a transition that the lifecycle does not list", async () => {
  const { db, place, memory } = await storeWith({ content: "Never forgotten this way." });
  const gone = { ...memory, state: "forgotten" } as unknown as Memory;
  const back = changeMemory(db, gone, { ...gone, state: "active" }, "revived", place.moment());
  expect(await codeOf(back)).toBe("transition_forbidden");
});

test("updates the index: finds the new words and not the old ones", async () => {
  const { db, place, memory } = await storeWith({ content: "Pelicans are good at the build." });
  const next = { ...memory, title: "Herons", content: "Herons are good at the build." };
  await changeMemory(db, memory, next, "edited", place.moment());
  const found = async (word: string) =>
    (await searchWords(db, `"${word}"`, FLAT, { projectId: PROJECT, limit: 5 })).length;
  expect([await found("pelicans"), await found("herons")]).toEqual([0, 1]);
  await checkIndex(db);
});

describe("by id", () => {
  test("finds a memory by its whole id, its end, or its citation", async () => {
    const { db, memory } = await storeWith({ content: "Found by its id alone." });
    for (const id of [
      memory.id,
      memory.id.slice(-8),
      `[mem:${memory.id.slice(-6)}]`,
      ` ${memory.id.toUpperCase()} `,
    ]) {
      expect((await getMemory(db, id)).id).toBe(memory.id);
    }
  });

  test.each([
    ["no id", "not an id", "id_malformed"],
    ["a wildcard", "%", "id_malformed"],
    ["an unknown one", "00000000", "memory_not_found"],
  ])("%s", async (_name, id, code) => {
    const { db } = await storeWith({ content: "Somebody else entirely." });
    expect(await codeOf(getMemory(db, id))).toBe(code);
  });

  test("throws for an end that matches more than one", async () => {
    const { db, place, memory } = await storeWith({ content: "The first of two alike." });
    const twin = `${memory.id.slice(0, -12)}aaaaaaaa${memory.id.slice(-4)}` as MemoryId;
    await insertMemory(db, { ...memory, id: twin, externalId: null }, place.moment());
    expect(await codeOf(getMemory(db, memory.id.slice(-4)))).toBe("id_ambiguous");
  });
});

test("finds the same statement in any case, spacing and with or without a full stop", async () => {
  const { db, memory } = await storeWith({ content: "Use pnpm, not npm." });
  expect((await findExact(db, PROJECT, "  use PNPM,  not npm  "))?.id).toBe(memory.id);
  expect(await findExact(db, PROJECT, "Use npm, not pnpm.")).toBeNull();
});

test("finds the active one of two memories with the same statement", async () => {
  const { db, place, memory } = await storeWith({
    content: "Use pnpm, not npm.",
    state: "archived",
  });
  const living = someMemory(place, { content: "Use pnpm, not npm." });
  await insertMemory(db, living, place.moment());
  expect((await findExact(db, PROJECT, memory.content))?.id).toBe(living.id);
});

test("does not treat a handoff as a duplicate", async () => {
  const { db } = await storeWith({ content: "Always use pnpm here.", type: "handoff" });
  expect(await findExact(db, PROJECT, "Always use pnpm here.")).toBeNull();
});

test("finds an external id in one memory per project", async () => {
  const { db, place, memory } = await storeWith({
    content: "From outside it came.",
    externalId: "e1",
  });
  expect((await findExternal(db, PROJECT, "e1"))?.id).toBe(memory.id);
  const second = { ...someMemory(place, { content: "Another one." }), externalId: "e1" };
  await expect(insertMemory(db, second, place.moment())).rejects.toThrow(/UNIQUE/);
  await insertMemory(db, { ...second, projectId: null, scope: "global" }, place.moment());
});

describe("lists", () => {
  async function several() {
    const store = await openTestStore();
    const { db, place } = store;
    const add = async (content: string, overrides: Partial<Memory> = {}) => {
      const memory = { ...someMemory(place, { content }), ...overrides };
      await insertMemory(db, memory, place.moment());
      return memory;
    };
    const a = await add("About the store.", { files: ["src/my_store/a.ts"], tags: ["x"] });
    const b = await add("About another.", { files: ["src/myXstore/a.ts"], type: "gotcha" });
    const c = await add("Set aside by now.", { state: "archived" });
    const d = await add("Replaced by another.", { supersededBy: a.id });
    const e = await add("For every project.", { projectId: null, scope: "global", isPinned: true });
    return { ...store, a, b, c, d, e };
  }

  test.each([
    ["living ones, and those for every project", {}, "abe"],
    ["archived ones", { state: "archived" as const }, "c"],
    ["whatever their state", { state: null }, "abce"],
    ["superseded ones too", { withSuperseded: true }, "abde"],
    ["of a type", { type: "gotcha" }, "b"],
    ["with a tag", { tag: "x" }, "a"],
    ["of a file", { file: "src/my_store/a.ts" }, "a"],
    ["of a folder, an underscore being no wildcard", { file: "src/my_store" }, "a"],
    ["pinned ones", { isPinned: true }, "e"],
    ["for review", { needsReview: true }, ""],
  ])("%s", async (_name, filter, expected) => {
    const { db, a, b, c, d, e } = await several();
    const names = new Map<string, string>(
      [a, b, c, d, e].map((item, i) => [item.id, "abcde"[i] ?? ""]),
    );
    const found = await listMemories(db, { projectId: PROJECT, ...filter });
    expect(
      found
        .map((memory) => names.get(memory.id))
        .sort()
        .join(""),
    ).toBe(expected);
  });

  test("counts by type, state and standing", async () => {
    const { db, place } = await several();
    const doubtful = { ...someMemory(place, { content: "Is it so?" }), needsReview: true };
    await insertMemory(db, doubtful, place.moment());
    const ended = { ...someMemory(place, { content: "It was so." }), validToMs: 5 };
    await insertMemory(db, ended, place.moment());
    const counted = async (projectId: typeof PROJECT | null, nowMs: number) =>
      (await countMemories(db, projectId, nowMs))
        .map(({ type, state, count, review }) => `${type} ${state} ${count} ${review}`)
        .sort();
    const others = ["fact archived 1 0", "fact superseded 1 0", "gotcha active 1 0"];
    expect(await counted(PROJECT, 4)).toEqual(["fact active 3 1", ...others]);
    const withEnded = ["fact archived 1 0", "fact ended 1 0", ...others.slice(1)];
    expect(await counted(PROJECT, 5)).toEqual(["fact active 2 1", ...withEnded]);
    expect(await counted(null, 5)).toEqual(["fact active 3 1", ...withEnded]);
  });

  test("has memories for every project between those of the project, also in pages", async () => {
    const { db, place } = await openTestStore();
    const global = { projectId: null, scope: "global" } as const;
    for (let i = 0; i < 7; i++) {
      const memory = someMemory(place, { content: `Number ${i} of the seven.` });
      const isGlobal = i % 3 === 1;
      const own = { ...memory, createdAtMs: 100 + Math.floor(i / 2) };
      await insertMemory(db, isGlobal ? { ...own, ...global } : own, place.moment());
    }
    const all = await listMemories(db, { projectId: PROJECT });
    expect(all.map(({ createdAtMs }) => createdAtMs)).toEqual([103, 102, 102, 101, 101, 100, 100]);
    const paged: Memory[] = [];
    for (let at = 0; at < 4; at++) {
      const olderThan = paged.at(-1);
      paged.push(...(await listMemories(db, { projectId: PROJECT, limit: 2, olderThan })));
    }
    expect(paged).toEqual(all);
  });

  test("continues a list after the last memory of the previous page, also of the same time", async () => {
    const { db, place } = await openTestStore();
    for (let i = 0; i < 3; i++) {
      const memory = someMemory(place, { content: `Number ${i} of the three.` });
      await insertMemory(db, memory, place.moment());
    }
    const all = await listMemories(db, { projectId: PROJECT });
    const [first] = await listMemories(db, { projectId: PROJECT, limit: 1 });
    expect(await listMemories(db, { projectId: PROJECT, olderThan: first })).toEqual(all.slice(1));
  });

  test("returns neighbours in time once, nearest first, also when written at the same time", async () => {
    const { db, place } = await openTestStore();
    const all: Memory[] = [];
    for (let i = 0; i < 5; i++) {
      const memory = someMemory(place, { content: `Number ${i} of the five.` });
      await insertMemory(db, memory, place.moment());
      all.push(memory);
    }
    all.sort((x, y) => (x.id < y.id ? -1 : 1));
    const [, , middle] = all;
    const at = middle as Memory;
    const ids = (list: readonly Memory[]) =>
      list.map((memory) => all.findIndex((m) => m.id === memory.id));
    expect(ids(await listNeighbours(db, at, -1, 9))).toEqual([1, 0]);
    expect(ids(await listNeighbours(db, at, 1, 9))).toEqual([3, 4]);
  });
});

test("stores edges once and lists them in both directions", async () => {
  const { db, place, memory } = await storeWith({ content: "One end of the edge." });
  const other = someMemory(place, { content: "The other end of it." });
  await insertMemory(db, other, place.moment());
  const edge = { fromId: memory.id, toId: other.id, type: "relates_to" as const, createdAtMs: 1 };
  await addEdge(db, edge, place.moment());
  await addEdge(db, { ...edge, createdAtMs: 2 }, place.moment());
  expect(await listEdges(db, memory.id)).toEqual([edge]);
  expect(await listEdges(db, other.id)).toEqual([edge]);
});

test("property: reads what was inserted, for any text", async () => {
  const { db, place } = await openTestStore();
  const texts = fc
    .string({ unit: "grapheme", minLength: 1 })
    .map((text) => text.replaceAll("\0", ""));
  await fc.assert(
    fc.asyncProperty(texts, texts, async (title, content) => {
      const memory = { ...someMemory(place, { content }), title };
      await insertMemory(db, memory, place.moment());
      const [read] = await getMemories(db, [memory.id]);
      expect(read).toEqual(memory);
      expect((await findExact(db, PROJECT, content))?.content).toSatisfy(
        (found: string) => dedupeKey(found) === dedupeKey(content),
      );
    }),
    { numRuns: 60 },
  );
  await checkIndex(db);
});

test("no longer lists a memory by a removed tag", async () => {
  const { db, place, memory } = await storeWith({
    content: "Ports are fixed.",
    tags: ["port", "old"],
  });
  await changeMemory(db, memory, { ...memory, tags: ["port"] }, "edited", place.moment());
  const listed = async (tag: string) =>
    (await listMemories(db, { projectId: PROJECT, tag })).length;
  expect([await listed("port"), await listed("old")]).toEqual([1, 0]);
});
