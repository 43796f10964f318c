/** Tests that each neighbour is listed once for each relation to the focus. */
import type { GraphPart } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { grouped } from "./neighbour-list.tsx";

const memory = (key: string) => ({ key, kind: "memory", label: key, type: "fact" }) as const;
const edge = (from: string, to: string, type: string) => ({ from, to, type });

test("relations without a direction form one group, others one for each direction", () => {
  const part: GraphPart = {
    nodes: ["focus", "a", "b", "c"].map(memory),
    edges: [
      edge("focus", "a", "contradicts"),
      edge("b", "focus", "contradicts"),
      edge("b", "focus", "relates_to"),
      edge("focus", "b", "relates_to"),
      edge("focus", "a", "supersedes"),
      edge("c", "focus", "supersedes"),
      edge("a", "b", "relates_to"),
    ],
    focus: "focus",
    total: 3,
    files: null,
  };
  const groups = [...grouped(part, "focus")].map(([name, nodes]) => [
    name,
    nodes.map(({ key }) => key),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    contradicts: ["a", "b"],
    relates_to: ["b"],
    supersedes: ["a"],
    supersedesBack: ["c"],
  });
});
