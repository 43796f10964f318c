/** How far a change reaches, by which edges, and with which confidence. */
import { afterEach, expect, test } from "vitest";
import type { EdgeType, Tier } from "../link/value.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { buildGraph } from "./build-graph.ts";
import { type CodeGraph, edgeKind, FILE_KIND, type FileNodes, symbolOfNode } from "./graph.ts";
import { nodesOfFile, nodesOfSymbol, reach } from "./impact.ts";
import { isTestPath, testedStem } from "./test-paths.ts";
import { walkGraph } from "./walk-graph.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

/** Builds files with one function `f` each, and edges between these by number. */
function chain(
  edges: readonly (readonly [number, number, EdgeType, Tier])[],
  count: number,
): CodeGraph {
  const files = Array.from(
    { length: count },
    (_value, file): FileNodes => ({
      path: `f${file}.ts`,
      symbols: [{ name: "f", kind: 2, container: 0, startLine: 1, endLine: 1 }],
      edges: Uint32Array.from(
        edges.flatMap(([from, to, type, tier]) =>
          from === file ? [1, to, 1, edgeKind(type, tier)] : [],
        ),
      ),
      unresolved: [],
    }),
  );
  return buildGraph(files);
}

test("counts depth in steps and multiplies confidence along the most certain path", () => {
  const graph = chain(
    [
      [1, 0, "calls", "typed"],
      [2, 1, "calls", "reference"],
      [2, 3, "calls", "file"],
      [3, 0, "calls", "file"],
      [4, 2, "calls", "file"],
    ],
    5,
  );
  const { nodes } = reach(graph, nodesOfSymbol(graph, 0, "f"), {
    direction: "dependents",
    depth: 2,
  });
  expect(nodes).toEqual([
    { path: "f3.ts", symbol: "f", depth: 1, via: "calls", tier: "file", confidence: 0.98 },
    { path: "f1.ts", symbol: "f", depth: 1, via: "calls", tier: "typed", confidence: 0.95 },
    { path: "f2.ts", symbol: "f", depth: 2, via: "calls", tier: "file", confidence: 0.96 },
  ]);
});

test("ends at cycles and does not list the target as its own dependent", () => {
  const graph = chain(
    [
      [0, 1, "calls", "file"],
      [1, 0, "calls", "file"],
    ],
    2,
  );
  const { nodes } = reach(graph, nodesOfSymbol(graph, 0, "f"), {
    direction: "dependents",
    depth: 9,
  });
  expect(nodes.map(({ path }) => path)).toEqual(["f1.ts"]);
});

test("follows edges based on a name alone only on request", () => {
  const graph = chain([[1, 0, "calls", "unique"]], 2);
  const seeds = nodesOfSymbol(graph, 0, "f");
  const options = { direction: "dependents", depth: 1 } as const;
  expect(reach(graph, seeds, options).nodes).toEqual([]);
  expect(reach(graph, seeds, { ...options, withUnique: true }).nodes).toMatchObject([
    { confidence: 0.4 },
  ]);
});

test.each([
  ["log", ["log"]],
  ["Store.log", ["Store.log"]],
  ["Store", ["Store", "Store.log", "Store.#keep"]],
  ["Store.#keep", ["Store.#keep"]],
  ["#keep", ["Store.#keep"]],
  ["Store#log", ["Store.log"]],
  ["Store::log", ["Store.log"]],
  ["keep", []],
])("a symbol %j of a file is %j", (symbol, found) => {
  const at = { startLine: 1, endLine: 1 };
  const graph = buildGraph([
    {
      path: "store.ts",
      symbols: [
        { name: "Store", kind: 4, container: 0, ...at },
        { name: "log", kind: 3, container: 1, ...at },
        { name: "#keep", kind: 3, container: 1, ...at },
        { name: "log", kind: 2, container: 0, ...at },
      ],
      edges: new Uint32Array(),
      unresolved: [],
    },
  ]);
  const names = nodesOfSymbol(graph, 0, symbol).map((node) => symbolOfNode(graph, node));
  expect(names).toEqual(found);
});

test("limits the number of nodes and reports when more exist", () => {
  const graph = chain(
    Array.from({ length: 600 }, (_value, i) => [i + 1, 0, "calls", "file"] as const),
    601,
  );
  const found = reach(graph, nodesOfFile(graph, 0), { direction: "dependents", depth: 1 });
  expect([found.nodes.length, found.isCapped, found.files.length]).toEqual([500, true, 600]);
});

test("rates the callers of several overrides by the most certain of the nearest", () => {
  const graph = chain(
    [
      [1, 0, "calls", "reference"],
      [1, 3, "overrides", "typed"],
      [2, 0, "calls", "file"],
      [2, 3, "overrides", "typed"],
      [4, 3, "calls", "typed"],
      [5, 4, "calls", "file"],
      [5, 3, "overrides", "typed"],
    ],
    6,
  );
  const seeds = nodesOfSymbol(graph, 0, "f");
  const { nodes } = reach(graph, seeds, { direction: "dependents", depth: 9 });
  const summary = nodes.map(({ path, depth, confidence }) => [path, depth, confidence]);
  expect(summary).toEqual([
    ["f2.ts", 1, 0.98],
    ["f1.ts", 1, 0.7],
    ["f4.ts", 2, 0.559],
    ["f5.ts", 3, 0.547],
  ]);
});

