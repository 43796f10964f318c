/** Each file's facts are decoded once, however often they are requested, and the graph is the same. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { extractFile } from "../facts/extract-file.ts";
import type { FileFacts } from "../facts/facts.ts";
import { decodeFacts } from "../facts/facts-codec.ts";
import { mentionedNames } from "../facts/mentioned-names.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { definitionKeys } from "../precise/scip/resolved-sites.ts";
import { affectedFiles } from "./affected-files.ts";
import { exportedEdges } from "./export-graph.ts";
import {
  type LinkedTree,
  linkAll,
  linkSome,
  openLinking,
  suppliedFacts,
  supplyChanged,
} from "./relink.ts";
import { renamesIn } from "./renames.ts";

const trees: TestTree[] = [];
afterEach(async () => {
  for (const tree of trees.splice(0)) await tree.close();
});

function plant(files: Readonly<Record<string, string>>): TestTree {
  const tree = testTree(files);
  trees.push(tree);
  return tree;
}

/** Returns a tree's facts as bytes, and a record of which facts were requested as objects. */
async function readTree(files: Readonly<Record<string, string>>) {
  const { root } = plant(files);
  const bytes = new Map<string, Uint8Array>();
  for (const path of Object.keys(files)) {
    const { facts } = await extractFile(root, { path, knownHash: null });
    if (facts !== null) bytes.set(path, facts);
  }
  const tree: LinkedTree = {
    paths: [...bytes.keys()].sort(),
    config: { paths: [], read: () => undefined },
  };
  const loaded: string[] = [];
  const load = async (paths: readonly string[]) => {
    loaded.push(...paths);
    return new Map(
      paths.flatMap((path): [string, FileFacts][] => {
        const own = bytes.get(path);
        return own === undefined ? [] : [[path, decodeFacts(own)]];
      }),
    );
  };
  return { tree, bytes, load, loaded };
}

const CHAIN = {
  "a.ts": "export class K { go() {} }\nexport function make() { return new K(); }\n",
  "b.ts": 'import { make } from "./a";\nexport function again() { return make(); }\n',
  "c.ts":
    'import { make } from "./a";\nimport { again } from "./b";\nexport const both = () => again() ?? make();\n',
  "d.ts": 'import { both } from "./c";\nexport const use = () => both().go();\n',
};
const OTHER = "export class L { go() {} }\nexport function make() { return new L(); }\n";

test("finds and links all affected files while decoding each file's facts once", async () => {
  const { tree, bytes, load, loaded } = await readTree(CHAIN);
  const before = await linkAll(tree, { outlines: load, uses: load });
  const changed = await readTree({ ...CHAIN, "a.ts": OTHER });
  const facts = await changed.load(["a.ts"]);
  const old = await load(["a.ts"]);
  loaded.length = 0;
  const linking = openLinking(tree, undefined);
  supplyChanged(linking, facts);
  const { program, modules } = linking;
  const none = new Map();
  const changes = { facts, resurfaced: old, lost: none, renames: none, isTreeChanged: false };
  const affected = await affectedFiles(before.graph, program, changes, modules, {
    bytes: async (paths) => new Map(paths.map((path) => [path, bytes.get(path) ?? OTHER_BYTES])),
    load: (paths) => suppliedFacts(load, linking, paths),
    mentioned: new Map([...changed.bytes].map(([path, one]) => [path, mentionedNames(one)])),
    maxFiles: 100,
  });
  expect([...affected].sort()).toEqual(["a.ts", "b.ts", "c.ts", "d.ts"]);
  const parts = { outlines: load, uses: load };
  const { graph } = await linkAll(tree, parts, undefined, linking);
  expect([...loaded].sort()).toEqual(["b.ts", "c.ts", "d.ts"]);
  const anew = { outlines: changed.load, uses: changed.load };
  expect(graph).toEqual((await linkAll(tree, anew)).graph);
});

const OTHER_BYTES = new Uint8Array();

