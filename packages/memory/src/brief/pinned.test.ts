/** Every pinned memory is shown at the start of a session: in full, or by title if together they are too long. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const SUBJECTS =
  "ash birch cedar elm fir hazel ivy juniper larch maple oak palm rowan spruce".split(" ");

async function pinned(contentOf: (subject: string) => string) {
  const place = makePlace();
  const tacit = await place.open();
  const ids: string[] = [];
  for (const subject of SUBJECTS) {
    const content = contentOf(subject);
    const stored = await tacit.memories.remember({
      content,
      source: "user_taught",
      isPinned: true,
    });
    ids.push(stored.id ?? "");
    place.clock.nowMs += 60_000;
  }
  const rule = "Use tabs for indentation in Makefiles, always.";
  await tacit.memories.remember({ content: rule, source: "user_taught", type: "convention" });
  const block = await tacit.brief.startBlock({ session: "s", point: "session_start" });
  return { tacit, ids, rule, block };
}

const long = (subject: string) =>
  `Rule about ${subject}: ${Array.from({ length: 60 }, (_, i) => subject + i).join(" ")} is never deployed.`;

test("long ones are shown in full as far as they fit, all others by title", async () => {
  const { tacit, ids, block } = await pinned(long);
  const full = block.shown.filter(({ pointedAs }) => pointedAs === null);
  expect(full.length).toBeGreaterThan(4);
  expect(block.shown.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(block.text).toContain("Also pinned, by title");
  expect(await tacit.brief.countPinnedByTitle()).toBe(ids.length - full.length);
  const below = await tacit.brief.subagentBlock({ session: "s/a", point: "subagent" });
  expect(below.shown.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});

test("similar ones are all shown in full, and the rest of the block keeps its budget", async () => {
  const { tacit, ids, rule, block } = await pinned(
    (subject) => `The ${subject} service runs its migrations before the deploy, never after it.`,
  );
  const full = block.shown.filter(({ pointedAs }) => pointedAs === null).map(({ id }) => id);
  expect(full).toEqual(expect.arrayContaining(ids));
  expect(block.text).toContain(rule);
  expect(await tacit.brief.countPinnedByTitle()).toBe(0);
});
