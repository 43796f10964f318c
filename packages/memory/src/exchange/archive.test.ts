/** An archive restores a project elsewhere, without secrets, other projects or new vectors; a bad one changes nothing. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { MemoryId } from "../domain/ids.ts";
import type { Tacit } from "../open.ts";
import type { QuestionAnswer } from "../recall/merge-answers.ts";
import { allVectorsOf, putEmbeddings } from "../store/memories/embeddings.ts";
import { openDatabase } from "../store/open-database.ts";
import { learn, makePlace, type Place, sessionScript } from "../testing/testing-life.ts";

const QUEUE = "The queue drops a job that is larger than 256 kB without an error.";
const DEPLOY = "Never deploy on Fridays, because nobody watches the queues on Saturday.";
const SECRET = "The staging password lies in the safe of the second floor.";

async function filled() {
  const place = makePlace();
  const tacit = await place.open();
  const { id } = await tacit.memories.remember({
    content: QUEUE,
    type: "gotcha",
    source: "user_taught",
    files: ["src/queue.ts"],
  });
  const { id: rule } = await tacit.memories.remember({
    content: DEPLOY,
    type: "convention",
    source: "user_taught",
  });
  await tacit.memories.remember({ content: SECRET, source: "user_taught", visibility: "secret" });
  await tacit.memories.link(id ?? "", { memory: rule ?? "" });
  await tacit.memories.edit(rule ?? "", { isPinned: true });
  await learn(
    tacit,
    sessionScript("s1")
      .prompt("Why does the nightly export of invoices stop at three in the morning?")
      .add("message", {
        text: "The nightly export stops because the database takes its snapshot at three.",
      })
      .edit("src/export.ts", "a", "b")
      .end(),
  );
  // The handoff of the session is the third memory.
  const file = join(place.root, "acme.tacit");
  return { place, tacit, id: (id ?? "") as MemoryId, file };
}

async function vectorsAt(place: Place, ids: readonly MemoryId[]) {
  const db = await place.database();
  return (await allVectorsOf(db, ids)).map(({ memoryId, encoderId, dims, scale, codes }) => ({
    ...{ memoryId, encoderId, dims, scale, codes: Buffer.from(codes).toString("hex") },
  }));
}

test("restores an empty home: the same export, hits and sessions, with the archived vectors", async () => {
  const { place, tacit, id, file } = await filled();
  const other = { memoryId: id, dims: 4, scale: 0.5, codes: Uint8Array.of(1, 2, 3, 4) };
  await putEmbeddings(await place.database(), "an encoder of another machine", [other]);
  expect(await tacit.exchange.exportArchive(file)).toEqual({ memories: 3, sessions: 1 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const there = makePlace();
  const copy = await there.open();
  const report = await copy.exchange.importArchive(file);
  expect(report).toMatchObject({ imported: 3, lowered: 0, sessions: 1 });
  const [before, after] = [await tacit.exchange.exportAll(), await copy.exchange.exportAll()];
  const ids = before.memories.map((memory) => memory.id);
  const anywhere = ({ memories, edges }: typeof before) => ({
    memories: memories.map((memory) => ({ ...memory, projectId: null })),
    edges,
  });
  expect(anywhere(after)).toEqual(anywhere(before));
  const vectors = await vectorsAt(place, ids);
  expect(vectors).toHaveLength(4);
  expect(await vectorsAt(there, ids)).toEqual(vectors);
  expect(report.vectors).toBe(4);
  for (const query of ["which jobs does the queue lose", "when does the nightly export stop"]) {
    const [one, two] = await Promise.all(
      [tacit, copy].map(
        async (store) => (await store.memories.recall({ query, limit: 5 })).answers,
      ),
    );
    expect(two?.length).toBeGreaterThan(0);
    expect(two?.map(wordingOf)).toEqual(one?.map(wordingOf));
  }
  expect(await copy.sessions.events("s1")).toEqual(await tacit.sessions.events("s1"));
  // Nothing is learned from the session a second time.
  there.clock.nowMs += 86_400_000;
  expect(await copy.sessions.learnDue()).toEqual([]);
});

function wordingOf(answer: QuestionAnswer): string {
  const { content } = answer.kind === "memory" ? answer.hit.memory : answer.hit.passage;
  return `${answer.kind} ${content}`;
}

test("contains no secret memory and nothing of another project", async () => {
  const { place, tacit, file } = await filled();
  const root = join(place.root, "other");
  mkdirSync(root);
  const other = await place.open({ cwd: root });
  await other.memories.remember({
    content: "Ledgers are closed on the last Tuesday.",
    source: "user_taught",
  });
  await learn(other, sessionScript("s2").prompt("Close the ledger of October, please.").end());
  await tacit.exchange.exportArchive(file);
  const bytes = gunzipSync(readFileSync(file)).toString("latin1");
  expect(bytes).toContain(QUEUE);
  for (const part of ["staging password", "Tuesday", "October"]) expect(bytes).not.toContain(part);
  expect(readdirSync(place.home).filter((name) => name.startsWith("archiving"))).toEqual([]);
});

test("into a store with memories, accepts no claims and no vectors, unless trusted", async () => {
  const { tacit, id, file } = await filled();
  await tacit.exchange.exportArchive(file);
  for (const [trust, expected] of [
    [{}, { imported: 3, lowered: 2, vectors: 0 }],
    [{ isTrusted: true }, { imported: 3, lowered: 0, vectors: 3 }],
  ] as const) {
    const there = makePlace();
    const store = await there.open();
    await store.memories.remember({
      content: "The mailer retries each message three times.",
      source: "user_taught",
    });
    expect(await store.exchange.importArchive(file, trust)).toMatchObject(expected);
    expect(await store.exchange.importArchive(file, trust)).toMatchObject({
      imported: 0,
      merged: 3,
      sessions: 0,
      vectors: 0,
    });
    await store.memories.forget([id]);
    expect(await store.exchange.importArchive(file, trust)).toMatchObject({
      imported: 0,
      rejected: 1,
    });
  }
});

test.each([
  ["no rule from an untrusted archive, whatever it marks as not learned from", {}, []],
  ["a rule from a trusted archive", { isTrusted: true }, ["user_taught"]],
])("learns %s", async (_what, trust, expected) => {
  const { place, tacit, file } = await filled();
  const script = sessionScript("s9").prompt("Always sign every release with the key of the vault.");
  await learn(tacit, script.edit("src/sign.ts", "a", "b").end());
  await tacit.exchange.exportArchive(file);
  await doctor(
    place,
    file,
    "UPDATE session SET promoted_seq = -1, state = 'ended'; DELETE FROM embedding; DELETE FROM memory_edge; DELETE FROM memory",
  );
  const there = makePlace();
  const store = await there.open();
  await store.memories.remember({ content: QUEUE, source: "user_taught" });
  expect(await store.exchange.importArchive(file, trust)).toMatchObject({ sessions: 2 });
  there.clock.nowMs += 86_400_000;
  await store.sessions.learnDue();
  const planted = (await store.memories.list({})).filter(({ content }) =>
    content.includes("vault"),
  );
  expect(planted.map(({ source }) => source)).toEqual(expected);
});

/** Changes the database in an archive. */
async function doctor(place: Place, file: string, sql: string): Promise<void> {
  const path = join(place.root, "work.db");
  writeFileSync(path, gunzipSync(readFileSync(file)));
  const db = await openDatabase({ path });
  await db.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  await db.exec("PRAGMA journal_mode = DELETE");
  await db.close();
  writeFileSync(file, gzipSync(readFileSync(path)));
}

