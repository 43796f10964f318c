/** Code that leads over more steps than a stack holds costs what leads there, and neither its file nor the index. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "./testing-tree.ts";

let tree: TestTree;
afterEach(() => tree.close());

const STEPS = 6_000;
const silent = () => undefined;

/** Each variable holds what the one before it holds. */
const CHAIN = [
  "class K { go() {} }",
  "function make() { return new K(); }",
  "const x0 = make();",
  ...Array.from({ length: STEPS }, (_value, n) => `const x${n + 1} = x${n};`),
  `export function far() { x${STEPS}.go(); }`,
  "export function near() { new K().go(); make(); }",
].join("\n");

test("what is too far is left out and told; the rest of the file, and the other files, are linked", async () => {
  tree = testTree({
    "deep.ts": CHAIN,
    "other.ts": 'import { near } from "./deep";\nexport function other() { near(); }\n',
  });
  const session = await tree.session();
  const { notes } = await session.index(false, silent);
  expect(notes).toEqual([expect.stringMatching(/^deep\.ts: .*too many steps/)]);
  const edges = await tree.edges(session);
  expect(edges).toContain("other.ts:other calls deep.ts:near 0.97");
  expect(edges).toContain("deep.ts:near calls deep.ts:K.go 0.95");
  expect(edges).toContain("deep.ts:near calls deep.ts:make 0.98");
  expect(edges.filter((edge) => edge.startsWith("deep.ts:far"))).toEqual([]);
  // The next run has nothing to link, and an edit of the file links it again.
  expect((await session.index(false, silent)).notes).toEqual([]);
  tree.write("deep.ts", CHAIN.replace("far()", "further()"));
  const again = await session.index(false, silent);
  expect([again.wasLinked, again.notes]).toEqual(["some", notes]);
});
