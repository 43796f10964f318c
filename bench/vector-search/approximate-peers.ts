/** Defines contenders with an index that may miss rows: two HNSW graphs, LanceDB's flat scan of its own files, Orama. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Contender, rowOf } from "./contender.ts";
import { ASKED_PROJECT, DIMS, PROJECTS } from "./dataset.ts";
import { loadPeer } from "./peers.ts";

interface UsearchIndex {
  add(key: bigint, vector: Float32Array): void;
  search(query: Float32Array, k: number, threads: number): { readonly keys: BigUint64Array };
  remove(key: bigint): void;
  save(path: string): void;
}
interface Usearch {
  readonly Index: new (options: Readonly<Record<string, unknown>>) => UsearchIndex;
  readonly MetricKind: { readonly Cos: string };
  readonly ScalarKind: { readonly I8: string };
}

const USEARCH: Contender = {
  name: "usearch HNSW",
  needs: "usearch",
  isExact: false,
  maxRows: 100_000,
  why: "its graph takes ten minutes to build at 1,000,000",
  open: async (data, folder) => {
    const { Index, MetricKind, ScalarKind } = await loadPeer<Usearch>("usearch");
    const index = new Index({
      dimensions: DIMS,
      metric: MetricKind.Cos,
      quantization: ScalarKind.I8,
    });
    for (let row = 0; row < data.count; row++) index.add(BigInt(row), rowOf(data, row));
    let next = data.count;
    const path = join(folder, "usearch.index");
    index.save(path);
    return {
      search: (query, k) => Array.from(index.search(query, k, 1).keys, Number),
      add: (vectors) => {
        for (const vector of vectors) index.add(BigInt(next++), vector);
      },
      remove: (rows) => {
        for (const row of rows) index.remove(BigInt(row));
      },
      bytes: () => statSync(path).size,
      close: () => undefined,
    };
  },
};

interface Hnsw {
  initIndex(options: { maxElements: number; m: number; efConstruction: number }): void;
  addPoint(point: number[], label: number): void;
  setEf(ef: number): void;
  searchKnn(
    query: number[],
    k: number,
    filter?: (label: number) => boolean,
  ): { readonly neighbors: number[] };
  markDelete(label: number): void;
  writeIndexSync(path: string): void;
}

const HNSWLIB: Contender = {
  name: "hnswlib-node",
  needs: "hnswlib-node",
  isExact: false,
  maxRows: 100_000,
  why: "its graph takes longer than ten minutes to build at 1,000,000",
  open: async (data, folder) => {
    const { HierarchicalNSW } = await loadPeer<{
      HierarchicalNSW: new (space: string, dims: number) => Hnsw;
    }>("hnswlib-node");
    const index = new HierarchicalNSW("cosine", DIMS);
    index.initIndex({ maxElements: data.count + 10_000, m: 16, efConstruction: 100 });
    for (let row = 0; row < data.count; row++) index.addPoint([...rowOf(data, row)], row);
    index.setEf(100);
    let next = data.count;
    const path = join(folder, "hnswlib.index");
    index.writeIndexSync(path);
    return {
      search: (query, k) => index.searchKnn([...query], k).neighbors,
      searchProject: (query, k) =>
        index.searchKnn([...query], k, (label) => label % PROJECTS === ASKED_PROJECT).neighbors,
      add: (vectors) => {
        for (const vector of vectors) index.addPoint([...vector], next++);
      },
      remove: (rows) => {
        for (const row of rows) index.markDelete(row);
      },
      bytes: () => statSync(path).size,
      close: () => undefined,
    };
  },
};

interface LanceQuery {
  distanceType(kind: string): LanceQuery;
  where(condition: string): LanceQuery;
  select(columns: readonly string[]): LanceQuery;
  limit(k: number): LanceQuery;
  toArray(): Promise<{ id: number | bigint }[]>;
}
interface LanceTable {
  add(rows: readonly object[]): Promise<unknown>;
  delete(condition: string): Promise<unknown>;
  vectorSearch(query: Float32Array): LanceQuery;
}
interface Lance {
  connect(path: string): Promise<{
    createTable(name: string, rows: readonly object[]): Promise<LanceTable>;
    close(): void;
  }>;
}

/** Without an index, LanceDB scans float32 exactly; its IVF-PQ took 86 s to build in the storage study. */
const LANCE: Contender = {
  name: "LanceDB flat",
  needs: "@lancedb/lancedb",
  isExact: true,
  maxRows: 100_000,
  why: "1 GB of rows through its tables, for what 100,000 already shows",
  open: async (data, folder) => {
    const { connect } = await loadPeer<Lance>("@lancedb/lancedb");
    const path = join(folder, "lance");
    const db = await connect(path);
    const rowsFrom = (from: number, vectors: readonly Float32Array[]) =>
      vectors.map((vector, i) => ({
        id: from + i,
        project: (from + i) % PROJECTS,
        vector: [...vector],
      }));
    const slice = (from: number) =>
      Array.from({ length: Math.min(10_000, data.count - from) }, (_, i) => rowOf(data, from + i));
    const table = await db.createTable("v", rowsFrom(0, slice(0)));
    for (let row = 10_000; row < data.count; row += 10_000) {
      await table.add(rowsFrom(row, slice(row)));
    }
    const ask = (query: Float32Array, k: number) =>
      table.vectorSearch(query).distanceType("cosine").select(["id"]).limit(k);
    const ids = async (query: LanceQuery) => (await query.toArray()).map(({ id }) => Number(id));
    let next = data.count;
    return {
      search: (query, k) => ids(ask(query, k)),
      searchProject: (query, k) => ids(ask(query, k).where(`project = ${ASKED_PROJECT}`)),
      add: async (vectors) => {
        await table.add(rowsFrom(next, vectors));
        next += vectors.length;
      },
      remove: async (rows) => {
        await table.delete(`id IN (${rows.join(", ")})`);
      },
      bytes: () => folderBytes(path),
      close: () => db.close(),
    };
  },
};

