/**
 * Databases of many sessions in `import transcript`: each session is ingested once, and sessions observed by hooks are
 * skipped.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runHook } from "@tacit-memory/hooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

const START_MS = 1_795_223_437_794;

/** Creates a store of OpenCode with a prompt in each of these sessions. */
function storeWith(sessions: readonly string[]): string {
  const path = join(machine.folder, "opencode.db");
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text, time_created integer);
    CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text);
    CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, data text);`);
  for (const [index, id] of sessions.entries()) {
    const atMs = START_MS + index;
    const info = JSON.stringify({ role: "user", time: { created: atMs } });
    const part = JSON.stringify({ type: "text", text: `Prompt of ${id}.` });
    db.prepare("INSERT INTO session VALUES (?, NULL, ?, ?)").run(id, machine.folder, atMs);
    db.prepare("INSERT INTO message VALUES (?, ?, ?, ?)").run(`msg_${id}`, id, atMs, info);
    db.prepare("INSERT INTO part VALUES (?, ?, ?, ?)").run(`prt_${id}`, `msg_${id}`, id, part);
  }
  db.close();
  return path;
}

test("skips sessions observed live in a file of many and ingests the others", async () => {
  const db = storeWith(["ses_1", "ses_2", "ses_3"]);
  const moment = {
    ...{ root: "ses_2", agent: null, directory: machine.folder },
    ...{ prompt: "Prompt of ses_2.", messageID: "msg_ses_2" },
  };
  const context = { env: {}, home: machine.home, startedAtMs: Date.now() };
  await runHook("opencode", "chat.message", JSON.stringify(moment), context);
  const taken = await machine.json(["import", "transcript", db]);
  expect(taken).toMatchObject({ sessions: 2, errors: 0, files: 1 });
  expect(await machine.json(["import", "transcript", db])).toMatchObject({
    sessions: 0,
    events: 0,
  });
  const { stdout } = await machine.run(["events", "export"]);
  for (const id of ["ses_1", "ses_2", "ses_3"]) {
    expect(stdout.split(`"text":"Prompt of ${id}."`)).toHaveLength(2);
  }
});

/** Creates a home in which Cursor was opened on two folders, with one conversation each. */
function cursorHome(folders: readonly string[]): string {
  const user = join(machine.folder, ".config", "Cursor", "User");
  mkdirSync(join(user, "globalStorage"), { recursive: true });
  const path = join(user, "globalStorage", "state.vscdb");
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)");
  const put = (key: string, value: object) =>
    db.prepare("INSERT INTO cursorDiskKV VALUES (?, ?)").run(key, JSON.stringify(value));
  for (const [index, folder] of folders.entries()) {
    const storage = join(user, "workspaceStorage", `w${index}`);
    mkdirSync(storage, { recursive: true });
    writeFileSync(join(storage, "workspace.json"), JSON.stringify({ folder: `file://${folder}` }));
    put(`composerData:c${index}`, { createdAt: START_MS + index });
    const bubble = { type: 1, text: `Prompt of c${index}.`, workspaceProjectDir: folder };
    put(`bubbleId:c${index}:b1`, bubble);
  }
  db.close();
  return path;
}

test("detects Cursor's database by content and name and ingests a hook session once", async () => {
  const db = cursorHome([machine.folder, join(machine.folder, "gone")]);
  const moment = {
    conversation_id: "c0",
    workspace_roots: [machine.folder],
    prompt: "Prompt of c0.",
  };
  const context = { env: {}, home: machine.home, startedAtMs: Date.now() };
  await runHook("cursor", "beforeSubmitPrompt", JSON.stringify(moment), context);
  const taken = await machine.json(["import", "transcript", db]);
  expect(taken).toMatchObject({ sessions: 1, errors: 0, files: 1 });
  const again = await machine.json(["import", "transcript", machine.folder, "--host", "cursor"]);
  expect(again).toMatchObject({ sessions: 0, events: 0, files: 1 });
  const { stdout } = await machine.run(["events", "export"]);
  expect(stdout.split('"text":"Prompt of c0."')).toHaveLength(2);
  expect(stdout).not.toContain("Prompt of c1.");
});

/** Writes the same conversation as Cursor's agent and as SpecStory record it. */
function otherRecords(session: string): { lines: string; copy: string } {
  const folder = join(machine.folder, "agent-transcripts", session);
  mkdirSync(folder, { recursive: true });
  const text = `Prompt of ${session}.`;
  const line = {
    role: "user",
    cwd: machine.folder,
    message: { content: [{ type: "text", text: text }] },
  };
  const lines = join(folder, `${session}.jsonl`);
  writeFileSync(lines, `${JSON.stringify(line)}\n`);
  const copy = join(machine.folder, ".specstory", "history", "one.md");
  mkdirSync(join(machine.folder, ".specstory", "history"), { recursive: true });
  const head = `<!-- Cursor Session ${session} (2026-11-20 10:00:00Z) -->`;
  writeFileSync(
    copy,
    `<!-- Generated by SpecStory -->\n\n# One\n\n${head}\n\n_**User (2026-11-20 10:00:00Z)**_\n\n${text}\n`,
  );
  return { lines, copy };
}

