/** Tests that the canvas shows the drawn graph and nothing else. */
import type { GraphNode } from "@tacit-memory/protocol";
import cytoscape, { type Core } from "cytoscape";
import { expect, test } from "vitest";
import { redraw } from "./redraw.ts";

const memory = (name: string, label = name): GraphNode => ({
  key: `memory:${name}`,
  kind: "memory",
  label,
  type: "fact",
});
const link = (from: string, to: string) => ({
  from: `memory:${from}`,
  to: `memory:${to}`,
  type: "relates_to",
});

function canvas() {
  const core = cytoscape({ headless: true, styleEnabled: true });
  let layouts = 0;
  core.on("layoutstart", () => {
    layouts += 1;
  });
  const labels = () => core.nodes().map((node) => node.data("short"));
  return { core, labels, layouts: () => layouts };
}

test("an edited memory has its new title, and a forgotten one leaves with its edges", () => {
  const { core, labels } = canvas();
  const nodes = [memory("a"), memory("b", "the old `title`"), memory("c", "a secret")];
  redraw(core, { nodes, edges: [link("a", "b"), link("a", "c")] }, "memory:a");
  expect(labels()).toEqual(["a", "the old title", "a secret"]);
  redraw(core, { nodes: [memory("a"), memory("b", "new")], edges: [] }, "memory:a");
  expect(labels()).toEqual(["a", "new"]);
  expect(core.edges()).toHaveLength(0);
});

/** Returns the pairs of nodes whose boxes overlap. */
function overlaps(core: Core): string[] {
  const boxes = core
    .nodes()
    .map((node) => ({ id: node.id(), ...node.boundingBox({ includeLabels: true }) }));
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => {
        const isBeside = one.x2 <= other.x1 || other.x2 <= one.x1;
        return !isBeside && one.y2 > other.y1 && other.y2 > one.y1;
      })
      .map((other) => `${one.id} ${other.id}`),
  );
}

test("no node covers another, in and between parts that are not connected", () => {
  const { core } = canvas();
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
  const edges = names.slice(1, 15).map((name, at) => link(names[Math.floor(at / 3)] ?? "", name));
  redraw(core, { nodes: names.map((name) => memory(name)), edges }, null);
  expect(core.elements().components().length).toBeGreaterThan(1);
  expect(overlaps(core)).toEqual([]);
});

test("a change by an agent keeps the view and the places of what is drawn", () => {
  const { core, layouts } = canvas();
  const nodes = ["a", "b", "c", "d"].map((name) => memory(name));
  const edges = [link("a", "b"), link("a", "c"), link("a", "d")];
  redraw(core, { nodes, edges }, "memory:a");
  core.viewport({ zoom: 0.7, pan: { x: 11, y: 12 } });
  const places = () =>
    nodes.slice(0, 3).map(({ key }) => ({ ...core.getElementById(key).position() }));
  const [before, drawings] = [places(), layouts()];
  const added = ["e", "f"].map((name) => memory(name));
  redraw(
    core,
    { nodes: [...nodes.slice(0, 3), ...added], edges: [...edges.slice(0, 2), link("b", "e")] },
    "memory:a",
  );
  expect(core.nodes()).toHaveLength(5);
  expect(places()).toEqual(before);
  expect([core.zoom(), core.pan(), layouts()]).toEqual([0.7, { x: 11, y: 12 }, drawings]);
  expect(overlaps(core)).toEqual([]);
  const [own, near] = [core.getElementById("memory:e"), core.getElementById("memory:b")];
  expect(Math.abs(own.position().x - near.position().x)).toBeLessThan(200);
});

test("another focus is laid out with what it adds, and an unchanged graph stays as it is", () => {
  const { core, layouts } = canvas();
  redraw(core, { nodes: [memory("a"), memory("b")], edges: [] }, "memory:a");
  expect(layouts()).toBe(1);
  redraw(core, { nodes: [memory("a"), memory("c")], edges: [] }, "memory:c");
  expect(layouts()).toBe(2);
  redraw(core, { nodes: [memory("a"), memory("c")], edges: [] }, "memory:c");
  expect(layouts()).toBe(2);
});

test("a focus that is drawn already is brought into view", () => {
  const { core } = canvas();
  const drawn = { nodes: [memory("a"), memory("b")], edges: [] };
  redraw(core, drawn, "memory:a");
  let views = 0;
  core.on("viewport", () => {
    views += 1;
  });
  redraw(core, drawn, "memory:a");
  expect(views).toBe(0);
  redraw(core, drawn, "memory:b");
  expect(views).toBeGreaterThan(0);
});
