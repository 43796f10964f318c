/** Modules, file lists and single files as a person browses them, with what memories cover. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../testing/testing-git.ts";
import { makePlace, type Place } from "../testing/testing-life.ts";
import { coverageOf } from "./browse-modules.ts";

const STORE = 'import { log } from "../log";\nexport function openStore() { return log(); }\n';
const APP = 'import { openStore } from "./store/open";\nexport function run() { openStore(); }\n';

function codePlace(): Place {
  const place = makePlace();
  place.write("package.json", '{ "name": "shop" }');
  place.write("pkg/package.json", '{ "name": "pkg" }');
  place.write("pkg/store/open.ts", STORE);
  place.write("pkg/log.ts", "export function log() {}\n");
  place.write("pkg/app.ts", APP);
  return place;
}

const teach = (content: string, files: string[]) =>
  ({ content, files, source: "user_taught" }) as const;

test.each([
  [0, "unknown"],
  [0.09, "shallow"],
  [0.1, "partial"],
  [0.49, "partial"],
  [0.5, "mapped"],
  [1, "mapped"],
] as const)("a module with memories on %s of its files is %s", (share, coverage) => {
  expect(coverageOf(share)).toBe(coverage);
});

test("a project without a code graph is not indexed by looking at it", async () => {
  const place = codePlace();
  const tacit = await place.open();
  expect(await tacit.code.overview()).toBeNull();
  expect(await tacit.code.files({ limit: 10 })).toBeNull();
  expect(await tacit.code.file({ path: "pkg/app.ts" })).toMatchObject({
    state: "no_graph",
    dependents: null,
    symbols: [],
  });
  expect(existsSync(join(place.home, "code"))).toBe(false);
});

test("a module has its files, its memories and the share of its files that they cover", async () => {
  const place = codePlace();
  const tacit = await place.open();
  await tacit.code.index();
  await tacit.memories.remember(
    teach("The database is opened once for each process, never for each request.", [
      "pkg/store/open.ts",
    ]),
  );
  await tacit.memories.remember(
    teach("Log lines wait in a buffer until the database can take them.", [
      "pkg/store/open.ts",
      "pkg/log.ts",
    ]),
  );
  const archived = await tacit.memories.remember(
    teach("The app starts after the store, because it reads its settings there.", ["pkg/app.ts"]),
  );
  await tacit.memories.archive(archived.id ?? "");
  expect(await tacit.code.overview()).toMatchObject({
    files: 3,
    stale: 0,
    modules: [{ name: "pkg", files: 3, covered: 2, memories: 2, coverage: "mapped" }],
  });
});

test("a list has the files whose name matches before those whose folder does, and counts the rest", async () => {
  const place = codePlace();
  place.write("pkg/store/close.ts", "export function closeStore() {}\n");
  const tacit = await place.open();
  await tacit.code.index();
  const paths = async (query: {
    query?: string;
    module?: string;
    folder?: string;
    limit?: number;
  }) => {
    const found = await tacit.code.files({ limit: 10, ...query });
    return [found?.total, ...(found?.files ?? []).map(({ path }) => path)];
  };
  place.write("pkg/restore.ts", "export const restore = 1;\n");
  expect(await paths({ query: "STORE" })).toEqual([2, "pkg/store/close.ts", "pkg/store/open.ts"]);
  expect(await paths({ query: "open store" })).toEqual([1, "pkg/store/open.ts"]);
  expect(await paths({ module: "none" })).toEqual([0]);
  expect(await paths({ module: "pkg", limit: 1 })).toEqual([4, "pkg/app.ts"]);
  const opened = await tacit.code.files({ query: "open.ts", limit: 10 });
  expect(opened?.files).toEqual([
    { path: "pkg/store/open.ts", module: "pkg", symbols: 1, dependents: 1, memories: 0 },
  ]);
});

test("the files of a folder are those below its path", async () => {
  const place = codePlace();
  place.write("other/pkg/store/copy.ts", "export const copy = 1;\n");
  place.write("pkg/store-two/open.ts", "export const open = 1;\n");
  const tacit = await place.open();
  await tacit.code.index();
  const paths = async (query: { folder: string; query?: string }) =>
    (await tacit.code.files({ limit: 10, ...query }))?.files.map(({ path }) => path);
  expect(await paths({ folder: "pkg/store" })).toEqual(["pkg/store/open.ts"]);
  expect(await paths({ folder: "pkg/store", query: "copy" })).toEqual([]);
});

test("a list counts the same symbols of a file as its page has", async () => {
  const place = codePlace();
  place.write("pkg/lib.rs", "pub struct Log;\nimpl Log {\n    pub fn write(&self) {}\n}\n");
  const tacit = await place.open();
  await tacit.code.index();
  const listed = await tacit.code.files({ query: "lib.rs", limit: 10 });
  const { symbols } = await tacit.code.file({ path: "pkg/lib.rs" });
  expect(symbols.map(({ symbol }) => symbol)).toEqual(["Log", "Log.write"]);
  expect(listed?.files).toMatchObject([{ symbols: 2 }]);
  const all = await tacit.code.files({ limit: 10 });
  const sum = all?.files.reduce((count, file) => count + file.symbols, 0);
  expect(await tacit.code.overview()).toMatchObject({ symbols: sum });
});

test("a file has its symbols, its users, its uses and the memories about it and its folders", async () => {
  const place = codePlace();
  const tacit = await place.open();
  await tacit.code.index();
  const { id: own } = await tacit.memories.remember(
    teach("`openStore` is called once, by the app.", ["pkg/store/open.ts"]),
  );
  const { id: around } = await tacit.memories.remember(
    teach("Everything in the folder of the store is synchronous.", ["pkg/store"]),
  );
  const file = await tacit.code.file({ path: "./pkg/store/../store/open.ts" });
  expect(file).toMatchObject({
    path: "pkg/store/open.ts",
    state: "read",
    module: "pkg",
    symbol: null,
  });
  expect(file.symbols.map(({ symbol }) => symbol)).toEqual(["openStore"]);
  expect(file.dependents?.nodes).toMatchObject([
    { symbol: "run", lines: [2] },
    { path: "pkg/app.ts" },
  ]);
  expect(file.dependencies?.nodes.map(({ path }) => path)).toContain("pkg/log.ts");
  expect(file.dependents?.isCut).toBe(false);
  expect(file.memories).toEqual([
    { id: own, symbols: ["openStore"], folder: null },
    { id: around, symbols: [], folder: "pkg/store" },
  ]);
});

test("a symbol has its own users, and a symbol that is gone leads to the whole file", async () => {
  const place = codePlace();
  place.write("pkg/log.ts", "export function log() { inner(); }\nfunction inner() {}\n");
  const tacit = await place.open();
  await tacit.code.index();
  const inner = await tacit.code.file({ path: "pkg/log.ts", symbol: "inner" });
  expect(inner).toMatchObject({ symbol: "inner", dependents: { nodes: [{ symbol: "log" }] } });
  const gone = await tacit.code.file({ path: "pkg/log.ts", symbol: "outer" });
  expect(gone).toMatchObject({ symbol: null, state: "read" });
  expect(gone.dependents?.nodes.map(({ path }) => path)).toContain("pkg/store/open.ts");
});

test("a function has its own users, not those of a method with the same name", async () => {
  const place = codePlace();
  place.write(
    "pkg/log.ts",
    "export class Log {\n  log() {}\n  #keep() {}\n  all() { this.#keep(); }\n}\nexport function log() {}\n",
  );
  const tacit = await place.open();
  await tacit.code.index();
  const own = await tacit.code.file({ path: "pkg/log.ts", symbol: "log" });
  expect(own.symbol).toBe("log");
  expect(own.dependents?.nodes.map(({ symbol }) => symbol)).toContain("openStore");
  const hidden = await tacit.code.file({ path: "pkg/log.ts", symbol: "Log.#keep" });
  expect(hidden.symbol).toBe("Log.#keep");
  expect(hidden.dependents?.nodes.map(({ symbol }) => symbol)).toEqual(["Log.all"]);
});

test("a private member is found without its file", async () => {
  const place = codePlace();
  place.write("pkg/keep.ts", "export class Keep {\n  #own() {}\n  all() { this.#own(); }\n}\n");
  const tacit = await place.open();
  await tacit.code.index();
  for (const name of ["#own", "Keep.#own"]) {
    const { target, nodes } = await tacit.code.impact(name);
    expect(target).toBe("pkg/keep.ts:Keep.#own");
    expect(nodes.map(({ symbol }) => symbol)).toContain("Keep.all");
    const found = await tacit.code.findSymbol(name);
    expect(found.map(({ symbol }) => symbol)).toEqual(["Keep.#own"]);
  }
});

test("a line between symbols is no symbol", async () => {
  const place = codePlace();
  place.write("pkg/log.ts", "export function log() {}\n\n\nexport function warn() {}\n");
  const tacit = await place.open();
  await tacit.code.index();
  expect(await tacit.code.file({ path: "pkg/log.ts", symbol: "2" })).toMatchObject({
    symbol: null,
  });
  expect(await tacit.code.file({ path: "pkg/log.ts", symbol: "4" })).toMatchObject({
    symbol: "warn",
  });
});

test("a file that is looked at leaves the stored neighbours as they are", async () => {
  const place = codePlace();
  const tacit = await place.open();
  await tacit.code.index();
  const stored = () =>
    readdirSync(join(place.home, "code"), { encoding: "utf8", recursive: true }).filter((name) =>
      name.includes("neighbour"),
    );
  const [name = ""] = stored();
  rmSync(join(place.home, "code", name));
  await tacit.code.file({ path: "pkg/log.ts" });
  expect(stored()).toEqual([]);
});

test.each([
  ["package.json", "not_read"],
  ["pkg/none.ts", "gone"],
  ["pkg", "folder"],
])("%s is %s", async (path, state) => {
  const tacit = await codePlace().open();
  await tacit.code.index();
  expect(await tacit.code.file({ path })).toMatchObject({ path, state, dependents: null });
});

test("a path is relative to the root, wherever the project was opened", async () => {
  const place = codePlace();
  git(place.root, "init", "-q");
  const tacit = await place.open({ cwd: join(place.root, "pkg") });
  await tacit.code.index();
  expect(await tacit.code.file({ path: "pkg/app.ts" })).toMatchObject({ state: "read" });
  expect(await tacit.code.file({ path: "app.ts" })).toMatchObject({ state: "gone" });
});

test.each(["../secret.txt", "/etc/passwd", "pkg/../../x", ".", "a\0b", `${"x".repeat(5000)}`])(
  "%j is not a file of the project",
  async (path) => {
    const tacit = await codePlace().open();
    await expect(tacit.code.file({ path })).rejects.toMatchObject({ code: "usage" });
  },
);

test("changes since the indexing are part of the answer", async () => {
  const place = codePlace();
  const before = await place.open();
  await before.code.index();
  await before.close();
  place.write("pkg/late.ts", 'import { log } from "./log";\nlog();\n');
  rmSync(join(place.root, "pkg/app.ts"));
  const tacit = await place.open();
  expect(await tacit.code.overview()).toMatchObject({ files: 3, stale: 0 });
  const { dependents } = await tacit.code.file({ path: "pkg/log.ts" });
  expect(dependents?.nodes.map(({ path }) => path)).toContain("pkg/late.ts");
});
