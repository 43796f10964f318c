/** Packing and unpacking returns the same columns for any graph. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CodeGraph } from "./graph.ts";
import { packColumns, unpackColumns } from "./graph-columns.ts";

const COUNT = { minLength: 0, maxLength: 6 } as const;
/** Symbols by file, each with a name, lines, the distance to its container, and edges to any node. */
const files = fc.array(
  fc.array(
    fc.record({
      name: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 2 ** 30 })),
      line: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 2 ** 30 })),
      lines: fc.nat(300),
      around: fc.nat(3),
      edges: fc.array(fc.tuple(fc.nat(40_000_000), fc.integer({ min: 0, max: 255 })), COUNT),
    }),
    COUNT,
  ),
  COUNT,
);

type Symbols = typeof files extends fc.Arbitrary<infer T> ? T : never;

function columnsOf(all: Symbols) {
  const fileStarts = [0];
  const nodes: { name: number; kind: number; line: number; end: number; around: number }[] = [];
  const [outStarts, outTargets, outKinds]: [number[], number[], number[]] = [[0], [], []];
  for (const symbols of all) {
    const file = nodes.length;
    nodes.push({ name: 0, kind: 255, line: 0, end: 0, around: file });
    outStarts.push(outTargets.length);
    for (const { name, line, lines, around, edges } of symbols) {
      const place = Math.max(file, nodes.length - 1 - around);
      nodes.push({ name, kind: 3, line, end: line + lines, around: place });
      for (const [target, kind] of edges) {
        outTargets.push(target);
        outKinds.push(kind);
      }
      outStarts.push(outTargets.length);
    }
    fileStarts.push(nodes.length);
  }
  return {
    fileStarts: Uint32Array.from(fileStarts),
    nameIds: Uint32Array.from(nodes, ({ name }) => name),
    kinds: Uint8Array.from(nodes, ({ kind }) => kind),
    startLines: Uint32Array.from(nodes, ({ line }) => line),
    endLines: Uint32Array.from(nodes, ({ end }) => end),
    containers: Uint32Array.from(nodes, ({ around }) => around),
    outStarts: Uint32Array.from(outStarts),
    outTargets: Uint32Array.from(outTargets),
    outKinds: Uint8Array.from(outKinds),
  };
}

test("property: unpacks what was packed, and rejects truncated bytes", () => {
  fc.assert(
    fc.property(files, fc.nat(), (all, cut) => {
      const columns = columnsOf(all);
      const packed = packColumns(columns as unknown as CodeGraph);
      expect(unpackColumns(packed, all.length)).toEqual(columns);
      for (const name of ["regular", "irregular"] as const) {
        const bytes = packed[name];
        if (bytes.length === 0) continue;
        const short = { ...packed, [name]: bytes.subarray(0, cut % bytes.length) };
        expect(() => unpackColumns(short, all.length)).toThrow(RangeError);
      }
    }),
  );
});

test("rejects other bytes without allocating the claimed size", () => {
  const [nodes, edges] = [50, 20];
  const damaged = new Uint8Array(5 * (nodes + edges)).fill(0xff);
  const packed = { nodes, edges, regular: damaged, irregular: damaged };
  expect(() => unpackColumns(packed, 3)).toThrow("columns of another sum");
  const few = { ...packed, nodes: 2 ** 31, regular: new Uint8Array(9) };
  expect(() => unpackColumns(few, 3)).toThrow("columns of another length");
});
