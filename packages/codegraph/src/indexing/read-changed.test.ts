/** What an unfinished run leaves behind is used only by the next run over the same files. */
import { join } from "node:path";
import type { Database } from "@tacit-memory/sqlite";
import { DatabaseError } from "@tacit-memory/sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { EXTRACTOR_VERSION } from "../facts/facts.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import {
  dropRead,
  keepRead,
  openCodeStore,
  type ReadFile,
  readBefore,
  writeCodeFiles,
} from "./code-store.ts";
import type { CodeStore } from "./code-tree.ts";
import { readChanged } from "./read-changed.ts";
import { UnsavedRows } from "./unsaved-rows.ts";
import { statOf } from "./walk.ts";

let tree: TestTree | undefined;
let db: Database | undefined;
afterEach(async () => {
  await db?.close();
  await tree?.close();
});

async function opened(files: Readonly<Record<string, string>>): Promise<CodeStore> {
  tree = testTree(files);
  ({ db } = await openCodeStore(tree.store));
  const { root } = tree;
  const snapshotPath = join(root, "..", "none.graph");
  return { db, root, snapshotPath, unsaved: new UnsavedRows(), mentioned: new Map() };
}

function left(store: CodeStore, path: string, more: Partial<ReadFile> = {}): ReadFile {
  const stat = statOf(store.root, path);
  if (stat === null) throw new Error(`no ${path}`);
  const content = { hash: new Uint8Array([1, 2]), surface: 7, facts: new Uint8Array([9]) };
  return {
    path,
    ...stat,
    ...content,
    extractor: EXTRACTOR_VERSION,
    skipped: null,
    partial: 0,
    ...more,
  };
}

function dirty(store: CodeStore, paths: readonly string[]) {
  const found = paths.flatMap((path) => {
    const stat = statOf(store.root, path);
    return stat === null ? [] : [{ path, ...stat, knownHash: null }];
  });
  const walked = { sources: paths, configs: [], unread: [] };
  return {
    walked,
    rows: new Map(),
    since: undefined,
    dirty: found,
    gone: [],
    config: "",
    unread: [],
  };
}

const ids = () => "id";

test("reuses files as read, and reads changed files or those of an older extractor again", async () => {
  const paths = ["a.ts", "b.ts", "c.ts", "d.ts"];
  const store = await opened(Object.fromEntries(paths.map((path) => [path, "export {};\n"])));
  await keepRead(store.db, [
    left(store, "a.ts"),
    left(store, "b.ts", { mtimeMs: 5 }),
    left(store, "c.ts", { extractor: EXTRACTOR_VERSION - 1 }),
  ]);
  const read = await readChanged(store, dirty(store, paths), { where: "beside", newId: ids });
  expect(read?.parsed).toBe(3);
  const taken = read?.rows.filter(({ facts }) => facts === "read");
  expect(taken?.map(({ path, surface }) => [path, surface])).toEqual([["a.ts", 7]]);
  const answering = await readChanged(store, dirty(store, paths), { where: "nowhere", newId: ids });
  const bytes = answering?.rows.find(({ path }) => path === "a.ts")?.facts;
  expect([...(bytes as Uint8Array)]).toEqual([9]);
});

test("rejects what another process has read again since", async () => {
  const store = await opened({ "a.ts": "export {};\n" });
  const mine = left(store, "a.ts");
  await keepRead(store.db, [mine]);
  const change = { ...mine, facts: "read" } as const;
  await keepRead(store.db, [{ ...mine, hash: new Uint8Array([3]) }]);
  const meta = { generation: "one" };
  expect(await writeCodeFiles(store.db, [change], [], meta, undefined)).toBe(false);
  await keepRead(store.db, [{ ...mine, extractor: EXTRACTOR_VERSION + 1 }]);
  expect(await writeCodeFiles(store.db, [change], [], meta, undefined)).toBe(false);
  await keepRead(store.db, [mine]);
  expect(await writeCodeFiles(store.db, [change], [], meta, undefined)).toBe(true);
  store.unsaved.clear();
  const stored = await store.unsaved.readFacts(store.db, ["a.ts"]);
  expect([...(stored.get("a.ts") ?? [])]).toEqual([9]);
});

test("leaves nothing after a finished run", async () => {
  const store = await opened({ "a.ts": "export {};\n" });
  await keepRead(store.db, [left(store, "a.ts")]);
  expect(await dropRead(store.db)).toBe(1);
  expect(await readBefore(store.db, ["a.ts"])).toEqual([]);
  expect(await dropRead(store.db)).toBe(0);
});

test("does not fail when a full disk prevents freeing the space", async () => {
  const store = await opened({ "a.ts": "export {};\n" });
  await keepRead(store.db, [left(store, "a.ts")]);
  const exec = vi.spyOn(store.db, "exec");
  exec.mockRejectedValue(new DatabaseError("store_full", { path: tree?.store }));
  expect(await dropRead(store.db)).toBe(1);
  expect(exec).toHaveBeenCalledWith("VACUUM");
  expect(await readBefore(store.db, ["a.ts"])).toEqual([]);
});
