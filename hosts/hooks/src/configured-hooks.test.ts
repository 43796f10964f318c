/** Do hooks do what `config.json` says, and is a broken one no reason to fail? */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { recentFailures } from "./hook-log.ts";
import { runHook, runWorker } from "./run-hook.ts";

const RULE = "Never use npm here: pnpm, always.";

async function taught() {
  const base = mkdtempSync(join(tmpdir(), "tacit-configured-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(project);
  const tacit = await openTacit({ home, cwd: project });
  await tacit.memories.remember({ content: RULE, type: "convention", source: "user_taught" });
  await tacit.close();
  const call = (event: string, more: object = {}, env: Record<string, string> = {}) => {
    const payload = { session_id: `s-${event}`, cwd: project, ...more };
    const context = { env: { HOME: base, ...env }, home, startedAtMs: Date.now() + 60_000 };
    return runHook("claude-code", event, JSON.stringify(payload), context);
  };
  return {
    ...{ home, project },
    start: (env?: Record<string, string>) => call("SessionStart", { source: "startup" }, env),
    ask: () => call("UserPromptSubmit", { prompt: "May I use npm here, or is it pnpm always?" }),
    configure: (text: string) => writeFileSync(join(home, "config.json"), text),
    configureRepository: (text: string) => writeFileSync(join(project, ".tacit.json"), text),
    captured: () => (existsSync(join(home, "spool")) ? readdirSync(join(home, "spool")) : []),
  };
}

test("without a file they capture and show", async () => {
  const { start, captured } = await taught();
  expect(await start()).toContain(RULE);
  expect(captured()).toHaveLength(1);
});

test("turned off, they capture nothing and show nothing, and the worker does nothing", async () => {
  const { home, project, start, ask, configure, captured } = await taught();
  configure('{"enabled": false}');
  expect([await start(), await ask()]).toEqual(["", ""]);
  await runWorker("catch-up", project, { home, env: {} });
  expect([captured(), recentFailures(home, 5)]).toEqual([[], []]);
  expect(await start({ TACIT_OFF: "0" })).toContain(RULE);
});

test("a repository may turn them off for itself, and may not turn them on again", async () => {
  const off = await taught();
  off.configureRepository('{"enabled": false}');
  expect([await off.start(), off.captured()]).toEqual(["", []]);
  const on = await taught();
  on.configure('{"enabled": false}');
  on.configureRepository('{"enabled": true}');
  expect([await on.start(), on.captured()]).toEqual(["", []]);
});

test("a file that cannot be used is noted once a session, and all goes on", async () => {
  const { home, start, ask, configure, captured } = await taught();
  configure('{"trust": "L1"');
  expect(await start()).toContain(RULE);
  expect(await ask()).toContain(RULE.slice(0, 20));
  expect(captured()).toHaveLength(1);
  expect(recentFailures(home, 5)).toMatchObject([
    { where: "config", message: expect.stringContaining("tacit config path") },
  ]);
});

test("at trust L1 only the start of a session shows memories", async () => {
  const { start, ask, configure } = await taught();
  expect(await ask()).not.toBe("");
  configure('{"trust": "L1"}');
  expect(await ask()).toBe("");
  expect(await start()).toContain(RULE);
});
