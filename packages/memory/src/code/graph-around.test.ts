/** The part of the graph around one memory or file. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";
import type { GraphPart, GraphPlace } from "./graph-around.ts";

const nameOf = (place: GraphPlace) => (place.kind === "file" ? place.path : place.id);
const names = ({ places }: GraphPart) => places.map(nameOf);
const links = ({ links: all }: GraphPart) =>
  all.map(({ from, to, type }) => `${nameOf(from)} ${type} ${nameOf(to)}`).sort();
const file = (path: string) => ({ kind: "file", path }) as const;
const teach = (content: string, files: string[] = []) =>
  ({ content, files, source: "user_taught" }) as const;

async function withMemories() {
  const place = makePlace();
  place.write("log.ts", "export function log() {}\n");
  place.write("store.ts", 'import { log } from "./log";\nexport function open() { log(); }\n');
  place.write(
    "app.ts",
    'import { open } from "./store";\nimport { log } from "./log";\nopen(); log();\n',
  );
  const tacit = await place.open();
  const one = await tacit.memories.remember(
    teach("The database is opened once for each process, never for each request.", ["store.ts"]),
  );
  const two = await tacit.memories.remember(
    teach("Log lines wait in a buffer until a reader can take them.", ["log.ts"]),
  );
  const [store, log] = [one.id ?? "", two.id ?? ""];
  await tacit.memories.link(store, { memory: log });
  return { place, tacit, store, log };
}

test("a file has its memories, its users and what it uses, with the links among them", async () => {
  const { tacit, store } = await withMemories();
  await tacit.code.index();
  const part = await tacit.code.around(file("./store.ts"), 10);
  expect(names(part)).toEqual(["store.ts", store, "log.ts", "app.ts"]);
  expect(links(part)).toEqual([
    `${store} about store.ts`,
    "app.ts depends log.ts",
    "app.ts depends store.ts",
    "store.ts depends log.ts",
  ]);
  expect(part).toMatchObject({ total: 3, files: 3 });
});

test("a memory has the memories that it is related to and its files", async () => {
  const { tacit, store, log } = await withMemories();
  const { id } = await tacit.memories.get(log);
  const part = await tacit.code.around({ kind: "memory", id }, 10);
  expect(names(part)).toEqual([log, store, "log.ts"]);
  expect(links(part)).toEqual([`${log} about log.ts`, `${store} relates_to ${log}`].sort());
});

test("the limit cuts the neighbours, files without memories first, and the total counts all", async () => {
  const { tacit, store } = await withMemories();
  await tacit.code.index();
  const part = await tacit.code.around(file("store.ts"), 2);
  expect(names(part)).toEqual(["store.ts", store, "log.ts"]);
  expect(part.total).toBe(3);
});

test("many memories leave half of the places to files, and the total counts all of both", async () => {
  const { tacit } = await withMemories();
  await tacit.code.index();
  for (const fact of ["waits", "reads", "writes", "sorts", "closes"])
    await tacit.memories.remember(teach(`The store ${fact} before the log does.`, ["store.ts"]));
  const part = await tacit.code.around(file("store.ts"), 4);
  expect(part.places.map(({ kind }) => kind)).toEqual(["file", "memory", "memory", "file", "file"]);
  expect(part.total).toBe(8);
});

test("without a code graph a memory has its files, and no code is indexed", async () => {
  const { place, tacit, store, log } = await withMemories();
  const { id } = await tacit.memories.get(store);
  const part = await tacit.code.around({ kind: "memory", id }, 10);
  expect(names(part)).toEqual([store, log, "store.ts"]);
  expect(part.files).toBeNull();
  expect(existsSync(join(place.home, "code"))).toBe(false);
});

test("a file that is unknown has no neighbours, and a path outside the project is refused", async () => {
  const { tacit } = await withMemories();
  await tacit.code.index();
  expect(await tacit.code.around(file("none.ts"), 10)).toMatchObject({ links: [], total: 0 });
  await expect(tacit.code.around(file("../x.ts"), 10)).rejects.toMatchObject({ code: "usage" });
});
