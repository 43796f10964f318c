/** Reading a snapshot returns either the written graph or nothing. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { buildGraph } from "./build-graph.ts";
import { edgeKind, type FileNodes } from "./graph.ts";
import { prepareSnapshot, readSnapshot } from "./snapshot.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-snapshot-"));
const path = join(folder, "code.graph");
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

function graphOf(count: number, name = "f") {
  const kind = edgeKind("calls", "file");
  const files = Array.from(
    { length: count },
    (_value, index): FileNodes => ({
      path: `ü${index}.ts`,
      symbols: [{ name: `${name}${index}`, kind: 2, container: 0, startLine: 1, endLine: 2 }],
      edges: Uint32Array.from([1, (index + 1) % count, 1, kind]),
      unresolved: index % 2 === 0 ? [] : ["fs"],
    }),
  );
  return buildGraph(files);
}

test("reads what was written, and nothing after any damage", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (count, at, flip) => {
        mkdirSync(folder, { recursive: true });
        const graph = graphOf(count);
        prepareSnapshot(path, graph, "g1").put();
        const read = readSnapshot(path);
        expect(read?.generation).toBe("g1");
        expect(read?.graph).toEqual(graph);
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.subarray(0, at % bytes.length));
        expect(readSnapshot(path)).toBeUndefined();
        const body = bytes.indexOf("\n", 12) + 8;
        const flipped = Buffer.from(bytes);
        const place = body + (at % Math.max(1, bytes.length - body));
        flipped[place] = (flipped[place] ?? 0) ^ flip;
        writeFileSync(path, flipped);
        const damaged = readSnapshot(path);
        // Only padding bytes of a column may change undetected.
        if (damaged !== undefined) expect(damaged.graph).toEqual(graph);
      },
    ),
    { numRuns: 60 },
  );
});

test("preserves names and paths with line breaks", () => {
  mkdirSync(folder, { recursive: true });
  const graph = graphOf(3, "two\nlines");
  prepareSnapshot(path, { ...graph, paths: ["a\n.ts", "b.ts", "c.ts"] }, "g1").put();
  const read = readSnapshot(path);
  expect(read?.graph.names).toEqual(graph.names);
  expect(read?.graph.paths).toEqual(["a\n.ts", "b.ts", "c.ts"]);
});
