/**
 * Tests that the neighbours of files are found nearest first, and that candidates next to the best hits are boosted within
 * limits.
 */
import { expect, test } from "vitest";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import { besideFiles, lifted, type NeighboursOf } from "./neighbourhood.ts";

const NEAR: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  "a.ts": [
    ["b.ts", 0.9],
    ["c.ts", 0.4],
  ],
  "b.ts": [["c.ts", 0.8]],
};
const neighboursOf: NeighboursOf = (paths) =>
  new Map(
    paths.flatMap((path) => {
      const all = NEAR[path]?.map(([other, weight]) => ({ path: other, weight }));
      return all === undefined ? [] : [[path, all] as const];
    }),
  );

test("returns neighbours nearest first, each once, without the files themselves", () => {
  expect(besideFiles(neighboursOf, ["a.ts"])).toEqual(["b.ts", "c.ts"]);
  expect(besideFiles(neighboursOf, ["a.ts", "b.ts"])).toEqual(["c.ts"]);
  expect(besideFiles(neighboursOf, ["unknown.ts"])).toEqual([]);
});

const hit = (id: string, score: number) => ({ id: id as MemoryId, score, ranks: {} });
const about = (files: Readonly<Record<string, readonly string[]>>) =>
  new Map(
    Object.entries(files).map(([id, paths]) => [
      id as MemoryId,
      { files: paths } as unknown as Memory,
    ]),
  );
const FUSED = [
  hit("best", 1),
  hit("other", 0.5),
  hit("third", 0.45),
  hit("far", 0.4),
  hit("near", 0.39),
];
const ABOUT = about({ best: ["a.ts"], other: [], third: [], far: ["z.ts"], near: ["b.ts"] });

test("boosts a neighbour of the best hit by its share of the tenth score and no more", () => {
  const order = lifted(FUSED, ABOUT, neighboursOf, { boost: 0.25, anchors: 1 });
  expect(order.map(({ id }) => id)).toEqual(["best", "other", "near", "third", "far"]);
  expect(order[2]?.score).toBeCloseTo(0.39 + 0.25 * 0.39 * 0.9, 9);
});

test("changes nothing when the code is unknown or the boost is off", () => {
  expect(lifted(FUSED, ABOUT, () => new Map(), { boost: 0.25, anchors: 1 })).toEqual(FUSED);
  expect(lifted(FUSED, ABOUT, neighboursOf, { boost: 0, anchors: 1 })).toEqual(FUSED);
  expect(lifted(FUSED, ABOUT, neighboursOf)).toEqual(FUSED);
});
