/** Tests Cursor's database, built from descriptions by others: the folder of a conversation, its order, and damage. */
import { rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { findTranscripts } from "../../find/find-transcripts.ts";
import { findProjectTranscripts } from "../../find/project-transcripts.ts";
import { readTranscript } from "../../read-transcript.ts";
import { inTemporaryFolder, ofKind, outline, read, write } from "../../testing-transcripts.ts";

const SCHEMA = `
  CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
  CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);`;
const START_MS = 1_795_223_437_794;

interface Store {
  readonly db: DatabaseSync;
  readonly kv: (key: string, value: unknown) => void;
  readonly item: (key: string, value: unknown) => void;
}

async function storeAt(path: string): Promise<Store> {
  await mkdir(dirname(path), { recursive: true });
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${SCHEMA}`);
  const put = (table: string) => (key: string, value: unknown) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const stored = value === null || value instanceof Uint8Array ? value : text;
    db.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run(key, stored);
  };
  return { db, kv: put("cursorDiskKV"), item: put("ItemTable") };
}

interface Setup {
  readonly home: string;
  readonly user: string;
  readonly path: string;
  readonly all: Store;
  /** Makes the database of one window that was opened on a folder. */
  readonly window: (id: string, value: object) => Promise<Store>;
}

async function inCursor(act: (context: Setup) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (home) => {
    const user = join(home, ".config", "Cursor", "User");
    const path = join(user, "globalStorage", "state.vscdb");
    const open: Store[] = [];
    const opened = async (at: string) => {
      const store = await storeAt(at);
      open.push(store);
      return store;
    };
    const window = async (id: string, workspace: object) => {
      await write(user, `workspaceStorage/${id}/workspace.json`, JSON.stringify(workspace));
      return opened(join(user, "workspaceStorage", id, "state.vscdb"));
    };
    try {
      await act({ home, user, path, all: await opened(path), window });
    } finally {
      for (const { db } of open) db.close();
    }
  });
}

/** Adds a conversation whose messages have keys of their own. */
function converse({ kv }: Store, id: string, bubbles: readonly object[], more: object = {}): void {
  const names = bubbles.map((_, index) => `b${index}`);
  kv(`composerData:${id}`, {
    composerId: id,
    createdAt: START_MS,
    fullConversationHeadersOnly: names.map((bubbleId) => ({ bubbleId, type: 1 })),
    ...more,
  });
  for (const [index, bubble] of bubbles.entries()) kv(`bubbleId:${id}:b${index}`, bubble);
}

const userMessage = (text: string) => ({ type: 1, text });
const answered = (text: string) => ({ type: 2, text });
const used = (name: string, more: object) => ({
  type: 2,
  text: "",
  toolFormerData: { name, toolCallId: `call_${name}`, status: "completed", ...more },
});
const at = (fsPath: string) => ({ id: "w1", uri: { fsPath } });

test("reads prompts, messages, reasoning and calls in the order of the conversation", async () => {
  await inCursor(async ({ path, all }) => {
    converse(all, "c1", [
      { type: 1, text: "Make the tests pass.", createdAt: "2026-11-20T10:00:00.000Z" },
      { type: 2, text: "", thinking: { text: "Hm." }, createdAt: START_MS },
      used("run_terminal_command_v2", {
        rawArgs: "",
        params: JSON.stringify({ command: "npm test", cwd: "" }),
        additionalData: { status: "error" },
        result: JSON.stringify({ output: "1 failed", exitCodeV2: 1, rejected: false }),
      }),
      used("read_file_v2", {
        rawArgs: JSON.stringify({ target_file: "/srv/app/src/a.ts", limit: 9 }),
        params: { targetFile: "/srv/app/src/a.ts", effectiveUri: "file:///srv/app/src/a.ts" },
        result: JSON.stringify({ contents: "export const a = 1;" }),
      }),
      used("edit_file_v2", {
        params: JSON.stringify({ relativeWorkspacePath: "src/a.ts" }),
        result: { diff: { chunks: [] } },
      }),
      answered("Done."),
    ]);
    all.item("composer.composerHeaders", {
      allComposers: [{ composerId: "c1", workspaceIdentifier: at("/srv/app") }],
    });
    const { events, problems } = await read(path);
    expect(problems).toEqual([]);
    expect(outline(events)).toEqual([
      "session_start",
      "prompt: Make the tests pass.",
      "reasoning",
      "shell",
      "failed: 1 failed",
      "read src/a.ts",
      "ok: export const a = 1;",
      "edit src/a.ts",
      'ok: {"diff":{"chunks":[]}}',
      "message: Done.",
      "end: success",
    ]);
    expect(events[0]).toMatchObject({ session: "c1", agent: "cursor", cwd: "/srv/app" });
    expect(events[1]?.ts).toBe("2026-11-20T10:00:00.000Z");
    const [failed] = ofKind(events, "tool_result");
    expect(failed).toMatchObject({ exitCode: 1, hostTool: "run_terminal_command" });
  });
});

const params = JSON.stringify({ command: "rm -rf build" });
test.each([
  [
    "an error of the tool's",
    { status: "error", error: { clientVisibleErrorMessage: "No file" } },
    "failed: No file",
  ],
  ["an exit code", { result: JSON.stringify({ output: "no", exitCode: 2 }) }, "failed: no"],
  ["a refusal in the result", { result: { rejected: true } }, /^ok: \[rejected by the user\]/],
  [
    "a refusal beside it",
    { additionalData: { status: "rejected" } },
    /^ok: \[rejected by the user\]/,
  ],
  ["a call that was called off", { status: "cancelled" }, /^ok: \[rejected by the user\]/],
  ["words that are no JSON", { result: "{ plain" }, "ok: { plain"],
  ["a list", { result: "[1]" }, "ok: [1]"],
])("reads the outcome of a call: %s", async (_name, more, expected) => {
  await inCursor(async ({ path, all }) => {
    converse(all, "c1", [used("run_terminal_cmd", { params, ...more })]);
    const [, , result] = outline((await read(path)).events);
    expect(result).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });
});

test("a running call has no result, and a call of a version without names has one", async () => {
  await inCursor(async ({ path, all }) => {
    const old = { tool: 15, toolCallId: "call_1", status: "completed", params, result: "gone" };
    converse(all, "c1", [
      used("grep", { status: "loading", rawArgs: '{"pattern":"x"}' }),
      { type: 2, toolFormerData: old },
      { type: 2, toolFormerData: { tool: 9999, status: "completed" } },
    ]);
    const { events } = await read(path);
    expect(outline(events).slice(1, -1)).toEqual(["search", "shell", "ok: gone"]);
  });
});

test("finds the folder from the list of all, a window's own list or the messages; another home does not count", async () => {
  await inCursor(async ({ path, all, window }) => {
    converse(all, "c1", [userMessage("By the list.")], { createdAt: START_MS + 4 });
    converse(all, "c2", [userMessage("By the window.")], { createdAt: START_MS + 3 });
    const message = { ...userMessage("By the message."), workspaceUris: ["file:///srv/a%20b"] };
    converse(all, "c3", [message], { createdAt: START_MS + 2 });
    converse(all, "c4", [userMessage("By the table.")], { createdAt: START_MS + 1 });
    converse(all, "c5", [userMessage("By nobody.")]);
    all.item("composer.composerHeaders", {
      allComposers: [{ composerId: "c1", workspaceIdentifier: at("/srv/one") }, 7, null],
    });
    all.db.exec("CREATE TABLE composerHeaders (composerId TEXT, workspaceId TEXT, value TEXT)");
    all.db.exec("INSERT INTO composerHeaders VALUES ('c4', 'w4', '{'), (NULL, NULL, NULL)");
    const listing = await window("w2", { folder: "file:///srv/two/" });
    listing.item("composer.composerData", { allComposers: [{ composerId: "c2" }] });
    await window("w4", { folder: "vscode-remote://ssh-remote%2Bbox/srv/four" });
    const { events, problems } = await read(path);
    expect(problems).toEqual([]);
    const places = ofKind(events, "session_start").map(({ session, cwd }) => `${session} ${cwd}`);
    expect(places).toEqual([
      "c5 undefined",
      "c4 /srv/four",
      "c3 /srv/a b",
      "c2 /srv/two",
      "c1 /srv/one",
    ]);
  });
});

test("uses the first folder of a window of several folders", async () => {
  await inCursor(async ({ home, path, all, window }) => {
    const file = await write(home, "x.code-workspace", '{"folders":[{"path":"app"},{"path":"b"}]}');
    const listing = await window("w1", { workspace: `file://${file}` });
    listing.item("composer.composerData", { selectedComposerIds: ["c1"] });
    converse(all, "c1", [userMessage("Hello.")]);
    expect((await read(path)).events[0]?.cwd).toBe(join(home, "app"));
  });
});