test.each([
  ["the database", ["db", "lines", "copy"]],
  ["the lines", ["lines", "copy", "db"]],
  ["the copy for people", ["copy", "lines", "db"]],
] as const)(
  "ingests a session that exists in three forms once, starting with %s",
  async (_name, order) => {
    writeFileSync(join(machine.folder, ".tacit.json"), '{"projectId":"one"}');
    const paths = { db: cursorHome([machine.folder]), ...otherRecords("c0") };
    const HOST = { db: "cursor", lines: "cursor", copy: "specstory" };
    const read = async (form: keyof typeof paths) =>
      machine.json(["import", "transcript", paths[form], "--host", HOST[form], "--again"]);
    const [first, ...rest] = order;
    expect(await read(first)).toMatchObject({ sessions: 1, twice: [] });
    for (const form of rest)
      expect(await read(form)).toMatchObject({ sessions: 0, events: 0, twice: ["c0"] });
    expect(await read(first)).toMatchObject({ sessions: 0, events: 0, twice: [] });
    const { stdout } = await machine.run(["events", "export"]);
    expect(stdout.match(/"kind":"prompt"/g)).toHaveLength(1);
  },
);

test("continues a session from the agent's own file where a copy ends, once", async () => {
  writeFileSync(join(machine.folder, ".tacit.json"), '{"projectId":"one"}');
  const prompts = [
    "Read the build file first.",
    "Never edit api.ts by hand.",
    "Run the linter now.",
  ];
  const [own, copy] = [join(machine.folder, "s1.jsonl"), join(machine.folder, "one.md")];
  const ownUpTo = (count: number) => {
    const lines = prompts.slice(0, count).map((content, minute) =>
      JSON.stringify({
        ...{ type: "user", uuid: `u${minute}`, sessionId: "s1", cwd: machine.folder },
        ...{ timestamp: `2026-11-20T10:0${minute}:00.700Z`, message: { role: "user", content } },
      }),
    );
    writeFileSync(own, `${lines.join("\n")}\n`);
  };
  const head =
    "<!-- Generated by SpecStory -->\n\n<!-- Claude Code Session s1 (2026-11-20 10:00:00Z) -->";
  const copyUpTo = (count: number) => {
    const blocks = prompts
      .slice(0, count)
      .map((text, minute) => `_**User (2026-11-20 10:0${minute}:00Z)**_\n\n${text}\n`);
    writeFileSync(copy, `${head}\n\n${blocks.join("\n")}`);
  };
  const read = async (path: string, ...more: readonly string[]) =>
    machine.json(["import", "transcript", path, ...more]);
  ownUpTo(1);
  copyUpTo(1);
  expect(await read(copy)).toMatchObject({ sessions: 1, twice: [] });
  expect(await read(own)).toMatchObject({ sessions: 0, events: 0, twice: ["s1"] });
  ownUpTo(2);
  expect(await read(own)).toMatchObject({ sessions: 1, twice: ["s1"] });
  copyUpTo(3);
  expect(await read(copy)).toMatchObject({ sessions: 0, events: 0, twice: ["s1"] });
  ownUpTo(3);
  expect(await read(own)).toMatchObject({ sessions: 1 });
  expect(await read(own, "--again")).toMatchObject({ events: 0 });
  const { stdout } = await machine.run(["events", "export"]);
  for (const text of prompts) expect(stdout.split(`"text":"${text}"`)).toHaveLength(2);
});

test.each(["lines", "db"] as const)(
  "keeps the first of Cursor's two records and continues from the other: %s first",
  async (first) => {
    writeFileSync(join(machine.folder, ".tacit.json"), '{"projectId":"one"}');
    const db = cursorHome([machine.folder]);
    const { lines } = otherRecords("c0");
    const texts = [
      "Prompt of c0.",
      "Go on.",
      "Never edit api.ts by hand.",
      "Go on.",
      "Run the linter.",
    ];
    const counts = { lines: 1, db: 1 };
    const upTo = {
      lines: (count: number) => {
        const line = (text: string) => ({
          ...{ role: "user", cwd: machine.folder },
          message: { content: [{ type: "text", text }] },
        });
        const all = texts.slice(0, count).map((text) => JSON.stringify(line(text)));
        writeFileSync(lines, `${all.join("\n")}\n`);
      },
      db: (count: number) => {
        const store = new DatabaseSync(db);
        for (const [index, text] of texts.slice(0, count).entries()) {
          const bubble = JSON.stringify({ type: 1, text });
          const key = `bubbleId:c0:b${index + 1}`;
          store.prepare("INSERT INTO cursorDiskKV VALUES (?, ?)").run(key, bubble);
        }
        store.close();
      },
    };
    const goOn = async (which: keyof typeof counts, count: number) => {
      upTo[which](count);
      counts[which] = count;
      const path = which === "db" ? db : lines;
      return machine.json(["import", "transcript", path, "--host", "cursor"]);
    };
    const other = first === "db" ? "lines" : "db";
    expect(await goOn(first, 2)).toMatchObject({ sessions: 1, twice: [] });
    expect(await goOn(other, 2)).toMatchObject({ sessions: 0, events: 0, twice: ["c0"] });
    expect(await goOn(other, 4)).toMatchObject({ sessions: 1, twice: ["c0"] });
    // A repeated prompt does not reveal where the other record stopped.
    expect(await goOn(first, 4)).toMatchObject({ events: 0 });
    expect(await goOn(first, 5)).toMatchObject({ sessions: 1 });
    expect(await goOn(other, 5)).toMatchObject({ events: 0 });
    const { stdout } = await machine.run(["events", "export"]);
    const prompts = stdout.split("\n").flatMap((line) => {
      const event = line === "" ? {} : JSON.parse(line);
      return event.kind === "prompt" ? [event.text] : [];
    });
    expect(prompts).toEqual(texts);
  },
);

test("reads the most complete of three records first", async () => {
  cursorHome([machine.folder]);
  otherRecords("c0");
  expect(await machine.json(["import", "transcript", machine.folder])).toMatchObject({
    files: 3,
    sessions: 1,
    twice: ["c0"],
  });
  const { stdout } = await machine.run(["events", "export"]);
  expect(stdout).toContain('"key":"bubble:b1"');
});
