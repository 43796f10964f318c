/** A store that cannot be written, or not now, is no reason to tell a session nothing at its start. */
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
  /** `lateMs`: how long ago the hook's process began; otherwise later than now, since no deadline is tested. */
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

test("in a home that cannot be written, a start is told what the store has as it lies", async () => {
  const { home, tell } = await taught();
  // What readers share cannot be made where a link of its name leads nowhere.
  symlinkSync(join(home, "nowhere", "else"), join(home, "memory.db-shm"));
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toContain(RULE);
  // Learns from turns of earlier sessions as well, which are still to be taken in.
  expect(await tell("codex", "SessionStart", "s2", { source: "startup" })).toContain(RULE);
  // What is left for later is there still.
  expect(readdirSync(join(home, "spool"))).toHaveLength(1);
});

test("a start that another process keeps from writing is told all the same, at a first prompt too", async () => {
  const { home, tell } = await taught();
  const other = new DatabaseSync(join(home, "memory.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toContain(RULE);
  const asked = { prompt: "Rename the port." };
  expect(await tell("copilot", "userPromptSubmitted", "s2", asked)).toContain(RULE);
});

test("a prompt that came too late is told there and then where no mark of it can be left for the next hook", async () => {
  const { home, tell } = await taught();
  const other = new DatabaseSync(join(home, "memory.db"));
  onTestFinished(() => other.close());
  const asked = { session_id: "s1", sessionId: undefined, prompt: "May I use npm here, or pnpm?" };
  other.exec("BEGIN IMMEDIATE");
  expect(await tell("claude-code", "UserPromptSubmit", "s1", asked, 5_000)).toContain(RULE);
  other.exec("ROLLBACK");
  expect(await tell("claude-code", "UserPromptSubmit", "s1", asked, 5_000)).toBe("");
});

test("a store that cannot be read is told nothing of, and logged with what to do about it", async () => {
  const { home, tell } = await taught();
  writeFileSync(join(home, "memory.db"), "no database");
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toBe("");
  expect(recentFailures(home, 1)).toMatchObject([
    { where: "claude-code SessionStart", message: expect.stringMatching(/memory\.db.*; next: \w/) },
  ]);
});

test("where events cannot be captured, a start is shown what is known all the same", async () => {
  const { home, tell } = await taught();
  rmSync(join(home, "spool"), { recursive: true, force: true });
  symlinkSync(join(home, "nowhere", "else"), join(home, "spool"));
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toContain(RULE);
  expect(recentFailures(home, 5).map(({ where }) => where)).toContain("capture");
});

test("a project's own word in the store holds where its marker is missing: incognito shows nothing", async () => {
  const { home, project, tell } = await taught();
  const tacit = await openTacit({ home, cwd: project });
  await tacit.admin.setMode("incognito");
  await tacit.close();
  for (const name of readdirSync(home))
    if (/mode/.test(name)) rmSync(join(home, name), { recursive: true });
  expect(await tell("claude-code", "SessionStart", "s1", { source: "startup" })).toBe("");
});

test("switched off, the worker learns nothing", async () => {
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
