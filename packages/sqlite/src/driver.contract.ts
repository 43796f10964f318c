/** Contract of every driver: one suite, run against each driver on its own kind of store. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabaseError } from "./database-error.ts";
import type { Database, SqlParams } from "./driver.ts";
import { engineCode } from "./engine-error.ts";

export interface Harness {
  readonly driver: Database["driver"];
  /** Makes an empty store; connections opened until the next call all see the same store. */
  reset(): Promise<void>;
  open(options?: { readonly busyTimeoutMs?: number }): Promise<Database>;
}

const BLOB = new Uint8Array([0, 1, 127, 128, 255]);
const UNICODE = "naïve — 记忆 🧠 \u{10FFFF} e\u0301";

export function describeDriver(harness: Harness): void {
  const connections: Database[] = [];

  async function open(options?: { readonly busyTimeoutMs?: number }): Promise<Database> {
    const db = await harness.open(options);
    connections.push(db);
    return db;
  }

  async function withTable(): Promise<Database> {
    const db = await open();
    await db.exec("CREATE TABLE item (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT");
    return db;
  }

  beforeEach(() => harness.reset());
  afterEach(async () => {
    for (const db of connections.splice(0)) await db.close();
  });

  describe("values", () => {
    test.each<[string, SqlParams[string], string]>([
      ["whole numbers", 42, "integer"],
      ["zero", 0, "integer"],
      ["the largest safe integer", Number.MAX_SAFE_INTEGER, "integer"],
      ["the smallest safe integer", Number.MIN_SAFE_INTEGER, "integer"],
      ["an integer beyond the safe ones", 9007199254740993n, "integer"],
      ["the largest 64-bit integer", 2n ** 63n - 1n, "integer"],
      ["fractions", 0.1, "real"],
      ["tiny fractions", 5e-324, "real"],
      ["text", "plain", "text"],
      ["the empty text", "", "text"],
      ["text in many scripts", UNICODE, "text"],
      ["bytes", BLOB, "blob"],
      ["no bytes", new Uint8Array(0), "blob"],
      ["nothing", null, "null"],
    ])("returns %s unchanged", async (_name, value, type) => {
      const db = await open();
      const row = await db.get<{ value: unknown; type: string }>(
        "SELECT :value AS value, typeof(:value) AS type",
        { value },
      );
      expect(row?.type).toBe(type);
      expect(ArrayBuffer.isView(row?.value) ? [...(row.value as Uint8Array)] : row?.value).toEqual(
        ArrayBuffer.isView(value) ? [...value] : value,
      );
    });

    test("returns a small bigint as a number", async () => {
      const db = await open();
      expect((await db.get<{ v: unknown }>("SELECT :v AS v", { v: 7n }))?.v).toBe(7);
    });

    test("returns bytes as Uint8Array, and only the given window of a buffer", async () => {
      const db = await open();
      const window = BLOB.subarray(1, 3);
      const rows = await db.all<{ v: Uint8Array }>("SELECT :v AS v", { v: window });
      expect(rows.map((row) => row.v instanceof Uint8Array && [...row.v])).toEqual([[1, 127]]);
    });

    test("does not cut text at a NUL character, which is stored as U+FFFD", async () => {
      const db = await withTable();
      await db.run("INSERT INTO item (word) VALUES (:word)", { word: "a\0b" });
      const found = await db.get("SELECT word FROM item WHERE word = :word", { word: "a\0b" });
      expect(found).toEqual({ word: "a\uFFFDb" });
    });

    test("reads a mix of large and small integers in many rows", async () => {
      const db = await open();
      const rows = await db.all<{ n: unknown }>(
        "SELECT 1 AS n UNION ALL SELECT 9007199254740993 UNION ALL SELECT 3",
      );
      expect(rows.map((row) => row.n)).toEqual([1, 9007199254740993n, 3]);
    });
  });

  describe("statements", () => {
    test("a parameter serves several places, and names in strings and comments are ignored", async () => {
      const db = await open();
      const sql = "SELECT :a || ':b' || :a AS text /* :c */ -- :d\n";
      expect(await db.get(sql, { a: "x" })).toEqual({ text: "x:bx" });
    });

    test.each([
      ["one is missing", {}, "missingParameters"],
      ["one is too many", { a: 1, b: 2 }, "unknownParameter"],
    ])("refuses parameters when %s", async (_name, params, fact) => {
      const db = await open();
      const error = await db.get("SELECT :a AS a", params as SqlParams).catch((e: unknown) => e);
      expect(DatabaseError.is(error, "internal") && fact in error.facts).toBe(true);
    });

    test("get returns the first row or undefined, all returns every row", async () => {
      const db = await open();
      expect(await db.get("SELECT 1 AS a UNION ALL SELECT 2")).toEqual({ a: 1 });
      expect(await db.get("SELECT 1 AS a WHERE 0")).toBeUndefined();
      expect(await db.all("SELECT 1 AS a UNION ALL SELECT 2")).toEqual([{ a: 1 }, { a: 2 }]);
      expect(await db.all("SELECT 1 AS a WHERE 0")).toEqual([]);
    });

    test("run counts the rows it changed", async () => {
      const db = await withTable();
      await db.run("INSERT INTO item (word) VALUES ('a'), ('b'), ('c')");
      expect(await db.run("UPDATE item SET word = word || '!' WHERE id > 1")).toEqual({
        changes: 2,
      });
      expect(await db.run("DELETE FROM item WHERE id = :id", { id: 99 })).toEqual({ changes: 0 });
    });

    test("supports UPSERT and RETURNING, and a COMMIT after them", async () => {
      const db = await withTable();
      const upsert = `INSERT INTO item (id, word) VALUES (:id, :word)
        ON CONFLICT (id) DO UPDATE SET word = excluded.word RETURNING id, word`;
      await db.transaction(async (tx) => {
        expect(await tx.get(upsert, { id: 1, word: "old" })).toEqual({ id: 1, word: "old" });
        expect(await tx.get(upsert, { id: 1, word: "new" })).toEqual({ id: 1, word: "new" });
      });
      expect(await db.all("SELECT * FROM item")).toEqual([{ id: 1, word: "new" }]);
    });

    test("supports full-text search over external content, maintained by triggers and ranked by bm25", async () => {
      const db = await open();
      await db.exec(`
        CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
        CREATE VIRTUAL TABLE doc_fts USING fts5(title, body, content = 'doc', content_rowid = 'id',
          tokenize = 'porter unicode61');
        CREATE TRIGGER doc_in AFTER INSERT ON doc BEGIN
          INSERT INTO doc_fts (rowid, title, body) VALUES (new.id, new.title, new.body); END;
        CREATE TRIGGER doc_out AFTER DELETE ON doc BEGIN
          INSERT INTO doc_fts (doc_fts, rowid, title, body)
            VALUES ('delete', old.id, old.title, old.body); END;`);
      const insert = "INSERT INTO doc (id, title, body) VALUES (:id, :title, :body)";
      await db.run(insert, { id: 1, title: "Retry", body: "back off before retrying the lock" });
      await db.run(insert, { id: 2, title: "Locks", body: "the lock file, the lock, the lock" });
      await db.run(insert, { id: 3, title: "Other", body: "nothing of the kind" });
      const search = `SELECT rowid AS id, bm25(doc_fts, 4.0, 1.0) AS score FROM doc_fts
        WHERE doc_fts MATCH :query ORDER BY score`;
      const hits = await db.all<{ id: number; score: number }>(search, { query: "locking" });
      expect(hits.map((hit) => hit.id)).toEqual([2, 1]);
      expect(hits.every((hit) => hit.score < 0)).toBe(true);
      await db.run("DELETE FROM doc WHERE id = 2");
      const left = await db.all<{ id: number }>(search, { query: "locking" });
      expect(left.map((hit) => hit.id)).toEqual([1]);
    });

    test("does not accumulate memory over thousands of reads and more statements than are cached", async () => {
      const db = await open();
      const read = async (times: number) => {
        for (let n = 0; n < times; n++) {
          await db.get(`SELECT :n + ${n % 300} AS sum`, { n });
        }
        return process.memoryUsage().rss;
      };
      const times = db.journalMode === "remote" ? 300 : 10_000;
      // What else the process does also takes memory; reads that accumulate it take it in every round.
      let used = await read(times);
      let growth = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 4 && growth >= 48 * 2 ** 20; round++) {
        const now = await read(times);
        growth = Math.min(growth, now - used);
        used = now;
      }
      expect(growth).toBeLessThan(48 * 2 ** 20);
    });
  });

  describe("failures", () => {
    test("a constraint error keeps its engine's code", async () => {
      const db = await withTable();
      await db.run("INSERT INTO item (word) VALUES ('a')");
      const error = await db.run("INSERT INTO item (word) VALUES ('a')").catch((e: unknown) => e);
      expect(engineCode(error)).toBe("SQLITE_CONSTRAINT");
      expect(DatabaseError.is(error)).toBe(false);
    });

    test("throws an error in SQL and keeps the connection usable", async () => {
      const db = await open();
      await expect(db.get("SELEC 1")).rejects.toThrow(/syntax error/);
      await expect(db.exec("SELECT * FROM no_such_table")).rejects.toMatchObject({
        code: "store_incomplete",
      });
      expect(await db.get("SELECT 1 AS a")).toEqual({ a: 1 });
    });

    test("enforces foreign keys", async () => {
      const db = await open();
      await db.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (parent INTEGER REFERENCES parent (id));`);
      const error = await db.run("INSERT INTO child VALUES (1)").catch((e: unknown) => e);
      expect(engineCode(error)).toBe("SQLITE_CONSTRAINT");
    });

    test("a closed database refuses calls, and closing twice equals closing once", async () => {
      const db = await open();
      await db.close();
      await db.close();
      await expect(db.get("SELECT 1")).rejects.toMatchObject({ code: "internal" });
      await expect(db.transaction(async () => 1)).rejects.toMatchObject({ code: "internal" });
    });
  });

  describe("transactions", () => {
    const count = async (db: Database) =>
      (await db.get<{ n: number }>("SELECT count(*) AS n FROM item"))?.n;
    const insert = "INSERT INTO item (word) VALUES (:word)";

    test("commit the body's writes and return its result", async () => {
      const db = await withTable();
      const result = await db.transaction(async (tx) => {
        await tx.run(insert, { word: "a" });
        return "done";
      });
      expect(result).toBe("done");
      expect(await count(await open())).toBe(1);
    });

    test("roll back when the body throws, and throw the same error", async () => {
      const db = await withTable();
      const reason = new Error("changed my mind");
      const body = async (tx: Database) => {
        await tx.run(insert, { word: "a" });
        throw reason;
      };
      await expect(db.transaction(body)).rejects.toBe(reason);
      expect(await count(db)).toBe(0);
    });

    test("survive a failed statement that the body caught", async () => {
      const db = await withTable();
      await db.transaction(async (tx) => {
        const returning = `${insert} RETURNING id`;
        await tx.get(returning, { word: "a" });
        await expect(tx.get(returning, { word: "a" })).rejects.toThrow(/UNIQUE/);
        await tx.get(returning, { word: "b" });
      });
      expect(await count(db)).toBe(2);
    });

    test("let the outer call decide when calls are nested", async () => {
      const db = await withTable();
      const body = async (tx: Database) => {
        await tx.transaction((inner) => inner.run(insert, { word: "a" }));
        throw new Error("outer");
      };
      await expect(db.transaction(body)).rejects.toThrow("outer");
      expect(await count(db)).toBe(0);
    });

    test("an empty transaction works, and an ended transaction cannot be used", async () => {
      const db = await withTable();
      let leaked: Database | undefined;
      await db.transaction(async (tx) => {
        leaked = tx;
      });
      await expect(leaked?.run(insert, { word: "late" })).rejects.toMatchObject({
        code: "internal",
      });
      expect(await count(db)).toBe(0);
    });

    test("take turns on one connection, and none sees another half done", async () => {
      const db = await withTable();
      const seen: (number | undefined)[] = [];
      const two = (n: number) =>
        db.transaction(async (tx) => {
          seen.push(await count(tx));
          await tx.run(insert, { word: `${n}a` });
          await new Promise(setImmediate);
          await tx.run(insert, { word: `${n}b` });
        });
      await Promise.all([two(1), two(2), two(3)]);
      expect(seen).toEqual([0, 2, 4]);
    });

    test("a statement beside a transaction waits for it and is not rolled back with it", async () => {
      const db = await withTable();
      const order: string[] = [];
      let beside: Promise<unknown> = Promise.resolve();
      const body = async (tx: Database) => {
        await tx.run(insert, { word: "inside" });
        beside = db.run(insert, { word: "beside" }).then(() => order.push("beside"));
        await new Promise(setImmediate);
        order.push("body");
        throw new Error("undo");
      };
      await expect(db.transaction(body)).rejects.toThrow("undo");
      await beside;
      expect(order).toEqual(["body", "beside"]);
      expect(await db.all("SELECT word FROM item")).toEqual([{ word: "beside" }]);
    });

    test.each([false, true])(
      "a read beside a transaction sees only committed data (undone: %s)",
      async (undone) => {
        const db = await withTable();
        const beside: Promise<unknown>[] = [];
        const body = async (tx: Database) => {
          await tx.run(insert, { word: "inside" });
          beside.push(db.all("SELECT word FROM item"), db.get("SELECT count(*) AS n FROM item"));
          await new Promise(setImmediate);
          await tx.run("UPDATE item SET word = 'whole'");
          if (undone) throw new Error("undo");
        };
        await db.transaction(body).catch(() => undefined);
        const [rows, first] = await Promise.all(beside);
        expect(rows).toEqual(undone ? [] : [{ word: "whole" }]);
        expect(first).toEqual({ n: undone ? 0 : 1 });
      },
    );

    test("many transactions begin in the same tick with statements between them", async () => {
      const db = await withTable();
      const work = Array.from({ length: 30 }, (_, n) =>
        n % 2 === 0
          ? db.run(insert, { word: String(n) })
          : db.transaction(async (tx) => {
              await tx.run(insert, { word: String(n) });
              if (n % 3 === 0) throw new Error("undo");
            }),
      );
      const results = await Promise.allSettled(work);
      const undone = results.filter((item) => item.status === "rejected").length;
      expect(undone).toBe(5);
      expect(await count(db)).toBe(25);
    });

    test("on two connections wait for each other without blocking this process", async () => {
      const [one, other] = [await withTable(), await open()];
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
      const holding = one.transaction(async (tx) => {
        await tx.run(insert, { word: "first" });
        hasBegun();
        await gate;
      });
      await begun;
      const waiting = other.transaction((tx) => tx.run(insert, { word: "second" }));
      const single = other.run(insert, { word: "third" });
      await new Promise(setImmediate);
      openGate();
      await Promise.all([holding, waiting, single]);
      expect(await count(one)).toBe(3);
    });
  });
}
