/** Files as people and tools write them: with a line or a symbol appended, from any folder, misspelt. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
])("links a memory about %s to its file and finds it by the file", async (place) => {
  const result = await machine.json(["remember", LESSON, "--file", place]);
  expect(result).toMatchObject({ accepted: true, outside: [], absent: [] });
  expect(await machine.json(["list"])).toMatchObject([{ files: ["src/store.ts"] }]);
  expect(await machine.json(["recall", "--file", place])).toMatchObject({
    hits: [{ files: ["src/store.ts"] }],
  });
});

test("compares the memory with a symbol after the file name", async () => {
  await machine.run(["remember", LESSON, "--file", "src/store.ts:Store.open"]);
  await machine.run(["index"]);
  const [{ id }] = (await machine.json(["list"])) as [{ id: string }];
  expect((await machine.run(["show", id])).stdout).toContain("`Store.open` in src/store.ts");
});

test("prefers a file with exactly that name to a suffix after a colon", async () => {
  writeFileSync(join(machine.folder, "src", "store.ts:1"), "");
  await machine.run(["remember", LESSON, "--file", "src/store.ts:1"]);
  expect(await machine.json(["list"])).toMatchObject([{ files: ["src/store.ts:1"] }]);
});

test("stores a file that does not exist yet and reports it", async () => {
  const { stdout } = await machine.run(["remember", LESSON, "--file", "src/stroe.ts"]);
  expect(stdout).toContain("files that do not exist now: src/stroe.ts");
});

test("reports a condition that is already met", async () => {
  const met = ["remember", LESSON, "--invalid-when", "after:2020-01-01"];
  expect((await machine.run(met)).stdout).toContain(
    "the condition after:2020-01-01 is already met",
  );
  const other = ["remember", "Stores keep one file each.", "--invalid-when", "path:src/** gone"];
  expect((await machine.run(other)).stdout).not.toContain("already");
});

test("lists by file for any spelling of its path", async () => {
  await machine.run(["remember", LESSON, "--file", "src/store.ts"]);
  const inside = join(machine.folder, "src");
  for (const file of ["./src/store.ts", join(inside, "store.ts"), "src/", "src/../src", "."]) {
    expect(await machine.json(["list", "--file", file]), file).toHaveLength(1);
  }
  expect((await machine.run(["list", "--file", ".."])).stderr).toContain("no file of this project");
});

describe("queries about a place in the code", () => {
  beforeEach(() => {
    mkdirSync(join(machine.folder, "app", "core"), { recursive: true });
    const files = {
      "src/main.ts":
        'import { Store } from "./store";\n\nexport function run() {\n  new Store().open();\n}\n',
      "src/made.ts": "// @generated\n",
      "app/core/engine.py": "class Engine:\n    def crawl(self):\n        return 1\n",
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(machine.folder, name), text);
    }
  });

  test.each([
    ["src/main.ts:4", "src/main.ts:run"],
    ["src/main.ts:4:7", "src/main.ts:run"],
    ["src/main.ts#L3-L5", "src/main.ts:run"],
    ["src/main.ts:2", "src/main.ts"],
    ["src/store.ts#Store.open", "src/store.ts:Store.open"],
    ["src/store.ts::Store::open", "src/store.ts:Store.open"],
    [" src/store.ts: Store ", "src/store.ts:Store"],
    ["run()", "src/main.ts:run"],
    ["app.core.engine.Engine.crawl", "app/core/engine.py:Engine.crawl"],
    ["core.engine", "app/core/engine.py"],
  ])("resolves %s to %s", async (place, target) => {
    expect(await machine.json(["impact", place])).toMatchObject({ target });
  });

  test.each([
    ["store", ": src/store.ts:Store"],
    ["store.ts", ": src/store.ts)"],
    ["stor", ": src/store.ts:Store"],
    ["other.engine.Crawl", ": app/core/engine.py:Engine.crawl)"],
    ["src/store.ts:Shop.open", "Store.open"],
    ["src", "that is a folder"],
    ["src/made.ts", "that file is there and is not read"],
  ])("reports for %s the failure %s", async (place, expected) => {
    const { status, stderr } = await machine.run(["impact", place]);
    expect(status).toBe(66);
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain("[]");
  });

  test("names the resolved target, because a line may have been passed", async () => {
    const { stdout } = await machine.run(["impact", "src/store.ts:1"]);
    expect(stdout).toMatch(/^src\/store\.ts:Store\.open\n/);
  });

  test("shows memories of a file and its folder even without dependents", async () => {
    await machine.run(["remember", LESSON, "--file", "src/main.ts"]);
    await machine.run(["remember", "Sources are formatted by hand here.", "--file", "src"]);
    const { stdout } = await machine.run(["impact", "src/main.ts"]);
    expect(stdout).toContain("no dependents of src/main.ts found");
    expect(stdout).toContain(LESSON.replace(/\.$/, ""));
    expect(stdout).toContain("Sources are formatted by hand here");
  });

  test("reports no co-changes for an unknown file", async () => {
    const nobody = await machine.run(["deps", "src/nowhere.ts", "--related"]);
    expect(nobody.status).toBe(66);
    const symbol = await machine.run(["deps", "src/store.ts:Store", "--related"]);
    expect(symbol.status).toBe(0);
  });
});