test("assigns a subagent's conversation to its parent, even in a circle", async () => {
  await inCursor(async ({ path, all }) => {
    converse(all, "c1", [userMessage("Look around.")]);
    const below = (parentComposerId: string) => ({ subagentInfo: { parentComposerId } });
    converse(all, "c2", [userMessage("You are a helper."), answered("I looked.")], below("c1"));
    converse(all, "c3", [answered("Round.")], below("c4"));
    converse(all, "c4", [answered("And round.")], below("c3"));
    const { events } = await read(path);
    const looked = ofKind(events, "message").find(({ text }) => text === "I looked.");
    expect(looked).toMatchObject({ session: "c1", agentId: "c2" });
    expect(ofKind(events, "prompt")).toHaveLength(1);
    expect(outline(events)).toEqual(
      expect.arrayContaining(["message: Round.", "message: And round."]),
    );
  });
});

test("older versions: reads messages within the conversation, or all of it from the window's own database", async () => {
  await inCursor(async ({ path, all, window }) => {
    all.kv("composerData:c1", { conversation: [{ bubbleId: "x", ...userMessage("Within.") }] });
    expect(outline((await read(path)).events)).toContain("prompt: Within.");

    const own = await window("w1", { folder: "file:///srv/app" });
    own.item("composer.composerData", {
      allComposers: [
        { composerId: "o1", conversation: [userMessage("Older.")] },
        { composerId: "c1" },
      ],
    });
    own.item("workbench.panel.aichat.view.aichat.chatdata", {
      tabs: [
        {
          tabId: "t1",
          bubbles: [
            { type: "user", text: "Oldest." },
            { type: "ai", text: "Yes." },
          ],
        },
      ],
    });
    const place = join(dirname(dirname(path)), "workspaceStorage", "w1", "state.vscdb");
    const { events, problems } = await read(place);
    expect(problems).toEqual([]);
    const expected = ["prompt: Older.", "prompt: Oldest.", "message: Yes."];
    expect(outline(events)).toEqual(expect.arrayContaining(expected));
    expect(new Set(events.map(({ cwd }) => cwd))).toEqual(new Set(["/srv/app"]));
  });
});

