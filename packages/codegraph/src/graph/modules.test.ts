/** How files are grouped into modules. */
import { afterEach, expect, test } from "vitest";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { louvain } from "./louvain.ts";
import { modulesOf } from "./modules.ts";

let tree: TestTree | undefined;
afterEach(async () => {
  await tree?.close();
  tree = undefined;
});

async function modules(files: Readonly<Record<string, string>>) {
  tree = testTree(files);
  const session = await tree.session();
  const { graph } = await session.fresh();
  return modulesOf(graph, session.manifests());
}

test("lists declared packages first and groups the rest by imports, single files by folder", async () => {
  const clique = (folder: string) =>
    Object.fromEntries(
      ["a", "b", "c"].map((name) => [
        `${folder}/${name}.ts`,
        ["a", "b", "c"]
          .filter((item) => item !== name)
          .map((item) => `import "./${item}";`)
          .join("\n"),
      ]),
    );
  const found = await modules({
    "package.json": '{"name":"root","workspaces":["packages/*"]}',
    "packages/x/package.json": '{"name":"@s/x"}',
    "packages/x/src/one.ts": "export const one = 1;",
    "packages/x/src/two.ts": "export const two = 2;",
    ...clique("east"),
    ...clique("north"),
    ...clique("south"),
    ...clique("west"),
    "scripts/alone.ts": "",
  });
  expect(found).toEqual([
    ...["east", "north", "south", "west"].map((folder) => ({
      name: folder,
      files: ["a", "b", "c"].map((name) => `${folder}/${name}.ts`),
    })),
    { name: "@s/x", files: ["packages/x/src/one.ts", "packages/x/src/two.ts"] },
    { name: "scripts", files: ["scripts/alone.ts"] },
  ]);
});

test("names a second module of a folder after its most connected file, never after a test", async () => {
  const star = (hub: string, rest: readonly string[]) => ({
    [`${hub}.ts`]: "export const hub = 1;",
    ...Object.fromEntries(
      rest.map((path) => [
        `${path}.ts`,
        `import { hub } from "${"../".repeat(path.split("/").length - 1)}${hub}.ts";\nexport const x = hub;`,
      ]),
    ),
  });
  const found = await modules({
    ...star("src/z", ["src/a", "src/b", "src/c", "src/d"]),
    ...star("src/parse/index", ["src/parse/e", "src/f", "tests/g.test", "tests/h.test"]),
    ...star("src/y", ["src/i", "src/j", "tests/k.test"]),
  });
  expect(found.map(({ name, files }) => [name, files[0], files.at(-1)])).toEqual([
    ["src", "src/z.ts", "src/d.ts"],
    ["src/parse", "src/parse/index.ts", "tests/h.test.ts"],
    ["src/y", "src/y.ts", "tests/k.test.ts"],
  ]);
});

test("splits two cliques joined by one edge into two communities, deterministically", () => {
  const pairs = [
    [0, 1],
    [1, 2],
    [0, 2],
    [3, 4],
    [4, 5],
    [3, 5],
    [2, 3],
  ];
  const edges = pairs.map(([from = 0, to = 0]) => ({ from, to, weight: 1 }));
  expect(louvain(6, edges, { resolution: 1, maxPasses: 20 })).toEqual([0, 0, 0, 1, 1, 1]);
  expect(louvain(3, [], { resolution: 1, maxPasses: 20 })).toEqual([0, 1, 2]);
  expect(louvain(0, [], { resolution: 1, maxPasses: 20 })).toEqual([]);
});
