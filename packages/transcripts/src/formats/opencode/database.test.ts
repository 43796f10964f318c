/** Tests OpenCode's database: read while OpenCode writes to it, damaged, and of another kind. */
import { readdirSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { findTranscripts } from "../../find/find-transcripts.ts";
import { readTranscript } from "../../read-transcript.ts";
import { inTemporaryFolder, ofKind, outline, read, write } from "../../testing-transcripts.ts";

/** The columns that are read, with their types and keys as OpenCode 1.18.33 declares them. */
const SCHEMA = `
  CREATE TABLE \`session\` (\`id\` text PRIMARY KEY, \`parent_id\` text, \`directory\` text NOT NULL,
    \`time_created\` integer NOT NULL);
  CREATE TABLE \`message\` (\`id\` text PRIMARY KEY, \`session_id\` text NOT NULL,
    \`time_created\` integer NOT NULL, \`data\` text NOT NULL);
  CREATE TABLE \`part\` (\`id\` text PRIMARY KEY, \`message_id\` text NOT NULL, \`session_id\` text NOT NULL,
    \`data\` text NOT NULL);`;

const START_MS = 1_795_223_437_794;

interface Store {
  readonly db: DatabaseSync;
  readonly session: (id: string, parent?: string | null) => void;
  readonly message: (session: string, id: string, info: object | string, parts: unknown[]) => void;
}

function storeAt(path: string): Store {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  let count = 0;
  const json = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return {
    db,
    session: (id, parent = null) =>
      db
        .prepare("INSERT INTO session VALUES (?, ?, '/srv/app', ?)")
        .run(id, parent, START_MS + ++count),
    message: (session, id, info, parts) => {
      const at = START_MS + ++count;
      db.prepare("INSERT INTO message VALUES (?, ?, ?, ?)").run(id, session, at, json(info));
      for (const [index, part] of parts.entries()) {
        const values = [`prt_${id}${index}`, id, session, json(part)];
        db.prepare("INSERT INTO part VALUES (?, ?, ?, ?)").run(...values);
      }
    },
  };
}

const USER = { role: "user", time: { created: START_MS } };
const AGENT = { role: "assistant", path: { cwd: "/srv/app" }, time: { created: START_MS + 5 } };
const FAILED = {
  type: "tool",
  tool: "bash",
  callID: "call_1",
  state: {
    status: "completed",
    input: { command: "npm test" },
    output: "1 failed",
    metadata: { exit: 1 },
    time: { start: START_MS + 6, end: START_MS + 9 },
  },
};

function fill({ session, message }: Store): void {
  session("ses_1");
  message("ses_1", "m1", USER, [
    { type: "text", text: '"Make the tests pass."' },
    { type: "text", text: "<tacit-memory>x</tacit-memory>", synthetic: true },
  ]);
  message("ses_1", "m2", AGENT, [{ type: "step-start" }, FAILED, { type: "text", text: "No." }]);
  session("ses_2", "ses_1");
  message("ses_2", "m3", USER, [{ type: "text", text: "Look around." }]);
  message("ses_2", "m4", AGENT, [{ type: "text", text: "I looked." }]);
}

const EXPECTED = [
  "session_start",
  "prompt: Make the tests pass.",
  "shell",
  "failed: 1 failed",
  "message: No.",
  "end: partial",
  "message: I looked.",
];

async function inStore<T>(act: (path: string, store: Store) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, "opencode.db");
    const store = storeAt(path);
    try {
      return await act(path, store);
    } finally {
      store.db.close();
    }
  });
}

test("reads messages and calls, and assigns a subagent's to its parent session", async () => {
  const { events, problems } = await inStore(async (path, store) => {
    fill(store);
    return read(path);
  });
  expect(problems).toEqual([]);
  expect(outline(events)).toEqual(EXPECTED);
  expect(new Set(events.map(({ session }) => session))).toEqual(new Set(["ses_1"]));
  expect(events.at(-1)).toMatchObject({ agentId: "ses_2", agent: "opencode", cwd: "/srv/app" });
  expect(ofKind(events, "tool_result")[0]).toMatchObject({ exitCode: 1, durationMs: 3 });
});

test("an export of a subagent's session gives the same events under the same keys", async () => {
  const message = { role: "assistant" };
  const part = { id: "prt_msg_90", type: "text", text: "I looked." };
  const stored = await inStore(async (path, store) => {
    store.session("ses_1");
    store.session("ses_2", "ses_1");
    store.message("ses_2", "msg_9", message, [part]);
    return read(path);
  });
  const exported = await inTemporaryFolder(async (folder) => {
    const info = { id: "ses_2", parentID: "ses_1", directory: "/srv/app" };
    const document = { info, messages: [{ info: message, parts: [part] }] };
    return read(await write(folder, "export.json", JSON.stringify(document)), "opencode");
  });
  const whose = ({ events }: typeof stored) =>
    events.flatMap(({ session, agentId, key, kind }) =>
      kind === "message" ? [{ session, agentId, key }] : [],
    );
  expect(whose(exported)).toEqual(whose(stored));
  expect(whose(stored)).toEqual([{ session: "ses_1", agentId: "ses_2", key: "prt_msg_90" }]);
});

test("reads committed data that is still in the log, and no uncommitted data", async () => {
  await inStore(async (path, store) => {
    store.db.exec("PRAGMA wal_autocheckpoint = 0");
    fill(store);
    store.db.exec("BEGIN IMMEDIATE");
    store.message("ses_1", "m9", AGENT, [{ type: "text", text: "Half said." }]);
    expect(outline((await read(path)).events)).toEqual(EXPECTED);
    store.db.exec("COMMIT");
    expect(outline((await read(path)).events)).toContain("message: Half said.");
  });
});

