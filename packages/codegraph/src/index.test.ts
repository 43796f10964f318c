/** The example of the README works with the public interface alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CodegraphError, CodeSession, nodesOfSymbol, reach } from "./index.ts";

const FILES = {
  "src/price.ts": "export function total(net: number) {\n  return net * 1.2;\n}\n",
  "src/order.ts":
    'import { total } from "./price.ts";\nexport const bill = (net: number) => total(net);\n',
  "src/order.test.ts": 'import { bill } from "./order.ts";\nbill(1);\n',
};

test("indexes a tree and finds the callers and tests affected by a changed function", async () => {
  const { session } = await openTree();
  const { graph, stale } = await session.fresh();
  expect(stale).toEqual([]);
  const seeds = nodesOfSymbol(graph, graph.paths.indexOf("src/price.ts"), "total");
  const options = { direction: "dependents", depth: 3, withUnique: false } as const;
  const { nodes, tests } = reach(graph, seeds, options);
  expect(nodes.map(({ path }) => path)).toContain("src/order.ts");
  expect(tests).toEqual(["src/order.test.ts"]);
});

test("throws a CodegraphError for a named index that does not exist", async () => {
  const { session, root } = await openTree();
  const wishes = { named: [join(root, "gone.scip")], isLooking: false, isChecked: false };
  const error = await session.index(false, () => undefined, wishes).catch((cause) => cause);
  expect(CodegraphError.is(error, "input_missing"), String(error)).toBe(true);
  expect(String(error)).toContain("gone.scip");
});

async function openTree(): Promise<{ session: CodeSession; root: string }> {
  const root = mkdtempSync(join(tmpdir(), "codegraph-"));
  mkdirSync(join(root, "src"));
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  let ids = 0;
  const session = await CodeSession.open({
    path: join(root, "index", "code.db"),
    root,
    newId: () => `id-${++ids}`,
    nowMs: () => 0,
  });
  onTestFinished(async () => {
    await session.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  });
  return { session, root };
}
