/** Tests the map of memories and files: modules, links, the limit, and a project without a code graph. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";
import type { GraphMap } from "./graph-map.ts";

const namesIn = ({ places }: GraphMap) =>
  places.map((place) => (place.kind === "file" ? place.path : (place.memory?.title ?? "")));
const modulesIn = ({ places, modules }: GraphMap) =>
  places.map(({ module }) => (module === null ? null : modules[module]));
const linksIn = (map: GraphMap) => {
  const names = namesIn(map);
  return map.links.map(([from, to, type]) => `${names[from]} ${type} ${names[to]}`).sort();
};

const STORE = "The database is opened once for each process";
const ALONE = "Log lines wait in a buffer until a reader takes them";

async function withMemories() {
  const place = makePlace();
  place.write("lib/log.ts", "export function log() {}\n");
  place.write("lib/store.ts", 'import { log } from "./log";\nexport function open() { log(); }\n');
  place.write("app/app.ts", 'import { open } from "../lib/store";\nopen();\n');
  const tacit = await place.open();
  const source = "user_taught" as const;
  const { id } = await tacit.memories.remember({
    content: `${STORE}.`,
    files: ["lib/store.ts"],
    source,
  });
  const alone = await tacit.memories.remember({ content: `${ALONE}.`, source });
  await tacit.memories.link(id ?? "", { memory: alone.id ?? "" });
  return { place, tacit };
}

test("files are in their modules, memories with their files, and links join their numbers", async () => {
  const { tacit } = await withMemories();
  await tacit.code.index();
  const map = await tacit.code.map(10);
  expect(namesIn(map)).toEqual(["lib/store.ts", "lib/log.ts", "app/app.ts", STORE, ALONE]);
  const { modules } = (await tacit.code.overview()) ?? { modules: [] };
  const moduleOf = async (name: string) =>
    (await tacit.code.files({ query: name, limit: 1 }))?.files[0]?.module;
  const store = await moduleOf("store");
  const files = [store, await moduleOf("log"), await moduleOf("app")];
  expect(modulesIn(map)).toEqual([...files, store, null]);
  expect(map.modules).toEqual(modules.map(({ name }) => name));
  expect(linksIn(map)).toEqual([
    `${STORE} about lib/store.ts`,
    `${STORE} relates_to ${ALONE}`,
    "app/app.ts depends lib/store.ts",
    "lib/store.ts depends lib/log.ts",
  ]);
  expect(map.total).toBe(5);
});

test("the limit leaves out the files that fewest use, and the total counts them", async () => {
  const { tacit } = await withMemories();
  await tacit.code.index();
  const map = await tacit.code.map(3);
  expect(namesIn(map)).toEqual(["lib/store.ts", "lib/log.ts", STORE]);
  expect(linksIn(map)).toEqual([`${STORE} about lib/store.ts`, "lib/store.ts depends lib/log.ts"]);
  expect(map.total).toBe(5);
});

test("without a code graph the outermost folders are the modules, and no code is indexed", async () => {
  const { place, tacit } = await withMemories();
  const map = await tacit.code.map(10);
  expect(namesIn(map)).toEqual(["lib/store.ts", STORE, ALONE]);
  expect(map.modules).toEqual(["lib"]);
  expect(existsSync(join(place.home, "code"))).toBe(false);
});

test("a forgotten or archived memory is not on the map", async () => {
  const { tacit } = await withMemories();
  const [first] = await tacit.memories.list({ limit: 10 });
  await tacit.memories.archive(first?.id ?? "");
  expect(namesIn(await tacit.code.map(10))).not.toContain(first?.title);
});

test("memories about no file and without relations come last, the newest first, without handoffs", async () => {
  const { tacit } = await withMemories();
  const source = "user_taught" as const;
  const [OLD, NEW] = [
    "Releases are made on Tuesdays",
    "Invoices are numbered by the ledger service",
  ] as const;
  for (const content of [OLD, NEW])
    await tacit.memories.remember({ content: `${content}.`, source });
  await tacit.memories.remember({
    content: "The rest of the work is open.",
    type: "handoff",
    source,
  });
  const map = await tacit.code.map(100);
  expect(namesIn(map)).toEqual(["lib/store.ts", STORE, ALONE, NEW, OLD]);
  expect(modulesIn(map)).toEqual(["lib", "lib", null, null, null]);
  expect(map.total).toBe(5);
  const small = await tacit.code.map(6);
  expect(namesIn(small)).toEqual(["lib/store.ts", STORE, ALONE, NEW]);
  expect(small.total).toBe(5);
});
