/** Tests that hooks follow `config.json`, and that a broken one does not make them fail. */
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

test("hooks capture and show memories without a config.json", async () => {
  const { start, captured } = await taught();
  expect(await start()).toContain(RULE);
  expect(captured()).toHaveLength(1);
});

test("hooks that are off capture and show nothing", async () => {
  const { home, start, ask, configure, captured } = await taught();
  configure('{"enabled": false}');
  expect([await start(), await ask()]).toEqual(["", ""]);
  expect([captured(), recentFailures(home, 5)]).toEqual([[], []]);
  expect(await start({ TACIT_OFF: "0" })).toContain(RULE);
});

test.each(["1", "true", "Yes"])(
  "TACIT_OFF=%s turns hooks off whatever the file says",
  async (off) => {
    const { start, configure, captured } = await taught();
    configure('{"enabled": true}');
    expect([await start({ TACIT_OFF: off }), captured()]).toEqual(["", []]);
  },
);

test("the worker of hooks that are off ingests nothing", async () => {
  const { home, project, ask, configure } = await taught();
  const ingested = async () => {
    const tacit = await openTacit({ home, cwd: project });
    const sessions = await tacit.sessions.recent(5);
    await tacit.close();
    return sessions.length;
  };
  await ask();
  configure('{"enabled": false}');
  await runWorker("catch-up", project, { home, env: {} });
  expect(await ingested()).toBe(0);
  configure("{}");
  await runWorker("catch-up", project, { home, env: {} });
  expect(await ingested()).toBe(1);
});

test("a repository can turn hooks off for itself but cannot turn them on again", async () => {
  const off = await taught();
  off.configureRepository('{"enabled": false}');
  expect([await off.start(), off.captured()]).toEqual(["", []]);
  const on = await taught();
  on.configure('{"enabled": false}');
  on.configureRepository('{"enabled": true}');
  expect([await on.start(), on.captured()]).toEqual(["", []]);
});

test("an unusable config.json is logged and turns hooks off", async () => {
  const { home, start, ask, configure, captured } = await taught();
  configure('{"trust": "L1"');
  expect([await start(), await ask(), captured()]).toEqual(["", "", []]);
  expect(recentFailures(home, 5)).toMatchObject([
    { where: "config", message: expect.stringContaining("tacit config path") },
  ]);
});

test("a .tacit.json that cannot be read turns hooks off", async () => {
  const { start, ask, configureRepository, captured } = await taught();
  configureRepository('{"secrets": ["X-[0-9]+"],}');
  expect([await start(), await ask(), captured()]).toEqual(["", "", []]);
});

test("hooks that the environment turns on capture nothing while secrets cannot be read", async () => {
  const { start, configure, captured } = await taught();
  configure('{"secrets": ["X-[0-9]+"],}');
  expect(await start({ TACIT_OFF: "0" })).toContain(RULE);
  expect(captured()).toEqual([]);
});

test("an invalid value of TACIT_OFF is logged, and the file decides", async () => {
  const { home, start, configure } = await taught();
  expect(await start({ TACIT_OFF: "ture" })).toContain(RULE);
  expect(recentFailures(home, 5)).toMatchObject([
    { where: "config", message: expect.stringContaining('TACIT_OFF: "ture" is not on or off') },
  ]);
  configure('{"enabled": false}');
  expect(await start({ TACIT_OFF: "ture" })).toBe("");
});

test("at trust L1 memories are shown only at the start of a session", async () => {
  const { start, ask, configure } = await taught();
  expect(await ask()).not.toBe("");
  configure('{"trust": "L1"}');
  expect(await ask()).toBe("");
  expect(await start()).toContain(RULE);
});
