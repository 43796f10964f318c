/** Tests when the store of a long-lived process is opened, and which calls also do the work that waits. */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { EVENT_VERSION, type Event } from "@tacit-memory/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { appendToSpool } from "./capture/spool.ts";
import { lazyStore } from "./lazy-store.ts";
import { openTacit, type Tacit } from "./open.ts";

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
  return { store, home, folder };
}

const teach = (content: string) => (tacit: Tacit) =>
  tacit.memories.remember({ content, source: "user_taught" });
const contents = async (tacit: Tacit) =>
  (await tacit.memories.list()).map(({ content }) => content).sort();

/** Replaces the store by a backup that another process made, as `tacit doctor --restore` does. */
async function replaceStore(home: string, folder: string): Promise<void> {
  const other = await openTacit({ home, cwd: folder });
  const { path } = await (await other.admin.backups()).make();
  await other.close();
  renameSync(path, join(home, "memory.db"));
}

const FIRST = "The first port of the preview is 4001.";
const SECOND = "The queue of the worker is called orders.";

describe("after the store was replaced by another process", () => {
  if (process.platform === "win32") return;

  test.each(["use", "read"] as const)("`%s` reads and writes the new one", async (how) => {
    const { store, home, folder } = makeStore();
    await store.read(async () => undefined).catch(() => undefined);
    await store.use(teach(FIRST));
    await replaceStore(home, folder);
    expect(await store[how](contents)).toEqual([FIRST]);
    await replaceStore(home, folder);
    await store[how](teach(SECOND));
    const other = await openTacit({ home, cwd: folder });
    expect(await contents(other)).toEqual([FIRST, SECOND].sort());
    await other.close();
  });

  test("a call during which it happens runs again, and others end undisturbed", async () => {
    const { store, home, folder } = makeStore();
    await store.read(async () => undefined).catch(() => undefined);
    await store.use(teach(FIRST));
    const { promise: isFree, resolve } = Promise.withResolvers<void>();
    const reading = store.read(async (tacit) => {
      await isFree;
      return contents(tacit);
    });
    let runs = 0;
    await store.use(async (tacit) => {
      runs += 1;
      if (runs === 1) await replaceStore(home, folder);
      await teach(SECOND)(tacit);
    });
    expect(runs).toBe(2);
    resolve();
    expect(await reading).toEqual([FIRST]);
    expect(await store.read(contents)).toEqual([FIRST, SECOND].sort());
  });

  test("a missing file is an error, and no empty store takes its place", async () => {
    const { store, home } = makeStore();
    await store.read(async () => undefined).catch(() => undefined);
    await store.use(teach(FIRST));
    await store.caughtUp();
    const [at, away] = [join(home, "memory.db"), join(home, "away.db")];
    renameSync(at, away);
    await expect(store.use(teach(SECOND))).rejects.toMatchObject({ code: "store_replaced" });
    renameSync(away, at);
    await store.use(teach(SECOND));
    expect(await store.read(contents)).toEqual([FIRST, SECOND].sort());
  });
});

test("a call after the project was merged into another one uses that one", async () => {
  const { store, home, folder } = makeStore();
  await store.read(async () => undefined).catch(() => undefined);
  await store.use(teach(FIRST));
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  const other = await openTacit({ home, cwd: elsewhere });
  await teach(SECOND)(other);
  const projects = await other.admin.projects();
  const from = projects.find(({ id }) => id !== other.projectId)?.id ?? "";
  await other.admin.mergeProjects(from, other.projectId);
  expect(await store.use(contents)).toEqual([FIRST, SECOND].sort());
  await other.close();
});

test("the first call opens the store, and a call after a failure tries again", async () => {
  const { store } = makeStore();
  expect(store.isThere()).toBe(false);
  await expect(store.read(async () => 1)).rejects.toThrow("the first attempt fails");
  expect(store.isThere()).toBe(false);
  expect(await store.read(async () => 1)).toBe(1);
  expect(store.isThere()).toBe(true);
});

test("`look` leaves what hooks left to `use`, which ingests it after its answer", async () => {
  const { store, home } = makeStore();
  await store.read(async () => undefined).catch(() => undefined);
  const project = await store.read(async ({ identity }) => identity);
  appendToSpool(home, [{ project, event: PROMPT }], Date.now());
  const isBehind = () => store.read(({ sessions }) => sessions.isBehind());
  for (let i = 0; i < 20; i += 1) expect(await isBehind()).toBe(true);
  await store.use(async () => undefined);
  while (await isBehind()) await setImmediate();
});

test("while learning is not allowed, what hooks left is ingested and not learned from", async () => {
  let mayLearn = false;
  const { store, home } = makeStore(() => mayLearn);
  await store.read(async () => undefined).catch(() => undefined);
  const project = await store.read(async ({ identity }) => identity);
  appendToSpool(home, [{ project, event: PROMPT }], Date.now());
  const learned = async () => {
    await store.use(async () => undefined);
    await store.caughtUp();
    const [session] = await store.read(({ sessions }) => sessions.recent());
    return session?.promotedSeq;
  };
  expect(await learned()).toBe(-1);
  mayLearn = true;
  expect(await learned()).toBe(0);
});
