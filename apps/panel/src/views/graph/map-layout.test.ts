/** Tests that a map of thousands of nodes is placed quickly, without overlaps, and that its labels do not cover each other. */
import type { GraphMap, MapNode } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { fittingLabels, shortModule } from "./map-labels.ts";
import { placedMap } from "./map-layout.ts";

const node = (at: number, module: number | null): MapNode => ({
  key: `file:${at}.ts`,
  kind: "file",
  label: `${at}.ts`,
  type: null,
  module,
});

/** A map with modules of very different sizes. The first node of each has most links. */
function mapOf(count: number, modules: number): GraphMap {
  const nodes = Array.from({ length: count }, (_, at) =>
    node(at, Math.floor(modules * (at / count) ** 2)),
  );
  const first = new Map<number | null, number>();
  const links = nodes.flatMap(({ module }, at): GraphMap["links"][number][] => {
    const hub = first.get(module);
    if (hub === undefined) first.set(module, at);
    return hub === undefined ? [] : [[at, hub, "depends"]];
  });
  return {
    modules: Array.from({ length: modules }, (_, at) => `m${at}`),
    nodes,
    links,
    total: count,
  };
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function overlapping(circles: readonly Circle[]): number {
  const pairs = circles.flatMap((one, i) =>
    circles.slice(i + 1).map((other) => [one, other] as const),
  );
  return pairs.filter(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius).length;
}

test("no disc covers another, hardly a spot touches another, and each spot is in its disc", () => {
  const { spots, discs } = placedMap(mapOf(1200, 12), 1.4);
  expect(discs).toHaveLength(12);
  expect(overlapping(discs)).toBe(0);
  const inDiscs = discs.map(({ nodes }) => nodes.flatMap((at) => spots[at] ?? []));
  // The spiral is not exact where sizes change.
  const touching = inDiscs.reduce((sum, own) => sum + overlapping(own), 0);
  expect(touching).toBeLessThan(spots.length * 0.02);
  const outside = discs.flatMap(({ x, y, radius }, i) =>
    (inDiscs[i] ?? []).filter((spot) => Math.hypot(spot.x - x, spot.y - y) + spot.radius > radius),
  );
  expect(outside).toEqual([]);
});

test("the node with most links is in the middle of its module", () => {
  const map = mapOf(300, 3);
  const { spots, discs } = placedMap(map, 1);
  for (const { x, y, nodes } of discs) {
    const hub = spots[nodes[0] ?? -1];
    expect([hub?.x, hub?.y]).toEqual([x, y]);
    expect(hub?.degree).toBe(Math.max(...nodes.map((at) => spots[at]?.degree ?? 0)));
  }
});

test("five thousand nodes fill a frame of its shape and always lie the same", () => {
  const map = mapOf(5000, 60);
  const placed = placedMap(map, 1.6);
  expect(placedMap(map, 1.6)).toEqual(placed);
  const width =
    Math.max(...placed.spots.map(({ x }) => x)) - Math.min(...placed.spots.map(({ x }) => x));
  const height =
    Math.max(...placed.spots.map(({ y }) => y)) - Math.min(...placed.spots.map(({ y }) => y));
  expect(width / height).toBeGreaterThan(1.1);
  expect(width / height).toBeLessThan(2.3);
});

test("labels do not cover each other, and the most important ones stay", () => {
  const at = (id: string, x: number, y: number) => ({ id, text: "ten letter", x, y });
  const labels = [
    at("a", 40, 0),
    at("b", 70, 5),
    at("c", 40, 30),
    at("d", 240, 0),
    at("e", 241, 4),
  ];
  expect(fittingLabels(labels, { width: 400, rem: 16 })).toEqual(["a", "c", "d"]);
});

test("no label crosses an edge of the map, and long modules keep the end of their names", () => {
  const at = (id: string, x: number, y: number) => ({ id, text: "ten letter", x, y });
  const labels = [at("left", 20, 0), at("in", 50, 30), at("right", 380, 60)];
  expect(fittingLabels(labels, { width: 400, rem: 16 })).toEqual(["in"]);
  expect(shortModule("src/api")).toBe("src/api");
  expect(shortModule("packages/memory/src/learn/detect")).toBe("…ory/src/learn/detect");
});
