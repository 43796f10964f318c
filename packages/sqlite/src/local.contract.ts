/**
 * Additional contract of the drivers of a local file: pragmas, file modes, locks that are respected across connections and
 * processes, and failures that name the path and the engine's code.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DatabaseError } from "./database-error.ts";
import type { Harness } from "./driver.contract.ts";
import type { Database } from "./driver.ts";
import { type OpenOptions, openDatabase } from "./open-database.ts";

export interface LocalHarness extends Harness {
  readonly driver: "node-sqlite" | "libsql";
}

/** Makes a harness whose store is a file in a temporary folder. */
export function localHarness(driver: LocalHarness["driver"]): LocalHarness {
  const folder = mkdtempSync(join(tmpdir(), "tacit-driver-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  let round = 0;
  return {
    driver,
    reset: async () => {
      round += 1;
    },
    open: (options = {}) =>
      openDatabase({ driver, path: join(folder, `store-${round}.db`), ...options }),
  };
}

export function describeLocalDriver(driver: LocalHarness["driver"]): void {
  const root = mkdtempSync(join(tmpdir(), "tacit-local-"));
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  let round = 0;

  const freshPath = (): string => join(root, `home-${++round}`, "deep", "memory.db");
  const open = (path: string, options: Partial<OpenOptions> = {}): Promise<Database> =>
    openDatabase({ driver, path, ...options });
  const failure = (path: string, options: Partial<OpenOptions> = {}): Promise<unknown> =>
    open(path, options).then(
      (db) => db.close(),
      (error: unknown) => error,
    );
  const pragma = async (db: Database, name: string): Promise<unknown> =>
    Object.values((await db.get<Record<string, unknown>>(`PRAGMA ${name}`)) ?? {})[0];

  async function check(options: {
    readonly while: string;
    readonly error: unknown;
    readonly code: string;
    readonly engineCode: string | RegExp;
  }): Promise<void> {
    const { error } = options;
    expect(DatabaseError.is(error), `${options.while}: ${String(error)}`).toBe(true);
    expect(error).toMatchObject({
      code: options.code,
      facts: { path: expect.any(String), engineCode: expect.stringMatching(options.engineCode) },
      cause: expect.anything(),
    });
  }

  describe("a local file", () => {
    test("has these pragmas on every connection", async () => {
      const path = freshPath();
      for (const db of [await open(path), await open(path)]) {
        const isWal = db.journalMode === "wal";
        expect(await pragma(db, "busy_timeout")).toBe(5000);
        expect(await pragma(db, "journal_mode")).toBe(db.journalMode);
        expect(await pragma(db, "synchronous")).toBe(isWal ? 1 : 2);
        expect(await pragma(db, "foreign_keys")).toBe(1);
        expect(await pragma(db, "cache_size")).toBe(-32_000);
        expect(await pragma(db, "temp_store")).toBe(2);
        expect(await pragma(db, "secure_delete")).toBe(1);
        expect(await pragma(db, "trusted_schema")).toBe(0);
        expect(await pragma(db, "recursive_triggers")).toBe(0);
        expect(await pragma(db, "mmap_size")).toBe(0);
        expect(db.engineVersion).toMatch(/^3\.\d+\.\d+/);
        await db.close();
      }
    });

    test("if mapped on request, reads what was written and what is written later", async () => {
      const path = freshPath();
      const [writer, reader] = [await open(path), await open(path, { isMapped: true })];
      expect(await pragma(reader, "mmap_size")).toBe(process.platform === "win32" ? 0 : 2 ** 30);
      await writer.exec("CREATE TABLE t (a); PRAGMA wal_checkpoint");
      for (let i = 1; i <= 20; i++) {
        await writer.run("INSERT INTO t VALUES (zeroblob(9000))");
        if (i % 7 === 0) await writer.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        expect(await reader.get("SELECT count(*) AS n, sum(length(a)) AS bytes FROM t")).toEqual({
          n: i,
          bytes: i * 9000,
        });
      }
      await writer.exec("DELETE FROM t; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
      expect(await reader.get("SELECT count(*) AS n FROM t")).toEqual({ n: 0 });
      await writer.close();
      await reader.close();
    });

    test("keeps its pragmas after a write and after a refused write", async () => {
      const path = freshPath();
      const [one, other] = [await open(path), await open(path, { busyTimeoutMs: 30 })];
      await one.exec("CREATE TABLE t (a)");
      await other.run("INSERT INTO t VALUES (1)");
      await one.transaction(async () => {
        await expect(other.run("INSERT INTO t VALUES (2)")).rejects.toThrow(/write lock/);
      });
      expect(await pragma(other, "busy_timeout")).toBe(30);
      expect(await pragma(other, "secure_delete")).toBe(1);
      await other.run("INSERT INTO t VALUES (3)");
      expect(await one.all("SELECT a FROM t")).toEqual([{ a: 1 }, { a: 3 }]);
      await one.close();
      await other.close();
    });

    test("is accessible to its owner only", async () => {
      const path = freshPath();
      const db = await open(path);
      await db.exec("CREATE TABLE t (a)");
      // Windows has no such modes; there the user's own folder keeps others out.
      const others = process.platform === "win32" ? 0 : 0o077;
      expect(statSync(path).mode & others).toBe(0);
      expect(statSync(join(path, "..")).mode & others).toBe(0);
      await db.close();
    });

    test("can be in memory", async () => {
      const db = await open(":memory:");
      expect(db.journalMode).toBe("memory");
      await db.exec("CREATE TABLE t (a)");
      await db.transaction((tx) => tx.run("INSERT INTO t VALUES (1)"));
      expect(await db.all("SELECT a FROM t")).toEqual([{ a: 1 }]);
      await db.close();
    });

    test("is not created and not written when opened for reading only", async () => {
      const path = freshPath();
      expect(await failure(path, { readOnly: true })).toMatchObject({ code: "input_missing" });
      const writer = await open(path);
      await writer.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
      const reader = await open(path, { readOnly: true });
      expect(await reader.all("SELECT a FROM t")).toEqual([{ a: 1 }]);
      const error = await reader.run("DELETE FROM t").catch((e: unknown) => e);
      await check({
        while: "deleting",
        error,
        code: "store_unwritable",
        engineCode: "SQLITE_READONLY",
      });
      await reader.close();
      await writer.close();
    });

    test("a write lock that is never released gives store_busy before the body ran", async () => {
      const path = freshPath();
      const [one, other] = [await open(path), await open(path, { busyTimeoutMs: 40 })];
      let hasRun = false;
      await one.transaction(async () => {
        const startedMs = performance.now();
        const body = async () => {
          hasRun = true;
        };
        const error = await other.transaction(body).catch((e: unknown) => e);
        expect(performance.now() - startedMs).toBeGreaterThanOrEqual(39);
        await check({ while: "busy", error, code: "store_busy", engineCode: "SQLITE_BUSY" });
      });
      expect(hasRun).toBe(false);
      await one.close();
      await other.close();
    });

    test("a reader sees the last commit while a writer works", async () => {
      const path = freshPath();
      const [writer, reader] = [await open(path), await open(path)];
      await writer.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
      await writer.transaction(async (tx) => {
        await tx.run("INSERT INTO t VALUES (2)");
        expect(await reader.all("SELECT a FROM t")).toEqual([{ a: 1 }]);
      });
      expect(await reader.all("SELECT a FROM t")).toHaveLength(2);
      await writer.close();
      await reader.close();
    });

    test("two processes that read, add one and write lose no update", async () => {
      const path = freshPath();
      const db = await open(path);
      await db.exec("CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)");
      await Promise.all([countTo(100, driver, path), countTo(100, driver, path)]);
      expect(await db.get("SELECT n FROM counter")).toEqual({ n: 200 });
      expect(await db.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
      await db.close();
    }, 60_000);
  });

  describe("a file that cannot be used", () => {
    test("is no database", async () => {
      const path = freshPath();
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, "this is no database, only text that is long enough ".repeat(100));
      await check({
        while: "opening text",
        error: await failure(path),
        code: "store_corrupt",
        engineCode: "SQLITE_NOTADB",
      });
    });

    test("is damaged inside", async () => {
      const path = freshPath();
      const db = await open(path);
      await db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(20000))");
      await db.close();
      writeFileSync(path, Buffer.alloc(4096 * 4, 0xa5), { flag: "r+" });
      await check({
        while: "opening the damaged file",
        error: await failure(path),
        code: "store_corrupt",
        engineCode: /SQLITE_(CORRUPT|NOTADB)/,
      });
    });

    test("is a folder", async () => {
      const path = freshPath();
      mkdirSync(path, { recursive: true });
      await check({
        while: "opening a folder",
        error: await failure(path),
        code: "store_unwritable",
        engineCode: /SQLITE_CANTOPEN|SQLITE_IOERR/,
      });
    });

    test("is below a file", async () => {
      const path = freshPath();
      mkdirSync(join(path, "..", ".."), { recursive: true });
      writeFileSync(join(path, ".."), "in the way");
      await check({
        while: "making the folder",
        error: await failure(path),
        code: "store_unwritable",
        engineCode: /EEXIST|ENOTDIR/,
      });
    });

    test.each(["replaced", "removed"])("was %s while it was open", async (how) => {
      if (process.platform === "win32") return;
      const [path, other] = [freshPath(), freshPath()];
      const before = await open(other, { isOnly: true });
      await before.exec("CREATE TABLE t (a)");
      await before.close();
      const db = await open(path, { isOnly: true });
      await db.exec("CREATE TABLE t (a); CREATE TABLE u (a); INSERT INTO t VALUES (1)");
      const insert = () => db.run("INSERT INTO t VALUES (2)");
      await insert();
      expect(db.isReplaced()).toBe(false);
      if (how === "replaced") renameSync(other, path);
      else rmSync(path);
      await expect(insert()).rejects.toMatchObject({ code: "store_replaced" });
      const both = db.transaction((tx) => tx.run("INSERT INTO t VALUES (3)"));
      await expect(both).rejects.toMatchObject({ code: "store_replaced" });
      expect(db.isReplaced()).toBe(how === "replaced");
      await db.close();
      const now = await open(path, { isOnly: true });
      expect(await pragma(now, "integrity_check")).toBe("ok");
      const tables = await now.all("SELECT name FROM sqlite_schema");
      expect(tables).toEqual(how === "replaced" ? [{ name: "t" }] : []);
      await now.close();
    });

    /** Renames the file away and back; `meanwhile` runs while no file has the name. */
    async function awayAndBack(meanwhile: (all: readonly Database[]) => Promise<unknown>) {
      const path = freshPath();
      const all = [await open(path, { isOnly: true }), await open(path, { isOnly: true })] as const;
      await all[0].exec("CREATE TABLE t (a)");
      for (const db of all) await db.run("INSERT INTO t VALUES (1)");
      renameSync(path, `${path}.away`);
      await expect(all[0].run("INSERT INTO t VALUES (2)")).rejects.toMatchObject({
        code: "store_replaced",
      });
      await meanwhile(all);
      renameSync(`${path}.away`, path);
      return { all, now: await open(path, { isOnly: true }) };
    }

    test("was renamed away while it was closed", async () => {
      if (process.platform === "win32") return;
      const { now } = await awayAndBack((all) => Promise.all(all.map((db) => db.close())));
      expect(await now.all("SELECT a FROM t")).toEqual([{ a: 1 }, { a: 1 }]);
      await now.close();
    });

    test("was renamed away, and is back while it is open", async () => {
      if (process.platform === "win32") return;
      const { all, now } = await awayAndBack(async () => undefined);
      const [knows, other] = all;
      // Always refused, whatever came back: other connections may write to it with another log.
      const again = knows.run("INSERT INTO t VALUES (2)");
      await expect(again).rejects.toMatchObject({ code: "store_replaced" });
      expect(all.map((db) => db.isReplaced())).toEqual([true, false]);
      await other.run("INSERT INTO t VALUES (3)");
      expect(await now.all("SELECT a FROM t")).toEqual([{ a: 1 }, { a: 1 }, { a: 3 }]);
      for (const db of [...all, now]) await db.close();
    });

    test("has all stored data at its new path", async () => {
      if (process.platform === "win32") return;
      const path = freshPath();
      const db = await open(path, { isOnly: true });
      await db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
      renameSync(path, `${path}.moved`);
      await db.close();
      const moved = await open(`${path}.moved`, { isOnly: true });
      expect(await moved.all("SELECT a FROM t")).toEqual([{ a: 1 }]);
      await moved.close();
    });

    test("was replaced before a connection with nothing more to write is closed", async () => {
      if (process.platform === "win32") return;
      const [path, other] = [freshPath(), freshPath()];
      await (await open(other)).close();
      const db = await open(path, { isOnly: true });
      await db.transaction((tx) => tx.exec("CREATE TABLE t (a)"));
      renameSync(other, path);
      await db.close();
      const now = await open(path);
      expect(await now.all("SELECT name FROM sqlite_schema")).toEqual([]);
      await now.close();
    });

    test("has no room left", async () => {
      const db = await open(freshPath());
      await db.exec("PRAGMA max_page_count = 4; CREATE TABLE t (a)");
      const error = await db
        .transaction((tx) => tx.run("INSERT INTO t VALUES (zeroblob(100000))"))
        .catch((e: unknown) => e);
      await check({
        while: "inserting too much",
        error,
        code: "store_full",
        engineCode: "SQLITE_FULL",
      });
      expect(await db.get("SELECT count(*) AS n FROM t")).toEqual({ n: 0 });
      await db.close();
    });
  });
}

const COUNTER = `
  const [module, driver, path, times] = process.argv.slice(1);
  const { openDatabase } = await import(module);
  const db = await openDatabase({ driver, path, busyTimeoutMs: 20000 });
  for (let n = 0; n < Number(times); n++) {
    await db.transaction(async (tx) => {
      const row = await tx.get("SELECT n FROM counter");
      await tx.run("UPDATE counter SET n = :n", { n: row.n + 1 });
    });
  }
  await db.close();`;

async function countTo(times: number, driver: string, path: string): Promise<void> {
  const module = new URL("./open-database.ts", import.meta.url).href;
  const script = ["--no-warnings", "--input-type=module", "--eval", COUNTER];
  const child = spawn(process.execPath, [...script, module, driver, path, String(times)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const [status] = await once(child, "close");
  expect(status, errorOutput).toBe(0);
}
