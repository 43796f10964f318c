/** Tests that the drawn part grows by what is opened and never beyond its limit. */
import type { GraphPart } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { drawnGraph, MAX_DRAWN, withOpened } from "./drawn-graph.ts";

const node = (name: string) =>
  ({ key: `file:${name}`, kind: "file", label: name, type: null }) as const;

/** A focus with neighbours that depend on it. */
function star(focus: string, names: readonly string[]): GraphPart {
  return {
    nodes: [focus, ...names].map(node),
    edges: names.map((name) => ({ from: `file:${name}`, to: `file:${focus}`, type: "depends" })),
    focus: `file:${focus}`,
    total: names.length,
    files: 5000,
  };
}

test("a part that is opened twice is drawn once", () => {
  const part = star("a", ["b", "c"]);
  const drawn = drawnGraph([part, part]);
  expect(drawn.nodes).toHaveLength(3);
  expect(drawn.edges).toHaveLength(2);
});

test("parts that share a node are joined there", () => {
  const drawn = drawnGraph([star("a", ["b"]), star("b", ["c"])]);
  expect(drawn.nodes.map(({ label }) => label)).toEqual(["a", "b", "c"]);
  expect(drawn.edges).toHaveLength(2);
});

test("what was opened longest ago goes first, with its edges", () => {
  const parts = Array.from({ length: 10 }, (_part, part) =>
    star(
      `focus ${part}`,
      Array.from({ length: 40 }, (_name, i) => `${part}.${i}`),
    ),
  );
  const drawn = drawnGraph(parts);
  expect(drawn.nodes).toHaveLength(MAX_DRAWN);
  const keys = new Set(drawn.nodes.map(({ key }) => key));
  expect(keys).toContain("file:focus 9");
  expect(keys).not.toContain("file:focus 0");
  expect(drawn.edges.every(({ from, to }) => keys.has(from) && keys.has(to))).toBe(true);
});

test("a place that is opened again is the last, and only the last are kept", () => {
  expect(withOpened(["a", "b", "c"], "a")).toEqual(["b", "c", "a"]);
  const opened = Array.from({ length: 50 }, (_, i) => `${i}`).reduce(
    withOpened,
    [] as readonly string[],
  );
  expect(opened).toHaveLength(12);
  expect(opened.at(-1)).toBe("49");
});
