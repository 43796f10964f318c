/** Tests that the neighbours of files are found nearest first. */
import { expect, test } from "vitest";
import { type NeighboursOf, neighbouringFiles } from "./neighbourhood.ts";

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
  expect(neighbouringFiles(neighboursOf, ["a.ts"])).toEqual(["b.ts", "c.ts"]);
  expect(neighbouringFiles(neighboursOf, ["a.ts", "b.ts"])).toEqual(["c.ts"]);
  expect(neighbouringFiles(neighboursOf, ["unknown.ts"])).toEqual([]);
});
