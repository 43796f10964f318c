/** Tests that libSQL on a local file, with SQLite 3.45 inside, fulfils the driver contract. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeDriver } from "./driver.contract.ts";
import { describeLocalDriver, localHarness } from "./local.contract.ts";
import { openDatabase } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-libsql-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

describeDriver(localHarness("libsql"));
describeLocalDriver("libsql");

test("an engine too old for the write-ahead log converts a newer engine's file back", async () => {
  const path = join(folder, "handed-over.db");
  const newer = await holdOpen(path);
  expect(await openElsewhere(path)).toBe("store_busy");
  await newer.letGo();
  expect(await openElsewhere(path)).toBe("delete");
  const db = await openDatabase({ path, driver: "libsql" });
  expect(await db.all("SELECT a FROM t")).toEqual([{ a: 1 }]);
  await db.close();
});

test("does not even read a write-ahead log that it cannot convert back", async () => {
  const path = join(folder, "read-only.db");
  const newer = await openDatabase({ path });
  await newer.exec("CREATE TABLE t (a)");
  await newer.close();
  const reading = openDatabase({ path, driver: "libsql", readOnly: true });
  await expect(reading).rejects.toMatchObject({ code: "store_unwritable" });
});

const HOLDER = `
  const [module, path] = process.argv.slice(1);
  const { openDatabase } = await import(module);
  const db = await openDatabase({ path });
  await db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  process.stdout.write(db.journalMode);
  process.stdin.on("end", () => db.close()).resume();`;

const OPENER = `
  const [module, path] = process.argv.slice(1);
  const { openDatabase } = await import(module);
  const opening = openDatabase({ path, driver: "libsql", busyTimeoutMs: 20 });
  process.stdout.write(await opening.then((db) => db.journalMode, (error) => error.code));`;

/** Starts another process, because file locks do not separate two engines of one process. */
function start(script: string, path: string): ChildProcess {
  const module = new URL("./open-database.ts", import.meta.url).href;
  const flags = ["--no-warnings", "--input-type=module", "--eval", script];
  const stdio = ["pipe", "pipe", "inherit"] as const;
  return spawn(process.execPath, [...flags, module, path], { stdio: [...stdio] });
}

async function holdOpen(path: string): Promise<{ letGo(): Promise<void> }> {
  const child = start(HOLDER, path);
  expect(await firstWord(child)).toBe("wal");
  return {
    letGo: async () => {
      child.stdin?.end();
      await once(child, "exit");
    },
  };
}

/** Returns the journal mode, or the code of the failure. */
async function openElsewhere(path: string): Promise<string> {
  const child = start(OPENER, path);
  const ended = once(child, "exit");
  const word = await firstWord(child);
  await ended;
  return word;
}

async function firstWord(child: ChildProcess): Promise<string> {
  const [output] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return output.toString();
}
