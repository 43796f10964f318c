/** A process that holds a graph sees what it reads although the stored graph is gone. */
import { rmSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { CODEGRAPH } from "../tuning.ts";
import { type TestTree, testTree } from "./testing-tree.ts";

let tree: TestTree | undefined;
afterEach(() => tree?.close());

/** Names without a pattern, so that their facts exceed the amount that is buffered before writing. */
function manyNames(first: string): string {
  const lines = [`export function ${first}() {}`];
  let state = 1;
  for (let line = 0; line < CODEGRAPH.keepReadBytes / 10; line++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    lines.push(`function f${state.toString(36)}${Math.imul(state, 0x2c1b3c6d) >>> 0}() {}`);
  }
  return lines.join("\n");
}

test("links what is written during reading although the stored graph is gone", async () => {
  tree = testTree({
    "a.ts": 'import { before } from "./b";\nbefore();\n',
    "b.ts": "export function before() {}\n",
  });
  const session = await tree.session();
  await session.index(false, () => undefined);
  rmSync(tree.store.replace(/\.db$/, ".graph"));
  tree.write("b.ts", manyNames("after"));
  tree.write("a.ts", 'import { after } from "./b";\nafter();\n');
  const { graph } = await session.index(false, () => undefined);
  expect(graph.names).toContain("after");
  expect(await tree.edges(session)).toContainEqual(expect.stringContaining("b.ts:after"));
});