test.each(["dependents", "dependencies"] as const)(
  "a walk to %s finds the same nodes in the same order for any number of rated nodes",
  (direction) => {
    const types = ["calls", "overrides", "extends", "typed_as"] as const;
    const edges = Array.from({ length: 900 }, (_value, i) => {
      const [from, to] = [(i * 7919) % 200, (i * 104_729 + i * i) % 200];
      return [from, to, types[i % 4] ?? "calls", i % 11 === 0 ? "unique" : "file"] as const;
    });
    const graph = chain(edges, 200);
    for (const seed of [1, 57, 123]) {
      const walk = (weighed: number) => {
        const { queue, levels } = walkGraph(graph, [seed], { direction, depth: 4, weighed });
        return [[...queue.subarray(0, levels.at(-1))], [...levels]];
      };
      expect(walk(0)).toEqual(walk(1_000));
      expect(walk(5)).toEqual(walk(1_000));
    }
  },
);

test("leaves out edges to nodes that do not exist", () => {
  const graph = chain([[0, 7, "calls", "file"]], 2);
  expect([graph.outTargets.length, graph.kinds[0]]).toEqual([0, FILE_KIND]);
});

test("reaches overrides through the overridden method and constructors through their class", async () => {
  tree = testTree({
    "base.ts": "export class Base { go() { helper(); } }\nfunction helper() {}\n",
    "derived.ts": 'import { Base } from "./base";\nexport class Derived extends Base { go() {} }\n',
    "holder.ts":
      'import { Derived } from "./derived";\nexport class Holder { own = new Derived(); }\n',
    "use.ts": 'import { Base } from "./base";\nexport function use(b: Base) { b.go(); }\n',
    "make.ts": 'import { Holder } from "./holder";\nexport const make = () => new Holder();\n',
  });
  expect(await tree.reached("derived.ts:Derived.go", "dependents", 1)).toContain("use.ts:use");
  expect(await tree.reached("derived.ts:Derived", "dependents", 2)).toContain("make.ts:make");
  expect(await tree.reached("make.ts:make", "dependencies", 2)).toContain("derived.ts:Derived");
});

test("follows a called method to what its overrides call, but not the method that is asked about", async () => {
  tree = testTree({
    "base.ts": "export class Base { go() {} }\n",
    "derived.ts":
      'import { Base } from "./base";\nexport class Derived extends Base { go() { helper(); } }\nfunction helper() {}\n',
    "use.ts": 'import { Base } from "./base";\nexport function use(b: Base) { b.go(); }\n',
  });
  const helper = "derived.ts:helper";
  expect(await tree.reached("use.ts:use", "dependencies", 2)).toContain(helper);
  expect(await tree.reached("base.ts:Base.go", "dependencies", 2)).not.toContain(helper);
});

test("reaches what makes a PHP object from what its constructor calls", async () => {
  tree = testTree({
    "store.php":
      "<?php\nclass Store { function __construct() { opened(); } }\nfunction opened() {}\n",
    "app.php": "<?php\nfunction app() { return new Store(); }\n",
  });
  expect(await tree.reached("store.php:opened", "dependents", 3)).toContain("app.php:app");
});

test("reaches only the users of a symbol, but all importers of a file", async () => {
  tree = testTree({
    "lib.ts": "export function one() {}\nexport function two() {}\n",
    "a.ts": 'import { one } from "./lib";\nexport const a = () => one();\n',
    "b.ts": 'import { two } from "./lib";\nexport const b = () => two();\n',
    "c.ts": 'import "./b";\n',
  });
  const item = await tree.reached("lib.ts:one", "dependents");
  expect([item.includes("a.ts:a"), item.includes("b.ts:b"), item.includes("c.ts")]).toEqual([
    true,
    false,
    false,
  ]);
  const file = await tree.reached("lib.ts", "dependents");
  expect([file.includes("a.ts:a"), file.includes("b.ts:b"), file.includes("c.ts")]).toEqual([
    true,
    true,
    true,
  ]);
});

test.each([
  ["src/user.test.ts", true, "user"],
  ["src/__tests__/user.ts", true, "user"],
  ["tests/test_user.py", true, "user"],
  ["pkg/user_test.go", true, "user"],
  ["src/test/java/UserTest.java", true, "user"],
  ["spec/user_spec.rb", true, "user"],
  ["src/jvmMain/kotlin/FileSpec.kt", false, "file"],
  ["kit/src/main/kotlin/specs/FileSpec.kt", false, "file"],
  ["src/FileSpec.kt", false, "file"],
  ["src/main/java/SpeedTest.java", false, "speed"],
  ["Sources/Kit/SpeedTest.swift", false, "speed"],
  ["app/Http/SpeedTest.php", false, "speed"],
  ["src/jvmTest/kotlin/FileSpec.kt", true, "file"],
  ["src/jvmTest/kotlin/Stub.kt", true, "stub"],
  ["tests/kit/src/main/kotlin/User.kt", true, "user"],
  ["kit/UserTest.java", true, "user"],
  ["app/src/test/java/UserIT.java", true, "user"],
  ["Tests/KitTests/UserSpec.swift", true, "user"],
  ["KitTests/Stub.swift", true, "stub"],
  ["Kit.Tests/Stub.cs", true, "stub"],
  ["kit/UserSpec.scala", true, "user"],
  ["app/tests/Stub.php", true, "stub"],
  ["app/user.test.tsx", true, "user"],
  ["lib/user_spec.rb", true, "user"],
  ["src/user.ts", false, "user"],
  ["src/latest/contest.py", false, "contest"],
])("%s: test file %s, tested file name %s", (path, isTest, stem) => {
  expect([isTestPath(path), testedStem(path)]).toEqual([isTest, stem]);
});
