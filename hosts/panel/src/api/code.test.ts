/** Tests the view of the code on a real project, with requests that the page sends and with hostile ones. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPanel, type TestingPanel } from "../testing-panel.ts";

const FILES = {
  "log.ts": "export class Log {\n  write(line: string) { return line; }\n}\n",
  "app.ts":
    'import { Log } from "./log";\nexport function run() { return new Log().write("a"); }\n',
  "odd.js": "export function odd(thing) { thing.write(); }\n",
};

async function withCode(): Promise<TestingPanel> {
  const at = await startPanel();
  for (const [name, text] of Object.entries(FILES))
    writeFileSync(join(at.folder, "project", name), text);
  return at;
}

async function withGraph(): Promise<TestingPanel> {
  const at = await withCode();
  await at.other.code.index();
  return at;
}

test("without a code graph, the views answer at once and index nothing", async () => {
  const at = await withCode();
  expect(await at.call("GET /api/code", {})).toEqual({ state: "no_graph" });
  expect(await at.call("GET /api/code/files", {})).toEqual({ files: [], total: 0 });
  const file = await at.call("GET /api/code/file", { path: "log.ts" });
  expect(file).toMatchObject({ state: "no_graph", usedBy: null, uses: null });
  expect(existsSync(join(at.folder, "home", "code"))).toBe(false);
});

test("a graph that another process made is used without a restart", async () => {
  const at = await withCode();
  expect(await at.call("GET /api/code", {})).toEqual({ state: "no_graph" });
  await at.other.code.index();
  expect(await at.call("GET /api/code", {})).toMatchObject({ state: "read", files: 3, stale: 0 });
});

test("a file has its users with lines, and states why the list may lack some", async () => {
  const at = await withGraph();
  const { id } = await at.other.memories.remember({
    content: "Only `run` writes to the log.",
    files: ["log.ts"],
    source: "user_taught",
  });
  const file = await at.call("GET /api/code/file", { path: "log.ts" });
  expect(file.symbols.map(({ name, line }) => [name, line])).toEqual([
    ["Log", 1],
    ["Log.write", 2],
  ]);
  expect(file.usedBy?.places).toContainEqual({
    path: "app.ts",
    symbol: "run",
    lines: [2],
    via: expect.any(String),
  });
  expect(file.usedBy).toMatchObject({
    isComplete: false,
    gaps: { isCut: false, unknownCalls: 1, unknownAt: [{ path: "odd.js", line: 1 }], stale: 0 },
  });
  expect(file.memories).toMatchObject([{ memory: { id }, folder: null }]);
  const method = await at.call("GET /api/code/file", { path: "log.ts", symbol: "Log.write" });
  expect(method).toMatchObject({ symbol: "Log.write", symbolCount: 2 });
});

test("a list of direct uses is complete if there are more uses further away", async () => {
  const at = await withCode();
  const chain = ["a", "b", "c"].map((name, index) => {
    const next = ["b", "c"][index];
    const body = next === undefined ? "1" : `${next}()`;
    const imported = next === undefined ? "" : `import { ${next} } from "./${next}";\n`;
    return [name, `${imported}export function ${name}() { return ${body}; }\n`] as const;
  });
  for (const [name, text] of chain) writeFileSync(join(at.folder, "project", `${name}.ts`), text);
  await at.other.code.index();
  const { usedBy } = await at.call("GET /api/code/file", { path: "c.ts", symbol: "c" });
  expect(usedBy).toMatchObject({ isComplete: true });
});

test("overloads are one place, and calls on one line are listed once", async () => {
  const at = await withCode();
  const text =
    'import { Log } from "./log";\nexport function over(a: Log): Log;\nexport function over(a: Log, b: Log): Log;\nexport function over(a: Log) { return a; }\n';
  writeFileSync(join(at.folder, "project", "over.ts"), text);
  const twice = "export function twice(a, b) { a.write(); b.write(); }\n";
  writeFileSync(join(at.folder, "project", "odd.js"), twice);
  await at.other.code.index();
  const { usedBy } = await at.call("GET /api/code/file", { path: "log.ts" });
  const over = usedBy?.places.filter(({ symbol }) => symbol === "over");
  expect(over).toMatchObject([{ path: "over.ts", lines: [2, 3, 4] }]);
  expect(usedBy?.gaps).toMatchObject({
    unknownCalls: 2,
    unknownAt: [{ path: "odd.js", line: 1 }],
  });
});

test("a list has the files of a module or with a name", async () => {
  const at = await withGraph();
  const { files, total } = await at.call("GET /api/code/files", { query: "LOG" });
  expect(total).toBe(1);
  expect(files).toMatchObject([{ path: "log.ts", symbols: 2, dependents: 1, memories: 0 }]);
  const { files: all } = await at.call("GET /api/code/files", { module: files[0]?.module ?? "" });
  expect(all.map(({ path }) => path)).toContain("log.ts");
});

test.each([
  ["../secret.txt", 400],
  ["project/../../secret.txt", 400],
  ["/etc/passwd", 400],
  ["..%2fsecret.txt", 200],
  ["log.ts\0.png", 400],
  ["", 400],
  ["x".repeat(4097), 400],
  ["x".repeat(4000), 200],
  ["C:\\Windows\\win.ini", 200],
  ["<script>alert(1)</script>", 200],
])("a path outside the project or of no file shows nothing: %j", async (path, status) => {
  const at = await withGraph();
  const answer = await at.fetch(`/api/code/file?path=${encodeURIComponent(path)}`);
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  expect(text).not.toContain("not for the panel");
  if (status === 200)
    expect(JSON.parse(text)).toMatchObject({ state: "gone", usedBy: null, symbols: [] });
});

test.each([
  ["files?query=", "y".repeat(301)],
  ["files?module=", "y".repeat(4097)],
  ["file?path=log.ts&symbol=", "y".repeat(301)],
])("a long value is refused: %s", async (path, value) => {
  const at = await withGraph();
  expect((await at.fetch(`/api/code/${path}${value}`)).status).toBe(400);
});

test.each(["'; drop table memory; --", "%", "(?=a+)+$", "__proto__", "log.ts:999999999"])(
  "odd words and symbols find nothing and break nothing: %j",
  async (text) => {
    const at = await withGraph();
    const query = encodeURIComponent(text);
    expect((await at.fetch(`/api/code/files?query=${query}`)).status).toBe(200);
    const file = await at.fetch(`/api/code/file?path=log.ts&symbol=${query}`);
    expect(file.status, await file.clone().text()).toBe(200);
  },
);

test("a folder is not a file", async () => {
  const at = await withGraph();
  mkdirSync(join(at.folder, "project", "sub"));
  expect(await at.call("GET /api/code/file", { path: "sub" })).toMatchObject({ state: "folder" });
});

test.each(["/api/code", "/api/code/files", "/api/code/file?path=log.ts"])(
  "refuses %s without the cookie",
  async (path) => {
    const { origin } = await startPanel();
    expect((await fetch(`${origin}${path}`)).status).toBe(401);
  },
);
