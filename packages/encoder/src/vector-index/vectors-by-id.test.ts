/** Tests that an index returns the vectors of ids as the table has them, from its first answer on and after any write. */
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { expect, test } from "vitest";
import {
  codesOf,
  createTable,
  DIMS,
  EVERYTHING,
  open,
  type TestTable,
  vectorOf,
} from "./testing-table.ts";
import type { VectorIndex } from "./vector-index.ts";

/** Opens an index and makes it answer this many searches. */
async function searched({ options }: TestTable, times: number): Promise<VectorIndex> {
  const index = await open(options);
  for (let i = 0; i < times; i++) await index.search(vectorOf(i), EVERYTHING, 3);
  return index;
}

async function expectVectors(
  index: VectorIndex,
  seeds: ReadonlyMap<string, number>,
  missing: readonly string[] = ["no such row"],
) {
  const found = await index.vectorsOf([...seeds.keys(), ...missing]);
  expect(new Set(found.keys())).toEqual(new Set(seeds.keys()));
  for (const [id, seed] of seeds) {
    const codes = codesOf(seed);
    expect(found.get(id)?.codes).toEqual(codes);
    const squares = [...new Int8Array(codes.buffer)].reduce((sum, x) => sum + x * x, 0);
    expect(found.get(id)?.scale).toBe(1 / Math.sqrt(squares));
  }
}

const seedsOf = (ids: readonly string[]) => new Map(ids.map((id, i) => [id, i]));

test.each([0, 1, 2, 3])(
  "returns the vectors after %i searches, with and without a side file",
  async (times) => {
    const table = createTable(40);
    await expectVectors(await searched(table, times), seedsOf(table.ids));
    await expectVectors(await searched(table, times), seedsOf(table.ids));
  },
);

test("reads the table until the second search, and not after it", async () => {
  const { ids, options } = createTable(5);
  let calls = 0;
  const of = async () => {
    calls++;
    return [];
  };
  const index = await open({ ...options, rows: { ...options.rows, of } });
  await index.search(vectorOf(1), EVERYTHING, 3);
  expect((await index.vectorsOf(ids)).size).toBe(0);
  await index.search(vectorOf(1), EVERYTHING, 3);
  expect((await index.vectorsOf(ids)).size).toBe(5);
  expect(calls).toBe(1);
});

test("returns rows that are rewritten, added or removed while the process runs", async () => {
  const table = createTable(20);
  const index = await searched(table, 2);
  await expectVectors(index, seedsOf(table.ids));
  const [first = "", second = "", ...others] = table.ids;
  table.put(first, 70);
  table.put("added", 71);
  table.remove(second);
  await index.refresh();
  const seeds = new Map([
    [first, 70],
    ["added", 71],
    ...others.map((id, i) => [id, i + 2] as const),
  ]);
  await expectVectors(index, seeds, [second]);
  await index.flush();
  await expectVectors(index, seeds);
  table.put(first, 72);
  await index.refresh();
  await expectVectors(index, new Map([...seeds, [first, 72]]), [second]);
  table.remove(first);
  await index.refresh();
  seeds.delete(first);
  await expectVectors(index, seeds, [first, second]);
});

test("reads the table if the ids in the file are damaged", async () => {
  const table = createTable(400);
  await searched(table, 1);
  const index = await searched(table, 0);
  const file = openSync(table.path, "r+");
  // The codes are the last section; before them are the seqs, the rids and the ids.
  const codes = Math.ceil((400 * Math.ceil(DIMS / 16) * 16) / 4096) * 4096;
  const at = statSync(table.path).size - codes - 3 * 4096;
  writeSync(file, Buffer.from("damage"), 0, 6, at);
  closeSync(file);
  for (let i = 0; i < 2; i++) await index.search(vectorOf(i), () => false, 3);
  await expectVectors(index, seedsOf(table.ids));
});
