/** `impact --diff` names what a change removed and what still uses it; answers say why something may be missing. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(machine.folder, path)), { recursive: true });
    writeFileSync(join(machine.folder, path), text);
  }
}

function git(...args: string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  execFileSync("git", ["-C", machine.folder, ...identity, ...args], { stdio: "ignore" });
}

function commit(files: Readonly<Record<string, string>>): void {
  write(files);
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
}

const PYTHON = {
  "m.py": "def gone():\n    return 1\n\n\ndef kept():\n    return 2\n",
  "u.py": "from m import gone, kept\n\n\ndef use():\n    return gone() + kept()\n",
  "test_u.py": "from u import use\n\n\ndef test_use():\n    assert use()\n",
};

test("lists what still names a renamed function, with its tests", async () => {
  commit(PYTHON);
  write({ "m.py": PYTHON["m.py"].replace("gone", "went") });
  expect(await machine.json(["impact", "--diff"])).toMatchObject({
    changed: ["m.py:went"],
    gone: ["m.py:gone"],
    broken: [
      { path: "u.py", line: 1, names: "m.py:gone" },
      { path: "u.py", line: 5, symbol: "use", names: "m.py:gone" },
    ],
    tests: ["test_u.py"],
  });
  const { stdout } = await machine.run(["impact", "--diff"]);
  expect(stdout).toContain("removed: m.py:gone");
  expect(stdout).toContain("2 places that name what no longer exists");
  expect(stdout).toMatch(/use +u\.py:5 +m\.py:gone/);
  expect(stdout).not.toContain("no dependents of uncommitted changes");
  git("commit", "-qam", "two");
  expect(await machine.json(["impact", "--diff", "HEAD~1..HEAD"])).toMatchObject({
    gone: ["m.py:gone"],
    broken: [{ path: "u.py" }, { path: "u.py", symbol: "use" }],
  });
});

test("lists the importers of a deleted file", async () => {
  const files = {
    "src/price.ts": "export function total() { return 1; }\n",
    "src/cart.ts":
      'import { total } from "./price";\n\nexport function pay() {\n  return total();\n}\n',
  };
  commit(files);
  await machine.json(["impact", "src/price.ts"]);
  rmSync(join(machine.folder, "src/price.ts"));
  const broken = [
    { path: "src/cart.ts", line: 1, names: "src/price.ts" },
    { path: "src/cart.ts", line: 1, names: "src/price.ts:total" },
    { path: "src/cart.ts", line: 4, symbol: "pay", names: "src/price.ts:total" },
  ];
  expect(await machine.json(["impact", "--diff"])).toMatchObject({
    changed: [],
    gone: ["src/price.ts", "src/price.ts:total"],
    broken,
  });
  git("commit", "-qam", "two");
  expect(await machine.json(["impact", "--diff", "HEAD~1..HEAD"])).toMatchObject({ broken });
});

test("lists the importers of a moved file, until they name its new path", async () => {
  commit({
    "src/price.ts": "export function total() { return 1; }\n",
    "src/cart.ts":
      'import { total } from "./price";\n\nexport function pay() {\n  return total();\n}\n',
  });
  git("mv", "src/price.ts", "src/cost.ts");
  expect(await machine.json(["impact", "--diff"])).toMatchObject({
    broken: expect.arrayContaining([
      { path: "src/cart.ts", line: 1, names: "src/price.ts" },
      { path: "src/cart.ts", line: 4, symbol: "pay", names: "src/price.ts:total" },
    ]),
  });
  write({
    "src/cart.ts":
      'import { total } from "./cost";\n\nexport function pay() {\n  return total();\n}\n',
  });
  expect(await machine.json(["impact", "--diff"])).toMatchObject({ broken: [] });
});

test("does not list what uses another definition of the name, or a name of its own", async () => {
  commit({
    "a.go": "package m\n\ntype A struct{}\n\nfunc (a A) Run() {}\n",
    "b.go": "package m\n\ntype B struct{}\n\nfunc (b B) Run() {}\n\nfunc useB() { B{}.Run() }\n",
    "c.go": "package m\n\nfunc useA() { A{}.Run() }\n",
    "go.mod": "module example.com/m\n",
  });
  write({ "a.go": "package m\n\ntype A struct{}\n\nfunc (a A) Go() {}\n" });
  expect(await machine.json(["impact", "--diff"])).toMatchObject({
    gone: ["a.go:A.Run"],
    broken: [{ path: "c.go", line: 3, symbol: "useA", names: "a.go:A.Run" }],
  });
});

test("finds tests at any depth, and says that places further away are left out", async () => {
  const chain = Object.fromEntries(
    [1, 2, 3, 4, 5].map((at) => [
      `src/f${at}.ts`,
      `import { f${at + 1} } from "./f${at + 1}";\nexport function f${at}() { return f${at + 1}(); }\n`,
    ]),
  );
  const testOf = (at: number) => ({
    [`src/f${at}.test.ts`]: `import { f${at} } from "./f${at}";\nexport function check() { f${at}(); }\n`,
  });
  write({
    ...chain,
    "src/f6.ts": "export function f6() { return 1; }\n",
    ...testOf(1),
    ...testOf(4),
    "package.json": '{"devDependencies":{"vitest":"4"}}',
  });
  expect(await machine.json(["impact", "src/f6.ts:f6", "--tests"])).toMatchObject({
    tests: ["src/f4.test.ts", "src/f1.test.ts"],
    complete: true,
    incomplete: [],
  });
  expect(await machine.json(["impact", "src/f6.ts:f6"])).toMatchObject({
    complete: false,
    incomplete: ["depth"],
    tests: ["src/f4.test.ts", "src/f1.test.ts"],
  });
  const { stdout } = await machine.run(["impact", "src/f6.ts:f6"]);
  expect(stdout).toContain("incomplete list: more places are further away (--depth)");
  expect(await machine.json(["impact", "src/f6.ts:f6", "--depth", "9"])).toMatchObject({
    complete: true,
  });
});

test("shows uses before the files that only import, and how many places scripts receive", async () => {
  const importers = Array.from({ length: 600 }, (_value, at) => [
    `src/i${at}.ts`,
    `import { hub } from "./hub";\nexport const list${at} = [${at}];\n`,
  ]);
  const users = Array.from({ length: 20 }, (_value, at) => [
    `src/u${at}.ts`,
    `import { hub } from "./hub";\nexport function user${at}() { hub(); }\n`,
  ]);
  write({
    "src/hub.ts": "export function hub() {}\n",
    ...Object.fromEntries(importers),
    ...Object.fromEntries(users),
  });
  const answer = await machine.json(["impact", "src/hub.ts:hub", "--depth", "1"]);
  expect(answer).toMatchObject({ count: 640, complete: false, incomplete: ["count"] });
  const { nodes } = answer as { nodes: { symbol?: string }[] };
  expect(nodes).toHaveLength(500);
  expect(nodes.slice(0, 20).every(({ symbol }) => symbol?.startsWith("user"))).toBe(true);
  const { stdout } = await machine.run(["impact", "src/hub.ts:hub", "--depth", "1"]);
  expect(stdout).toContain("user19");
  expect(stdout).toContain("(--json lists 500)");
});

test("reads the target's own file first, and says how many changed files are not read yet", async () => {
  write({ "src/a.ts": "export const a = 1;\n" });
  await machine.json(["impact", "src/a.ts"]);
  const filler = `export const filler = [\n${'  "0123456789012345678901234567890123456789",\n'.repeat(300)}`;
  const many = Array.from({ length: 40 }, (_value, at) => [`src/m${at}.ts`, `${filler}];\n`]);
  write({
    ...Object.fromEntries(many),
    "src/target.ts": `${filler}  "more",\n];\nexport function fresh() {}\n`,
  });
  expect(await machine.json(["impact", "src/target.ts:fresh"])).toMatchObject({
    target: "src/target.ts:fresh",
  });
  write(Object.fromEntries(many.map(([path = "", text = ""]) => [path, `${text}// changed\n`])));
  const { stderr } = await machine.run(["impact", "nowhere"]);
  expect(stderr).toMatch(/\d+ changed files are not read yet/);
});
