/**
 * What is asked of a project's own TypeScript, and every way it can fail. The compiler of these tests is a stand-in with our
 * four functions: the real one is a binary of 26 MB that a project need not have. It is tested in `bench/graph-accuracy`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { extractFile } from "../../facts/extract-file.ts";
import type { FileFacts } from "../../facts/facts.ts";
import { decodeFacts } from "../../facts/facts-codec.ts";
import { placesOf } from "./check-sites.ts";
import type { CheckedFile } from "./check-work.ts";
import { runChecker } from "./run-checker.ts";
import { findTypeScript } from "./typescript-api.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tacit-checker-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const STORE = "export class Store {\n  open() {}\n}\n";
const APP =
  'import { make } from "./x";\nexport function run() {\n  make().open();\n  JSON.parse("1");\n}\n';

/** Resolves `open` in the store, `parse` in a library, and `make` to a symbol without a declaration. */
const COMPILER = `
export class API {
  constructor({ cwd }) { this.cwd = cwd; }
  updateSnapshot({ openFiles }) {
    const at = (path, start) => ({ path, resolve: () => ({ name: { getStart: () => start }, getStart: () => 0 }) });
    const open = { flags: 8192, declarations: [at(this.cwd + "/src/store.ts", 23)], valueDeclaration: undefined };
    const alias = { flags: 1 << 21, declarations: [], valueDeclaration: undefined };
    const parse = { flags: 8192, declarations: [at("/usr/lib/lib.d.ts", 3)], valueDeclaration: undefined };
    const checker = {
      getSymbolAtPosition: (file, positions) => positions.map((one) => ({ 54: alias, 61: open, 76: parse })[one]),
      getAliasedSymbol: () => ({ flags: 1, declarations: [], valueDeclaration: undefined }),
    };
    return { getDefaultProjectForFile: (file) => openFiles.includes(file) ? { checker } : undefined };
  }
  close() {}
}
`;

function install(version: string, program = COMPILER): void {
  const exports = { "./package.json": "./package.json", "./unstable/sync": "./sync.mjs" };
  const manifest = { name: "typescript", version, type: "module", exports };
  write("node_modules/typescript/package.json", JSON.stringify(manifest));
  write("node_modules/typescript/sync.mjs", program);
}

async function checked(): Promise<unknown[]> {
  write("src/store.ts", STORE);
  write("src/app.ts", APP);
  const factsOf = async (path: string): Promise<FileFacts | undefined> => {
    const { facts } = await extractFile(root, { path, knownHash: null });
    return facts === null ? undefined : decodeFacts(facts);
  };
  const facts = await factsOf("src/app.ts");
  if (facts === undefined) throw new Error("no facts");
  const places = new Map<string, ReadonlyMap<string, string>>();
  for (const path of ["src/app.ts", "src/store.ts"]) {
    places.set(path, placesOf((await factsOf(path)) ?? facts));
  }
  const typescript = findTypeScript(root);
  const files = [{ path: "src/app.ts", calls: facts.calls }];
  const found: CheckedFile[] = [];
  const work = { root, typescript, files, places };
  const limitMs = limits.shift() ?? 60_000;
  const isThrough = await runChecker(work, {
    limitMs,
    onChecked: (checkedFile) => found.push(checkedFile),
  });
  return isThrough ? found : [...found, "ended"];
}

/** Time limits of the next runs. */
const limits: number[] = [];

test("resolves calls to definitions of the project, to external ones, or to nothing", async () => {
  install("7.0.2");
  expect(await checked()).toEqual([
    {
      path: "src/app.ts",
      resolved: {
        tier: "checker",
        targets: [{ path: "src/store.ts", key: expect.stringMatching(/Store\/\d+:open$/) }],
        sites: [
          { line: 3, column: 9, target: 0 },
          { line: 4, column: 7, target: -1 },
        ],
        relations: [],
      },
    },
  ]);
});

