/** The share of method calls that may lead to the project and are unresolved. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { unknownShare } from "./unknown-calls.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

test.each([
  ["a name that the project has", "save", 0.5],
  ["a name that nothing in the project has", "flush", 0],
])("counts a call on an unknown receiver of %s", async (_title, name, share) => {
  tree = testTree({
    "store.ts": "export class Store { save(): void {} }\n",
    "use.ts": `import { Store } from "./store";\nexport function use(other: any) {\n  new Store().save();\n  other.${name}();\n}\n`,
  });
  const { graph } = await (await tree.session()).fresh();
  expect(unknownShare(graph)).toBe(share);
});
