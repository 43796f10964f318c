/** Whether a tree has been indexed is found out without changing anything. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CodeSession } from "./code-session.ts";
import { hasStoredGraph } from "./stored-graph.ts";

async function indexed() {
  const root = mkdtempSync(join(tmpdir(), "tacit-stored-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const path = join(root, "index", "code.db");
  writeFileSync(join(root, "a.ts"), "export const a = 1;\n");
  let ids = 0;
  const session = await CodeSession.open({ path, root, newId: () => `id${ids++}`, nowMs: () => 0 });
  const before = await hasStoredGraph(path);
  await session.index(false, () => undefined);
  await session.close();
  const openAgain = () => CodeSession.open({ path, root, newId: () => "id", nowMs: () => 0 });
  return { path, before, openAgain };
}

test("an opened index has no graph before its first indexing, and has one afterwards", async () => {
  const { path, before } = await indexed();
  expect(before).toBe(false);
  expect(await hasStoredGraph(path)).toBe(true);
});

test("facts without their graph are not a graph", async () => {
  const { path } = await indexed();
  rmSync(path.replace(/\.db$/, ".graph"));
  expect(await hasStoredGraph(path)).toBe(false);
});

test("a damaged file is not a graph and stays as it is", async () => {
  const { path } = await indexed();
  writeFileSync(path, "not a database".repeat(1000));
  expect(await hasStoredGraph(path)).toBe(false);
  expect(existsSync(path)).toBe(true);
});

test("a missing file is not created", async () => {
  const { path } = await indexed();
  const other = path.replace("code.db", "none.db");
  expect(await hasStoredGraph(other)).toBe(false);
  expect(existsSync(other)).toBe(false);
});

test("an index without its graph is not made complete by a question that needs it only if it exists", async () => {
  const { path, openAgain } = await indexed();
  const session = await openAgain();
  onTestFinished(() => session.close());
  expect((await session.freshIfIndexed())?.graph.paths).toEqual(["a.ts"]);
  const other = await openAgain();
  onTestFinished(() => other.close());
  rmSync(path.replace(/\.db$/, ".graph"));
  expect(await other.freshIfIndexed()).toBeNull();
  expect(await hasStoredGraph(path)).toBe(false);
});
