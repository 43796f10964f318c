/** Tests that backups are made, stored, complete and private, and that forgotten data is removed from them. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Database } from "@tacit-memory/sqlite";
import { expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { makePlace, openTestStore, someMemory } from "../../testing/testing-life.ts";
import { eraseMemories } from "../memories/erase.ts";
import { insertMemory } from "../memories/memories.ts";
import { listMemories } from "../memories/memory-lists.ts";
import { SCHEMA_VERSION } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { openStore, STORE_FILE } from "../open-store.ts";
import { backUp, isBackupDue } from "./back-up.ts";
import { backupFolder, listBackups } from "./backup-files.ts";
import { restoreStore } from "./restore.ts";
import { rewriteBackups } from "./rewrite-backups.ts";

const DAY_MS = 86_400_000;
const FIXTURES = join(import.meta.dirname, "..", "__fixtures__");

async function taught(words = "The quibblefax listens on port 7781.") {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: words, visibility: "secret" });
  await insertMemory(db, memory, place.moment());
  return { db, place, memory, nowMs: place.clock.nowMs };
}

async function contentsOf(path: string): Promise<string[]> {
  const db = await openDatabase({ path, readOnly: true });
  const rows = await db.all<{ content: string }>("SELECT content FROM memory ORDER BY rid");
  await db.close();
  return rows.map(({ content }) => content);
}

test("keeps five complete backups readable by the owner only", async () => {
  const { db, place, memory, nowMs } = await taught();
  for (let day = 0; day < 7; day++) await backUp(db, place.home, nowMs + day * DAY_MS);
  const backups = listBackups(place.home);
  expect(backups.map(({ atMs }) => (atMs - nowMs) / DAY_MS)).toEqual([6, 5, 4, 3, 2]);
  for (const { path } of backups) expect(await contentsOf(path)).toEqual([memory.content]);
  if (process.platform === "win32") return;
  expect(statSync(backupFolder(place.home)).mode & 0o777).toBe(0o700);
  for (const { path } of backups) expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ["half an hour after the store was made", null, DAY_MS / 48, false],
  ["two hours after the store was made", null, DAY_MS / 12, true],
  ["two hours after the last", 0, DAY_MS / 12, false],
  ["a day after the last", 0, DAY_MS, true],
  ["by a clock that was ahead", 3 * DAY_MS, 0, true],
] as const)("decides whether a backup is due %s", async (_name, lastMs, laterMs, isDue) => {
  const { db, place, nowMs } = await taught();
  await db.run("UPDATE schema_version SET applied_at_ms = :nowMs", { nowMs });
  if (lastMs !== null) await backUp(db, place.home, nowMs + lastMs);
  expect(await isBackupDue(db, place.home, nowMs + laterMs)).toBe(isDue);
});

test("makes no backup of a damaged store and keeps the existing ones", async () => {
  const { db, place, nowMs } = await taught();
  await backUp(db, place.home, nowMs);
  await db.exec("PRAGMA foreign_keys = OFF; INSERT INTO project_alias VALUES ('a', 'nobody')");
  const failed = await backUp(db, place.home, nowMs + DAY_MS).catch((error: unknown) => error);
  expect(MemoryError.is(failed, "store_corrupt")).toBe(true);
  expect(listBackups(place.home)).toHaveLength(1);
});

test("makes no new store in the place of a deleted one that has backups", async () => {
  const { db, place, memory, nowMs } = await taught();
  await backUp(db, place.home, nowMs);
  await db.close();
  const path = join(place.home, STORE_FILE);
  rmSync(path);
  const refused = await openStore({ home: place.home }, place.moment()).catch(String);
  expect(refused).toContain("empty or gone");
  expect(existsSync(path)).toBe(false);
  await restoreStore({ home: place.home, nowMs });
  expect(await contentsOf(path)).toEqual([memory.content]);
});

/** Overwrites the page that leads to all other pages of the memory table. */
async function damageRoot(path: string): Promise<void> {
  const db = await openDatabase({ path });
  const row = await db.get<{ rootpage: number }>(
    "SELECT rootpage FROM sqlite_master WHERE name = 'memory'",
  );
  await db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  await db.close();
  const bytes = readFileSync(path);
  const page = 4096 * ((row?.rootpage ?? 0) - 1);
  bytes.fill(0xde, page, page + 4096);
  writeFileSync(path, bytes);
}