test("the writing program meets no lock and finds no file of ours", async () => {
  await inStore(async (path, store) => {
    fill(store);
    const folder = join(path, "..");
    const before = readdirSync(folder).sort();
    await inTemporaryFolder(async (temporary) => {
      vi.stubEnv(process.platform === "win32" ? "TEMP" : "TMPDIR", temporary);
      onTestFinished(() => void vi.unstubAllEnvs());
      const copies = () => readdirSync(temporary);
      const events = readTranscript(path);
      await events.next();
      // During reading, it writes, and the log is written back and restarted.
      store.message("ses_1", "m8", AGENT, [{ type: "text", text: "Meanwhile." }]);
      const [{ busy } = { busy: 1 }] = store.db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
      expect(busy).toBe(0);
      expect(readdirSync(folder).sort()).toEqual(before);
      // If open files can be deleted, the copy is deleted at once, so that a killed process leaves none.
      expect(copies()).toHaveLength(process.platform === "win32" ? 1 : 0);
      await events.return(undefined);
      expect(copies()).toEqual([]);
    });
  });
});

test("reads the same again, and of added data only the new events", async () => {
  await inStore(async (path, store) => {
    fill(store);
    const keys = async () =>
      (await read(path)).events.map(({ session, key }) => `${session} ${key}`);
    const first = await keys();
    expect(await keys()).toEqual(first);
    store.message("ses_1", "m7", USER, [{ type: "text", text: "And now?" }]);
    expect((await keys()).filter((key) => !first.includes(key))).toEqual(["ses_1 prt_m70"]);
  });
});

test("reports damaged rows and leaves them out", async () => {
  await inStore(async (path, store) => {
    fill(store);
    store.message("ses_1", "m5", "{ cut", [{ type: "text", text: "lost" }]);
    store.message("ses_1", "m6", AGENT, ["null", { type: "text", text: "Kept." }, "[1"]);
    store.session("ses_9", "ses_8");
    const { events, problems } = await read(path);
    expect(outline(events)).toContain("message: Kept.");
    expect(problems.map(({ reason }) => reason)).toEqual([
      "ses_1: message m5 is damaged; it was left out",
      "ses_1: part prt_m60 is damaged; it was left out",
      "ses_1: part prt_m62 is damaged; it was left out",
    ]);
  });
});

test.each(["9223372036854775807", "9e18", "-1", "8640000000000000"])(
  "a session that began at %s does not affect the others",
  async (createdMs) => {
    await inStore(async (path, store) => {
      fill(store);
      store.session("ses_3");
      store.db.exec(`UPDATE session SET time_created = ${createdMs} WHERE id = 'ses_3'`);
      store.message("ses_3", "m5", { role: "assistant" }, [{ type: "text", text: "Some day." }]);
      const { events, problems } = await read(path);
      expect(problems).toEqual([]);
      expect(outline(events)).toEqual(expect.arrayContaining([...EXPECTED, "message: Some day."]));
    });
  },
);

test("does not read a message for the summary of a compacted conversation", async () => {
  await inStore(async (path, store) => {
    store.session("ses_1");
    store.message("ses_1", "m1", USER, [{ type: "compaction", auto: true }]);
    const summary = { type: "text", text: "Halfway." };
    store.message("ses_1", "m2", { ...AGENT, summary: true }, [summary]);
    const { events } = await read(path);
    expect(ofKind(events, "compaction")).toMatchObject([{ summary: "Halfway." }]);
    expect(ofKind(events, "message")).toEqual([]);
  });
});

test("ends although sessions are parents of each other in a circle", async () => {
  await inStore(async (path, store) => {
    store.session("ses_1", "ses_2");
    store.session("ses_2", "ses_1");
    store.message("ses_1", "m1", AGENT, [{ type: "text", text: "Round." }]);
    expect(outline((await read(path)).events)).toContain("message: Round.");
  });
});

test.each([
  ["tables of another program", "CREATE TABLE ItemTable (key TEXT, value BLOB)"],
  ["no table at all", "PRAGMA user_version = 3"],
])("reports that %s are no sessions", async (_name, sql) => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "opencode.db");
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    const { events, problems } = await read(path, "opencode");
    expect(events).toEqual([]);
    expect(problems).toEqual([
      { line: 0, reason: expect.stringMatching(/^not a database of OpenCode's as we know it: /) },
    ]);
  });
});

test("loses only the data in a cut or overwritten part of a file, and reports it", async () => {
  await inStore(async (path, store) => {
    fill(store);
    store.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const file = await open(path, "r+");
    await file.truncate(4096 * 2);
    await file.close();
    const { problems } = await read(path);
    expect(problems.length).toBeGreaterThan(0);
  });
});

test("finds a database in its folder and does not mistake files beside it for one", async () => {
  await inStore(async (path, store) => {
    fill(store);
    const folder = join(path, "..");
    await write(folder, "opencode-notes.db", "not a database");
    await write(folder, "other.db", "SQLite format 3\0");
    const found: string[] = [];
    for await (const transcript of findTranscripts(folder))
      found.push(`${transcript.host} ${transcript.path}`);
    expect(found).toEqual([`opencode ${path}`]);
    await rm(join(folder, "other.db"));
  });
});