test("works when Node runs a program text, and under --watch", async () => {
  install("7.0.2");
  const input = [...process.execArgv];
  process.execArgv.push("--input-type=module", "-e", "await import('./tacit.mjs')");
  vi.stubEnv("WATCH_REPORT_DEPENDENCIES", "1");
  try {
    expect(await checked()).toHaveLength(1);
  } finally {
    vi.unstubAllEnvs();
    process.execArgv.splice(0, Infinity, ...input);
  }
});

test("reports a missing TypeScript, an older one, and one without the interface", async () => {
  await expect(checked()).rejects.toMatchObject({
    code: "checker_missing",
    facts: { folder: root },
  });
  install("6.0.3");
  await expect(checked()).rejects.toMatchObject({
    code: "checker_missing",
    facts: { wanted: "typescript 7", found: "6.0.3" },
  });
  install("7.9.0");
  rmSync(join(root, "node_modules/typescript/sync.mjs"));
  await expect(checked()).rejects.toMatchObject({
    code: "checker_missing",
    facts: { wanted: "its programming interface", found: "7.9.0" },
  });
});

test("does not run a compiler in a folder above the project", async () => {
  const above = root;
  install("7.0.2", "throw new Error('it was run');");
  root = join(above, "project");
  try {
    await expect(checked()).rejects.toMatchObject({ code: "checker_missing" });
    write("node_modules/typescript/package.json", '{ "name": "typescript", "version": "7.0.2" }');
    await expect(checked()).rejects.toMatchObject({
      code: "checker_missing",
      facts: { wanted: "its programming interface" },
    });
  } finally {
    root = above;
  }
});

test.each([
  ["does not start", "export class API { constructor() { throw new RangeError('no binary'); } }"],
  ["has other functions", "export class API { updateSnapshot() { return {}; } close() {} }"],
  ["has no class of that name", "export const nothing = 1;"],
  ["ends everything", "process.kill(process.pid, 'SIGKILL');"],
])("reports a compiler that %s as one failure", async (_name, program) => {
  install("7.5.0", program);
  await expect(checked()).rejects.toMatchObject({
    code: "checker_failed",
    facts: { checker: "typescript 7.5.0" },
  });
});

test("ends a hanging compiler with its process and stores its earlier results", async () => {
  const pidFile = join(root, "pid");
  install(
    "7.0.2",
    COMPILER.replace(
      "close() {}",
      `close() {
        const { spawn } = process.getBuiltinModule("node:child_process");
        const { writeFileSync } = process.getBuiltinModule("node:fs");
        const own = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
        writeFileSync(${JSON.stringify(pidFile)}, String(own.pid));
        for (;;);
      }`,
    ),
  );
  limits.push(3_000);
  expect(await checked()).toEqual([expect.objectContaining({ path: "src/app.ts" }), "ended"]);
  const pid = Number(readFileSync(pidFile, "utf8"));
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
});

test("ends the compiler when the querying process is killed", async () => {
  const pidFile = join(root, "pid");
  install(
    "7.0.2",
    `const { spawn } = process.getBuiltinModule("node:child_process");
     const own = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
     process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(pidFile)}, String(own.pid));
     process.kill(process.pid, "SIGKILL");`,
  );
  await expect(checked()).rejects.toMatchObject({ code: "checker_failed" });
  const pid = Number(readFileSync(pidFile, "utf8"));
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5_000);
});

test("receives all results of a compiler that is faster than the reader", async () => {
  install("7.0.2", COMPILER.replace("({ 54: alias, 61: open, 76: parse })[one]", "parse"));
  write("src/app.ts", APP);
  const calls = Array.from({ length: 20_000 }, (_value, line) => ({ line: line + 1, column: 3 }));
  const files = Array.from({ length: 8 }, () => ({ path: "src/app.ts", calls }));
  let callCount = 0;
  const onChecked = () => {
    callCount++;
    // A busy reader: meanwhile nothing is read from the pipe.
    const endMs = performance.now() + 20;
    while (performance.now() < endMs);
  };
  const work = { root, typescript: findTypeScript(root), files, places: new Map() };
  expect(await runChecker(work, { limitMs: 60_000, onChecked })).toBe(true);
  expect(callCount).toBe(8);
});

/** Returns whether a process is running. A zombie counts as ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" && process.platform !== "linux";
  }
}
