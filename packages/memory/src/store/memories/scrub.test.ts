/**
 * Tests that no table keeps the words of a forgotten memory. Each text column of the schema is filled with them, or listed as
 * free of them.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database, SqlValue } from "@tacit-memory/sqlite";
import { expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import { openTestStore, PROJECT, someMemory } from "../../testing/testing-life.ts";
import { scrubFile } from "../maintenance.ts";
import { eraseSession } from "../sessions/erase-session.ts";
import { findSession, openSession } from "../sessions/sessions.ts";
import { TABLE_TEXTS } from "../text-columns.ts";
import { addEdge } from "./edges.ts";
import { getMemory, insertMemory } from "./memories.ts";

const CONTENT = "Always use zorblax for the quuxflint deploy.";
const TITLE = "Wobblethorn of the harbour";
const TRACES = /zorblax|quuxflint|wobblethorn/i;
const TEXT = `I said: always  use ZORBLAX for the quuxflint deploy! And ${TITLE.toLowerCase()}.`;

interface Column {
  readonly name: string;
  readonly type: string;
}

async function columnsOf(db: Database): Promise<Map<string, Column[]>> {
  const tables = await db.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_fts%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'`,
  );
  const columns = new Map<string, Column[]>();
  for (const { name } of tables)
    columns.set(name, await db.all<Column>(`PRAGMA table_info(${name})`));
  return columns;
}

/** Inserts one row for each column that may contain the words, with no other content of interest. */
async function plant(db: Database, rid: number, other: Memory): Promise<number> {
  let planted = 0;
  for (const [table, columns] of await columnsOf(db)) {
    if (table === "memory") continue;
    for (const { name } of columns.filter(({ name, type }) => isOpen(table, name, type))) {
      planted++;
      const row: Record<string, SqlValue> = {};
      for (const column of columns) row[column.name] = filler(column, planted, rid, other);
      row[name] = /body|before|actions/.test(name) ? JSON.stringify({ told: [TEXT] }) : TEXT;
      await insertRow(db, table, row);
    }
  }
  return planted;
}

async function insertRow(
  db: Database,
  table: string,
  row: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const names = Object.keys(row);
  const values = names.map((name) => `:${name}`).join(", ");
  await db.run(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values})`, row);
}

/** Opens a store with one open session. */
async function context() {
  const { db, place } = await openTestStore();
  const opening = {
    projectId: PROJECT,
    id: "s1",
    origin: "live",
    atMs: place.clock.nowMs,
  } as const;
  const { rid } = await openSession(db, opening);
  return { db, place, rid };
}

function isOpen(table: string, column: string, type: string): boolean {
  const isName = TABLE_TEXTS[table]?.names.includes(column) === true;
  // The column is derived from another and rebuilt with it.
  return type === "TEXT" && !isName && !(table === "passage" && column === "identifiers");
}

function filler({ name, type }: Column, n: number, rid: number, other: Memory): SqlValue {
  if (name === "project_id") return PROJECT;
  if (name === "session_rid") return rid;
  if (name === "memory_id" || name === "closed_by") return other.id;
  if (/^(?:body|before|actions)$/.test(name)) return "{}";
  if (type === "BLOB") return new Uint8Array([n % 256]);
  return type === "TEXT" ? `x${n}` : 1000 + n;
}

function filesWith(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && TRACES.test(readFileSync(path).toString("latin1"));
  });
}

test("keeps the words of a forgotten session in no table and no file of the home", async () => {
  const { db, place, rid } = await context();
  const handoff: Memory = {
    ...someMemory(place, { content: `${TEXT}\nDone: lights.`, type: "handoff", sessions: ["s1"] }),
    payload: { goal: TEXT, done: ["lights"] },
  };
  await insertMemory(db, handoff, place.moment());
  const digest = someMemory(place, { content: TEXT, type: "digest", sessions: ["s1"] });
  const derived = { content: `${TEXT}\n- Turn the key.`, type: "workflow_recipe" } as const;
  const procedure = { ...someMemory(place, derived), source: "consolidated" } as const;
  for (const memory of [digest, procedure]) await insertMemory(db, memory, place.moment());
  const ends = { fromId: procedure.id, toId: digest.id, type: "derived_from" } as const;
  await addEdge(db, { ...ends, createdAtMs: 1 }, place.moment());
  const body = JSON.stringify({ content: TEXT, sessions: ["s1"] });
  const rows: readonly (readonly [string, Record<string, SqlValue>])[] = [
    ["event", { session_rid: rid, seq: 1, key: "k", ts_ms: 1, kind: "prompt", body }],
    ["module_visit", { session_rid: rid, module: "m", reads: 1, edits: 1, tokens: 1, body }],
    [
      "candidate",
      {
        ...{
          id: "c1",
          project_id: PROJECT,
          subject: TEXT,
          state: "proposed",
          reason: null,
          memory_id: null,
        },
        ...{ score: 1, body, created_at_ms: 1, updated_at_ms: 1 },
      },
    ],
    ["judged_turn", { project_id: PROJECT, session_id: "s1", turns: 1, agreed: TEXT, at_ms: 1 }],
    [
      "injection",
      {
        project_id: PROJECT,
        session_id: "s1",
        memory_id: handoff.id,
        point: TEXT,
        tokens: 1,
        at_ms: 1,
      },
    ],
  ];
  for (const [table, row] of rows) await insertRow(db, table, row);
  await db.run("UPDATE session SET task = :said WHERE rid = :rid", { said: TEXT, rid });
  expect(filesWith(place.home)).not.toEqual([]);

  const session = await findSession(db, PROJECT, "s1");
  if (session !== undefined) await eraseSession(db, session, place.moment());
  await scrubFile(db);

  expect(filesWith(place.home)).toEqual([]);
});

test("keeps the words of a forgotten memory in no table and no file of the home", async () => {
  const { db, place, rid } = await context();
  const memory = someMemory(place, { content: CONTENT, title: TITLE });
  await insertMemory(db, memory, place.moment());
  const cut = `${CONTENT.slice(0, 36)}…`;
  const handoff: Memory = {
    ...someMemory(place, { content: `${TEXT}\nDone: lights.`, type: "handoff" }),
    title: cut,
    payload: { goal: TEXT, done: ["lights"] },
    evidence: [{ kind: "user", detail: TEXT, atMs: place.clock.nowMs }],
  };
  await insertMemory(db, handoff, place.moment());
  expect(await plant(db, rid, handoff)).toBeGreaterThan(15);
  await db.run("UPDATE session SET task = :cut WHERE rid = :rid", { cut, rid });
  expect(filesWith(place.home)).not.toEqual([]);

  const tacit = await place.open();
  await tacit.memories.forget([memory.id]);

  expect(filesWith(place.home)).toEqual([]);
  expect((await getMemory(db, handoff.id)).payload).toMatchObject({ done: ["lights"] });
});
