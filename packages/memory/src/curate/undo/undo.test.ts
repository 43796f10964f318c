/** Undo reverts everything a change did and nothing else. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Tacit } from "../../open.ts";
import { changeMemory, getMemory } from "../../store/memories/memories.ts";
import { DAY_MS, makePlace } from "../../testing/testing-life.ts";
import type { Workspace } from "../../workspace.ts";
import { VERDICTS } from "../revise/feedback.ts";
import { recordChange } from "./record-change.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const LINT = "Run the linter before each commit; the pipeline refuses what it finds.";

async function taught() {
  const place = makePlace();
  const tacit = await place.open();
  const remember = async (content: string) =>
    (await tacit.memories.remember({ content, source: "user_taught" })).id ?? "";
  const [port, lint] = [await remember(PORT), await remember(LINT)];
  return { place, tacit, port, lint };
}

/** Returns a memory without its version fields. */
function stands({ version: _version, updatedAtMs: _at, ...rest }: Memory) {
  return rest;
}

async function everything(tacit: Tacit, ids: readonly string[]) {
  const stories = await Promise.all(ids.map((id) => tacit.memories.story(id)));
  return stories.map(({ memory, edges }) => ({ memory: stands(memory), edges }));
}

const CHANGES: readonly [string, (tacit: Tacit, port: string, lint: string) => Promise<unknown>][] =
  [
    ["confirm", (tacit, port) => tacit.memories.confirm(port)],
    ["edit", (tacit, port) => tacit.memories.edit(port, { content: `${PORT} Ask Ada.` })],
    ["pin", (tacit, port) => tacit.memories.edit(port, { isPinned: true })],
    ["tag", (tacit, port) => tacit.memories.edit(port, { addTags: ["net"] })],
    [
      "correct with other words",
      (tacit, port) => tacit.memories.correct(port, { kind: "replace", text: "The port is 8081." }),
    ],
    ["correct as outdated", (tacit, port) => tacit.memories.correct(port, { kind: "outdated" })],
    ["correct as wrong", (tacit, port) => tacit.memories.correct(port, { kind: "wrong" })],
    ["archive", (tacit, port) => tacit.memories.archive(port)],
    [
      "a relation",
      (tacit, port, lint) => tacit.memories.link(port, { memory: lint, type: "relates_to" }),
    ],
    [
      "a contradiction",
      (tacit, port, lint) => tacit.memories.link(port, { memory: lint, type: "contradicts" }),
    ],
    [
      "superseding",
      (tacit, port, lint) => tacit.memories.link(port, { memory: lint, type: "supersedes" }),
    ],
    ...VERDICTS.map((verdict): (typeof CHANGES)[number] => [
      `feedback ${verdict}`,
      (tacit, port) => tacit.memories.feedback(port, verdict, { because: "a reason" }),
    ]),
  ];

test.each(CHANGES)(
  "undo of %s restores the previous state, also in another process",
  async (_, change) => {
    const { place, tacit, port, lint } = await taught();
    const before = await everything(tacit, [port, lint]);
    place.clock.nowMs += DAY_MS;
    await change(tacit, port, lint);
    expect(await everything(tacit, [port, lint])).not.toEqual(before);
    const other = await place.open();
    const { entries } = await other.memories.undo();
    expect(entries).toHaveLength(1);
    expect(await everything(other, [port, lint])).toEqual(before);
    const active = (await other.memories.list()).map(({ id }) => id).sort();
    expect(active).toEqual([port, lint].sort());
    expect(await other.memories.list({ needsReview: true })).toEqual([]);
  },
);

test.each(CHANGES)("%s is not made if its undo entry cannot be saved", async (_, change) => {
  const { place, tacit, port, lint } = await taught();
  const before = await everything(tacit, [port, lint]);
  const count = async () =>
    (await tacit.memories.list({ state: null, withSuperseded: true })).length;
  const memories = await count();
  const db = await place.database();
  for (const event of ["INSERT", "UPDATE"])
    await db.exec(
      `CREATE TRIGGER no_${event} BEFORE ${event} ON undo_entry BEGIN SELECT RAISE(ABORT, 'no entry'); END`,
    );
  await expect(change(tacit, port, lint)).rejects.toThrow();
  expect(await everything(tacit, [port, lint])).toEqual(before);
  expect(await count()).toBe(memories);
});

