/** Code whose evaluation would overflow the stack loses its own edges, but the rest of its file and the index stay intact. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "./testing-tree.ts";

let tree: TestTree;
afterEach(() => tree.close());

const STEPS = 6_000;
const silent = () => undefined;

/** Each variable is initialised with the previous one. */
const CHAIN = [
  "class K { go() {} }",
  "function make() { return new K(); }",
  "const x0 = make();",
  ...Array.from({ length: STEPS }, (_value, n) => `const x${n + 1} = x${n};`),
  `export function far() { x${STEPS}.go(); }`,
  "export function near() { new K().go(); make(); }",
].join("\n");

test("leaves out and reports what is too deep, and links the rest of the file and other files", async () => {
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
  // The next run links nothing, and an edit of the file links it again.
  expect((await session.index(false, silent)).notes).toEqual([]);
  tree.write("deep.ts", CHAIN.replace("far()", "further()"));
  const again = await session.index(false, silent);
  expect([again.wasLinked, again.notes]).toEqual(["some", notes]);
});
