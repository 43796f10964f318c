/** Tests that memories are linked to what their sessions edited, only by a process that may read code. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LinkPlace, linkSymbols, type SessionEdit } from "../anchors/link/link-symbols.ts";
import { listAnchors, listPendingAnchors } from "../store/memories/anchors.ts";
import { getMemories } from "../store/memories/memories.ts";
import { git } from "../testing/testing-git.ts";
import { makePlace, type Place } from "../testing/testing-life.ts";

const CODE = `export function first() {
  return "one";
}

export function second() {
  return "two";
}

export class Third {
  read() {
    return "three";
  }
  write() {
    return "four";
  }
}
`;

async function anchored(place: Place, content: string, edits: readonly SessionEdit[]) {
  place.write("src/a.ts", CODE);
  const tacit = await place.open({ readsCode: false });
  const { id } = await tacit.memories.remember({
    content,
    files: ["src/a.ts"],
    source: "agent_explicit",
  });
  if (id === null) throw new Error("not kept");
  const db = await place.database();
  const [memory] = await getMemories(db, [id]);
  if (memory === undefined) throw new Error("not there");
  const where: LinkPlace = { root: place.root, commit: null };
  const reader = { outline: tacit.code.outline, filesDefining: async () => [] };
  await linkSymbols(db, memory, where, reader, edits);
  return (await listAnchors(db, [id])).map(({ symbol }) => symbol);
}

const edit = (after: string) => ({ path: "src/a.ts", after });
const PLAIN = "Reading twice gives stale values unless the cache is dropped in between.";

describe("edits of the session that taught the memory", () => {
  test.each<[string, string, readonly SessionEdit[], readonly (string | null)[]]>([
    ["one function", PLAIN, [edit('  return "two";')], ["second"]],
    ["a method", PLAIN, [edit('read() {\n    return "three";')], ["Third.read"]],
    [
      "one that names are stronger than",
      "Mind `first`, which is slow when called twice.",
      [edit('return "two";')],
      ["first"],
    ],
    ["what is no longer there", PLAIN, [edit("return nothing at all;")], [null]],
    ["what is there more than once", PLAIN, [edit("  return ")], [null]],
    ["the whole file", PLAIN, [edit(CODE)], ["first"]],
    [
      "half of the file",
      PLAIN,
      ["one", "two", "three", "four"].map((word) => edit(`return "${word}";`)),
      [null],
    ],
    ["nothing", PLAIN, [], [null]],
  ])("%s", async (_name, content, edits, symbols) => {
    expect(await anchored(makePlace(), content, edits)).toEqual(symbols);
  });
});

test("keeps the link of a file that changed after linking, because the intended symbol is unknown", async () => {
  const place = makePlace();
  place.write("src/a.ts", CODE);
  const hook = await place.open({ readsCode: false });
  const content = "Mind `first`, which is slow when called twice.";
  const { id } = await hook.memories.remember({
    content,
    files: ["src/a.ts"],
    source: "agent_explicit",
  });
  const db = await place.database();
  expect(await listPendingAnchors(db, hook.projectId, 10)).toEqual([id]);
  place.write("src/a.ts", CODE.replace('"one"', '"1"'));
  const command = await place.open();
  await command.sessions.learnDue();
  expect(await listPendingAnchors(db, hook.projectId, 10)).toEqual([]);
  const freshness = await command.memories.freshnessOf(id ?? "");
  expect(freshness).toMatchObject({ freshness: "changed", anchors: [{ symbol: null }] });
});

test("links what a hook left pending to symbols with the next command", async () => {
  const place = makePlace();
  place.write("src/a.ts", CODE);
  const hook = await place.open({ readsCode: false });
  const content = "Mind `first`, which is slow when called twice.";
  const { id } = await hook.memories.remember({
    content,
    files: ["src/a.ts"],
    source: "agent_explicit",
  });
  const command = await place.open();
  await command.sessions.learnDue();
  const freshness = await command.memories.freshnessOf(id ?? "");
  expect(freshness).toMatchObject({ freshness: "intact", anchors: [{ symbol: "first" }] });
});

test("does not judge the freshness of code in another project", async () => {
  const [one, two] = [makePlace(), makePlace()];
  one.write("src/a.ts", CODE);
  const there = await one.open();
  const content = "Mind `first`, which is slow when called twice.";
  const { id } = await there.memories.remember({
    content,
    files: ["src/a.ts"],
    source: "agent_explicit",
  });
  const here = await one.open({ cwd: two.root });
  const { hits } = await here.memories.recall({ query: content, anyProject: true });
  expect(hits).toMatchObject([{ memory: { id }, freshness: "unanchored" }]);
  expect(await here.memories.reviewReasons(hits.map(({ memory }) => memory.id))).toEqual(new Map());
});

test("of a batch that waits, links the newest memories first and none of another project", async () => {
  const [place, other] = [makePlace(), makePlace()];
  place.write("src/a.ts", CODE);
  const hook = await place.open({ readsCode: false });
  const ids: string[] = [];
  for (const name of ["first", "second", "Third"]) {
    place.clock.nowMs += 1000;
    const content = `Mind \`${name}\`, which is slow when it is called twice.`;
    const input = { content, files: ["src/a.ts"], source: "agent_explicit" } as const;
    ids.push((await hook.memories.remember(input)).id ?? "");
  }
  const db = await place.database();
  expect(await listPendingAnchors(db, hook.projectId, 2)).toEqual(ids.toReversed().slice(0, 2));
  const { projectId } = await other.open();
  expect(await listPendingAnchors(db, projectId, 10)).toEqual([]);
});

describe("a file that only the text names", () => {
  const TEXT = "What src/pay.ts gives must never be rounded, since cents are counted elsewhere.";
  const freshness = async (place: Place) => {
    const tacit = await place.open({ readsCode: false });
    const { hits } = await tacit.memories.recall({ query: "is what pay gives rounded" });
    await tacit.close();
    return hits.map((hit) => hit.freshness);
  };

  test("is an anchor: a change or the removal of the file is reported", async () => {
    const place = makePlace();
    place.write("src/pay.ts", CODE);
    const tacit = await place.open({ readsCode: false });
    await tacit.memories.remember({ content: TEXT, source: "user_taught" });
    await tacit.close();
    expect(await freshness(place)).toEqual(["intact"]);
    place.write("src/pay.ts", `${CODE}export const more = 1;\n`);
    expect(await freshness(place)).toEqual(["changed"]);
    rmSync(join(place.root, "src", "pay.ts"));
    expect(await freshness(place)).toEqual(["gone"]);
  });

  test.each([
    ["where files were given", { files: ["src/other.ts"] }, ["src/other.ts"]],
    ["of what is said of every project", { scope: "global" as const }, []],
  ])("is no anchor %s", async (_name, more, paths) => {
    const place = makePlace();
    place.write("src/pay.ts", CODE);
    place.write("src/other.ts", CODE);
    const tacit = await place.open({ readsCode: false });
    const { id } = await tacit.memories.remember({ content: TEXT, source: "user_taught", ...more });
    const anchors = await listAnchors(await place.database(), id === null ? [] : [id]);
    expect(anchors.map(({ path }) => path)).toEqual(paths);
  });
});

test("links a symbol named before the code was read at the first index", async () => {
  const place = makePlace();
  place.write("src/pay.ts", "export function payInvoice() {\n  return 1;\n}\n");
  const tacit = await place.open();
  const content = "Never round in `payInvoice`, since cents are counted elsewhere.";
  const { id } = await tacit.memories.remember({ content, source: "user_taught" });
  const tied = async () => listAnchors(await place.database(), id === null ? [] : [id]);
  expect(await tied()).toEqual([]);
  await tacit.code.index();
  expect(await tied()).toMatchObject([{ path: "src/pay.ts", symbol: "payInvoice" }]);
});

describe("a symbol that only the text names, in a git repository without a code graph", () => {
  const PAY = "export function payInvoice() {\n  return 1;\n}\n";
  const USE = 'import { payInvoice } from "./pay.ts";\npayInvoice();\n';
  const many = Array.from({ length: 41 }, (_, n): [string, string] => [`src/use${n}.ts`, USE]);

  test.each<[string, readonly [string, string][], object[]]>([
    ["is linked to the one file that defines it", [["src/use.ts", USE]], [{ path: "src/pay.ts" }]],
    ["is not linked if two files define it", [["src/other.ts", PAY]], []],
    ["is not linked if too many files contain it", many, []],
  ])("%s", async (_name, files, anchors) => {
    const place = makePlace();
    git(place.root, "init", "-q");
    place.write("src/pay.ts", PAY);
    for (const [path, text] of files) place.write(path, text);
    const hook = await place.open({ readsCode: false });
    const content = "Never round in `payInvoice`, since cents are counted elsewhere.";
    const { id } = await hook.memories.remember({ content, source: "agent_explicit" });
    await (await place.open()).sessions.learnDue();
    const found = await listAnchors(await place.database(), id === null ? [] : [id]);
    expect(found).toMatchObject(anchors);
    expect(found).toHaveLength(anchors.length);
  });
});
