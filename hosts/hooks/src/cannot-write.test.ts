/** Tests that a session's start is shown its memories although the store cannot be written, or cannot be written now. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { recentFailures } from "./hook-log.ts";
import { runHook, runWorker } from "./run-hook.ts";

const RULE = "Never use npm here: pnpm, always.";

async function taught() {
  const base = mkdtempSync(join(tmpdir(), "tacit-cannot-write-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(project);
  const tacit = await openTacit({ home, cwd: project });
  await tacit.memories.remember({ content: RULE, type: "convention", source: "agent_explicit" });
  await tacit.close();
  /**
   * Runs a hook. `lateMs` is the time since the hook's process began; by default it begins in the future, because no deadline
   * is tested.
   */
  const tell = (
    host: string,
    event: string,
    session: string,
    more: object = {},
    lateMs: number = -60_000,
  ) => {
    const payload = { session_id: session, sessionId: session, cwd: project, ...more };
    const startedAtMs = Date.now() - lateMs;
    return runHook(host, event, JSON.stringify(payload), {
      env: { HOME: base },
      home,
      startedAtMs,
    });
  };
  return { home, project, tell };
}

test("shows a start the stored memories in a home that cannot be written", async () => {
  const { home, tell } = await taught();
  // SQLite cannot create the shared-memory file because a link of its name points to a missing folder.
  symlinkSync(join(home, "nowhere", "else"), join(home, "memory.db-shm"));
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toContain(RULE);
  // Codex also learns from turns of earlier sessions, which are not ingested yet.
  expect(await tell("codex", "SessionStart", "s2", { source: "startup" })).toContain(RULE);
  // The spooled work is still there for later.
  expect(readdirSync(join(home, "spool"))).toHaveLength(1);
});

test("shows the start block, at a first prompt too, while another process holds the write lock", async () => {
  const { home, tell } = await taught();
  const other = new DatabaseSync(join(home, "memory.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toContain(RULE);
  const payload = { prompt: "Rename the port." };
  expect(await tell("copilot", "userPromptSubmitted", "s2", payload)).toContain(RULE);
});

test("answers a late prompt at once if no mark can be left for the next hook", async () => {
  const { home, tell } = await taught();
  const other = new DatabaseSync(join(home, "memory.db"));
  onTestFinished(() => other.close());
  const payload = {
    session_id: "s1",
    sessionId: undefined,
    prompt: "May I use npm here, or pnpm?",
  };
  other.exec("BEGIN IMMEDIATE");
  // On a machine that other programs use, the search itself may not finish in time; a prompt that is repeated is searched again.
  let shown = "";
  for (let n = 1; n <= 4 && shown === ""; n++)
    shown = await tell("claude-code", "UserPromptSubmit", "s1", payload, 5_000);
  expect(shown).toContain(RULE);
  other.exec("ROLLBACK");
  expect(await tell("claude-code", "UserPromptSubmit", "s1", payload, 5_000)).toBe("");
});

test.each<[string, (path: string) => void, RegExp]>([
  [
    "damaged",
    (path) => writeFileSync(path, "no database"),
    /the store is damaged\. Tell the user: run `tacit doctor --restore`/,
  ],
  [
    "of a newer version",
    (path) => {
      const db = new DatabaseSync(path);
      db.exec("INSERT INTO schema_version VALUES (999, 999, 0)");
      db.close();
    },
    /a newer version\. Tell the user: upgrade Tacit/,
  ],
])(
  "a start states that the store is %s, a prompt says nothing, and both log the next step",
  async (_what, change, words) => {
    const { home, tell } = await taught();
    change(join(home, "memory.db"));
    expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toMatch(words);
    const payload = { prompt: "Rename the port of the server." };
    expect(await tell("claude-code", "UserPromptSubmit", "s1", payload)).toBe("");
    const logged = { message: expect.stringMatching(/; next: \w/) };
    expect(recentFailures(home, 2)).toMatchObject([
      { ...logged, where: expect.stringMatching(/^claude-code/) },
      { ...logged, where: expect.stringMatching(/^claude-code/) },
    ]);
  },
);

test("shows the start block although events cannot be captured", async () => {
  const { home, tell } = await taught();
  rmSync(join(home, "spool"), { recursive: true, force: true });
  symlinkSync(join(home, "nowhere", "else"), join(home, "spool"));
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toContain(RULE);
  expect(recentFailures(home, 5).map(({ where }) => where)).toContain("capture");
});

test("respects incognito in the store although the project's marker is missing", async () => {
  const { home, project, tell } = await taught();
  const tacit = await openTacit({ home, cwd: project });
  await tacit.admin.setMode("incognito");
  await tacit.close();
  for (const name of readdirSync(home))
    if (/mode/.test(name)) rmSync(join(home, name), { recursive: true });
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toBe("");
});

test("the worker learns nothing when Tacit is switched off", async () => {
  const { home, project, tell } = await taught();
  await tell("claude-code", "UserPromptSubmit", "s1", {
    prompt: "Always use bun to run scripts in this repository.",
  });
  await runWorker("catch-up", project, { home, env: { TACIT_OFF: "1" } });
  const spool = readdirSync(join(home, "spool"));
  const tacit = await openTacit({ home, cwd: project });
  expect([spool.length, await tacit.sessions.isBehind()]).toEqual([1, true]);
  await tacit.close();
});