function folderBytes(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

interface Orama {
  create(options: object): unknown;
  insertMultiple(db: unknown, rows: readonly object[], batch: number): unknown;
  removeMultiple(db: unknown, ids: readonly string[]): unknown;
  search(
    db: unknown,
    query: object,
  ): { hits: { id: string }[] } | Promise<{ hits: { id: string }[] }>;
}

const ORAMA: Contender = {
  name: "Orama",
  needs: "@orama/orama",
  isExact: true,
  maxRows: 10_000,
  why: "91 ms a query and 0.4 GB at 10,000 in the storage study",
  open: async (data) => {
    const orama = await loadPeer<Orama>("@orama/orama");
    const schema = { project: "number", vector: `vector[${DIMS}]` } as const;
    const db = orama.create({ schema });
    const rowsFrom = (from: number, vectors: readonly Float32Array[]) =>
      vectors.map((vector, i) => ({
        id: String(from + i),
        project: (from + i) % PROJECTS,
        vector: [...vector],
      }));
    const all = Array.from({ length: data.count }, (_, row) => rowOf(data, row));
    await orama.insertMultiple(db, rowsFrom(0, all), 1000);
    const ask = async (query: Float32Array, k: number, more: object) => {
      const vector = { value: [...query], property: "vector" };
      const parameters = { mode: "vector", vector, similarity: 0, limit: k, ...more };
      return (await orama.search(db, parameters)).hits.map((hit) => Number(hit.id));
    };
    let next = data.count;
    return {
      search: (query, k) => ask(query, k, {}),
      searchProject: (query, k) => ask(query, k, { where: { project: { eq: ASKED_PROJECT } } }),
      add: async (vectors) => {
        await orama.insertMultiple(db, rowsFrom(next, vectors), 1000);
        next += vectors.length;
      },
      remove: async (rows) => {
        await orama.removeMultiple(db, rows.map(String));
      },
      bytes: () => null,
      close: () => undefined,
    };
  },
};

export const APPROXIMATE_PEERS: readonly Contender[] = [USEARCH, HNSWLIB, LANCE, ORAMA];
