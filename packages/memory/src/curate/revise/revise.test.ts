/** Operations of a person on memories: confirm, correct, edit, restore, archive, forget. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appendToSpool } from "../../capture/spool.ts";
import { MemoryError } from "../../domain/errors.ts";
import { DAY_MS, makePlace, sessionScript } from "../../testing/testing-life.ts";
import type { Teaching } from "../teaching.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

async function taught(overrides: Partial<Teaching> = {}) {
  const place = makePlace();
  const tacit = await place.open();
  const { id } = await tacit.memories.remember({
    content: PORT,
    source: "agent_explicit",
    ...overrides,
  });
  const memory = await tacit.memories.get(id ?? "");
  const ask = async (query: string) =>
    (await tacit.memories.recall({ query })).hits.map((hit) => hit.memory.id);
  return { place, tacit, memory, id: memory.id, ask };
}

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  const error: unknown = await work.then(
    () => null,
    (item: unknown) => item,
  );
  return error === null ? null : MemoryError.is(error) ? error.code : String(error);
}

test("confirm makes a memory verified, dated today and slightly more certain, and ends its review", async () => {
  const { place, tacit, id, memory } = await taught({ isTainted: true });
  place.clock.nowMs += 40 * DAY_MS;
  expect(await tacit.memories.confirm(id)).toMatchObject({
    standing: "verified",
    needsReview: false,
    isTainted: false,
    usefulCount: 1,
    confirmedAtMs: place.clock.nowMs,
    confidence: memory.confidence + 0.05,
  });
  for (let i = 0; i < 20; i++) await tacit.memories.confirm(id);
  expect((await tacit.memories.get(id)).confidence).toBeLessThan(1);
});

describe("correct", () => {
  test("with new words: the new memory is shown, the old one is not, and both are stored", async () => {
    const { tacit, id, ask } = await taught({
      files: ["server.ts"],
      tags: ["net"],
      source: "user_taught",
      isPinned: true,
    });
    const next = await tacit.memories.correct(id, {
      kind: "replace",
      text: PORT.replace("3000", "4173"),
    });
    expect(next).toMatchObject({
      source: "user_corrected",
      standing: "verified",
      files: ["server.ts"],
      tags: ["net"],
      isPinned: true,
      isDisputed: false,
      needsReview: false,
    });
    expect(await ask("which port does the preview server listen on")).toEqual([next.id]);
    expect(await tacit.memories.get(id)).toMatchObject({ supersededBy: next.id, isPinned: false });
    const { edges } = await tacit.memories.story(id);
    expect(edges).toMatchObject([{ fromId: next.id, toId: id, type: "supersedes" }]);
  });

  test("and restored: the old memory is shown, is no longer superseded, and disputes its correction", async () => {
    const { tacit, id, ask } = await taught();
    const next = await tacit.memories.correct(id, {
      kind: "replace",
      text: PORT.replace("3000", "4173"),
    });
    await tacit.memories.restore(id, 1);
    expect(await ask("which port does the preview server listen on")).toContain(id);
    const edges = [{ fromId: id, toId: next.id, type: "contradicts" }];
    expect((await tacit.memories.story(id)).edges).toMatchObject(edges);
    expect(await tacit.memories.get(next.id)).toMatchObject({
      supersededBy: null,
      isDisputed: true,
    });
  });

  test.each([
    ["says the same", PORT.toUpperCase()],
    ["is all secret", TOKEN],
    ["says nothing", "ok"],
  ])("with text that %s is rejected and changes nothing", async (_name, text) => {
    const { tacit, memory, id } = await taught();
    expect(await codeOf(tacit.memories.correct(id, { kind: "replace", text }))).toBe("usage");
    expect(await tacit.memories.get(id)).toEqual(memory);
    expect(await tacit.memories.list({ withSuperseded: true })).toHaveLength(1);
  });

  test.each(["outdated", "wrong"] as const)(
    "as %s: the memory is archived, and restored without the mark",
    async (kind) => {
      const { tacit, id, ask } = await taught({ isPinned: true });
      const gone = await tacit.memories.correct(id, { kind });
      expect(gone).toMatchObject({ state: "archived", isPinned: false });
      // A memory that was never true leaves a correction.
      const left = kind === "wrong" ? [gone.supersededBy] : [];
      expect(await ask("which port does the preview server listen on")).toEqual(left);
      expect(await tacit.memories.restore(id)).toMatchObject({ state: "active", tags: [] });
    },
  );

  test("of its scope, and back again", async () => {
    const { tacit, id, memory } = await taught();
    expect(await tacit.memories.correct(id, { kind: "scope", scope: "global" })).toMatchObject({
      projectId: null,
    });
    const back = await tacit.memories.correct(id, { kind: "scope", scope: "project" });
    expect(back.projectId).toBe(memory.projectId);
    expect((await tacit.memories.list()).map((item) => item.id)).toEqual([id]);
  });

  test("from a subfolder keeps the existing files", async () => {
    const { place, id } = await taught({ files: ["src/server.ts"] });
    mkdirSync(join(place.root, "src"));
    const below = await place.open({
      identity: { ...(await place.open()).identity, subdirectory: "src" },
    });
    const next = await below.memories.correct(id, {
      kind: "replace",
      text: PORT.replace("3000", "4173"),
    });
    expect(next.files).toEqual(["src/server.ts"]);
    const linked = await below.memories.link(next.id, { files: ["other.ts"] });
    expect(linked.files).toEqual(["src/server.ts", "src/other.ts"]);
  });
});

describe("edit", () => {
  test("changes the named fields and leaves the others", async () => {
    const { tacit, id, memory } = await taught({ tags: ["a", "b"] });
    const edited = await tacit.memories.edit(id, {
      content: "It says\nsomething else.",
      addTags: ["c"],
      removeTags: ["a"],
    });
    expect(edited).toMatchObject({
      title: "It says something else.",
      tags: ["b", "c"],
      version: 2,
    });
    expect({ ...edited, content: 0, title: 0, tags: 0, version: 0, updatedAtMs: 0 }).toEqual({
      ...memory,
      content: 0,
      title: 0,
      tags: 0,
      version: 0,
      updatedAtMs: 0,
    });
    expect(await tacit.memories.restore(id, 1)).toMatchObject({
      content: PORT,
      tags: ["a", "b"],
      version: 3,
    });
  });

  test("stores no secret in any field", async () => {
    const { tacit, id } = await taught();
    const edited = await tacit.memories.edit(id, {
      content: `Use ${TOKEN} for the registry, and nothing else.`,
      title: `On ${TOKEN}`,
      addTags: [TOKEN],
      triggers: [TOKEN],
    });
    expect(JSON.stringify(edited)).not.toContain(TOKEN.slice(4));
  });

  test.each([
    ["nothing", "   "],
    ["a secret", TOKEN],
    ["what is private", "<private>x y z</private>"],
    ["a whole file", "Some words of it. ".repeat(100)],
  ])("rejects content that is %s", async (_name, content) => {
    const { tacit, id, memory } = await taught();
    expect(await codeOf(tacit.memories.edit(id, { content }))).toBe("usage");
    expect(await tacit.memories.get(id)).toEqual(memory);
  });

  test("verbatim content may stay long", async () => {
    const { tacit } = await taught();
    const content = "Some words of it. ".repeat(100);
    const { id } = await tacit.memories.remember({ content, source: "imported", isVerbatim: true });
    const shorter = content.slice(20);
    expect((await tacit.memories.edit(id ?? "", { content: shorter })).content).toBe(shorter);
  });

  test("anchors new files, and changes nothing if one is outside the project", async () => {
    const { place, tacit, id } = await taught();
    place.write("a.ts", "one");
    await tacit.memories.edit(id, { files: ["a.ts"] });
    for (const outside of ["../outside.ts", "/etc/passwd"]) {
      const refused = { code: "usage", facts: { file: outside } };
      const files = ["b.ts", outside];
      await expect(tacit.memories.edit(id, { files })).rejects.toMatchObject(refused);
      await expect(tacit.memories.link(id, { files })).rejects.toMatchObject(refused);
    }
    expect((await tacit.memories.get(id)).files).toEqual(["a.ts"]);
    place.write("a.ts", "two");
    expect((await tacit.memories.recall({ query: "preview server port" })).hits[0]?.freshness).toBe(
      "changed",
    );
  });
});

test("a change without effect leaves no version and nothing to undo", async () => {
  const { tacit, id } = await taught();
  await tacit.memories.edit(id, { addTags: ["ports"] });
  const before = await tacit.memories.get(id);
  const count = (await tacit.memories.changes()).length;
  await tacit.memories.edit(id, { addTags: ["ports"] });
  await tacit.memories.edit(id, { removeTags: ["nosuch"] });
  await tacit.memories.edit(id, { isPinned: false });
  await tacit.memories.restore(id);
  expect(await tacit.memories.get(id)).toEqual(before);
  expect(await tacit.memories.changes()).toHaveLength(count);
});

test("restore to a missing version states how many there are", async () => {
  const { tacit, id } = await taught();
  await tacit.memories.edit(id, { isPinned: true });
  const error = (await tacit.memories.restore(id, 7).catch((item: unknown) => item)) as MemoryError;
  expect(error.facts["reason"]).toMatch(/^no change has the number 7; `tacit history .*` has 1$/);
});

test("archive hides a memory and keeps it, and archiving twice has no effect", async () => {
  const { tacit, id, ask } = await taught();
  const once = await tacit.memories.archive(id);
  expect(await tacit.memories.archive(id)).toEqual(once);
  expect(await ask("which port does the preview server listen on")).toEqual([]);
  expect((await tacit.memories.list({ state: "archived" })).map((memory) => memory.id)).toEqual([
    id,
  ]);
});

test("forget removes a memory from the store and the spool, and it is shown from neither", async () => {
  const { place, tacit, id, ask } = await taught();
  const project = tacit.identity;
  const script = sessionScript("s1").prompt(`Remember: ${PORT}`).prompt("And buy milk.");
  appendToSpool(
    place.home,
    script.events.map((event) => ({ project, event })),
    place.clock.nowMs,
  );
  await tacit.memories.forget([id]);
  expect(await codeOf(tacit.memories.get(id))).toBe("memory_not_found");
  expect(await ask("which port does the preview server listen on")).toEqual([]);
  const spool = join(place.home, "spool");
  const left = readdirSync(spool).map((file) => readFileSync(join(spool, file), "utf8"));
  expect(left.join("")).not.toContain("preview server");
  const text = JSON.stringify(await tacit.sessions.events("s1"));
  expect(text).not.toContain("preview server");
  expect(text).toContain("buy milk");
});

test("link adds a file and a relation to another memory", async () => {
  const { tacit, id } = await taught();
  const other = await tacit.memories.remember({
    content: "The proxy is configured in proxy.conf here.",
    source: "agent_explicit",
  });
  const linked = await tacit.memories.link(id, { memory: other.id ?? "", files: ["proxy.conf"] });
  expect(linked.files).toEqual(["proxy.conf"]);
  expect((await tacit.memories.story(id)).edges).toMatchObject([
    { type: "relates_to", toId: other.id },
  ]);
});

test("the timeline shows memories stored before and after, once each", async () => {
  const { place, tacit, id } = await taught();
  const say = async (content: string) => {
    place.clock.nowMs += 1000;
    return (await tacit.memories.remember({ content, source: "agent_explicit" })).id;
  };
  const ids = [
    id,
    await say("Second of the things to know here."),
    await say("Third thing to know, another one."),
  ];
  expect((await tacit.memories.timeline(ids[1] ?? "")).map((memory) => memory.id)).toEqual(ids);
});
