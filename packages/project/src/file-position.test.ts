/** Tests which part of a path is the file, and which part points into it. */
import { expect, test } from "vitest";
import { parseFilePosition } from "./file-position.ts";
import { makeFolders } from "./testing-folders.ts";

function there() {
  const { root, write } = makeFolders();
  for (const path of ["src/a.ts", "src/b:2", "c#/d.ts"]) write(path, "export {};\n");
  return { root };
}

test.each([
  ["src/a.ts", "src/a.ts", null, null],
  ["src/a.ts:20:5", "src/a.ts", null, 20],
  ["src/a.ts#L3-L9", "src/a.ts", null, 3],
  ["src/a.ts::Store.open", "src/a.ts", "Store.open", null],
  ["c#/d.ts:7", "c#/d.ts", null, 7],
  ["src/b:2", "src/b:2", null, null],
  ["src/gone.ts:20", "src/gone.ts:20", null, null],
  ["src/:1", "src/:1", null, null],
])("%s", (path, file, symbol, line) => {
  expect(parseFilePosition(there(), path)).toEqual({ path: file, symbol, line });
});

test("parses a long path of signs in linear, not quadratic, time", () => {
  const startedMs = performance.now();
  parseFilePosition(there(), `${"a:".repeat(50_000)}/a`);
  expect(performance.now() - startedMs).toBeLessThan(300);
});
