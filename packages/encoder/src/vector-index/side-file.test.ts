/** Tests that searches stay correct if the side file is damaged or cannot be written. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { layoutOf, readHeader } from "./image-layout.ts";
import { openSideFile } from "./side-file.ts";
import { createTable, DIMS, EVERYTHING, expectExact, open, vectorOf } from "./testing-table.ts";

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  ["empty", () => Buffer.alloc(0), "it is cut off"],
  ["shorter than a header", (bytes) => bytes.subarray(0, 100), "it is cut off"],
  ["something else", (bytes) => Buffer.alloc(bytes.length, "text"), "it is no side file"],
  ["of another version", (bytes) => bytes.fill(9, 4, 5), "it is of another version"],
  ["with a header of nonsense", (bytes) => bytes.fill(9, 16, 17), "its header makes no sense"],
  ["with a changed header", (bytes) => bytes.fill(9, 96, 97), "its header is damaged"],
  ["one block short", (bytes) => bytes.subarray(0, -4096), "its length is wrong"],
  ["too long", (bytes) => Buffer.concat([bytes, bytes]), "its length is wrong"],
  ["with a changed checksum", (bytes) => bytes.fill(9, 4100, 4101), "a block is damaged"],
  ["with changed names", (bytes) => bytes.fill(9, 8200, 8201), "a block is damaged"],
])("%s", async (_name, damage, reason) => {
  const table = createTable(40);
  const { options, path } = table;
  await open(options);
  writeFileSync(path, damage(readFileSync(path)));
  const index = await open(options);
  expect([index.state, index.reason]).toEqual(["rebuilt", reason]);
  await expectExact(index, table);
  expect((await open(options)).state).toBe("in_step");
});

test.each([
  ["encoder", { encoderId: "test:2" }, "it is of another encoder"],
  ["dimensions", { dims: 32 }, "it is of other dimensions"],
])("rebuilds the side file if it differs in %s", async (_name, other, reason) => {
  const { options } = createTable(10);
  await open(options);
  expect((await open({ ...options, ...other })).reason).toBe(reason);
});

test("notices any changed byte and any wrong length", async () => {
  const { options, path } = createTable(30);
  await open(options);
  const whole = readFileSync(path);
  const spec = { ...options, path, prefixDims: DIMS };
  const unnoticed: string[] = [];
  const look = (bytes: Buffer, name: string) => {
    writeFileSync(path, bytes);
    const image = openSideFile(spec);
    if (typeof image === "string") return;
    if (image.load(image.layout.meta, image.layout.bytes) === null) unnoticed.push(name);
    image.close();
  };
  for (let at = 0; at < whole.length; at += at < 100 ? 3 : 601) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x41;
    look(changed, `byte ${at}`);
    if (at % 3 === 0) look(whole.subarray(0, at), `length ${at}`);
  }
  expect(unnoticed).toEqual([]);
  look(whole, "the file as it was");
  expect(unnoticed).toEqual(["the file as it was"]);
});

test("returns the correct answer after damage in any section", async () => {
  const table = createTable(30);
  const { options, path } = table;
  const built = await open(options);
  const expected = await built.search(vectorOf(1), EVERYTHING, 30);
  const whole = readFileSync(path);
  const header = readHeader(new Uint8Array(whole.subarray(0, 4096)).buffer);
  if (typeof header === "string") throw new Error(header);
  const { sums, meta, scales, ids, rids, seqs, codes } = layoutOf(header.header);
  for (const at of [0, sums, meta, scales, ids, rids, seqs, codes]) {
    const changed = Buffer.from(whole);
    changed[at + 5] = (changed[at + 5] ?? 0) ^ 0x41;
    for (const bytes of [changed, whole.subarray(0, at)]) {
      writeFileSync(path, bytes);
      const index = await open(options);
      expect(await index.search(vectorOf(1), EVERYTHING, 30)).toEqual(expected);
      expect(await index.search(vectorOf(1), EVERYTHING, 30)).toEqual(expected);
    }
  }
  await expectExact(await open(options), table);
});

test("a search that finds damage after opening reads the table", async () => {
  const table = createTable(40);
  const { options, path } = table;
  await open(options);
  const index = await open(options);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(1, bytes.length - 2000));
  await expectExact(index, table);
  expect([index.state, index.reason]).toEqual(["rebuilt", "a block is damaged"]);
});

test.each([
  ["its folder is not there", "nowhere/vectors.idx", "ENOENT"],
  ["it is a folder", "vectors-folder.idx", "EISDIR"],
])("continues to search when %s", async (_name, name, code) => {
  const table = createTable(20);
  const { folder, options } = table;
  const path = join(folder, name);
  if (code === "EISDIR") mkdirSync(path);
  const index = await open({ ...options, path });
  expect([index.state, index.unwritten]).toEqual(["rebuilt", code]);
  await expectExact(index, table);
  await index.flush();
  expect(index.unwritten).toBe(code);
  await expectExact(index, table);
});

test("removes old files of killed writers but not young ones", async () => {
  const { options, path } = createTable(3);
  const [old, young] = ["1", "2"].map((pid) =>
    join(dirname(path), `.${basename(path)}.${pid}.part`),
  ) as [string, string];
  for (const part of [old, young]) writeFileSync(part, "half");
  utimesSync(old, 1, 1);
  await open(options);
  expect(() => readFileSync(old)).toThrow("ENOENT");
  expect(readFileSync(young, "utf8")).toBe("half");
});