test.each([
  ["without a backup", false],
  ["with an older backup", true],
])("loses no memory when the root page of their table is damaged, %s", async (_name, hasBackup) => {
  const { db, place, nowMs } = await taught();
  if (hasBackup) await backUp(db, place.home, nowMs);
  for (let i = 0; i < 20; i++) {
    const content = `Port ${i} belongs to the quibblefax. ${"It is not free. ".repeat(20)}`;
    await insertMemory(db, someMemory(place, { content }), place.moment());
  }
  const path = join(place.home, STORE_FILE);
  await db.close();
  const stored = await contentsOf(path);
  await damageRoot(path);
  const report = await restoreStore({ home: place.home, nowMs });
  expect(await contentsOf(path)).toEqual(stored);
  expect(report?.tables.find(({ table }) => table === "memory")).toEqual({
    table: "memory",
    saved: 21,
    fromBackup: 0,
    refused: 0,
    isWhole: false,
  });
});

test("restores a backup from elsewhere after the home folder was deleted", async () => {
  const { db, place, memory, nowMs } = await taught();
  const { path } = await backUp(db, place.home, nowMs);
  const copyPath = join(place.home, "..", "kept.db");
  copyFileSync(path, copyPath);
  await db.close();
  rmSync(place.home, { recursive: true });
  await restoreStore({ home: place.home, from: copyPath, nowMs });
  expect(await contentsOf(join(place.home, STORE_FILE))).toEqual([memory.content]);
});

function oldStore(version = 5) {
  const place = makePlace();
  mkdirSync(place.home, { recursive: true });
  const path = join(place.home, STORE_FILE);
  writeFileSync(path, gunzipSync(readFileSync(join(FIXTURES, `schema-${version}.db.gz`))));
  return { place, path };
}

async function versionOf(path: string): Promise<number> {
  const db = await openDatabase({ path, readOnly: true });
  const row = await db.get<{ version: number }>(
    "SELECT max(version) AS version FROM schema_version",
  );
  await db.close();
  return row?.version ?? 0;
}

test("backs up the old store before an update of the schema", async () => {
  const { place, path } = oldStore();
  const db = await openStore({ home: place.home }, place.moment());
  await db.close();
  expect(await versionOf(path)).toBe(SCHEMA_VERSION);
  const [backup] = listBackups(place.home);
  expect(await versionOf(backup?.path ?? "")).toBe(5);
});

test("leaves a store unchanged that is too large to be updated now", async () => {
  const { place, path } = oldStore();
  const before = readFileSync(path);
  const options = { home: place.home, maxBytesToMigrate: before.length - 1 };
  const refused = await openStore(options, place.moment()).catch((error: unknown) => error);
  expect(MemoryError.is(refused, "store_outdated")).toBe(true);
  expect(await versionOf(path)).toBe(5);
  expect(listBackups(place.home)).toEqual([]);
});

test("removes forgotten data from every backup and keeps the backups", async () => {
  const { db, place, memory, nowMs } = await taught();
  await insertMemory(
    db,
    someMemory(place, { content: "The lamp is in the east wing." }),
    place.moment(),
  );
  for (const day of [0, 1, 2]) await backUp(db, place.home, nowMs + day * DAY_MS);
  const [newest] = listBackups(place.home);
  truncateSync(newest?.path ?? "", 5000);
  const report = await rewriteBackups(place.home, nowMs, async (from) => {
    await eraseMemories(from, [memory], place.moment());
  });
  expect(report).toEqual({ rewritten: 2, deleted: 1 });
  const left = listBackups(place.home);
  expect(left).toHaveLength(2);
  for (const { path } of left) {
    expect(readFileSync(path).includes("quibblefax")).toBe(false);
    expect(await contentsOf(path)).toEqual(["The lamp is in the east wing."]);
    expect(existsSync(`${path}-wal`)).toBe(false);
  }
  expect(await listMemories(db, { projectId: memory.projectId })).toHaveLength(2);
});

test("repeats a backup that was begun before data was forgotten", async () => {
  const { db, place, memory, nowMs } = await taught();
  let isForgotten = false;
  const slow: Database = {
    ...db,
    run: async (sql, params) => {
      const ran = await db.run(sql, params);
      if (sql.startsWith("VACUUM INTO") && !isForgotten) {
        isForgotten = true;
        await eraseMemories(db, [memory], place.moment());
      }
      return ran;
    },
    get: (sql, params) => db.get(sql, params),
    all: (sql, params) => db.all(sql, params),
  };
  const { path } = await backUp(slow, place.home, nowMs);
  expect(await contentsOf(path)).toEqual([]);
  expect(listBackups(place.home)).toHaveLength(1);
});

test("deletes backups that there is no time to rewrite", async () => {
  const { db, place, nowMs } = await taught();
  for (const day of [0, 1]) await backUp(db, place.home, nowMs + day * DAY_MS);
  const report = await rewriteBackups(
    place.home,
    nowMs,
    async () => undefined,
    () => false,
  );
  expect(report).toEqual({ rewritten: 0, deleted: 2 });
  expect(listBackups(place.home)).toEqual([]);
});