test("a change that ends between its transactions can be undone as far as it was made", async () => {
  const { place, tacit, port, lint } = await taught();
  const before = await everything(tacit, [port, lint]);
  const db = await place.database();
  const workspace = {
    db,
    projectId: tacit.projectId,
    moment: place.moment,
  } as unknown as Workspace;
  const broken = recordChange(workspace, { what: "two edits" }, async (recorded) => {
    for (const id of [port, lint]) {
      const memory = await getMemory(recorded.db, id);
      await changeMemory(
        recorded.db,
        memory,
        { ...memory, title: "Changed" },
        "edited",
        recorded.moment(),
      );
    }
    throw new Error("killed");
  });
  await expect(broken).rejects.toThrow("killed");
  expect((await tacit.memories.get(lint)).title).toBe("Changed");
  expect((await tacit.memories.undo()).entries).toMatchObject([
    { what: "two edits", steps: { length: 2 } },
  ]);
  expect(await everything(tacit, [port, lint])).toEqual(before);
});

describe("from a project that the store does not know yet", () => {
  async function elsewhere() {
    const place = makePlace();
    const tacit = await place.open();
    const remember = async (content: string) =>
      (await tacit.memories.remember({ content, source: "user_taught", scope: "global" })).id ?? "";
    const [port, lint] = [await remember(PORT), await remember(LINT)];
    place.write("other/.git/HEAD", "ref: refs/heads/main\n");
    const other = await place.open({ cwd: join(place.root, "other") });
    return { place, other, port, lint };
  }

  test.each(CHANGES)("undo of %s restores a memory of all projects", async (_, change) => {
    const { place, other, port, lint } = await elsewhere();
    const before = await everything(other, [port, lint]);
    place.clock.nowMs += DAY_MS;
    await change(other, port, lint);
    expect((await other.memories.undo()).entries).toHaveLength(1);
    expect(await everything(other, [port, lint])).toEqual(before);
  });

  test("a server that is open remembers after another process has forgotten everything", async () => {
    const { place, tacit } = await taught();
    const other = await place.open();
    await other.admin.forgetProject();
    const { id } = await tacit.memories.remember({ content: LINT, source: "agent_explicit" });
    expect(await tacit.memories.get(id ?? "")).toMatchObject({ content: LINT });
  });
});

test("undoes one change after another until none is left", async () => {
  const { tacit, port, lint } = await taught();
  await tacit.memories.confirm(port);
  await tacit.memories.edit(lint, { addTags: ["ci"] });
  const whats: string[] = [];
  for (let i = 0; i < 4; i++) whats.push((await tacit.memories.undo()).entries[0]?.what ?? "");
  expect(whats).toEqual(["edit", "confirm", "remember", "remember"]);
  expect(await tacit.memories.list()).toEqual([]);
  await expect(tacit.memories.undo()).rejects.toThrow(/no change to undo/);
});

describe("undo of a change that is not the last", () => {
  test("by memory: undoes the memory's last change", async () => {
    const { tacit, port, lint } = await taught();
    await tacit.memories.edit(port, { addTags: ["net"] });
    await tacit.memories.edit(lint, { addTags: ["ci"] });
    await tacit.memories.undo(port);
    expect((await tacit.memories.get(port)).tags).toEqual([]);
    expect((await tacit.memories.get(lint)).tags).toEqual(["ci"]);
  });

  test("by id: keeps and names fields that changed again", async () => {
    const { tacit, port } = await taught();
    await tacit.memories.edit(port, { addTags: ["net"], title: "Port" });
    const [first] = await tacit.memories.changes(1);
    await tacit.memories.edit(port, { title: "The port" });
    const { memories } = await tacit.memories.undo(first?.id);
    expect(memories).toMatchObject([{ kept: ["title"] }]);
    expect(await tacit.memories.get(port)).toMatchObject({ tags: [], title: "The port" });
    await expect(tacit.memories.undo(first?.id)).rejects.toThrow(/undone before/);
  });

  test("of which every field changed again: stays possible until the later change is undone", async () => {
    const { tacit, port } = await taught();
    await tacit.memories.edit(port, { title: "Port" });
    const [first] = await tacit.memories.changes(1);
    const { title } = await tacit.memories.get(port);
    await tacit.memories.edit(port, { title: "The port" });
    const blocked = await tacit.memories.undo(first?.id);
    expect(blocked).toMatchObject({ entries: [], memories: [{ kept: ["title"] }] });
    await tacit.memories.undo();
    expect((await tacit.memories.undo(first?.id)).entries).toHaveLength(1);
    expect((await tacit.memories.get(port)).title).not.toBe(title);
  });

  test("of a confirmation in a dispute whose other side was forgotten since: disputes nothing", async () => {
    const { tacit, port, lint } = await taught();
    await tacit.memories.link(port, { memory: lint, type: "contradicts" });
    await tacit.memories.confirm(port);
    const [confirmation] = await tacit.memories.changes(1);
    await tacit.memories.forget([lint]);
    await tacit.memories.undo(confirmation?.id);
    expect(await tacit.memories.get(port)).toMatchObject({ isDisputed: false, needsReview: false });
  });

  test("of a memory forgotten since: names it and leaves it forgotten", async () => {
    const { tacit, port } = await taught();
    await tacit.memories.edit(port, { addTags: ["net"] });
    const [change] = await tacit.memories.changes(1);
    await tacit.memories.forget([port]);
    expect((await tacit.memories.undo(change?.id)).forgotten).toEqual([port]);
    await expect(tacit.memories.get(port)).rejects.toThrow(
      expect.objectContaining({ code: "memory_not_found" }),
    );
  });
});

