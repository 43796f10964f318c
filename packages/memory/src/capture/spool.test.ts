/** Every line of the spool is ingested exactly once, whichever process writes, reads or is killed. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Database } from "@tacit-memory/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../store/open-store.ts";
import { countRejects } from "../store/sessions/spool-offsets.ts";
import {
  makePlace,
  openTestStore,
  type Place,
  PROJECT,
  START_MS,
  sessionScript,
} from "../testing/testing-life.ts";
import { blankSpool, drainSpool } from "./drain.ts";
import {
  appendToSpool,
  isClosed,
  listSpoolFiles,
  readSpool,
  type SpoolLine,
  spoolFolder,
} from "./spool.ts";

const HOUR_MS = 3_600_000;
const seen = {
  id: PROJECT,
  canonical: "example.org/o/r",
  name: "r",
  basis: "remote" as const,
  root: null,
};
const FILE = "events-2026090109.jsonl";

function lines(count: number, session = "s1", from = 0): SpoolLine[] {
  const script = sessionScript(session);
  for (let i = 0; i < from + count; i++) script.prompt(`Prompt number ${i} of ${session}.`);
  return script.events.slice(from).map((event) => ({ project: seen, event }));
}

const drain = (db: Database, place: Place, mayGoOn?: () => boolean) =>
  drainSpool(db, place.home, { redaction: {}, ignore: [] }, place.clock.nowMs, mayGoOn);

async function texts(db: Database): Promise<string[]> {
  const rows = await db.all<{ body: string }>("SELECT body FROM event ORDER BY session_rid, seq");
  return rows.map((row) => (JSON.parse(row.body) as { text: string }).text);
}

function path(place: Place, file = FILE): string {
  return join(spoolFolder(place.home), file);
}

test("ingests appended lines once and in order", async () => {
  const { db, place } = await openTestStore();
  appendToSpool(place.home, lines(3), START_MS);
  expect(await drain(db, place)).toEqual({ events: 3, rejected: 0, isComplete: true });
  expect(await drain(db, place)).toEqual({ events: 0, rejected: 0, isComplete: true });
  appendToSpool(place.home, lines(2, "s1", 3), START_MS);
  expect((await drain(db, place)).events).toBe(2);
  expect(await texts(db)).toEqual([0, 1, 2, 3, 4].map((i) => `Prompt number ${i} of s1.`));
});

test("creates files only the owner can read, and none for empty input", async () => {
  const { place } = await openTestStore();
  appendToSpool(place.home, [], START_MS);
  expect(listSpoolFiles(place.home)).toEqual([]);
  appendToSpool(place.home, lines(1), START_MS);
  expect(statSync(path(place)).mode & 0o077).toBe(0);
  expect(statSync(spoolFolder(place.home)).mode & 0o077).toBe(0);
});

test("a line contains the five fields of the project and nothing of the working tree", () => {
  const place = makePlace();
  const [line] = lines(1);
  if (line === undefined) throw new Error("no line");
  const checkout = {
    ...line.project,
    branch: "secret-branch",
    warnings: [{ code: "project_in_folder" } as const],
  };
  appendToSpool(place.home, [{ ...line, project: checkout }], START_MS);
  const stored = JSON.parse(readFileSync(path(place), "utf8"));
  expect(stored.project).toEqual(seen);
});

test("eight concurrent drainers with their own connections ingest each line once", async () => {
  const { db, place } = await openTestStore();
  for (let i = 0; i < 20; i++) appendToSpool(place.home, lines(10, `s${i}`), START_MS);
  const stores = await Promise.all(Array.from({ length: 8 }, () => place.database()));
  const drained = await Promise.all(stores.map((store) => drain(store, place)));
  expect(drained.reduce((sum, item) => sum + item.events, 0)).toBe(200);
  expect(await texts(db)).toHaveLength(200);
});

test("does not wait for a writer if another drainer has ingested everything", async () => {
  const { db, place } = await openTestStore();
  appendToSpool(place.home, lines(3), START_MS);
  await drain(db, place);
  const late = await openStore({ home: place.home, busyTimeoutMs: 1 }, place.moment());
  onTestFinished(() => late.close());
  await db.transaction(async () => {
    expect(await drain(late, place)).toEqual({ events: 0, rejected: 0, isComplete: true });
    appendToSpool(place.home, lines(1, "s2"), START_MS);
    await expect(drain(late, place)).rejects.toMatchObject({ code: "store_busy" });
  });
  expect((await drain(late, place)).events).toBe(1);
});

describe("a killed writer", () => {
  test("damages only its own line", async () => {
    const { db, place } = await openTestStore();
    appendToSpool(place.home, lines(1, "a"), START_MS);
    appendFileSync(path(place), '\n{"project":{"id":"p_te');
    appendToSpool(place.home, lines(1, "b"), START_MS);
    expect(await drain(db, place)).toEqual({ events: 2, rejected: 1, isComplete: true });
    expect(await countRejects(db)).toBe(1);
  });

  test("leaves an incomplete line that waits until no writer can complete it", async () => {
    const { db, place } = await openTestStore();
    const whole = JSON.stringify(lines(1)[0]);
    mkdirSync(spoolFolder(place.home));
    appendFileSync(path(place), `\n${whole.slice(0, 40)}`);
    expect(await drain(db, place)).toEqual({ events: 0, rejected: 0, isComplete: true });
    appendFileSync(path(place), `${whole.slice(40)}\n\n{"torn`);
    expect(await drain(db, place)).toMatchObject({ events: 1, rejected: 0 });
    place.clock.nowMs += 3 * HOUR_MS;
    expect(await drain(db, place)).toMatchObject({ events: 0, rejected: 1 });
    expect(existsSync(path(place))).toBe(false);
  });

  test("loses nothing if killed just before the last line break", async () => {
    const { db, place } = await openTestStore();
    mkdirSync(spoolFolder(place.home));
    writeFileSync(path(place), `\n${JSON.stringify(lines(1)[0])}`);
    place.clock.nowMs += 3 * HOUR_MS;
    expect(await drain(db, place)).toMatchObject({ events: 1, rejected: 0 });
  });
});

test.each([
  ["no JSON", "not json at all"],
  ["another shape", "[1,2,3]"],
  ["null", "null"],
  ["no project", '{"event":{"v":1}}'],
  ["no event", '{"project":{"id":"p_x","canonical":"x"},"event":{"kind":"unheard"}}'],
  ["not UTF-8", Buffer.from([0xff, 0xfe, 0x00, 0x9f])],
])("counts and skips a malformed line: %s", async (_name, line) => {
  const { db, place } = await openTestStore();
  appendToSpool(place.home, lines(1, "a"), START_MS);
  appendFileSync(path(place), Buffer.concat([Buffer.from(line), Buffer.from("\n")]));
  appendToSpool(place.home, lines(1, "b"), START_MS);
  expect(await drain(db, place)).toEqual({ events: 2, rejected: 1, isComplete: true });
  expect(await drain(db, place)).toEqual({ events: 0, rejected: 0, isComplete: true });
});

test("a project with invalid types does not stop the others", async () => {
  const { db, place } = await openTestStore();
  const [line] = lines(1);
  const odd = { ...line, project: { ...seen, name: { x: 1 }, root: 7, basis: null } };
  appendToSpool(place.home, [odd as unknown as SpoolLine], START_MS);
  expect((await drain(db, place)).events).toBe(1);
});

test("rejects a line of 17 MB unread and ingests what follows", async () => {
  const { db, place } = await openTestStore();
  mkdirSync(spoolFolder(place.home));
  appendFileSync(
    path(place),
    Buffer.concat([Buffer.alloc(17 * 1024 * 1024, "x"), Buffer.from("\n")]),
  );
  appendToSpool(place.home, lines(2), START_MS);
  const drained = await drain(db, place);
  expect(drained).toMatchObject({ events: 2, isComplete: true });
  expect(drained.rejected).toBeGreaterThan(0);
});

test("ingests several chunks and may stop between two", async () => {
  const { db, place } = await openTestStore();
  const big = sessionScript("s1");
  for (let i = 0; i < 300; i++) big.prompt(`${i} ${"long ".repeat(800)}`);
  appendToSpool(
    place.home,
    big.events.map((event) => ({ project: seen, event })),
    START_MS,
  );
  let chunks = 0;
  const first = await drain(db, place, () => ++chunks <= 1);
  expect(first.isComplete).toBe(false);
  expect(first.events).toBeGreaterThan(0);
  const rest = await drain(db, place);
  expect(first.events + rest.events).toBe(300);
  expect((await texts(db)).map((text) => Number.parseInt(text, 10))).toEqual([
    ...Array(300).keys(),
  ]);
});

test("removes fully ingested files of past hours and keeps the current one", async () => {
  const { db, place } = await openTestStore();
  appendToSpool(place.home, lines(1, "old"), START_MS - 5 * HOUR_MS);
  appendToSpool(place.home, lines(1, "new"), START_MS);
  expect((await drain(db, place)).events).toBe(2);
  expect(listSpoolFiles(place.home)).toEqual([FILE]);
  expect(await db.all("SELECT file FROM spool_offset")).toEqual([{ file: FILE }]);
});

test("a stale mark of a removed file does not hide a new file of the same name", async () => {
  const { db, place } = await openTestStore();
  await db.run("INSERT INTO spool_offset VALUES (:file, :bytes)", { file: FILE, bytes: 1_000_000 });
  appendToSpool(place.home, lines(2), START_MS);
  expect((await drain(db, place)).events).toBe(2);
});

test("blanking overwrites ingested lines and nothing else", async () => {
  const { db, place } = await openTestStore();
  appendToSpool(place.home, lines(2), START_MS);
  await drain(db, place);
  appendToSpool(place.home, lines(1, "s1", 2), START_MS);
  await blankSpool(db, place.home);
  const left = readFileSync(path(place), "utf8");
  expect(left).not.toContain("number 1");
  expect(left).toContain("number 2");
  expect((await drain(db, place)).events).toBe(1);
});

test.each([
  ["its own hour", 0, false],
  ["the hour after", 1.9, false],
  ["the hour after that", 2.1, true],
  ["before it began", -5, false],
])("a file is closed in %s: %f h, %s", (_name, hours, expected) =>
  expect(isClosed(FILE, START_MS + hours * HOUR_MS)).toBe(expected),
);

test("reports a spool that is not a folder as unwritable", async () => {
  const { db, place } = await openTestStore();
  writeFileSync(spoolFolder(place.home), "x");
  await expect(drain(db, place)).rejects.toMatchObject({ code: "store_unwritable" });
});

test("ignores files that are not spool files", async () => {
  const { db, place } = await openTestStore();
  mkdirSync(spoolFolder(place.home));
  writeFileSync(join(spoolFolder(place.home), "notes.txt"), "mine");
  expect(await drain(db, place)).toEqual({ events: 0, rejected: 0, isComplete: true });
  expect(isClosed("notes.txt", 0)).toBe(false);
  writeFileSync(path(place), "\n\n\n");
  expect(readSpool(place.home, FILE, 0)).toMatchObject({ lines: [], end: 3, isLast: true });
});
