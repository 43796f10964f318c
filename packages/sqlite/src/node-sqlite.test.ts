/** Tests that the SQLite inside Node fulfils the driver contract. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { describeDriver } from "./driver.contract.ts";
import { describeLocalDriver, localHarness } from "./local.contract.ts";
import { isSafeForWal, openDatabase } from "./open-database.ts";

describeDriver(localHarness("node-sqlite"));
describeLocalDriver("node-sqlite");

test.each([
  ["3.51.3", true],
  ["3.51.2", false],
  ["3.53.0", true],
  ["3.45.1", false],
  ["4.0.0", true],
])("a write-ahead log of SQLite %s can be trusted: %s", (version, expected) =>
  expect(isSafeForWal(version)).toBe(expected),
);

test("reads the integer -2^63, which Node before 26 rounds without an error", async () => {
  const db = await openDatabase({ path: ":memory:" });
  const row = await db.get<{ n: unknown }>("SELECT :n AS n", { n: -(2n ** 63n) });
  expect([-(2 ** 63), -(2n ** 63n)]).toContain(row?.n);
  await db.close();
});

test("does not read a file without locks beside a log or a journal, because it may contain uncommitted data", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-as-it-lies-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "memory.db");
  const db = await openDatabase({ path });
  await db.exec("CREATE TABLE t (a)");
  await db.close();
  // SQLite cannot create the shared-memory file because a link of its name points to a missing folder.
  symlinkSync(join(folder, "nowhere", "shm"), `${path}-shm`);
  await expect(openDatabase({ path })).rejects.toMatchObject({ code: "store_unwritable" });
  const unlocked = await openDatabase({ path, readsUnlocked: true });
  expect(await unlocked.all("SELECT a FROM t")).toEqual([]);
  await unlocked.close();
  for (const beside of [`${path}-journal`, `${path}-wal`]) {
    writeFileSync(beside, new Uint8Array(512));
    await expect(openDatabase({ path, readsUnlocked: true })).rejects.toMatchObject({
      code: "store_unwritable",
    });
    rmSync(beside);
  }
});

test("waits for a new file that another process is still creating", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-two-makers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "memory.db");
  const maker = new DatabaseSync(path);
  maker.exec("BEGIN IMMEDIATE; CREATE TABLE t (a)");
  const opening = openDatabase({ path });
  await Promise.race([opening, setImmediate()]);
  maker.exec("COMMIT");
  const db = await opening;
  expect(await db.all("SELECT a FROM t")).toEqual([]);
  await db.close();
  maker.close();
});

test("opening prints nothing on stderr, on any Node", () => {
  const module = new URL("./open-database.ts", import.meta.url).href;
  const script = `const { openDatabase } = await import(${JSON.stringify(module)});
    const db = await openDatabase({ path: ":memory:" });
    process.emitWarning("still heard");
    await db.close();`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  expect(ran.status, ran.stderr).toBe(0);
  expect(ran.stderr).not.toContain("SQLite");
  expect(ran.stderr).toContain("still heard");
});

test.each([
  ["without SQLite", '(id) => (id === "node:sqlite" ? undefined : found(id))'],
  ["of before it could be asked", "undefined"],
])("a Node %s gets driver_missing with the required version", (_name, version) => {
  const module = new URL("./open-database.ts", import.meta.url).href;
  // Imitates a Node that was built without SQLite: not every version can be started without it.
  const script = `const found = process.getBuiltinModule;
    process.getBuiltinModule = ${version};
    const { openDatabase } = await import(${JSON.stringify(module)});
    const error = await openDatabase({ path: ":memory:" }).catch((error) => error);
    console.log(JSON.stringify([error.code, error.facts]));`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    windowsHide: true,
  });
  expect(JSON.parse(ran.stdout)).toEqual([
    "driver_missing",
    {
      driver: "node-sqlite",
      reason: expect.stringContaining("no SQLite"),
      node: `${process.versions.node} (${process.execPath})`,
      needed: "Node 22.13 or newer, with SQLite",
    },
  ]);
});
