/** Preparing for an edit changes nothing, and the next edit can continue from its result. */
import type { Database } from "@tacit-memory/sqlite";
import { afterEach, expect, test } from "vitest";
import { exportedEdges } from "../graph/export-graph.ts";
import { openCodeStore } from "../indexing/code-store.ts";
import type { CodeStore } from "../indexing/code-tree.ts";
import { applySweep, keptGraph, sweep } from "../indexing/index-project.ts";
import { UnsavedRows } from "../indexing/unsaved-rows.ts";
import { type TestTree, testTree } from "./testing-tree.ts";
import { warmUp } from "./warm-up.ts";

let tree: TestTree | undefined;
let db: Database | undefined;
afterEach(async () => {
  await db?.close();
  await tree?.close();
});

test("gives the graph of a fresh index after an edit, using what was loaded", async () => {
  tree = testTree({
    "a.ts": 'import { b } from "./b";\nexport function a() { return b().go(); }\n',
    "b.ts": 'import { C } from "./c";\nexport function b() { return new C(); }\n',
    "c.ts": "export class C { go() {} stop() {} }\n",
    "small.py": "def f():\n    pass\n",
  });
  await (await tree.session()).index(false, () => undefined);
  ({ db } = await openCodeStore(tree.store));
  const snapshotPath = tree.store.replace(".db", ".graph");
  const unsaved = new UnsavedRows();
  const store: CodeStore = { db, root: tree.root, snapshotPath, unsaved, mentioned: new Map() };
  const stored = await keptGraph(store);
  if (stored === undefined) throw new Error("no graph");
  const before = [...exportedEdges(stored.graph)];
  const linking = await warmUp(store, await sweep(store, false), stored);
  expect(linking.loaded).toBeGreaterThan(0);
  expect(store.unsaved.isEmpty).toBe(true);
  expect([...exportedEdges(stored.graph)]).toEqual(before);

  tree.write("a.ts", 'import { b } from "./b";\nexport function a() { return b().stop(); }\n');
  const found = await sweep(store, false);
  const held = { ...stored, linking };
  const edited = await applySweep(store, found, held, { newId: () => "id", isStored: false });
  expect(edited?.linking).toBe(linking);
  const session = await tree.session();
  await session.index(true, () => undefined);
  const { graph } = await session.fresh();
  expect([...exportedEdges(edited?.graph ?? stored.graph)]).toEqual([...exportedEdges(graph)]);
});
