/** Human output of the code commands: tables, counts, and the next step when something is missing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { progressText } from "./commands/code/index-code.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
  mkdirSync(join(machine.folder, "src"));
  const files = {
    "store.ts": "export class Store { open() {} }\n",
    "app.ts": 'import { Store } from "./store";\nexport function run() { new Store().open(); }\n',
    "app.test.ts": 'import { run } from "./app";\nrun();\n',
    "other.ts": "export class Store {}\n",
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(machine.folder, "src", name), text);
  }
});
afterEach(() => machine.remove());

test("indexes on the first question, reports it, and answers in steps with tests", async () => {
  const { status, stdout, stderr } = await machine.run(["impact", "src/store.ts:Store.open"]);
  expect(status, stderr).toBe(0);
  expect(stderr).toContain("has no index yet");
  expect(stdout).toContain("1 place that depends on it directly");
  expect(stdout).toMatch(/run +calls it +src\/app\.ts/);
  expect(stdout).toContain("1 place, 2 steps away");
  expect(stdout).toContain("test src/app.test.ts");
  const again = await machine.run(["deps", "src/app.ts", "--depth", "1"]);
  expect(again.stderr).toBe("");
  expect(again.stdout).toMatch(/Store\.open +calls +src\/store\.ts/);
});

test("reports in index what was read and what was skipped for which reason", async () => {
  writeFileSync(join(machine.folder, "src", "made.ts"), "// @generated\n");
  const { stdout } = await machine.run(["index"]);
  expect(stdout).toMatch(/files +4, 4 read in this run/);
  expect(stdout).toMatch(/skipped +1 file generated/);
  expect(await machine.json(["index", "."])).toMatchObject({ files: 4, parsed: 0, skipped: 1 });
});

test.each([
  [{ step: "listing", done: 0, total: 0 }, "listing files"],
  [
    { step: "reading", done: 1_050, total: 2_929, share: 0.849 },
    "reading code 1,050 of 2,929 files, 84 %",
  ],
  [{ step: "linking", done: 400, total: 2_928 }, "linking 400 of 2,928"],
  [{ step: "history", done: 0, total: 0 }, "reading the Git history"],
] as const)("describes progress in words: %j", (progress, words) => {
  expect(progressText(progress)).toBe(words);
});

test("shows files that a memory links, with the memory, unless only code is requested", async () => {
  const words = "src/other.ts depends on src/store.ts: its names are copied from there by hand.";
  const files = ["--file", "src/other.ts", "--file", "src/store.ts"];
  const { stdout: output } = await machine.run(["remember", words, ...files]);
  const id = /remembered (\w+)/.exec(output)?.[1];
  const { stdout } = await machine.run(["impact", "src/store.ts"]);
  expect(stdout).toMatch(
    new RegExp(`stated by memories:\\n +src/other.ts +depends on it, \\d+ % sure +by memory ${id}`),
  );
  const back = await machine.run(["deps", "src/other.ts"]);
  expect(back.stdout).toMatch(/src\/store\.ts +dependency, \d+ % sure/);
  const code = await machine.run(["impact", "src/store.ts", "--code-only"]);
  expect(code.stdout).not.toContain("stated by memories");
});

test("prints modules and the graph", async () => {
  expect((await machine.run(["modules"])).stdout).toContain("src/store.ts");
  const lines = (await machine.run(["graph", "export"])).stdout.trim().split("\n");
  expect(lines.map((line) => Object.keys(JSON.parse(line)))).toContainEqual([
    "from",
    "to",
    "type",
    "source",
    "confidence",
  ]);
});

test.each([
  [["impact", "src/none.ts"], 66, "symbol_not_found"],
  [["impact", "src/store.ts:Stone"], 66, "symbol_not_found"],
  [["deps", "Store"], 64, "symbol_ambiguous"],
  [["impact", "src/app.ts", "--depth", "0"], 64, "usage"],
])("%j exits with %i, %s", async (argv, exit, code) => {
  const { status, stdout } = await machine.run([...argv, "--json"]);
  expect([status, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([
    exit,
    code,
  ]);
});
