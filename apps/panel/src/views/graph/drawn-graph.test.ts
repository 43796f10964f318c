/** Tests that the drawn part grows by what is opened and never beyond its limit. */
import type { GraphPart } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { MAX_DRAWN, NOTHING_DRAWN, withPart } from "./drawn-graph.ts";

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
  const drawn = withPart(withPart(NOTHING_DRAWN, part), part);
  expect(drawn.nodes).toHaveLength(3);
  expect(drawn.edges).toHaveLength(2);
});

test("parts that share a node are joined there", () => {
  const drawn = withPart(withPart(NOTHING_DRAWN, star("a", ["b"])), star("b", ["c"]));
  expect(drawn.nodes.map(({ label }) => label)).toEqual(["a", "b", "c"]);
  expect(drawn.edges).toHaveLength(2);
});

test("what was opened longest ago goes first, with its edges", () => {
  let drawn = NOTHING_DRAWN;
  for (let part = 0; part < 10; part++)
    drawn = withPart(
      drawn,
      star(
        `focus ${part}`,
        Array.from({ length: 40 }, (_, i) => `${part}.${i}`),
      ),
    );
  expect(drawn.nodes).toHaveLength(MAX_DRAWN);
  const keys = new Set(drawn.nodes.map(({ key }) => key));
  expect(keys).toContain("file:focus 9");
  expect(keys).not.toContain("file:focus 0");
  expect(drawn.edges.every(({ from, to }) => keys.has(from) && keys.has(to))).toBe(true);
});
