/**
 * Tests that the hits that are read are the best ones for any state of their code, and that no more are read than necessary.
 */
import type { Database } from "@tacit-memory/sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FRESHNESS } from "../anchors/limits.ts";
import { stageOf } from "../domain/anchors/stage.ts";
import type { CodeState } from "../domain/hit.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { FreshnessCheck } from "../domain/ports/freshness.ts";
import { fullText } from "../search/lexical.ts";
import { insertMemory } from "../store/memories/memories.ts";
import { openTestStore, PROJECT, someMemory } from "../testing/testing-life.ts";
import type { FusedHit } from "./fuse.ts";
import { readHits } from "./read-hits.ts";

const WANTED = 4;

/** Builds a checker with the given freshness factors; counts how many memories it was asked about. */
function codeAs(factors: ReadonlyMap<MemoryId, number>) {
  let checkCount = 0;
  const checker: FreshnessCheck = {
    check: async (subjects) => {
      checkCount += subjects.length;
      const intact = {
        freshness: "intact",
        note: null,
        metCondition: null,
        anchors: [],
      } as const;
      return new Map(
        subjects.map(({ id }): [MemoryId, CodeState] => [
          id,
          { ...intact, isDoubtful: false, factor: factors.get(id) ?? 1 },
        ]),
      );
    },
  };
  return { checker, checkCount: () => checkCount };
}

async function best(
  db: Database,
  pool: readonly FusedHit[],
  wanted: number,
  factors: ReadonlyMap<MemoryId, number>,
) {
  const { checker, checkCount } = codeAs(factors);
  const hits = await readHits(db, pool, wanted, {
    request: { projectId: PROJECT },
    nowMs: 0,
    lexical: fullText(db),
    terms: [],
    texts: [],
    checker,
  });
  const ranked = hits.slice(0, WANTED).map(({ memory, score }) => [memory.id, score]);
  return { ranked, checkCount: checkCount() };
}

async function someMemories(count: number) {
  const { db, place } = await openTestStore();
  const ids: MemoryId[] = [];
  for (let i = 0; i < count; i++) {
    const memory = someMemory(place, { content: `Statement number ${i} of this test.` });
    await insertMemory(db, { ...memory, projectId: PROJECT }, place.moment());
    ids.push(memory.id);
  }
  return { db, ids };
}

const fused = (ids: readonly MemoryId[], scores: readonly number[]): FusedHit[] =>
  ids
    .slice(0, scores.length)
    .map((id, i) => ({ id, score: scores[i] ?? 0, ranks: {} }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

test("property: returns the same best hits as reading everything", async () => {
  const { db, ids } = await someMemories(25);
  const factor = fc.constantFrom(1, FRESHNESS.changedFactor, FRESHNESS.goneFactor);
  const item = fc.tuple(fc.constantFrom(1, 0.97, 0.93, 0.88, 0.86), factor);
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 10, maxLength: ids.length }), async (all) => {
      const pool = fused(
        ids,
        all.map(([score]) => score),
      );
      const factors = new Map(all.map(([, own], i) => [ids[i] as MemoryId, own]));
      const some = await best(db, pool, WANTED, factors);
      const whole = await best(db, pool, pool.length, factors);
      expect(some.ranked).toEqual(whole.ranked);
      expect(whole.checkCount).toBe(pool.length);
    }),
    { numRuns: 100 },
  );
});

test("skips hits that cannot be among the best, and reads them when the code of better ones is gone", async () => {
  const { db, ids } = await someMemories(25);
  const scores = ids.map((_, i) => 1 - i / 100);
  const pool = fused(ids, scores);
  expect((await best(db, pool, WANTED, new Map())).checkCount).toBeLessThan(12);
  const gone = new Map(ids.slice(0, 9).map((id) => [id, FRESHNESS.goneFactor]));
  const { ranked, checkCount } = await best(db, pool, WANTED, gone);
  expect(checkCount).toBe(25);
  expect(ranked[0]?.[0]).toBe(ids[9]);
});

test.each<readonly [string, Partial<Memory>, boolean]>([
  ["one of this project", {}, true],
  [
    "one of a branch that is hidden here",
    { isStaged: true, branch: "topic", commit: "abc" },
    false,
  ],
  ["one that was replaced", { supersededBy: "other" as MemoryId }, false],
  ["one that is archived", { state: "archived" }, false],
  ["one that is not true yet", { validFromMs: 10 }, false],
])("filters a hit found by a link like every other hit: %s", async (_name, more, isFound) => {
  const { db, place } = await openTestStore();
  const other = { ...someMemory(place, { content: "The other one." }), id: "other" as MemoryId };
  await insertMemory(db, other, place.moment());
  const memory = { ...someMemory(place, { content: "The port is 4173." }), ...more };
  await insertMemory(db, memory, place.moment());
  const hits = await readHits(db, [{ id: memory.id, score: 1, ranks: { graph: 1 } }], 1, {
    request: { projectId: PROJECT, hiddenStages: [stageOf(memory) ?? "none"] },
    nowMs: 5,
    lexical: fullText(db),
    terms: [],
    texts: [],
    checker: codeAs(new Map()).checker,
  });
  expect(hits).toHaveLength(isFound ? 1 : 0);
});