const damages: readonly (readonly [string, string, (bytes: Buffer) => Buffer])[] = [
  ["a text", "damaged", () => Buffer.from("not an archive")],
  ["cut off", "damaged", (bytes) => bytes.subarray(0, bytes.length - 100)],
  ["empty", "damaged", () => Buffer.alloc(0)],
  [
    "changed in one bit",
    "damaged",
    (bytes) => {
      const copy = Buffer.from(bytes);
      copy[bytes.length >> 1] = (copy[bytes.length >> 1] ?? 0) ^ 1;
      return copy;
    },
  ],
  ["a compressed text", "no database", () => gzipSync("some text")],
  [
    "a compressed database with a garbage page",
    "archive",
    (bytes) => {
      const database = gunzipSync(bytes);
      database.fill(0xff, 4096 * 2, 4096 * 3);
      return gzipSync(database);
    },
  ],
];

test.each(damages)(
  "refuses a file that is %s and changes nothing",
  async (_what, reason, damage) => {
    const { tacit, file } = await filled();
    await tacit.exchange.exportArchive(file);
    writeFileSync(file, damage(readFileSync(file)));
    const there = makePlace();
    const store = await there.open();
    const failure = store.exchange.importArchive(file);
    await expect(failure).rejects.toMatchObject({
      code: "input_malformed",
      message: expect.stringContaining(reason),
    });
    expect((await store.exchange.exportAll()).memories).toEqual([]);
    expect(readdirSync(there.home).filter((name) => name.startsWith("archiving"))).toEqual([]);
  },
);

