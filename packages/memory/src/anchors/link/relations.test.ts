/** Dependencies between files are derived from what a memory says about them. */
import { expect, test } from "vitest";
import type { MemoryType } from "../../domain/memory.ts";
import { relationsIn } from "./relations.ts";

const FILES = ["src/a.ts", "src/gen/b.ts"];

function relations(content: string, files = FILES, type: MemoryType = "gotcha", payload = {}) {
  return relationsIn({ content, files, type, payload }).map(
    ({ from, to, type: kind }) => `${from} ${kind} ${to}`,
  );
}

const A_ON_B = ["src/a.ts depends_on src/gen/b.ts"];
const B_ON_A = ["src/gen/b.ts depends_on src/a.ts"];

test.each([
  ["src/a.ts depends on src/gen/b.ts for its columns.", A_ON_B],
  ["`src/a.ts` silently relies on the order in `b.ts`.", A_ON_B],
  ["Mind that gen/b.ts is generated from ./src/a.ts at build time.", B_ON_A],
  ["When src/a.ts changes, src/gen/b.ts has to be made again.", B_ON_A],
  ["After b.ts is edited, run the tool and check a.ts.", A_ON_B],
  ["The parser (src/a.ts) must match the table of src/gen/b.ts.", A_ON_B],
  ["src/a.ts does not depend on src/gen/b.ts.", []],
  ["src/a.ts no longer needs src/gen/b.ts since the rewrite.", []],
  ["src/a.ts is slow. It depends on src/gen/b.ts.", []],
  ["src/a.ts and src/gen/b.ts are both generated.", []],
  ["old/src/a.ts depends on src/gen/b.ts", []],
  ["src/a.tsx depends on src/gen/b.ts", []],
  ["", []],
  [`src/a.ts ${"x ".repeat(100)} depends on src/gen/b.ts`, []],
  ["⟦1⟧ depends on ⟦0⟧", []],
])("%s", (content, expected) => {
  expect(relations(content)).toEqual(expected);
});

test("a name shared by two of the files yields no relation", () => {
  expect(relations("b.ts depends on a.ts", ["x/b.ts", "y/b.ts", "a.ts"])).toEqual([]);
});

test("counted changes give the direction; a coupling without a direction goes both ways", () => {
  const counted = (when: unknown, after: unknown) =>
    JSON.parse(JSON.stringify({ when, after }).replace('"after"', '"then"'));
  const payload = counted("src/a.ts", "src/gen/b.ts");
  expect(relations("They go together.", FILES, "causal_dependency", payload)).toEqual(B_ON_A);
  expect(relations("They go together.", FILES, "causal_dependency")).toEqual([
    "src/a.ts coupled_with src/gen/b.ts",
  ]);
  expect(relations("They go together.", FILES, "causal_dependency", counted(7, "x"))).toEqual([
    "src/a.ts coupled_with src/gen/b.ts",
  ]);
});

test("one file or too many files have no relations", () => {
  const text = "f0.ts depends on f1.ts";
  const crowd = Array.from({ length: 9 }, (_value, i) => `f${i}.ts`);
  expect(relations(text, crowd.slice(0, 1))).toEqual([]);
  expect(relations(text, crowd)).toEqual([]);
  expect(relations(text, crowd.slice(0, 8))).toEqual(["f0.ts depends_on f1.ts"]);
});

test("a long text consisting only of phrases is processed quickly", () => {
  const text = `${"when src/a.ts ".repeat(4_000)}${"depends on ".repeat(4_000)}`;
  const startedMs = performance.now();
  relations(text);
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});
