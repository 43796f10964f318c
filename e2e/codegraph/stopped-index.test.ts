/**
 * The installed program, killed while it indexes a tree: files read so far are not read again, and the served graph stays.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeProject, PROGRAM, type ProjectProgram, spawned } from "../project-program.ts";

const FILES = 80;
const ATTEMPTS = 4;

/** Writes a tree with incompressible names, so that facts are written in several parts. */
function writeTree({ write }: ProjectProgram, version: string): void {
  for (let file = 0; file < FILES; file++) {
    const names = Array.from({ length: 250 }, (_value, n) => nameOf(`${version} ${file} ${n}`));
    const bodies = names.map(
      (name, n) => `export function ${name}() { return ${names[n - 1] ?? "kept"}(); }`,
    );
    const next = `./m${(file + 1) % FILES}`;
    const head = `import { kept as other } from "${next}";\nexport function kept() { other(); }\n`;
    write(`src/m${file}.ts`, `${head}${bodies.join("\n")}\n`);
  }
}

function nameOf(seed: string): string {
  return `f${createHash("sha256").update(seed).digest("hex").slice(0, 24)}`;
}

/** Kills an index run as soon as some of its facts are written. */
async function killedIndex({ base, project, env }: ProjectProgram): Promise<void> {
  const before = writtenBytes(base);
  const child = spawn(process.execPath, [PROGRAM, "index"], { cwd: project, env, stdio: "ignore" });
  // On a busy machine, this process must still notice the first facts before the run ends.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (child.exitCode === null && writtenBytes(base) < before + 250_000) await pause(5);
  child.kill("SIGKILL");
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
}

/** Returns the size of the write-ahead log of the stored file. */
function writtenBytes(base: string): number {
  try {
    const code = join(base, "home", "code");
    const paths = readdirSync(code, { recursive: true }).map(String);
    const log = paths.find((path) => path.endsWith(".db-wal"));
    return log === undefined ? 0 : statSync(join(code, log)).size;
  } catch {
    return 0;
  }
}

/** Returns how many files the next run reads, and checks that its graph equals that of an uninterrupted run. */
function indexedAgain(made: ProjectProgram): number {
  const { files, parsed } = made.document("index") as { files: number; parsed: number };
  expect(files).toBe(FILES);
  const exported = made.tacit("graph", "export").stdout;
  const other = { ...made.env, TACIT_HOME: join(made.base, "other") };
  expect(spawned([PROGRAM, "graph", "export"], made.project, other).stdout).toBe(exported);
  expect(exported.split("\n").length).toBeGreaterThan(FILES * 250);
  rmSync(join(made.base, "other"), { recursive: true });
  return parsed;
}

/**
 * Kills runs over new trees until one had stored facts, and returns how many files the run after it reads. What was written
 * need not be stored: a kill may come before the commit.
 */
async function afterKill(
  made: ProjectProgram,
  version: string,
  check: () => void = () => undefined,
): Promise<number> {
  let parsed = FILES;
  for (let attempt = 1; attempt <= ATTEMPTS && parsed === FILES; attempt++) {
    writeTree(made, `${version} ${attempt}`);
    await killedIndex(made);
    check();
    parsed = indexedAgain(made);
  }
  return parsed;
}

test("continues interrupted first and later runs; until then the previous graph answers", async () => {
  const made = makeProject();
  expect(await afterKill(made, "one")).toBeLessThan(FILES);
  const second = await afterKill(made, "two", () => {
    const answer = made.document("impact", "src/m1.ts:kept", "--depth", "1");
    const caller = expect.objectContaining({ path: "src/m0.ts", symbol: "kept" });
    expect(answer).toMatchObject({ nodes: expect.arrayContaining([caller]), complete: false });
  });
  expect(second).toBeLessThan(FILES);
  expect(made.document("index")).toMatchObject({ parsed: 0 });
});
