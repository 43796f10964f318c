/** Imports of another program's memories: each once, redacted, of this project, and updated later. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { makeForeignDatabase } from "../store/testing-foreign.ts";
import { makePlace, type Place } from "../testing/testing-life.ts";

interface StoreReport {
  readonly id: string;
  readonly memory: string;
  readonly app_id?: string;
  readonly created_at?: string;
  readonly categories?: readonly string[];
  readonly metadata?: object;
}

/** Creates a mem0 document with these memories, beside the project. */
function store(place: Place, results: readonly StoreReport[]): string {
  const path = join(place.home, "..", "theirs.json");
  writeFileSync(path, JSON.stringify({ results }));
  return path;
}

const CENTS: StoreReport = {
  id: "a",
  memory: "Amounts are integer cents, because floats lose precision.",
  created_at: "2026-03-01T00:00:00Z",
  categories: ["decision"],
};
const AUTO = { from: "auto" } as const;

async function contents(tacit: Tacit): Promise<string[]> {
  return (await tacit.memories.list()).map(({ content }) => content).sort();
}

test("imports a memory with its type, time and source, and importing again changes nothing", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = store(place, [{ ...CENTS, metadata: { confidence: 0.99 } }]);
  expect(await tacit.exchange.importStore(path, AUTO)).toMatchObject({
    from: "mem0",
    read: 1,
    imported: 1,
    errors: [],
  });
  const [memory] = await tacit.memories.list();
  expect(memory).toMatchObject({
    content: CENTS.memory,
    type: "decision",
    source: "imported",
    standing: "believed",
    createdAtMs: Date.UTC(2026, 2, 1),
    confidence: 0.7,
    externalId: "mem0:a",
    tags: ["decision", "imported:mem0"],
  });
  expect(await tacit.exchange.importStore(path, AUTO)).toMatchObject({ imported: 0, merged: 1 });
  expect((await tacit.memories.list())[0]?.version).toBe(memory?.version);
});

test("redacts secrets, removes injected blocks, and rejects noise with its place", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const token = `ghp_${"A1b2C3d4E5f6G7h8I9j0".repeat(2).slice(0, 36)}`;
  const path = store(place, [
    { id: "1", memory: `Deploys must use the token ${token} from the vault.` },
    {
      id: "2",
      memory: "Never round twice.<claude-mem-context>\nold things\n</claude-mem-context>",
    },
    { id: "3", memory: "done" },
    { id: "4", memory: "<system-reminder>all of it</system-reminder>" },
  ]);
  const report = await tacit.exchange.importStore(path, AUTO);
  expect(report).toMatchObject({ read: 4, imported: 2, rejected: 2 });
  expect(report.errors).toEqual([
    { place: "results 3", reason: "too_short" },
    { place: "results 4", reason: "too_short" },
  ]);
  expect(await contents(tacit)).toEqual([
    "Deploys must use the token [redacted:github-token] from the vault.",
    "Never round twice.",
  ]);
});

test("skips memories of other projects unless they are requested", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = store(place, [
    { ...CENTS, id: "1", app_id: "project" },
    { id: "2", memory: "The other app must be built with make.", app_id: "other" },
    { id: "3", memory: "Commits must be signed, wherever they are made." },
  ]);
  const first = await tacit.exchange.importStore(path, AUTO);
  expect(first).toMatchObject({ imported: 2, skipped: 1 });
  expect(first.projects).toEqual([
    { name: "other", memories: 1, isTaken: false },
    { name: "project", memories: 1, isTaken: true },
  ]);
  expect(await tacit.exchange.importStore(path, { ...AUTO, of: "other" })).toMatchObject({
    imported: 1,
    merged: 1,
    skipped: 1,
  });
});

test("skips a folder name that two projects share unless it is requested", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = store(place, [
    { ...CENTS, id: "1", app_id: "project" },
    { id: "2", memory: "The full path is this project's alone.", app_id: place.root },
  ]);
  const cwd = join(place.home, "..", "elsewhere", "project");
  mkdirSync(cwd, { recursive: true });
  const namesake = await place.open({ cwd });
  await namesake.memories.remember({
    content: "Rounding is done by the bank.",
    source: "user_taught",
  });
  for (const [one, other] of [
    [tacit, namesake],
    [namesake, tacit],
  ] as const) {
    await one.memories.remember({
      content: "Amounts are kept as they came.",
      source: "user_taught",
    });
    const namesakes = [other.identity.canonical];
    const left = { name: "project", memories: 1, isTaken: false, namesakes };
    expect((await one.exchange.importStore(path, AUTO)).projects).toContainEqual(left);
  }
  expect(await contents(tacit)).not.toContain(CENTS.memory);
  expect(await tacit.exchange.importStore(path, { ...AUTO, of: "project" })).toMatchObject({
    imported: 1,
  });
});

test("memories about files elsewhere belong to another project of that name, known or not", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const of = (id: string, memory: string, files: readonly string[]): StoreReport => {
    return { id, memory, app_id: "project", metadata: { files } };
  };
  const path = store(place, [
    of("1", "Rounding happens in the cart alone.", ["/elsewhere/project/cart.ts", "cart.ts"]),
    of("2", "Totals are kept in the order.", [join(place.root, "order.ts"), "/etc/hosts"]),
    of("3", "Names are folded before they are compared.", ["names.ts"]),
    of("4", "The bank is asked once a day.", ["/elsewhere/project/bank.ts"]),
    of("5", "The proxy of the machine is named in its hosts.", ["/etc/hosts"]),
  ]);
  expect(await tacit.exchange.importStore(path, AUTO)).toMatchObject({
    imported: 4,
    skipped: 1,
    errors: [{ place: "results 4", reason: "of another folder of that name" }],
  });
  expect(await contents(tacit)).not.toContain("The bank is asked once a day.");
});