test("skips only rows that are damaged, missing, null, bytes or too large", async () => {
  await inCursor(async ({ path, all }) => {
    converse(all, "c1", [
      userMessage("Kept."),
      userMessage("lost"),
      userMessage("lost"),
      userMessage("lost"),
      answered("End."),
    ]);
    all.kv("bubbleId:c1:b1", "{ cut");
    all.kv("bubbleId:c1:b2", null);
    all.db.exec("DELETE FROM cursorDiskKV WHERE key = 'bubbleId:c1:b3'");
    all.kv("bubbleId:c1:b4", Buffer.from(JSON.stringify(answered("As bytes."))));
    all.kv("composerData:c2", "[not this]");
    all.kv("bubbleId:c2:b0", userMessage("Without its list."));
    all.kv("composerData:c3", null);
    all.kv("composerData:empty-state-draft", { conversation: [userMessage("no")] });
    all.db.exec(
      "INSERT INTO cursorDiskKV VALUES ('composerData:c4', zeroblob(64 * 1024 * 1024 + 1))",
    );
    const { events, problems } = await read(path);
    const texts = outline(events).filter((line) => /^(?:prompt|message)/.test(line));
    expect(texts.sort()).toEqual([
      "message: As bytes.",
      "prompt: Kept.",
      "prompt: Without its list.",
    ]);
    expect(problems.map(({ reason }) => reason).sort()).toEqual([
      "bubbleId:c1:b1 is damaged; it was left out",
      "composerData:c2 is damaged; it was left out",
      "composerData:c4 is over the limit of 67108864 bytes; it was left out",
    ]);
  });
});

