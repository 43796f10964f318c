/** Tests when the store of a long-lived process is opened, and which calls also do the work that waits. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { EVENT_VERSION, type Event } from "@tacit-memory/protocol";
import { expect, onTestFinished, test } from "vitest";
import { appendToSpool } from "./capture/spool.ts";
import { lazyStore } from "./lazy-store.ts";

const PROMPT: Event = {
  v: EVENT_VERSION,
  session: "s1",
  agent: "claude-code",
  kind: "prompt",
  ts: new Date(0).toISOString(),
  text: "Always use pnpm in this project, never npm.",
};

function makeStore(mayLearn?: () => boolean) {
  const folder = mkdtempSync(join(tmpdir(), "tacit-lazy-"));
  const home = join(folder, "home");
  let attempts = 0;
  const store = lazyStore({ home, isRemote: false, mayLearn }, () => {
    attempts += 1;
    if (attempts === 1) throw new Error("the first attempt fails");
    return { home, cwd: folder, env: {} };
  });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return { store, home };
}

test("the first call opens the store, and a call after a failure tries again", async () => {
  const { store } = makeStore();
  expect(store.isThere()).toBe(false);
  await expect(store.look(async () => 1)).rejects.toThrow("the first attempt fails");
  expect(store.isThere()).toBe(false);
  expect(await store.look(async () => 1)).toBe(1);
  expect(store.isThere()).toBe(true);
});

test("`look` leaves what hooks left to `use`, which ingests it after its answer", async () => {
  const { store, home } = makeStore();
  await store.look(async () => undefined).catch(() => undefined);
  const project = await store.look(async ({ identity }) => identity);
  appendToSpool(home, [{ project, event: PROMPT }], Date.now());
  const isBehind = () => store.look(({ sessions }) => sessions.isBehind());
  for (let i = 0; i < 20; i += 1) expect(await isBehind()).toBe(true);
  await store.use(async () => undefined);
  while (await isBehind()) await setImmediate();
});

test("while learning is not allowed, what hooks left is ingested and not learned from", async () => {
  let mayLearn = false;
  const { store, home } = makeStore(() => mayLearn);
  await store.look(async () => undefined).catch(() => undefined);
  const project = await store.look(async ({ identity }) => identity);
  appendToSpool(home, [{ project, event: PROMPT }], Date.now());
  const learned = async () => {
    await store.use(async () => undefined);
    await store.caughtUp();
    const [session] = await store.look(({ sessions }) => sessions.recent());
    return session?.promotedSeq;
  };
  expect(await learned()).toBe(-1);
  mayLearn = true;
  expect(await learned()).toBe(0);
});
