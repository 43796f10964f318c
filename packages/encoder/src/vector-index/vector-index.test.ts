/** Tests that the index finds what the table contains and stays up to date with it. The library tests the store's table. */
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { EncoderError } from "../encoder-error.ts";
import { CLASSES, createTable, EVERYTHING, expectExact, open, vectorOf } from "./testing-table.ts";
import { openVectorIndex } from "./vector-index.ts";

test("finds the same rows when built from the table and when read from the file", async () => {
  const table = createTable(60);
  const built = await open(table.options);
  expect([built.state, built.reason, built.size]).toEqual([
    "rebuilt",
    "there was no side file",
    60,
  ]);
  const read = await open(table.options);
  expect([read.state, read.reason, read.unwritten]).toEqual(["in_step", undefined, undefined]);
  for (const index of [built, read, read]) {
    await expectExact(index, table);
    await expectExact(index, table, (name) => name !== "green");
    await expectExact(index, table, (name) => name === "violet");
  }
});

test.each([1, 16, 17, 256, 4096])("%i dimensions", async (dims) => {
  const table = createTable(9, dims);
  for (let round = 0; round < 2; round++) {
    await expectExact(await open(table.options), table, EVERYTHING, dims);
  }
});

test("rows of a class are adjacent, and classes are ordered by name", async () => {
  const table = createTable(9);
  await open(table.options);
  const { classes } = JSON.parse(
    /\{"encoderId".*?\]\}/.exec(readFileSync(table.path, "latin1"))?.[0] ?? "{}",
  );
  expect(classes).toEqual(CLASSES.map((name) => ({ name, count: 3 })));
});

test("wrong calls throw an EncoderError with the code internal", async () => {
  const { options } = createTable(2);
  const index = await open(options);
  const isInternal = (error: unknown) => EncoderError.is(error, "internal");
  await expect(index.search(new Float32Array(16), EVERYTHING, 1)).rejects.toSatisfy(isInternal);
  for (const dims of [0, 4097, 1.5]) {
    await expect(openVectorIndex({ ...options, dims })).rejects.toSatisfy(isInternal);
  }
  index.close();
  await expect(index.refresh()).rejects.toThrow("closed");
});

test("property: after any writes the index has the rows of the table, in memory and on disk", async () => {
  const table = createTable(12);
  const index = await open(table.options);
  const step = fc.record({ at: fc.nat({ max: 11 }), what: fc.nat({ max: 3 }), seed: fc.nat() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { at, what, seed } of steps) {
        const id = table.ids[at] ?? "";
        if (what === 0) table.put(id, seed);
        if (what === 1) table.put(id, seed, CLASSES[seed % 3]);
        if (what === 2) table.remove(id);
        if (what === 3) await index.flush();
      }
      await index.refresh();
      await expectExact(index, table);
      await expectExact(index, table, (name) => name === "red");
      const read = await openVectorIndex(table.options);
      await expectExact(read, table);
      expect([read.state, read.size]).toEqual(["in_step", index.size]);
      read.close();
    }),
    { numRuns: 30 },
  );
  expect(index.reason).toBe("there was no side file");
});

test("writes the delta to the file once it has many rows", async () => {
  const table = createTable(700);
  const index = await open(table.options);
  const written = readFileSync(table.path);
  for (const id of table.ids.slice(0, 100)) table.put(id, 5);
  await index.refresh();
  expect(readFileSync(table.path).equals(written)).toBe(true);
  for (const id of table.ids) table.put(id, 6);
  await index.refresh();
  expect(readFileSync(table.path).equals(written)).toBe(false);
  expect((await open(table.options)).state).toBe("in_step");
});

test("rebuilds the index if the table has other rows than the file", async () => {
  const table = createTable(30);
  await open(table.options);
  const other = createTable(29);
  const index = await open({ ...table.options, rows: other.options.rows });
  expect(index.state).toBe("rebuilt");
  await expectExact(index, other);
  expect(await index.search(vectorOf(1), EVERYTHING, 100)).toHaveLength(29);
});

test("after loading, a search and a look-up read neither the file nor the table", async () => {
  const table = createTable(60);
  await open(table.options);
  let reads = 0;
  const rows = {
    ...table.options.rows,
    of: (ids: readonly string[]) => {
      reads += 1;
      return table.options.rows.of(ids);
    },
  };
  const index = await open({ ...table.options, rows });
  await index.load();
  writeFileSync(table.path, Buffer.alloc(readFileSync(table.path).length));
  await expectExact(index, table);
  expect((await index.vectorsOf(table.ids)).size).toBe(60);
  expect([reads, index.state]).toEqual([0, "in_step"]);
});