test.each([
  ["no table of conversations", "DROP TABLE cursorDiskKV"],
  [
    "a table of that name with other columns",
    "DROP TABLE cursorDiskKV; CREATE TABLE cursorDiskKV (a)",
  ],
  ["no table of items", "DROP TABLE ItemTable"],
])("%s: throws nothing", async (_name, sql) => {
  await inCursor(async ({ path, all }) => {
    all.db.exec(sql);
    const { events, problems } = await read(path, "cursor");
    expect(events).toEqual([]);
    expect(problems.length).toBe(sql.includes("ItemTable") ? 0 : 1);
  });
});

test("reads committed data while Cursor writes, locks nothing, and reads the same again", async () => {
  await inCursor(async ({ path, all }) => {
    converse(all, "c1", [userMessage("Hello.")]);
    all.db.exec("BEGIN IMMEDIATE");
    all.kv("bubbleId:c1:b0", userMessage("Half said."));
    const first = await read(path);
    expect(outline(first.events)).toContain("prompt: Hello.");
    all.db.exec("ROLLBACK");
    const reading = readTranscript(path);
    await reading.next();
    const [{ busy } = { busy: 1 }] = all.db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    expect(busy).toBe(0);
    await reading.return(undefined);
    expect((await read(path)).events).toEqual(first.events);
  });
});

test("finds a project's window without opening anything, and leaves others' conversations out", async () => {
  await inCursor(async ({ home, user, path, all, window }) => {
    const collect = async () => {
      const found = [];
      for await (const projectTranscript of findProjectTranscripts("/srv/app", { HOME: home }))
        found.push(projectTranscript);
      return found;
    };
    await window("w2", { folder: "file:///srv/app-two" });
    expect(await collect()).toEqual([]);
    const own = await window("w1", { folder: "file:///srv/app" });
    own.item("composer.composerData", { allComposers: [{ composerId: "c1" }] });
    await write(user, "workspaceStorage/w3/workspace.json", "{ cut");
    const roots = ["/srv/app"];
    if (process.platform === "linux") {
      const found = await collect();
      expect(found).toEqual([{ path, host: "cursor", roots }]);
    }
    converse(all, "c1", [userMessage("Ours.")]);
    converse(all, "c2", [{ ...userMessage("Theirs."), workspaceProjectDir: "/srv/app-two" }]);
    converse(all, "c3", [{ ...userMessage("Below."), workspaceProjectDir: "/srv/app/web" }]);
    converse(all, "c4", [userMessage("Nobody's.")]);
    const texts: string[] = [];
    for await (const event of readTranscript(path, { roots }))
      if (event.kind === "prompt") texts.push(event.text);
    expect(texts.sort()).toEqual(["Below.", "Ours."]);
  });
});

test("reports a window whose database is damaged, and loses only its list", async () => {
  await inCursor(async ({ path, all, window }) => {
    converse(all, "c1", [userMessage("Hello.")]);
    const { db } = await window("w1", { folder: "file:///srv/app" });
    const damaged = join(dirname(dirname(path)), "workspaceStorage", "w1", "state.vscdb");
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    rmSync(`${damaged}-wal`, { force: true });
    writeFileSync(damaged, `SQLite format 3\0${"x".repeat(5000)}`);
    const { events, problems } = await read(path);
    expect(outline(events)).toContain("prompt: Hello.");
    expect(problems).toHaveLength(1);
    expect(problems[0]?.reason).toMatch(/^w1.state\.vscdb cannot be read, so some/);
  });
});

test("finds it in a folder by its content, and does not mistake VS Code's file of the same name for it", async () => {
  await inCursor(async ({ home, path, all }) => {
    converse(all, "c1", [userMessage("Hello.")]);
    const other = new DatabaseSync(join(home, "state.vscdb"));
    other.exec("CREATE TABLE ItemTable (key TEXT, value BLOB)");
    other.close();
    all.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const found: string[] = [];
    for await (const transcript of findTranscripts(home))
      found.push(`${transcript.host} ${transcript.path}`);
    expect(found).toEqual([`cursor ${path}`]);
  });
});
