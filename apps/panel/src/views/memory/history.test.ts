/** Tests which changes of a memory are one line of its history. */
import { expect, test } from "vitest";
import { stepsOf } from "./history.tsx";

const version = (number: number, change: string, content: string) => ({
  version: number,
  change,
  atMs: number,
  content,
});

test("equal changes that follow each other are one step, unless the text changed", () => {
  const versions = [
    version(6, "reinforced", "new"),
    version(5, "reinforced", "new"),
    version(4, "edited", "old"),
    version(3, "edited", "older"),
    version(2, "reinforced", "older"),
    version(1, "merged into 01", "older"),
  ];
  const steps = stepsOf(versions, "new");
  expect(steps.map(({ code, times, atMs }) => [code, times, atMs])).toEqual([
    ["reinforced", 2, 6],
    ["edited", 1, 4],
    ["edited", 1, 3],
    ["reinforced", 1, 2],
    ["merged_into", 1, 1],
  ]);
  expect(steps[1]).toMatchObject({ before: "old", after: "new" });
  expect(steps[2]).toMatchObject({ before: "older", after: "old" });
});