test("a change in the source is applied unless a person has changed the memory here", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const other = { id: "b", memory: "Never deploy on Fridays, nobody is there." };
  await tacit.exchange.importStore(store(place, [CENTS, other]), AUTO);
  const mine = (await tacit.memories.list()).find(({ content }) => content === other.memory);
  await tacit.memories.edit(mine?.id ?? "", {
    content: "Never deploy after noon, nobody is there.",
  });
  const changed = store(place, [
    { ...CENTS, memory: "Amounts are integer tenths of cents, because floats lose precision." },
    { ...other, memory: "Never deploy on Sundays, nobody is there." },
  ]);
  expect(await tacit.exchange.importStore(changed, AUTO)).toMatchObject({
    imported: 0,
    corrected: 1,
    merged: 1,
  });
  expect(await contents(tacit)).toEqual([
    "Amounts are integer tenths of cents, because floats lose precision.",
    "Never deploy after noon, nobody is there.",
  ]);
  expect(await tacit.exchange.importStore(changed, AUTO)).toMatchObject({
    corrected: 0,
    merged: 2,
  });
});

test("a forgotten memory is not imported again", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = store(place, [CENTS]);
  await tacit.exchange.importStore(path, AUTO);
  await tacit.memories.forget((await tacit.memories.list()).map(({ id }) => id));
  expect(await tacit.exchange.importStore(path, AUTO)).toMatchObject({ imported: 0 });
  expect(await contents(tacit)).toEqual([]);
});

test("a dry run reports the same counts and writes nothing", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = store(place, [CENTS, { ...CENTS, id: "b" }, { id: "c", memory: "ok" }]);
  const dry = await tacit.exchange.importStore(path, { ...AUTO, isDryRun: true });
  expect(await contents(tacit)).toEqual([]);
  expect(await tacit.exchange.importStore(path, AUTO)).toEqual(dry);
  expect(dry).toMatchObject({ imported: 1, merged: 1, rejected: 1 });
});

test("memories for review wait and retain their origin when accepted", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = store(place, [CENTS]);
  expect(await tacit.exchange.importStore(path, { ...AUTO, isReviewed: true })).toMatchObject({
    waiting: 1,
  });
  expect(await tacit.exchange.importStore(path, { ...AUTO, isReviewed: true })).toMatchObject({
    waiting: 0,
    merged: 1,
  });
  const [candidate] = await tacit.memories.candidates({ state: "proposed" });
  await tacit.memories.accept(candidate?.id ?? "");
  expect((await tacit.memories.list())[0]).toMatchObject({
    source: "imported",
    externalId: "mem0:a",
    createdAtMs: Date.UTC(2026, 2, 1),
  });
});

test("a memory about a person stays global, also when accepted in review", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const entry = {
    id: "m",
    category: "preference",
    content: "Prefers short answers, without lists.",
    tags: [],
  };
  const path = join(place.home, "..", "global.json");
  writeFileSync(path, JSON.stringify({ graph_version: 2, memories: { m: entry } }));
  expect(await tacit.exchange.importStore(path, { ...AUTO, isReviewed: true })).toMatchObject({
    from: "jcode",
    waiting: 1,
  });
  const [candidate] = await tacit.memories.candidates({ state: "proposed" });
  await tacit.memories.accept(candidate?.id ?? "");
  expect((await tacit.memories.list())[0]).toMatchObject({ scope: "global", projectId: null });
});

test("rejects a Tacit store, which has ids, versions and projects to preserve", async () => {
  const place = makePlace();
  const tacit = await place.open();
  await expect(tacit.exchange.importStore(place.home, AUTO)).rejects.toMatchObject({
    code: "usage",
  });
});

test("imports several batches in one pass over a database", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const path = join(place.home, "..", "theirs.db");
  makeForeignDatabase(
    path,
    `CREATE TABLE vectors (id TEXT PRIMARY KEY, payload TEXT);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
     INSERT INTO vectors SELECT 'm' || i, json_object('data', 'Rule number ' || i || ' must hold for module_' || i) FROM n;`,
  );
  const seen: number[] = [];
  const report = await tacit.exchange.importStore(path, {
    ...AUTO,
    onProgress: (read) => seen.push(read),
  });
  expect(report).toMatchObject({ read: 120, imported: 120 });
  expect(seen).toEqual([50, 100, 120]);
});

test("identifies a record without an id by its words, which are stored nowhere unredacted", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0".repeat(2).slice(0, 36)}`;
  const memories = [{ content: `The release is published with ${secret}, never by hand.` }];
  const path = join(place.home, "..", "theirs.json");
  writeFileSync(path, JSON.stringify({ version: "0.9.29", memories }));
  expect(await tacit.exchange.importStore(path, AUTO)).toMatchObject({ imported: 1 });
  expect(await tacit.exchange.importStore(path, AUTO)).toMatchObject({ imported: 0, merged: 1 });
  await tacit.close();
  for (const name of readdirSync(place.home, { recursive: true, encoding: "utf8" })) {
    const file = join(place.home, name);
    if (statSync(file).isFile()) expect(readFileSync(file).includes(secret), name).toBe(false);
  }
});
