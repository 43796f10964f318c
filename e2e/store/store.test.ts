/** Tests that the store keeps every acknowledged write while other processes write, are killed or fill the disk. */
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openTacit } from "@tacit-memory/memory";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";
import { killAtRandom, makeFolders, start } from "./processes.ts";

const WRITER = join(import.meta.dirname, "store-writer.ts");

async function idsIn(home: string, project: string): Promise<Set<string>> {
  const tacit = await openTacit({ home, cwd: project });
  const memories = await tacit.memories.list();
  const checks = await tacit.admin.examine();
  await tacit.close();
  expect(checks.filter((check) => !check.ok && check.name !== "disk space")).toEqual([]);
  return new Set(memories.map((memory) => memory.id));
}

test("8 processes that write 500 memories each produce 4,000 rows and no error", async () => {
  const { home, project } = makeFolders();
  const writers = Array.from({ length: 8 }, (_, i) =>
    start(WRITER, [home, project, `${i}`, "500"]),
  );
  const ended = await Promise.all(writers.map((writer) => writer.ended));
  expect(ended.map((item) => [item.status, item.stderr])).toEqual(Array(8).fill([0, ""]));
  const acknowledged = ended.flatMap((item) => item.lines);
  expect(new Set(acknowledged).size).toBe(4000);
  expect(await idsIn(home, project)).toEqual(new Set(acknowledged));
});

test("50 writers killed at random moments leave a sound file and lose no acknowledged write", async () => {
  const { home, project } = makeFolders();
  const acknowledged: string[] = [];
  let killed = 0;
  const writeAndDie = async (lane: number) => {
    for (let i = 0; i < 25; i++) {
      const writer = start(WRITER, [home, project, `${lane}-${i}`, "100000"]);
      const { lines, stderr, status } = await killAtRandom(writer, 120);
      expect([stderr, status]).toEqual(["", null]);
      acknowledged.push(...lines);
      killed++;
    }
  };
  await Promise.all([writeAndDie(0), writeAndDie(1)]);
  expect(killed).toBe(50);
  expect(acknowledged.length).toBeGreaterThan(50);
  const stored = await idsIn(home, project);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

// Windows does not allow replacing an open file.
test("a writer ends when a backup replaces the store under it, and the backup stays sound", async () => {
  if (process.platform === "win32") return;
  const { home, project } = makeFolders();
  const before = await start(WRITER, [home, project, "before", "1"]).ended;
  const [path, backup] = [join(home, "memory.db"), join(home, "backup.db")];
  copyFileSync(path, backup);
  const writer = start(WRITER, [home, project, "x", "100000"]);
  while (writer.lineCount() < 20 && writer.child.exitCode === null) await pause(2);
  renameSync(backup, path);
  const { status, stderr } = await writer.ended;
  expect(stderr).toContain("store_replaced");
  expect(status).toBe(75);
  expect(await idsIn(home, project)).toEqual(new Set(before.lines));
});

describe("a store that cannot be written reports the reason and the next step", () => {
  async function attempt(
    home: string,
    project: string,
    limitBlocks: number | null = null,
    count = 1,
  ) {
    const { lines, stderr, status } = await start(
      WRITER,
      [home, project, "x", `${count}`, "200"],
      limitBlocks,
    ).ended;
    const { code } = JSON.parse(stderr.trim().split("\n").at(-1) || '{"code":"none"}') as {
      code: string;
    };
    return { lines, code, status };
  }

  test("another process has locked it", async () => {
    const { home, project } = makeFolders();
    await idsIn(home, project);
    const db = await openDatabase({ path: join(home, "memory.db") });
    onTestFinished(() => db.close());
    await db.transaction(async () => {
      expect(await attempt(home, project)).toEqual({ lines: [], code: "store_busy", status: 75 });
    });
    expect(await attempt(home, project)).toMatchObject({ code: "none", status: 0 });
  });

  // A test that runs as root ignores permissions, so these paths cannot be written by any user.
  test.each([
    ["its home is a file", (home: string) => writeFileSync(home, "")],
    ["its home is below a file", (home: string) => writeFileSync(dirname(home), "")],
    [
      "its file is a folder",
      (home: string) => mkdirSync(join(home, "memory.db"), { recursive: true }),
    ],
  ])("%s", async (name, spoil) => {
    const { home, project } = makeFolders();
    const path = name.includes("below") ? join(home, "deeper", "home") : home;
    if (name.includes("below")) mkdirSync(home);
    spoil(path);
    expect(await attempt(path, project)).toEqual({
      lines: [],
      code: "store_unwritable",
      status: 73,
    });
  });

  test("its file is damaged", async () => {
    const { home, project } = makeFolders();
    mkdirSync(home);
    writeFileSync(
      join(home, "memory.db"),
      "not a database, but long enough to be one ".repeat(200),
    );
    expect(await attempt(home, project)).toEqual({ lines: [], code: "store_corrupt", status: 74 });
  });

  test.each([
    ["from the first page on", 8],
    ["while the schema is made", 100],
    ["some writes later", 600],
  ])("its disk is full, %s: loses nothing acknowledged", async (_name, limitBlocks) => {
    const { home, project } = makeFolders();
    const { lines, code, status } = await attempt(home, project, limitBlocks, 100_000);
    expect(["store_full", "store_unwritable"]).toContain(code);
    expect([73, 74]).toContain(status);
    const stored = await idsIn(home, project);
    expect(lines.filter((id) => !stored.has(id))).toEqual([]);
    if (limitBlocks === 600) expect(lines.length).toBeGreaterThan(0);
    expect(await attempt(home, project)).toMatchObject({ code: "none", status: 0 });
  });
});
