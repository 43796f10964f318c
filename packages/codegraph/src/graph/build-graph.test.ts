/** Replacing files in a graph gives the same graph as building it again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph, patchGraph } from "./build-graph.ts";
import { type CodeGraph, edgeKind, type FileNodes } from "./graph.ts";

const KINDS = [edgeKind("calls", "file"), edgeKind("imports", "import")];

interface Drawn {
  readonly symbols: readonly string[];
  /** Own node, file, target node, kind; each is taken modulo the existing number. */
  readonly edges: readonly (readonly [number, number, number, number])[];
}

const drawn = fc.record({
  symbols: fc.array(fc.constantFrom("f", "g", "h"), { maxLength: 3 }),
  edges: fc.array(fc.tuple(fc.nat(9), fc.nat(99), fc.nat(9), fc.nat(1)), { maxLength: 5 }),
});

function nodesOf(paths: readonly string[], files: readonly Drawn[]): FileNodes[] {
  return files.map(({ symbols, edges }, file) => ({
    path: paths[file] ?? "",
    symbols: symbols.map((name, index) => ({
      name,
      kind: 2,
      container: 0,
      startLine: index + 1,
      endLine: index + edges.length + 1,
    })),
    edges: Uint32Array.from(
      edges.flatMap(([own, to, there, kind]) => {
        const target = to % files.length;
        const count = (files[target]?.symbols.length ?? 0) + 1;
        return [own % (symbols.length + 1), target, there % count, KINDS[kind] ?? 0];
      }),
    ),
    unresolved: [],
  }));
}

const pathsOf = (count: number) => Array.from({ length: count }, (_value, file) => `f${file}.ts`);

/** Replaces name numbers by names, because numbers depend on the order of arrival. */
function normalize({ names, nameIds, ...rest }: CodeGraph) {
  return { ...rest, names: Array.from(nameIds, (id) => names[id]) };
}

const nothing = (count: number) => Int32Array.from({ length: count + 1 }, () => -1).fill(0, 0, 1);

test("property: replaces files in place", () => {
  const files = fc.array(drawn, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(files, fc.nat(), drawn, (before, which, now) => {
      const paths = pathsOf(before.length);
      const old = buildGraph(nodesOf(paths, before));
      const changed = which % before.length;
      const after = before.map((item, file) => (file === changed ? now : item));
      const all = nodesOf(old.paths, after);
      // Files with an edge to a symbol of the changed file are linked again, as the caller of patchGraph does.
      const stays = (file: number) =>
        file !== changed &&
        (nodesOf(paths, before)[file]?.edges ?? []).every(
          (value, at) => at % 4 !== 1 || value !== changed,
        );
      const fresh = new Map([...all.entries()].filter(([file]) => !stays(file)));
      const nodesNow = new Map(
        [...fresh.keys()].map((file) => [file, nothing(before[file]?.symbols.length ?? 0)]),
      );
      for (const file of fresh.keys()) {
        if (file !== changed) nodesNow.delete(file);
      }
      const fileNow = Int32Array.from(paths.keys());
      const patched = patchGraph(old, { paths: old.paths, fileNow, nodesNow, fresh });
      expect(normalize(patched)).toEqual(normalize(buildGraph(all)));
    }),
    { numRuns: 300 },
  );
});

test("property: adds and removes files", () => {
  const files = fc.array(fc.tuple(drawn, fc.boolean(), fc.boolean()), {
    minLength: 2,
    maxLength: 9,
  });
  fc.assert(
    fc.property(files, (drawnFiles) => {
      const names = pathsOf(drawnFiles.length);
      const before = names.filter((_path, file) => drawnFiles[file]?.[1] === true);
      const now = names.filter((_path, file) => drawnFiles[file]?.[2] === true);
      const ofPath = (path: string) =>
        drawnFiles[names.indexOf(path)]?.[0] ?? { symbols: [], edges: [] };
      // Only edges within a file: edges to other files depend on which files exist.
      const alone = (paths: readonly string[]) =>
        paths.map((path, file) => {
          const { symbols, edges } = ofPath(path);
          return {
            symbols,
            edges: edges.map(([own, , there, kind]) => [own, file, there, kind] as const),
          };
        });
      const old = buildGraph(nodesOf(before, alone(before)));
      const all = nodesOf(now, alone(now));
      const fresh = new Map(
        [...all.entries()].filter(([file]) => !before.includes(now[file] ?? "")),
      );
      const fileNow = Int32Array.from(before, (path) => now.indexOf(path));
      const patched = patchGraph(old, { paths: now, fileNow, nodesNow: new Map(), fresh });
      expect(normalize(patched)).toEqual(normalize(buildGraph(all)));
    }),
    { numRuns: 300 },
  );
});

test("shares the edges after an edit that changes none", () => {
  const file = (path: string, line: number): FileNodes => ({
    path,
    symbols: [{ name: "f", kind: 2, container: 0, startLine: line, endLine: line + 1 }],
    edges: Uint32Array.from([1, 0, 1, KINDS[0] ?? 0]),
    unresolved: [],
  });
  const old = buildGraph([file("a.ts", 1), file("b.ts", 1)]);
  const now = patchGraph(old, {
    paths: old.paths,
    fileNow: Int32Array.from([0, 1]),
    nodesNow: new Map([[1, Int32Array.from([0, 1])]]),
    fresh: new Map([[1, file("b.ts", 7)]]),
  });
  expect(now.outTargets).toBe(old.outTargets);
  expect(now.startLines[3]).toBe(7);
});
