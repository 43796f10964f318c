/** Everything known about the neighbours of a file, combined into one weight. */
import { afterEach, expect, test } from "vitest";
import { filePairs } from "../history/file-pairs.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { fileNeighbours } from "./file-neighbours.ts";

let tree: TestTree;
afterEach(() => tree.close());

const LIMITS = { minCount: 3, minInformation: 0.3, doubt: 2, mostOfOne: 20 };
const NONE = filePairs([], LIMITS);

test("counts imports and calls in both directions, weights hubs less, and adds co-changed files", async () => {
  const users = Object.fromEntries(
    Array.from({ length: 20 }, (_value, n) => [
      `user${n}.ts`,
      'import { log } from "./log";\nlog();\n',
    ]),
  );
  tree = testTree({
    "log.ts": "export function log() {}\n",
    "store.ts": "export function open() {}\n",
    "app.ts": 'import { open } from "./store";\nimport { log } from "./log";\nopen();\nlog();\n',
    ...users,
  });
  const { graph } = await (await tree.session()).fresh();
  const occasions = [
    ...Array.from({ length: 8 }, () => ["app.ts", "docs/app.md"]),
    ...Array.from({ length: 40 }, () => ["other.md"]),
  ];
  const found = fileNeighbours(graph, { changes: filePairs(occasions, LIMITS), accesses: NONE });
  expect(found.get("app.ts")?.map(({ path, kinds }) => [path, kinds])).toEqual([
    ["docs/app.md", ["co_change"]],
    ["store.ts", ["imports", "calls"]],
    ["log.ts", ["imports", "calls"]],
  ]);
  expect(found.get("store.ts")?.map(({ path }) => path)).toEqual(["app.ts"]);
  expect(found.get("docs/app.md")?.map(({ path }) => path)).toEqual(["app.ts"]);
  expect(found.get("log.ts")?.length).toBe(16);
  for (const { weight } of [...found.values()].flat()) {
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThanOrEqual(1);
  }
  const accesses = fileNeighbours(graph, { changes: NONE, accesses: filePairs(occasions, LIMITS) });
  expect(accesses.get("docs/app.md")?.[0]?.kinds).toEqual(["co_access"]);
});
