/** Human output of impact: lines, source before tests, tests as commands, changes as targets, a symbol with its source. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
const FILES = {
  "package.json": '{"devDependencies":{"vitest":"4"}}',
  "src/store.ts": "export class Store {\n  open() {\n    return 1;\n  }\n}\n",
  "src/app.ts":
    'import { Store } from "./store";\n\nexport function run() {\n  const store = new Store();\n  return store.open();\n}\n',
  "src/app.test.ts":
    'import { Store } from "./store";\n\nexport function check() {\n  new Store().open();\n}\n',
};

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(machine.folder, path), text);
}

function git(...args: string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", ["-C", machine.folder, ...identity, ...args], { stdio: "ignore" });
}

beforeEach(() => {
  machine = testMachine();
  mkdirSync(join(machine.folder, "src"));
  write(FILES);
});
afterEach(() => machine.remove());

test("shows the line of each use, source before tests", async () => {
  const answer = await machine.json(["impact", "src/store.ts:Store.open", "--depth", "1"]);
  expect(answer).toMatchObject({
    nodes: [
      { path: "src/app.ts", symbol: "run", line: 5, lines: [5] },
      { path: "src/app.test.ts", symbol: "check", line: 4 },
    ],
    testCommands: ["npx vitest run src/app.test.ts"],
  });
  const { stdout } = await machine.run(["impact", "src/store.ts:Store.open", "--depth", "1"]);
  expect(stdout).toMatch(/run +calls it +src\/app\.ts:5\n/);
});

test("shows the declaration of a method that replaces another one", async () => {
  write({
    "src/kept.ts":
      'import { Store } from "./store";\n\nexport class Kept extends Store {\n  open() {\n    return globalThis.open();\n  }\n}\n',
  });
  expect(await machine.json(["impact", "src/store.ts:Store.open", "--depth", "1"])).toMatchObject({
    nodes: expect.arrayContaining([
      expect.objectContaining({ symbol: "Kept.open", via: "overrides", line: 4, lines: [4] }),
    ]),
  });
});

test("shows files that only import the target in one line", async () => {
  const { stdout } = await machine.run(["impact", "src/store.ts", "--depth", "1"]);
  expect(stdout).toContain("2 files import it: src/app.ts:1, src/app.test.ts:1");
});

test("prints tests as a command line", async () => {
  const { stdout } = await machine.run(["impact", "src/store.ts:Store.open", "--tests"]);
  expect(stdout.trim()).toBe("npx vitest run src/app.test.ts");
  expect(await machine.json(["impact", "src/store.ts:Store.open", "--tests"])).toEqual({
    tests: ["src/app.test.ts"],
    commands: ["npx vitest run src/app.test.ts"],
    complete: true,
    incomplete: [],
  });
});

test("accepts uncommitted changes and the changes of two commits as targets", async () => {
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  expect(await machine.json(["impact", "--diff"])).toMatchObject({ changed: [], nodes: [] });
  await machine.run(["remember", "Every module of this folder is loaded lazily.", "--file", "."]);
  const none = "no uncommitted changes to code that Tacit reads\n";
  expect((await machine.run(["impact", "--diff"])).stdout).toBe(none);
  expect((await machine.run(["impact", "--diff", "--tests"])).stdout).toBe(`# ${none}`);
  write({ "src/store.ts": FILES["src/store.ts"].replace("return 1", "return 2") });
  expect(await machine.json(["impact", "--diff", "--depth", "1"])).toMatchObject({
    target: "uncommitted changes",
    changed: ["src/store.ts:Store.open"],
    nodes: [{ symbol: "run" }, { symbol: "check" }],
  });
  git("commit", "-qam", "two");
  expect(await machine.json(["impact", "--diff", "HEAD~1..HEAD", "--tests"])).toMatchObject({
    tests: ["src/app.test.ts"],
  });
  const unknown = await machine.run(["impact", "--diff", "nobody..HEAD"]);
  expect(unknown.status).toBe(64);
  expect(unknown.stderr).toContain("Git does not know");
});

test("requires either a target or changes", async () => {
  expect((await machine.run(["impact"])).status).toBe(64);
  expect((await machine.run(["impact", "src/app.ts", "--diff"])).status).toBe(64);
});

test("shows a symbol's source with its users and dependencies within a budget", async () => {
  const shown = await machine.json(["graph", "show", "src/app.ts:run"]);
  expect(shown).toMatchObject({
    path: "src/app.ts",
    startLine: 3,
    source: FILES["src/app.ts"].split("\n").slice(2, 6).join("\n"),
    leftOut: 0,
    callees: expect.arrayContaining([
      expect.objectContaining({ symbol: "Store.open", line: 2, text: "open() {" }),
    ]),
  });
  const { stdout } = await machine.run(["graph", "show", "src/store.ts:Store.open"]);
  expect(stdout).toMatch(/used by\n +src\/app\.ts:5 +run +return store\.open\(\);/);
  const long = Array.from({ length: 400 }, (_line, at) => `  const x${at} = ${at};`).join("\n");
  write({ "src/long.ts": `export function long() {\n${long}\n}\n` });
  const cut = await machine.json(["graph", "show", "src/long.ts:long", "--budget", "300"]);
  expect((cut as { leftOut: number }).leftOut).toBeGreaterThan(300);
});
