/** Tests that a memory a person edited is left unchanged when it is seen again. */
import { expect, test } from "vitest";
import type { Candidate } from "../../domain/candidate.ts";
import { isRefuted } from "../../domain/memory.ts";
import { changeMemory, getMemory, insertMemory } from "../../store/memories/memories.ts";
import { openTestStore, someMemory } from "../../testing/testing-life.ts";
import { CONTENT, promoting } from "../../testing/testing-promoting.ts";
import type { NewMemory } from "./new-memory.ts";
import { reinforce } from "./reinforce.ts";

test.each([
  ["the same session, seen again", ["s1"]],
  ["another", ["s1", "s2"]],
])("does not restore what a person removed when seen in %s", async (_name, sessions) => {
  const { db, place, propose, decide } = await promoting();
  const seen = {
    triggers: ["not sorted"],
    tags: ["error"],
    files: ["src/a.ts"],
    errorFingerprint: "e1",
  };
  const [first] = await decide([propose(seen)]);
  const memory = await getMemory(db, first?.memoryId ?? "");
  const without = { triggers: ["sort"], tags: [], files: [], errorFingerprint: null };
  await changeMemory(db, memory, { ...memory, ...without }, "edited", place.moment());
  const more = { ...seen, triggers: [...seen.triggers, "unsorted"] };
  await decide([propose({ ...first?.candidate, ...more, sessions } as Partial<Candidate>)]);
  const triggers = ["sort", "unsorted"];
  expect(await getMemory(db, memory.id)).toMatchObject({ ...without, triggers });
});

test("keeps a pinned memory pinned, and a memory marked as wrong unchanged, when seen again", async () => {
  const { db, place } = await openTestStore();
  const input = { content: CONTENT, source: "observer_inferred", sessions: ["s2"] } as const;
  const pinned = { ...someMemory(place, { content: CONTENT }), isPinned: true };
  await insertMemory(db, pinned, place.moment());
  expect(await reinforce(db, pinned, input, place.moment())).toMatchObject({ isPinned: true });
  const wrong = {
    ...someMemory(place, { content: `${CONTENT} Or not.` }),
    state: "archived" as const,
    tags: ["wrong"],
  };
  await insertMemory(db, wrong, place.moment());
  expect(isRefuted(wrong)).toBe(true);
  const again = { ...input, content: wrong.content };
  expect(await reinforce(db, wrong, again, place.moment())).toEqual(wrong);
  const users = { ...again, source: "user_taught", sessions: ["s3"] } as const;
  expect(await reinforce(db, wrong, users, place.moment())).toMatchObject({ state: "active" });
});

test("unstages a memory that is seen where its branch is not checked out", async () => {
  const { db, place } = await openTestStore();
  const staged = {
    ...someMemory(place, { content: CONTENT }),
    isStaged: true,
    branch: "topic",
    commit: "abc",
  };
  await insertMemory(db, staged, place.moment());
  const input = { content: CONTENT, source: "observer_inferred", sessions: ["s2"], isStaged: true };
  const seen = (isVisible: boolean) =>
    reinforce(db, staged, input as NewMemory, place.moment(), () => isVisible);
  expect(await seen(false)).toMatchObject({ isStaged: false });
});
