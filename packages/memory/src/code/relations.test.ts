/** Dependencies stated by memories: they are part of the graph while the memory applies and disappear with it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MemoryId } from "../domain/ids.ts";
import type { Tacit } from "../open.ts";
import { DAY_MS, makePlace } from "../testing/testing-life.ts";
import { type LabelledEdge, placesAlong } from "./relations.ts";

const TEXT = "src/report.ts depends on src/columns.sql: it names its columns by hand.";
const FILES = ["src/report.ts", "src/schema.ts"];

function place() {
  const made = makePlace();
  made.write("src/schema.ts", "export function columns() {}\n");
  made.write("src/report.ts", "export function report() {}\n");
  made.write(
    "src/page.ts",
    'import { report } from "./report";\nexport const page = () => report();\n',
  );
  return made;
}

async function exported(tacit: Tacit) {
  const edges = [];
  for await (const edge of await tacit.code.exportGraph()) {
    if (edge.source === "memory") edges.push(edge);
  }
  return edges;
}

async function taught(tacit: Tacit, content = TEXT, more = {}): Promise<MemoryId> {
  const text = content.replace("columns.sql", "schema.ts");
  const { id } = await tacit.memories.remember({
    content: text,
    files: FILES,
    type: "gotcha",
    source: "agent_explicit",
    ...more,
  });
  if (id === null) throw new Error("not kept");
  return id;
}

test("adds an edge of source memory in both directions and in the export until the memory is forgotten", async () => {
  const tacit = await place().open();
  const id = await taught(tacit);
  const confidence = (await tacit.memories.get(id))?.confidence;
  const edge = { from: "src/report.ts", to: "src/schema.ts", type: "depends_on" };
  expect(await exported(tacit)).toEqual([{ ...edge, source: "memory", confidence, memory: id }]);
  const back = await tacit.code.impact("src/schema.ts");
  const place1 = { depth: 1, via: "depends_on", memory: id, confidence };
  expect(back.byMemory).toEqual([{ path: "src/report.ts", ...place1 }]);
  expect([back.nodes, back.memories]).toEqual([[], [id]]);
  const forth = await tacit.code.deps("src/page.ts");
  expect(forth.byMemory).toEqual([{ path: "src/schema.ts", ...place1, depth: 2 }]);
  expect((await tacit.code.deps("src/page.ts", { depth: 1 })).byMemory).toEqual([]);
  expect((await tacit.code.impact("src/page.ts")).byMemory).toEqual([]);
  expect((await tacit.code.impact("src/schema.ts", { codeOnly: true })).byMemory).toEqual([]);
  await tacit.memories.forget([id]);
  expect(await exported(tacit)).toEqual([]);
  expect((await tacit.code.impact("src/schema.ts")).byMemory).toEqual([]);
});

test("an expired memory or one about a deleted file adds no edge", async () => {
  const made = place();
  const tacit = await made.open();
  const now = made.clock.nowMs;
  await taught(tacit, TEXT, { validToMs: now + DAY_MS });
  expect(await exported(tacit)).toHaveLength(1);
  made.clock.nowMs = now + 2 * DAY_MS;
  expect(await exported(tacit)).toEqual([]);
  made.clock.nowMs = now;
  rmSync(join(made.root, "src/schema.ts"));
  expect(await exported(tacit)).toEqual([]);
});

test("a met condition removes the edge, and time lowers its confidence", async () => {
  const made = place();
  const tacit = await made.open();
  const id = await taught(tacit, TEXT, { invalidWhen: ["path:src/page.ts gone"] });
  const [fresh] = await exported(tacit);
  made.clock.nowMs += 90 * DAY_MS;
  const [old] = await exported(tacit);
  expect([fresh?.memory, old?.memory]).toEqual([id, id]);
  expect(old?.confidence).toBeLessThan(fresh?.confidence ?? 0);
  rmSync(join(made.root, "src/page.ts"));
  expect(await exported(tacit)).toEqual([]);
});

function edge(
  from: string,
  to: string,
  confidence: number,
  type: LabelledEdge["type"] = "depends_on",
) {
  return { from, to, type, confidence, memory: `m-${from}${to}` as MemoryId };
}

test("memories are followed by the nearest and most certain path, and cycles end", () => {
  const edges = [
    edge("b", "a", 0.5),
    edge("c", "b", 0.5),
    edge("c", "a2", 0.9),
    edge("a", "c", 0.9),
    edge("d", "c", 1, "coupled_with"),
    edge("e", "d", 1),
  ];
  const from = (direction: "dependents" | "dependencies", depth: number) =>
    placesAlong(edges, {
      reached: new Map([
        ["a", 0],
        ["a2", 1],
      ]),
      direction,
      depth,
    }).map((toldPlace) => [toldPlace.path, toldPlace.depth, toldPlace.confidence]);
  expect(from("dependents", 3)).toEqual([
    ["b", 1, 0.5],
    ["c", 2, 0.9],
    ["d", 3, 0.9],
  ]);
  expect(from("dependents", 1)).toEqual([["b", 1, 0.5]]);
  expect(from("dependencies", 3)).toEqual(
    [
      ["c", 1, 0.9],
      ["b", 2, 0.45],
      ["d", 2, 0.9],
    ].sort((x, y) => Number(x[1]) - Number(y[1]) || Number(y[2]) - Number(x[2])),
  );
});
