/** Tests that the newest active memories are listed, of the project and of every project, without reading others. */
import { expect, test } from "vitest";
import type { ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { openTestStore, PROJECT, START_MS, someMemory } from "../../testing/testing-life.ts";
import { touchProject } from "../projects.ts";
import { insertMemory } from "./memories.ts";
import { newestPayloads, outlineMemories } from "./outlines.ts";

const OTHER = "p_other" as ProjectId;

async function stored(...overrides: Partial<Memory>[]) {
  const { db, place } = await openTestStore();
  const seen = {
    canonical: "example.org/o/other",
    name: "other",
    basis: "remote" as const,
    root: null,
  };
  await touchProject(db, { id: OTHER, ...seen }, START_MS);
  const ids: string[] = [];
  for (const [i, more] of overrides.entries()) {
    const content = `Number ${i} of what is known.`;
    const memory = { ...someMemory(place, { content, type: "gotcha" }), ...more };
    await insertMemory(db, memory, place.moment());
    ids.push(memory.id);
  }
  const numbers = (all: readonly { readonly id: string }[]) => all.map(({ id }) => ids.indexOf(id));
  return { db, numbers };
}

test("lists the newest first, of the given types, of the project and global, without archived ones", async () => {
  const { db, numbers } = await stored(
    { createdAtMs: START_MS - 3 },
    { createdAtMs: START_MS - 1, projectId: null, scope: "global" },
    { createdAtMs: START_MS - 2, type: "fact" },
    { type: "decision" },
    { projectId: OTHER },
    { projectId: null, scope: "agent" },
    { state: "archived" },
  );
  const list = (limit: number) =>
    outlineMemories(db, PROJECT, { types: ["gotcha", "fact"] }, limit).then(numbers);
  expect(await list(10)).toEqual([1, 2, 0]);
  expect(await list(2)).toEqual([1, 2]);
});

test("lists pinned memories of any type", async () => {
  const { db, numbers } = await stored(
    { isPinned: true, createdAtMs: START_MS - 1 },
    {},
    { isPinned: true, type: "fact" },
    { isPinned: true, projectId: OTHER },
  );
  expect(numbers(await outlineMemories(db, PROJECT, { isPinned: true }, 10))).toEqual([2, 0]);
});

test("contains the same text as the memory", async () => {
  const fields = {
    scope: "agent",
    scopeOwner: "codex",
    visibility: "secret",
    standing: "verified",
    confidence: 0.1234567890123456,
    branch: "topic",
    commit: "c0ffee",
    isStaged: true,
    tags: ["command", "ci"],
    isPinned: true,
    isDisputed: true,
    needsReview: true,
    validFromMs: 1,
    validToMs: 2,
    observationCount: 7,
    createdAtMs: START_MS,
    confirmedAtMs: 3,
  } as const;
  const { db } = await stored(fields);
  const [outline] = await outlineMemories(db, PROJECT, { isPinned: true }, 1);
  const title = "Number 0 of what is known";
  expect(outline).toEqual({
    ...fields,
    source: "agent_explicit",
    id: outline?.id,
    title,
    type: "gotcha",
  });
});

test("returns the payloads of the newest of a type", async () => {
  const { db } = await stored(
    { type: "handoff", payload: { goal: "one" }, createdAtMs: START_MS - 1 },
    { type: "handoff", payload: { goal: "two" } },
    { payload: { goal: "three" } },
  );
  expect(await newestPayloads(db, PROJECT, "handoff", 1)).toMatchObject([
    { payload: { goal: "two" }, isTainted: false },
  ]);
});
