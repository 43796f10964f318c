/** Defines contenders that score every row: sqlite-vec, libSQL's functions, usearch's exact search, a plain loop. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { asInt8, type Contender, rowOf } from "./contender.ts";
import { ASKED_PROJECT, DIMS, PROJECTS } from "./dataset.ts";
import { loadPeer } from "./peers.ts";

const BATCH = 5000;

/** vec0 stores int8, so a row has as many bytes as in Tacit. */
const SQLITE_VEC: Contender = {
  name: "sqlite-vec",
  needs: "sqlite-vec",
  isExact: true,
  maxRows: Number.POSITIVE_INFINITY,
  why: "",
  open: async (data, folder) => {
    const { getLoadablePath } = await loadPeer<{ getLoadablePath: () => string }>("sqlite-vec");
    const path = join(folder, "sqlite-vec.db");
    const db = new DatabaseSync(path, { allowExtension: true });
    db.loadExtension(getLoadablePath());
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE v USING vec0(
      id INTEGER PRIMARY KEY, project INTEGER partition key, e int8[${DIMS}] distance_metric=cosine)`);
    const insert = db.prepare("INSERT INTO v (id, project, e) VALUES (?, ?, vec_int8(?))");
    const put = (from: number, vectors: readonly Float32Array[]) => {
      db.exec("BEGIN");
      for (const [i, vector] of vectors.entries()) {
        const row = from + i;
        insert.run(BigInt(row), BigInt(row % PROJECTS), asInt8(vector));
      }
      db.exec("COMMIT");
    };
    for (let row = 0; row < data.count; row += BATCH) {
      const length = Math.min(BATCH, data.count - row);
      put(
        row,
        Array.from({ length }, (_, i) => rowOf(data, row + i)),
      );
    }
    const select = db.prepare(
      "SELECT id FROM v WHERE e MATCH vec_int8(?) AND k = ? ORDER BY distance",
    );
    const selectIn = db.prepare(
      "SELECT id FROM v WHERE e MATCH vec_int8(?) AND k = ? AND project = ? ORDER BY distance",
    );
    const drop = db.prepare("DELETE FROM v WHERE id = ?");
    let next = data.count;
    return {
      search: (query, k) => select.all(asInt8(query), k).map((row) => Number(row["id"])),
      searchProject: (query, k) =>
        selectIn.all(asInt8(query), k, BigInt(ASKED_PROJECT)).map((row) => Number(row["id"])),
      add: (vectors) => {
        put(next, vectors);
        next += vectors.length;
      },
      remove: (rows) => {
        db.exec("BEGIN");
        for (const row of rows) drop.run(BigInt(row));
        db.exec("COMMIT");
      },
      bytes: () => statSync(path).size,
      close: () => db.close(),
    };
  },
};

interface LibsqlStatement {
  run(args: readonly unknown[]): unknown;
  all(args: readonly unknown[]): { id: number }[];
}
interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
}

const LIBSQL: Contender = {
  name: "libsql",
  isExact: true,
  maxRows: 100_000,
  why: "the storage study measured 535 ms a query, and a load of minutes",
  open: async (data, folder) => {
    const { default: Database } = (await import("libsql")) as unknown as {
      default: new (path: string) => LibsqlDatabase;
    };
    const path = join(folder, "libsql.db");
    const db = new Database(path);
    // Without a separate log, so that the file's size is the total.
    db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;
      CREATE TABLE v (id INTEGER PRIMARY KEY, project INTEGER, e F8_BLOB(${DIMS}));
      CREATE INDEX v_project ON v (project)`);
    const insert = db.prepare("INSERT INTO v VALUES (?, ?, vector8(?))");
    const put = (from: number, vectors: readonly Float32Array[]) => {
      db.exec("BEGIN");
      for (const [i, vector] of vectors.entries()) {
        insert.run([
          from + i,
          (from + i) % PROJECTS,
          Buffer.from(Float32Array.from(vector).buffer),
        ]);
      }
      db.exec("COMMIT");
    };
    for (let row = 0; row < data.count; row += BATCH) {
      const length = Math.min(BATCH, data.count - row);
      put(
        row,
        Array.from({ length }, (_, i) => rowOf(data, row + i)),
      );
    }
    const order = "ORDER BY vector_distance_cos(e, vector8(?)) LIMIT ?";
    const select = db.prepare(`SELECT id FROM v ${order}`);
    const selectIn = db.prepare(`SELECT id FROM v WHERE project = ${ASKED_PROJECT} ${order}`);
    const drop = db.prepare("DELETE FROM v WHERE id = ?");
    const blob = (query: Float32Array) => Buffer.from(Float32Array.from(query).buffer);
    let next = data.count;
    return {
      search: (query, k) => select.all([blob(query), k]).map((row) => row.id),
      searchProject: (query, k) => selectIn.all([blob(query), k]).map((row) => row.id),
      add: (vectors) => {
        put(next, vectors);
        next += vectors.length;
      },
      remove: (rows) => {
        db.exec("BEGIN");
        for (const row of rows) drop.run([row]);
        db.exec("COMMIT");
      },
      bytes: () => statSync(path).size,
      close: () => db.close(),
    };
  },
};

interface Usearch {
  readonly MetricKind: { readonly Cos: string };
  exactSearch(
    dataset: Int8Array,
    query: Int8Array,
    dims: number,
    k: number,
    metric: string,
    threads: number,
  ): { readonly keys: BigUint64Array };
}

/** Native SIMD over the same int8 rows, single-threaded like Tacit. */
const USEARCH_EXACT: Contender = {
  name: "usearch exact",
  needs: "usearch",
  isExact: true,
  maxRows: Number.POSITIVE_INFINITY,
  why: "",
  open: async (data) => {
    const { exactSearch, MetricKind } = await loadPeer<Usearch>("usearch");
    const rows = new Int8Array(data.count * DIMS);
    for (let row = 0; row < data.count; row++) rows.set(asInt8(rowOf(data, row)), row * DIMS);
    return {
      search: (query, k) =>
        Array.from(exactSearch(rows, asInt8(query), DIMS, k, MetricKind.Cos, 1).keys, Number),
      bytes: () => null,
      close: () => undefined,
    };
  },
};

const PLAIN: Contender = {
  name: "plain JavaScript",
  isExact: true,
  maxRows: Number.POSITIVE_INFINITY,
  why: "",
  open: async ({ vectors, count }) => ({
    search: (query, k) => {
      const scores = new Float32Array(count);
      for (let row = 0; row < count; row++) {
        let sum = 0;
        const at = row * DIMS;
        for (let d = 0; d < DIMS; d++) sum += (vectors[at + d] ?? 0) * (query[d] ?? 0);
        scores[row] = sum;
      }
      const limit = scores.toSorted()[Math.max(0, count - k)] ?? 0;
      const best: number[] = [];
      for (let row = 0; row < count; row++) if ((scores[row] ?? 0) >= limit) best.push(row);
      return best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, k);
    },
    bytes: () => null,
    close: () => undefined,
  }),
};

export const EXACT_PEERS: readonly Contender[] = [USEARCH_EXACT, SQLITE_VEC, LIBSQL, PLAIN];
