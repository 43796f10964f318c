/** A memory staged on another branch is hidden in every way of showing memories, and nothing else is. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Teaching } from "../../curate/teaching.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Tacit } from "../../open.ts";
import { git } from "../../testing/testing-git.ts";
import {
  exportAllOf,
  learn,
  makePlace,
  type Place,
  sessionScript,
} from "../../testing/testing-life.ts";

const ASKED = "why do reads of the widget cache fail after a schema change";
const ABOUT = "The widget cache must be dropped by hand after a schema change, or reads fail.";

function onTopic(): Place {
  const place = makePlace();
  git(place.root, "init", "-q");
  place.write("README.md", "# Widgets\n");
  git(place.root, "add", "-A");
  git(place.root, "commit", "-qm", "first");
  git(place.root, "switch", "-qc", "topic");
  return place;
}

async function taught(tacit: Tacit, overrides: Partial<Teaching> = {}): Promise<Memory> {
  const { id } = await tacit.memories.remember({
    content: ABOUT,
    source: "user_taught",
    type: "gotcha",
    ...overrides,
  });
  return tacit.memories.get(id ?? "");
}

const WAYS: readonly (readonly [string, Partial<Teaching>, (tacit: Tacit) => Promise<unknown>])[] =
  [
    [
      "words and meaning",
      {},
      async (tacit) => (await tacit.memories.recall({ query: ASKED })).hits,
    ],
    [
      "words in memory",
      {},
      async (tacit) => {
        await tacit.memories.warmUp();
        return (await tacit.memories.recall({ query: ASKED })).hits;
      },
    ],
    [
      "files",
      { files: ["src/cache.ts"] },
      async (tacit) => (await tacit.memories.recall({ query: "", files: ["src/cache.ts"] })).hits,
    ],
    [
      "a trigger",
      { triggers: ["kaboom"] },
      async (tacit) => (await tacit.memories.recall({ query: "kaboom" })).hits,
    ],
    [
      "the start of a session",
      { isPinned: true },
      async (tacit) =>
        (await tacit.brief.startBlock({ session: "a", point: "session_start" })).shown,
    ],
    [
      "a prompt",
      {},
      async (tacit) =>
        (await tacit.brief.promptBlock({ session: "b", point: "prompt" }, ASKED)).shown,
    ],
    [
      "a file that is opened",
      { files: ["src/cache.ts"] },
      async (tacit) =>
        (
          await tacit.brief.toolBlock(
            { session: "c", point: "tool" },
            { files: ["src/cache.ts"], error: null },
          )
        ).shown,
    ],
    [
      "a subagent",
      { isPinned: true },
      async (tacit) => (await tacit.brief.subagentBlock({ session: "d", point: "subagent" })).shown,
    ],
  ];

test.each(WAYS)("by %s: shown on its branch, not on main", async (_name, overrides, ask) => {
  const place = onTopic();
  const tacit = await place.open({ isLongLived: true });
  const memory = await taught(tacit, overrides);
  expect(memory).toMatchObject({ isStaged: true, branch: "topic" });
  expect(await ask(tacit)).toHaveLength(1);
  // The same engine stays open while the user switches branches.
  git(place.root, "switch", "-q", "main");
  const away = await place.open({ isLongLived: true });
  expect(await ask(tacit)).toEqual([]);
  expect(await ask(away)).toEqual([]);
  const all = await away.memories.recall({
    query: ASKED,
    files: ["src/cache.ts"],
    allBranches: true,
  });
  expect(all.hits).toHaveLength(1);
  expect(all.hits[0]?.branch).toMatchObject({ branch: "topic", verdict: "elsewhere" });
});

test("finds the one candidate of this branch among many of other branches", async () => {
  const place = onTopic();
  const tacit = await place.open();
  for (let i = 0; i < 120; i++) {
    await tacit.memories.remember({
      content: `Widget cache number ${i} fails after schema change ${i * 7}, reads of cache fail.`,
      source: "user_taught",
      type: "gotcha",
    });
  }
  git(place.root, "switch", "-q", "main");
  const mine = await taught(tacit, { content: "The cache of widgets is warmed at start-up." });
  for (const isLongLived of [false, true]) {
    const here = await place.open({ isLongLived });
    if (isLongLived) await here.memories.warmUp();
    const { hits } = await here.memories.recall({ query: ASKED, limit: 5 });
    expect(hits.map(({ memory }) => memory.id)).toEqual([mine.id]);
  }
});

test("a memory of a branch disputes no memory elsewhere until the branch is merged", async () => {
  const place = onTopic();
  git(place.root, "switch", "-q", "main");
  const tacit = await place.open();
  const old = await taught(tacit, { content: "The widget server listens on port 4173 locally." });
  git(place.root, "switch", "-q", "topic");
  const { id, contradicts } = await tacit.memories.remember({
    content: "The widget server listens on port 9000 locally.",
    source: "agent_explicit",
    type: "fact",
  });
  expect(contradicts).toBe(old.id);
  expect(await tacit.memories.get(old.id)).toMatchObject({ isDisputed: false, needsReview: false });
  place.write("port", "9000");
  git(place.root, "add", "-A");
  git(place.root, "commit", "-qm", "another port");
  git(place.root, "switch", "-q", "main");
  git(place.root, "merge", "-q", "topic");
  await tacit.brief.lookAtGit();
  expect(await tacit.memories.get(id ?? "")).toMatchObject({ isStaged: false, isDisputed: true });
  expect(await tacit.memories.get(old.id)).toMatchObject({ isDisputed: true, needsReview: true });
});

test("a correction is staged exactly if the corrected memory is", async () => {
  const place = onTopic();
  const tacit = await place.open();
  const staged = await taught(tacit);
  const replace = {
    kind: "replace",
    text: "The widget cache empties itself; nothing is to be done.",
  };
  const better = await tacit.memories.correct(
    staged.id,
    replace as { kind: "replace"; text: string },
  );
  expect(better).toMatchObject({ isStaged: true, branch: "topic", commit: staged.commit });
  git(place.root, "switch", "-q", "main");
  const everywhere = await taught(tacit, {
    content: "Widgets are listed by their names in German.",
  });
  git(place.root, "switch", "-q", "topic");
  const text = "Widgets are listed by number, whatever the language is.";
  expect(await tacit.memories.correct(everywhere.id, { kind: "replace", text })).toMatchObject({
    isStaged: false,
  });
});

test("a session's memories belong to the branch it was on, whenever they are learned", async () => {
  const place = onTopic();
  const tacit = await place.open();
  const script = sessionScript("s1")
    .add("session_start", { branch: "topic", commit: "0".repeat(40) } as never)
    .shell("npm test", 'npm error Missing script: "test"', 1)
    .shell("bun run test src/widgets.test.ts", "4 pass")
    .prompt("No, never write to dist by hand, always use npm run build:widgets instead.")
    .end();
  git(place.root, "switch", "-q", "main");
  const learned = await learn(tacit, script);
  const promoted = learned.flatMap((item) => item.promoted);
  expect(promoted.map(({ branch }) => branch)).toEqual(promoted.map(() => "topic"));
  const staged = promoted.filter((memory) => memory.isStaged).map(({ type }) => type);
  expect(staged).toEqual(["workflow_recipe"]);
  expect(promoted).toHaveLength(2);
});

test("an export keeps staged memories staged; an imported line is staged if its branch exists here", async () => {
  const place = onTopic();
  const tacit = await place.open();
  await taught(tacit);
  const document = JSON.parse(JSON.stringify(await tacit.exchange.exportAll()));
  const other = onTopic();
  const copy = await other.open();
  await copy.exchange.importExport(document);
  expect((await exportAllOf(copy)).map((memory) => memory.isStaged)).toEqual([true]);
  async function* lines() {
    const about = { type: "gotcha" };
    yield JSON.stringify({
      ...about,
      content: "Widgets have no colour of their own.",
      branch: "topic",
    });
    yield JSON.stringify({
      ...about,
      content: "Gadgets are sorted by weight first.",
      branch: "old",
    });
    yield JSON.stringify({ ...about, content: "Sprockets are never empty at start." });
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: false });
  const staged = (await tacit.memories.list({ isStaged: true })).map(({ content }) => content);
  expect(staged.sort()).toEqual([ABOUT, "Widgets have no colour of their own."]);
});

test("global, shared and convention memories are never staged, and a memory that becomes one is unstaged", async () => {
  const place = onTopic();
  const tacit = await place.open();
  const memory = await taught(tacit);
  expect(await tacit.memories.edit(memory.id, { visibility: "team" })).toMatchObject({
    isStaged: false,
  });
  expect(await tacit.memories.restore(memory.id, 1)).toMatchObject({ isStaged: true });
  expect(await tacit.memories.edit(memory.id, { type: "convention" })).toMatchObject({
    isStaged: false,
  });
  const overrides = { content: "Answers are given in whole sentences.", scope: "global" } as const;
  expect(await taught(tacit, overrides)).toMatchObject({ isStaged: false });
});

test("writes nothing and reads nothing of git if no memory is staged", async () => {
  const place = onTopic();
  git(place.root, "switch", "-q", "main");
  const tacit = await place.open();
  await taught(tacit);
  await tacit.memories.recall({ query: ASKED });
  const db = await place.database();
  expect(await db.all("SELECT * FROM branch_view")).toEqual([]);
  expect(await db.all("SELECT * FROM stage_trace")).toEqual([]);
});

test("a view is recomputed for another HEAD and reused for the same one", async () => {
  const place = onTopic();
  const tacit = await place.open();
  await taught(tacit);
  git(place.root, "switch", "-q", "main");
  const db = await place.database();
  const views = () => db.all<{ atMs: number }>("SELECT at_ms AS atMs FROM branch_view");
  await tacit.memories.recall({ query: ASKED });
  const seen = await views();
  place.clock.nowMs += 5000;
  await tacit.memories.recall({ query: ASKED });
  expect(await views()).toEqual(seen);
  git(place.root, "commit", "-qm", "more", "--allow-empty");
  await tacit.memories.recall({ query: ASKED });
  expect(await views()).toHaveLength(seen.length + 1);
});

test("hooks ignore a check that ran out of time, and a check with more time repeats it", async () => {
  const place = onTopic();
  const tacit = await place.open();
  await taught(tacit);
  git(place.root, "switch", "-q", "main");
  await tacit.brief.lookAtGit(0.5);
  const prompt = () => tacit.brief.promptBlock({ session: "s", point: "prompt" }, ASKED);
  expect((await prompt()).shown).toEqual([]);
  expect((await tacit.memories.recall({ query: ASKED })).hits).toEqual([]);
  const db = await place.database();
  const [view] = await db.all<{ stamp: string }>(
    "SELECT stamp FROM branch_view WHERE branch = 'main'",
  );
  expect(view?.stamp).toMatch(/^[0-9a-f]{40}$/);
});

test("a check that ran out of time keeps the result of an earlier one", async () => {
  const place = onTopic();
  git(place.root, "commit", "-qm", "work", "--allow-empty");
  const tacit = await place.open();
  await taught(tacit);
  git(place.root, "switch", "-qc", "next");
  expect((await tacit.memories.recall({ query: ASKED })).hits).toHaveLength(1);
  git(place.root, "commit", "-qm", "more", "--allow-empty");
  await tacit.brief.lookAtGit(0.5);
  const { shown } = await tacit.brief.promptBlock({ session: "s", point: "prompt" }, ASKED);
  expect(shown).toHaveLength(1);
});

test("merging a new branch of the same name does not unstage what was learned on the first", async () => {
  const place = onTopic();
  const commit = (path: string) => {
    place.write(path, "a\n");
    git(place.root, "add", "-A");
    git(place.root, "commit", "-qm", path);
  };
  commit("first.txt");
  const tacit = await place.open();
  const { id } = await taught(tacit);
  git(place.root, "switch", "-q", "main");
  git(place.root, "branch", "-qD", "topic");
  commit("main.txt");
  git(place.root, "switch", "-qc", "topic");
  commit("second.txt");
  await tacit.brief.lookAtGit();
  git(place.root, "switch", "-q", "main");
  git(place.root, "merge", "-q", "--no-ff", "-m", "merge", "topic");
  expect((await tacit.memories.recall({ query: ASKED })).hits).toEqual([]);
  expect(await tacit.memories.get(id)).toMatchObject({ isStaged: true });
});

test("a view of one detached HEAD does not apply to another one", async () => {
  const place = onTopic();
  git(place.root, "commit", "-qm", "work", "--allow-empty");
  const tacit = await place.open();
  await taught(tacit);
  git(place.root, "switch", "-q", "--detach", "topic");
  expect((await tacit.memories.recall({ query: ASKED })).hits).toHaveLength(1);
  git(place.root, "switch", "-q", "--detach", "main");
  const { shown } = await tacit.brief.promptBlock({ session: "s", point: "prompt" }, ASKED);
  expect(shown).toEqual([]);
});

test("a project whose identity changes with a new remote keeps its stages", async () => {
  const place = onTopic();
  const tacit = await place.open();
  await taught(tacit);
  git(place.root, "remote", "add", "origin", "https://example.org/o/widgets.git");
  const renamed = await place.open();
  expect(renamed.projectId).not.toBe(tacit.projectId);
  expect((await renamed.memories.recall({ query: ASKED })).hits).toHaveLength(1);
  git(place.root, "switch", "-q", "main");
  expect((await renamed.memories.recall({ query: ASKED })).hits).toEqual([]);
});

test("a store that cannot be written is still queried and shown", async () => {
  const place = onTopic();
  const tacit = await place.open();
  await taught(tacit);
  await tacit.close();
  git(place.root, "switch", "-q", "main");
  // The shared-memory file cannot be created because its path leads nowhere.
  symlinkSync(join(place.root, "nowhere", "shm"), join(place.home, "memory.db-shm"));
  const asItLies = await place.open({ isLongLived: false });
  expect((await asItLies.memories.recall({ query: ASKED })).hits).toEqual([]);
  await asItLies.brief.lookAtGit();
  expect((await asItLies.brief.startBlock({ session: "a", point: "session_start" })).shown).toEqual(
    [],
  );
});