test.each([
  [
    "of a newer version",
    "store_newer",
    `UPDATE setting SET value = json_set(value, '$.version', 99) WHERE name = 'archive'`,
  ],
  ["of a newer schema", "store_newer", "INSERT INTO schema_version VALUES (999, 1, 0)"],
  ["that is a whole store", "input_malformed", "DELETE FROM setting WHERE name = 'archive'"],
  [
    "with a view of its own",
    "input_malformed",
    "ALTER TABLE setting RENAME TO s2; CREATE VIEW setting AS SELECT * FROM s2",
  ],
  [
    "with a trigger of its own",
    "input_malformed",
    "CREATE TRIGGER t AFTER INSERT ON memory BEGIN DELETE FROM memory; END",
  ],
  [
    "with a trigger whose name looks like one of a full-text index",
    "input_malformed",
    "CREATE TRIGGER memory_fts_log AFTER INSERT ON memory BEGIN DELETE FROM memory; END",
  ],
  [
    "with an index whose name looks like one of a full-text index",
    "input_malformed",
    "CREATE INDEX memory_fts_title ON memory (title)",
  ],
  [
    "with a view whose name looks like one of a full-text index",
    "input_malformed",
    "CREATE VIEW passage_fts_all AS SELECT * FROM memory",
  ],
  ["with a memory of an unknown type", "input_malformed", "UPDATE memory SET type = 'order'"],
  ["with a memory that is no JSON", "input_malformed", "UPDATE memory SET payload = '{'"],
  ["with a false id", "input_malformed", "UPDATE memory SET id = 'x' || id"],
])("refuses an archive %s and changes nothing", async (_what, code, sql) => {
  const { place, tacit, file } = await filled();
  await tacit.exchange.exportArchive(file);
  await doctor(place, file, sql);
  const store = await makePlace().open();
  await expect(store.exchange.importArchive(file)).rejects.toMatchObject({ code });
  expect((await store.exchange.exportAll()).memories).toEqual([]);
});

test("replaces an old archive as a whole, and names a folder that does not exist", async () => {
  const { tacit, file } = await filled();
  writeFileSync(file, "old");
  chmodSync(file, 0o644);
  await tacit.exchange.exportArchive(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(tacit.exchange.exportArchive(join(file, "no", "folder"))).rejects.toMatchObject({
    code: expect.stringMatching(/^store_unwritable$|^input_missing$/),
  });
});

test.each([
  ["an export", (tacit: Tacit, file: string) => tacit.exchange.exportArchive(file)],
  ["forgetting", (tacit: Tacit, _file: string, id: MemoryId) => tacit.memories.forget([id])],
])("%s deletes the copies that an interrupted process left, and no others", async (_what, run) => {
  const { place, tacit, id, file } = await filled();
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const left = [`archiving-${ended}.db.1a`, `archiving-${ended}.db.1a-wal`];
  left.push(`archiving-${process.pid}.db.9b`, `restoring-${ended}.db`);
  const others = [`archiving-${process.ppid}.db.1a`, `restoring-${process.pid}.db`];
  for (const name of [...left, ...others]) writeFileSync(join(place.home, name), QUEUE);
  await run(tacit, file, id);
  const names = readdirSync(place.home).filter((name) => /^(?:archiv|restor)ing/.test(name));
  expect(names.sort()).toEqual(others.sort());
});

test("two exports and a forgotten memory at the same time do not disturb each other", async () => {
  const { place, tacit, id, file } = await filled();
  await Promise.all([
    tacit.exchange.exportArchive(file),
    tacit.exchange.exportArchive(`${file}2`),
    tacit.memories.forget([id]),
  ]);
  for (const path of [file, `${file}2`])
    expect(await (await makePlace().open()).exchange.importArchive(path)).toMatchObject({
      sessions: 1,
    });
  expect(readdirSync(place.home).filter((name) => name.startsWith("archiving"))).toEqual([]);
});
