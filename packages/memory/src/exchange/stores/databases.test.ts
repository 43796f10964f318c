/** Databases of other programs are read with the tables those programs create. */
import { expect, test } from "vitest";
import { CLAUDE_MEM, database, readStore } from "./testing-stores.ts";

test("reads claude-mem: narratives or facts of observations, and what summaries learned", async () => {
  expect(await readStore(database(CLAUDE_MEM))).toEqual({
    kind: "claude-mem",
    lines: [
      "Total rounded twice: Rounding per line lost cents. | gotcha | src/order.ts | of shop 2026-09-02",
      "Integer cents: Amounts are integers Never floats | decision | src/money.ts | of shop 2026-09-02",
      "Rounding twice loses cents. | ? | src/order.ts | of shop 2026-09-02",
    ],
  });
});

test("reads claude-mem before narratives existed: its text", async () => {
  const old = `CREATE TABLE sdk_sessions (memory_session_id TEXT, project TEXT);
    CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT, created_at TEXT);
    INSERT INTO observations VALUES (1, 's', 'shop', 'The cart is cached.', 'discovery', '2025-11-02T10:00:00Z')`;
  expect((await readStore(database(old))).lines).toEqual([
    "The cart is cached. | module_insight |  | of shop 2025-11-02",
  ]);
});

test("reads engram: skips soft-deleted rows and parses its labels", async () => {
  const sql = `CREATE TABLE sessions (id TEXT);
    CREATE TABLE observations (id INTEGER PRIMARY KEY, session_id TEXT, type TEXT, title TEXT, content TEXT, project TEXT, scope TEXT, topic_key TEXT, created_at TEXT, updated_at TEXT, deleted_at TEXT);
    INSERT INTO observations VALUES
      (1, 's', 'bugfix', 'Fixed FTS5 crash', '**What**: Quoted the query. **Why**: Dashes break it.
**Where**: internal/store/store.go', 'engram', 'project', 'bug/fts', '2026-02-01 10:00:00', '2026-02-02 10:00:00', NULL),
      (2, 's', 'preference', 'Tabs', 'Prefers tabs in makefiles.', '', 'personal', NULL, '2026-02-01 10:00:00', '', '2026-02-03 10:00:00');`;
  expect(await readStore(database(sql))).toEqual({
    kind: "engram",
    lines: [
      "Fixed FTS5 crash: Quoted the query. Why: Dashes break it.\nWhere: internal/store/store.go | error_pattern | internal/store/store.go | of engram 2026-02-02",
      "Tabs: Prefers tabs in makefiles. | preference |  | 2026-02-01 gone global",
    ],
  });
});

test("reads mem0: vectors, and the last state of either history", async () => {
  const payload = JSON.stringify({
    data: "Prefers tabs.",
    category: "user_preference",
    createdAt: "2026-03-01T00:00:00Z",
  });
  expect(
    await readStore(
      database(
        `CREATE TABLE vectors (id TEXT PRIMARY KEY, vector BLOB, payload TEXT); INSERT INTO vectors VALUES ('a', x'00', '${payload}'), ('b', x'00', '{broken')`,
      ),
    ),
  ).toEqual({
    kind: "mem0",
    lines: ["Prefers tabs. | preference |  | 2026-03-01", "vectors b: no text in its payload"],
  });
  const history = `CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT, created_at TEXT, updated_at TEXT, is_deleted INTEGER);
    INSERT INTO history VALUES ('1', 'a', NULL, 'Prefers spaces.', 'ADD', '2026-03-01T00:00:00Z', NULL, 0), ('2', 'a', 'Prefers spaces.', 'Prefers tabs.', 'UPDATE', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', 0),
      ('3', 'b', NULL, 'Gone again.', 'ADD', NULL, NULL, 0), ('4', 'b', 'Gone again.', NULL, 'DELETE', NULL, NULL, 1)`;
  expect((await readStore(database(history))).lines).toEqual([
    "Prefers tabs. | ? |  | 2026-03-01",
    "Gone again. | ? |  | gone",
  ]);
  const ours = `CREATE TABLE memory_history (id INTEGER PRIMARY KEY, memory_id TEXT, previous_value TEXT, new_value TEXT, action TEXT, created_at TEXT, updated_at TEXT, is_deleted INTEGER);
    INSERT INTO memory_history VALUES (1, 'a', NULL, 'Prefers tabs.', 'ADD', NULL, NULL, 0)`;
  expect((await readStore(database(ours))).lines).toEqual(["Prefers tabs. | ? |  | "]);
});

test("reads ADE: maps projects to folders and skips archived ones", async () => {
  const sql = `CREATE TABLE projects (id TEXT PRIMARY KEY, root_path TEXT);
    CREATE TABLE unified_memories (id TEXT PRIMARY KEY, project_id TEXT, scope TEXT, category TEXT, content TEXT, confidence REAL, status TEXT, file_scope_pattern TEXT, created_at TEXT, updated_at TEXT);
    INSERT INTO projects VALUES ('p1', '/home/me/shop');
    INSERT INTO unified_memories VALUES ('m1', 'p1', 'project', 'procedure', 'Run the seed last.', 0.8, 'promoted', 'db/seed.ts', '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z'),
      ('m2', 'p1', 'user', 'preference', 'Short answers.', 1, 'archived', 'src/**', '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z');`;
  expect(await readStore(database(sql))).toEqual({
    kind: "ade",
    lines: [
      "Run the seed last. | workflow_recipe | db/seed.ts | of /home/me/shop 2026-04-01",
      "Short answers. | preference |  | of /home/me/shop 2026-04-01 gone global",
    ],
  });
});

test("reads Auto Claude: uses equal types and skips deprecated ones", async () => {
  const sql = `CREATE TABLE memories (id TEXT PRIMARY KEY, type TEXT, content TEXT, confidence REAL, tags TEXT, related_files TEXT, created_at TEXT, session_id TEXT, commit_sha TEXT, scope TEXT, deprecated INTEGER, project_id TEXT);
    INSERT INTO memories VALUES ('m', 'dead_end', 'Tried polling, it starves the queue.', 0.8, '["queue"]', '["src/q.ts"]', '2026-03-11T00:00:00Z', 's', 'abc', 'module', 0, '/home/me/shop'), ('n', 'unheard_of', 'Old.', 0.8, '[]', '[]', '', NULL, NULL, 'global', 1, 'x');`;
  expect(await readStore(database(sql))).toEqual({
    kind: "auto-claude",
    lines: [
      "Tried polling, it starves the queue. | dead_end | src/q.ts | of /home/me/shop 2026-03-11",
      "Old. | ? |  | of x gone",
    ],
  });
});