test.each(["zzz", "abcd1234"])("an id of no change names the list of changes: %s", async (id) => {
  const { tacit } = await taught();
  await expect(tacit.memories.undo(id)).rejects.toThrow(
    expect.objectContaining({ code: "change_not_found", facts: { id } }),
  );
});

test("an undo entry contains no words of what was changed", async () => {
  const { place, tacit, port } = await taught();
  await tacit.memories.correct(port, { kind: "wrong", because: "quibblefax" });
  const db = await place.database();
  const rows = await db.all<{ steps: string }>("SELECT steps FROM undo_entry");
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.map(({ steps }) => steps).join()).not.toMatch(/port|quibblefax/i);
});

test("only one of several processes undoes the same change", async () => {
  const { place, tacit, port } = await taught();
  await tacit.memories.feedback(port, "useful");
  const [change] = await tacit.memories.changes(1);
  const others = [await place.open(), await place.open()];
  const outcomes = await Promise.all(
    others.map((other) =>
      other.memories.undo(change?.id).then(
        () => "undone",
        (error: unknown) => (MemoryError.is(error) ? error.code : String(error)),
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(["undone", "usage"]);
});

describe("feedback", () => {
  test.each([
    ["useful", 0.05, { needsReview: false, usefulCount: 1 }],
    ["not-useful", -0.02, { needsReview: false, usefulCount: 0 }],
    ["flag", -0.3, { needsReview: true, usefulCount: 0 }],
  ] as const)("%s changes the confidence by %d", async (verdict, by, more) => {
    const { tacit, port } = await taught();
    const { confidence } = await tacit.memories.get(port);
    const rated = await tacit.memories.feedback(port, verdict);
    expect(rated.confidence).toBeCloseTo(Math.min(0.99, confidence + by));
    expect(rated).toMatchObject(more);
  });

  test("the reason of a flag is in the review queue until a person confirms", async () => {
    const { tacit, port } = await taught();
    await tacit.memories.feedback(port, "flag", { because: "the proxy moved" });
    const reasons = async () =>
      (await tacit.memories.reviewReasons([(await tacit.memories.get(port)).id])).get(
        (await tacit.memories.get(port)).id,
      );
    expect(await reasons()).toMatchObject([
      { reason: "flagged", detail: "flagged by the user: the proxy moved" },
    ]);
    await tacit.memories.confirm(port);
    expect(await reasons()).toBeUndefined();
  });

  test("a rejected memory is archived, not recalled, and leaves no correction", async () => {
    const { tacit, port, lint } = await taught();
    expect(await tacit.memories.feedback(port, "reject")).toMatchObject({ state: "archived" });
    expect((await tacit.memories.list()).map(({ id }) => id)).toEqual([lint]);
  });
});

test("a memory marked as wrong is superseded by a correction with the reason and is not learned again from an agent", async () => {
  const { tacit, port } = await taught();
  const wrong = await tacit.memories.correct(port, { kind: "wrong", because: "It is 8081." });
  const correction = await tacit.memories.get(wrong.supersededBy ?? "");
  expect(correction).toMatchObject({
    type: "correction",
    source: "user_corrected",
    state: "active",
  });
  expect(correction.content).toBe(`It is not true that: ${PORT} It is 8081.`);
  const again = await tacit.memories.remember({ content: PORT, source: "agent_explicit" });
  expect(again).toMatchObject({ accepted: false, reason: "corrected" });
  await tacit.memories.restore(port);
  expect(await tacit.memories.get(correction.id)).toMatchObject({ state: "archived" });
  await tacit.memories.correct(port, { kind: "wrong" });
  await tacit.memories.forget([port]);
  expect(
    (await tacit.memories.list({ state: null, withSuperseded: true })).map((m) => m.content),
  ).toEqual([LINT]);
});
