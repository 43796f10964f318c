/** The installed program on a project's code: threads, answers according to the contract, and kills during indexing. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeProject, PROGRAM, type ProjectProgram, spawned } from "../project-program.ts";

/** Writes enough code for more than one thread: more than two batches. */
function writeBigProject({ write }: ProjectProgram): void {
  for (let i = 0; i < 30; i++) {
    const body = Array.from({ length: 120 }, (_value, n) => {
      const text = "x".repeat(80);
      return `export function f${i}_${n}(s: string) { return f${(i + 1) % 30}_${n}(s + "${text}"); }`;
    });
    const names = Array.from({ length: 120 }, (_value, n) => `f${(i + 1) % 30}_${n}`).join(", ");
    write(`src/m${i}.ts`, `import { ${names} } from "./m${(i + 1) % 30}";\n${body.join("\n")}\n`);
  }
}

/**
 * Checks relations stated in a memory by one process: shown in answers and exports of others, and gone after it is forgotten.
 */
function relationsOfMemories(document: ProjectProgram["document"]): void {
  const words = "tool.py depends on src/store.ts: it opens the file that the store writes.";
  const files = ["--file", "tool.py", "--file", "src/store.ts"];
  const { id } = document("remember", words, ...files) as { id: string };
  const byMemory = [{ path: "tool.py", depth: 1, via: "depends_on", memory: id }];
  expect(document("impact", "src/store.ts")).toMatchObject({ byMemory });
  expect(document("impact", "src/store.ts", "--code-only")).toMatchObject({ byMemory: [] });
  const back = document("deps", "tool.py") as { byMemory: unknown[] };
  expect(back.byMemory).toMatchObject([{ path: "src/store.ts", memory: id }]);
  document("forget", id, "--yes");
  expect(document("impact", "src/store.ts")).toMatchObject({ byMemory: [] });
}

test("index, impact, deps, modules and export follow the contract", () => {
  const { write, tacit, document } = makeProject();
  write("src/store.ts", "export class Store { open() {} }\n");
  write(
    "src/app.ts",
    'import { Store } from "./store";\nexport function run() { new Store().open(); }\n',
  );
  write("src/app.test.ts", 'import { run } from "./app";\nrun();\n');
  write("tool.py", "def helper():\n    pass\n\ndef main():\n    helper()\n");
  expect(document("index")).toMatchObject({
    files: 4,
    parsed: 4,
    skipped: 0,
    languages: { typescript: 3, python: 1 },
    tookMs: expect.any(Number),
    peakRssMb: expect.any(Number),
  });
  expect(document("index")).toMatchObject({ files: 4, parsed: 0 });
  const remembered = document(
    "remember",
    "Store.open must be called once: it locks the file",
    "--file",
    "src/store.ts",
  );
  const impact = document("impact", "src/store.ts:Store.open");
  expect(impact).toMatchObject({
    target: "src/store.ts:Store.open",
    direction: "dependents",
    nodes: [
      { path: "src/app.ts", symbol: "run", depth: 1, via: "calls", confidence: expect.any(Number) },
      { path: "src/app.test.ts", depth: 2 },
    ],
    tests: ["src/app.test.ts"],
    memories: [(remembered as { id: string }).id],
    complete: true,
  });
  expect(document("deps", "src/app.ts", "--depth", "1")).toMatchObject({
    direction: "dependencies",
    nodes: expect.arrayContaining([
      expect.objectContaining({ path: "src/store.ts", symbol: "Store.open" }),
    ]),
  });
  expect(document("impact", "helper")).toMatchObject({
    nodes: [{ path: "tool.py", symbol: "main" }],
  });
  relationsOfMemories(document);
  const modules = document("modules") as { name: string; files: string[] }[];
  expect(modules.flatMap(({ files }) => files).sort()).toEqual([
    "src/app.test.ts",
    "src/app.ts",
    "src/store.ts",
    "tool.py",
  ]);
  const edges = tacit("graph", "export")
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(edges).toContainEqual({
    from: "src/app.ts:run",
    to: "src/store.ts:Store.open",
    type: "calls",
    source: "ast",
    confidence: 0.95,
  });
  expect(edges).toContainEqual({
    from: "src/app.ts",
    to: "src/app.test.ts",
    type: "tested_by",
    source: "ast",
    confidence: 0.95,
  });
  const missing = tacit("impact", "nothing.ts:None", "--json");
  expect([missing.status, JSON.parse(missing.stdout).error.code]).toEqual([66, "symbol_not_found"]);
});

test("gives the same graph with several threads as with one", () => {
  const made = makeProject();
  const { base, project, tacit, document } = made;
  writeBigProject(made);
  expect(document("index")).toMatchObject({ files: 30, parsed: 30 });
  const first = tacit("graph", "export").stdout;
  expect(first.split("\n").length).toBeGreaterThan(3600);
  // Without the thread program next to it, the same code runs on one thread.
  const alone = join(base, "alone");
  cpSync(dirname(PROGRAM), alone, { recursive: true });
  rmSync(join(alone, "code-worker.mjs"));
  const other = { ...made.env, TACIT_HOME: join(base, "other") };
  const ran = spawned([join(alone, "tacit.mjs"), "graph", "export"], project, other);
  expect(ran.stdout).toBe(first);
});

test("gives the complete graph in the run after a kill at any moment", async () => {
  const made = makeProject();
  const { base, project, env, tacit } = made;
  writeBigProject(made);
  const whole = { ...env, TACIT_HOME: join(base, "whole") };
  const wanted = spawned([PROGRAM, "graph", "export"], project, whole).stdout;
  expect(wanted.split("\n").length).toBeGreaterThan(3600);
  for (let i = 0; i < 4; i++) {
    const child = spawn(process.execPath, [PROGRAM, "index", "--full"], {
      cwd: project,
      env,
      stdio: "ignore",
    });
    await killWhenBegun(child, join(base, "home", "code"), i * 60);
  }
  expect(tacit("graph", "export").stdout).toBe(wanted);
});

/** Kills a process after it has started, when its storage folder exists. */
async function killWhenBegun(child: ChildProcess, folder: string, afterMs: number): Promise<void> {
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (child.exitCode === null && !existsSync(folder)) await pause(2);
  await pause(afterMs);
  child.kill("SIGKILL");
  await ended;
}
