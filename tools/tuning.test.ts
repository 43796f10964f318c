/** Tests that a bench supports every number in a `tuning.ts`. All other numbers are plain constants. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { tunables } from "./tunables.mjs";

interface Row {
  readonly file: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly range: readonly [number, number];
  readonly source: string;
}

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** A number that is not swept is not a tunable. The rule keeps docs/tuning.md short enough to be read. */
const MAX_TUNABLES = 120;

const { files, rows }: { files: readonly string[]; rows: readonly Row[] } = await tunables();

describe("the tunables", () => {
  test(`are fewer than ${MAX_TUNABLES}`, () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(MAX_TUNABLES);
  });

  test("are in every tuning.ts", () => {
    expect(files.filter((file) => !rows.some((row) => row.file === file))).toEqual([]);
  });

  test("have a value, a unit, a range around the value and a source, and nothing else", () => {
    expect(rows.filter((row) => !isComplete(row)).map(({ name }) => name)).toEqual([]);
  });

  test("name a bench that exists as their source", () => {
    expect(rows.filter(({ source }) => !namesABench(source)).map(({ name }) => name)).toEqual([]);
  });
});

const FIELDS = ["file", "name", "range", "source", "unit", "value"];
const GOOD: Row = { file: "", name: "", value: 1, unit: "hits", range: [0, 2], source: "bench/x" };

test.each<[string, object, boolean]>([
  ["all fields", GOOD, true],
  ["a value above its range", { ...GOOD, value: 3 }, false],
  ["a value as a text", { ...GOOD, value: "1" }, false],
  ["no unit", { ...GOOD, unit: "" }, false],
  ["a field too many", { ...GOOD, kind: "guess" }, false],
  ["a source in the old form", { ...GOOD, source: { kind: "guess", ref: "bench/index" } }, false],
])("%s: %#", (_name, row, expected) => expect(isComplete(row as Row)).toBe(expected));

test.each([
  ["bench/index: half the memory", true],
  ["by hand on bench/worth, dev half", true],
  ["bench/no-such-bench: better", false],
  ["an estimate", false],
])("%s names a bench: %s", (source, expected) => expect(namesABench(source)).toBe(expected));

function isComplete(row: Row): boolean {
  const { value, unit, range, source } = row;
  return (
    Object.keys(row).sort().join() === FIELDS.join() &&
    typeof source === "string" &&
    unit !== "" &&
    typeof value === "number" &&
    range.length === 2 &&
    range[0] <= value &&
    value <= range[1]
  );
}

function namesABench(source: string): boolean {
  const names = [...source.matchAll(/\bbench\/([a-z-]+)/g)].flatMap(([, name]) => name ?? []);
  return names.length > 0 && names.every((name) => existsSync(join(ROOT, "bench", name)));
}