test("treats a renamed definition as the same and links no file that mentions neither name", async () => {
  const hub = "export class Old { go() {} }\nexport class Mid extends Old {}\n";
  const { tree, bytes, load } = await readTree({
    "a.ts": hub,
    "b.ts": 'import { Old } from "./a";\nexport const own = () => new Old().go();\n',
    "c.ts": 'import { Mid } from "./a";\nexport const use = () => new Mid().go();\n',
  });
  const before = await linkAll(tree, { outlines: load, uses: load });
  const changed = await readTree({ "a.ts": hub.replaceAll("Old", "New") });
  const facts = await changed.load(["a.ts"]);
  const old = await load(["a.ts"]);
  const linking = openLinking(tree, undefined);
  supplyChanged(linking, facts);
  const renames = new Map([["a.ts", renamesIn(old.get("a.ts"), facts.get("a.ts"))]]);
  const changes = { facts, resurfaced: old, lost: new Map(), renames, isTreeChanged: false };
  const { program, modules } = linking;
  const affected = await affectedFiles(before.graph, program, changes, modules, {
    bytes: async () => bytes,
    load: (paths) => suppliedFacts(load, linking, paths),
    mentioned: new Map([...bytes].map(([path, one]) => [path, mentionedNames(one)])),
    maxFiles: 100,
  });
  expect([...affected].sort()).toEqual(["a.ts", "b.ts"]);
  const change = { before: before.graph, changed: facts, renames, affected };
  const { graph } = await linkSome(load, change, linking);
  const now = [...exportedEdges(graph)].map(({ from, type, to }) => `${from} ${type} ${to}`);
  expect(now).toContain("c.ts:use calls a.ts:New.go");
});

test("replaces a compiler's result by our own analysis after a rename", async () => {
  const hub = "export class Old { go() {} }\nexport class Mid extends Old {}\n";
  const user = 'import { Mid } from "./a";\nexport const use = () => new Mid().go();\n';
  const { tree, load } = await readTree({ "a.ts": hub, "c.ts": user });
  const old = await load(["a.ts"]);
  const keys = definitionKeys(old.get("a.ts")?.definitions ?? []);
  const withResolved = (facts: FileFacts): FileFacts => {
    const sites = facts.calls.flatMap(({ line, column, callee }) =>
      callee.endsWith(".go") ? [{ line, column, target: 0 }] : [],
    );
    const targets = [{ path: "a.ts", key: keys[1] ?? "" }];
    return { ...facts, resolved: { tier: "checker", targets, sites, relations: [] } };
  };
  const withShown = (loaded: Awaited<ReturnType<typeof load>>) =>
    new Map([...loaded].map(([path, one]) => [path, path === "c.ts" ? withResolved(one) : one]));
  const both = async (paths: readonly string[]) => withShown(await load(paths));
  const before = await linkAll(tree, { outlines: both, uses: both });
  const changed = await readTree({ "a.ts": hub.replaceAll("Old", "New"), "c.ts": user });
  const facts = await changed.load(["a.ts"]);
  const renames = new Map([["a.ts", renamesIn(old.get("a.ts"), facts.get("a.ts"))]]);
  const change = { before: before.graph, changed: facts, renames, affected: new Set<string>() };
  const { graph } = await linkSome(both, change, openLinking(tree, undefined));
  const now = async (paths: readonly string[]) => withShown(await changed.load(paths));
  const anew = await linkAll(tree, { outlines: now, uses: now });
  const edges = (codeGraph: typeof graph) =>
    [...exportedEdges(codeGraph)].map((edge) => JSON.stringify(edge)).sort();
  expect(edges(graph)).toEqual(edges(anew.graph));
  expect(edges(before.graph).join()).toContain("checker");
});

const USERS = 48;

function hubText(name: string, made: string): string {
  return `export class K { go() {} }\nexport class L { go() {} }\nexport function ${name}() { return new ${made}(); }\n`;
}

function userText(number: number, says: string): string {
  const from = says === "u0" && number > 0 ? "./u0" : "./hub";
  return `import { ${says} } from "${from}";\nexport const u${number} = () => ${says}();\nu${number}().go();\n`;
}

const STEP = fc.oneof(
  fc
    .tuple(fc.constantFrom("make", "made", "maker"), fc.constantFrom("K", "L"))
    .map(([name, made]) => ({ path: "hub.ts", text: hubText(name, made) })),
  fc
    .tuple(fc.nat(USERS - 1), fc.constantFrom("make", "made", "u0"))
    .map(([user, says]) => ({ path: `u${user}.ts`, text: userText(user, says) })),
);

test("property: changing a widely used name among other edits gives the graph of a fresh index", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 6 }), async (steps) => {
      const files = new Map([["hub.ts", hubText("make", "K")]]);
      for (let i = 0; i < USERS; i++)
        files.set(`u${i}.ts`, userText(i, i % 5 === 1 ? "u0" : "make"));
      const tree = plant(Object.fromEntries(files));
      const session = await tree.session();
      await session.index(false, () => undefined);
      for (const { path, text } of steps) {
        files.set(path, text);
        tree.write(path, text);
        await session.fresh();
      }
      const fresh = plant(Object.fromEntries(files));
      expect(await tree.edges(session)).toEqual(await fresh.edges(await fresh.session()));
    }),
    { numRuns: 6 },
  );
});
