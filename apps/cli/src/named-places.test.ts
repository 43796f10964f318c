/** Files as people and tools write them: with a line or a symbol behind, from any folder, with a slip of the pen. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const LESSON = "Stores are opened once a process and never closed by who asks.";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
  mkdirSync(join(machine.folder, "src"));
  writeFileSync(join(machine.folder, "src", "store.ts"), "export class Store { open() {} }\n");
});
afterEach(() => machine.remove());

test.each([
  "src/store.ts:1",
  "src/store.ts:1:14",
  "src/store.ts#L1-L2",
  "src/store.ts:Store.open",
  "src/store.ts#Store",
])("a memory about %s is tied to its file, and found by it", async (place) => {
  const kept = await machine.json(["remember", LESSON, "--file", place]);
  expect(kept).toMatchObject({ accepted: true, outside: [], absent: [] });
  expect(await machine.json(["list"])).toMatchObject([{ files: ["src/store.ts"] }]);
  expect(await machine.json(["recall", "--file", place])).toMatchObject({
    hits: [{ files: ["src/store.ts"] }],
  });
});

test("a symbol behind the file is what the memory is held against", async () => {
  await machine.run(["remember", LESSON, "--file", "src/store.ts:Store.open"]);
  await machine.run(["index"]);
  const [{ id }] = (await machine.json(["list"])) as [{ id: string }];
  expect((await machine.run(["show", id])).stdout).toContain("`Store.open` in src/store.ts");
});

test("a file of that very name goes before what stands behind a colon", async () => {
  writeFileSync(join(machine.folder, "src", "store.ts:1"), "");
  await machine.run(["remember", LESSON, "--file", "src/store.ts:1"]);
  expect(await machine.json(["list"])).toMatchObject([{ files: ["src/store.ts:1"] }]);
});

test("a file that is not there is kept for when it comes, and said", async () => {
  const { stdout } = await machine.run(["remember", LESSON, "--file", "src/stroe.ts"]);
  expect(stdout).toContain("not there now: src/stroe.ts");
});

test("list finds by a file however it is named", async () => {
  await machine.run(["remember", LESSON, "--file", "src/store.ts"]);
  const inside = join(machine.folder, "src");
  for (const file of ["./src/store.ts", join(inside, "store.ts"), "src/", "src/../src", "."]) {
    expect(await machine.json(["list", "--file", file]), file).toHaveLength(1);
  }
  expect(await machine.json(["list", "--file", ".."])).toEqual([]);
});
