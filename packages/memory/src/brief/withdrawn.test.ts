/** A running session is informed once if something it was shown no longer applies. */
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { makePlace } from "../testing/testing-life.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const ASK = "which port must the preview server listen on?";
const OTHER = "please rename the helper in the date parser and run its tests";

async function shown() {
  const place = makePlace();
  const tacit = await place.open();
  const id = (await tacit.memories.remember({ content: PORT, source: "user_taught" })).id ?? "";
  const session = { session: "running", agent: "claude-code", point: "prompt" as const };
  expect((await tacit.brief.promptBlock(session, ASK)).text).toContain("port 3000");
  place.clock.nowMs += 60_000;
  // The hook of the next prompt is a new process.
  const next = async (prompt: string) =>
    (await (await place.open()).brief.promptBlock(session, prompt)).text;
  return { place, tacit, id, next };
}

const CHANGES: readonly [string, (tacit: Tacit, id: string) => Promise<unknown>, RegExp][] = [
  [
    "corrected",
    (tacit, id) =>
      tacit.memories.correct(id, { kind: "replace", text: "The preview port is 8081 now." }),
    /was withdrawn\. \[mem:[0-9a-f]+\]: The preview port is 8081 now\./,
  ],
  ["wrong", (tacit, id) => tacit.memories.correct(id, { kind: "wrong" }), /It is not true that/],
  [
    "outdated",
    (tacit, id) => tacit.memories.correct(id, { kind: "outdated" }),
    /do not rely on it/,
  ],
  ["rejected", (tacit, id) => tacit.memories.feedback(id, "reject"), /do not rely on it/],
  ["flagged", (tacit, id) => tacit.memories.feedback(id, "flag"), /do not rely on it/],
];

test.each(CHANGES)(
  "%s: reported once with the next prompt, whatever its topic",
  async (_, change, expected) => {
    const { tacit, id, next } = await shown();
    expect(await next(OTHER)).not.toMatch(/withdrawn/);
    await change(tacit, id);
    expect(await next(OTHER)).toMatch(expected);
    expect(await next(OTHER)).not.toMatch(/withdrawn/);
  },
);

test.each([
  ["in full", "The preview port is 8081 now, because the proxy moved."],
  ["cut", `The preview port is 8081 now, because ${"the proxy moved and ".repeat(12)}it is free.`],
])("a correction that the prompt asks for is shown once, %s", async (how, text) => {
  const { tacit, id, next } = await shown();
  const { id: newId } = await tacit.memories.correct(id, { kind: "replace", text });
  const block = await next(ASK);
  expect(block).toMatch(/was withdrawn\. \[mem:[0-9a-f]+\]: The preview port is 8081 now/);
  expect(block.split(newId.slice(-8))).toHaveLength(2);
  expect(block.split("8081")).toHaveLength(2);
  // A correction that was cut is shown in full when it is asked for again.
  expect((await next(ASK)).includes("8081")).toBe(how === "cut");
});

test("a memory that replaces two others is stated once", async () => {
  const { tacit, id, next } = await shown();
  const content = "Does the preview server listen on a port of its own? It does: on port 3000.";
  const other = (await tacit.memories.remember({ content, source: "user_taught" })).id ?? "";
  expect(await next(content)).toContain("It does");
  const text = "The preview port is 8081 now.";
  const { id: newId } = await tacit.memories.correct(id, { kind: "replace", text });
  expect((await tacit.memories.correct(other, { kind: "replace", text })).id).toBe(newId);
  const block = await next(OTHER);
  expect(block.split(text)).toHaveLength(2);
  expect(block).toContain(`was withdrawn; [mem:${newId.slice(-8)}] replaces it.`);
});

test("forgotten: reported once, without its text", async () => {
  const { tacit, id, next } = await shown();
  await tacit.memories.forget([id]);
  const text = await next(OTHER);
  expect(text).toContain(`[mem:${id.slice(-8)}], shown earlier in this session, was withdrawn; do`);
  expect(text).not.toContain("3000");
  expect(await next(OTHER)).not.toMatch(/withdrawn/);
  expect(await tacit.admin.shown({ sessionId: "running", limit: 9 })).toEqual([]);
});

test("what a block has no room for is reported with the next", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const about = (i: number, text: string) => `Module${i}loader ${text} cache${i}store.`;
  const ids: string[] = [];
  const run = { session: "running", agent: "claude-code" };
  const ask = (text: string) => tacit.brief.promptBlock({ ...run, point: "prompt" }, text);
  for (let i = 0; i < 5; i++) {
    const content = about(i, "must be started before");
    ids.push((await tacit.memories.remember({ content, source: "user_taught" })).id ?? "");
    expect((await ask(content)).shown).toHaveLength(1);
  }
  place.clock.nowMs += 60_000;
  const trap = { content: "Requests above 1 MB are refused.", files: ["src/in.ts"] };
  await tacit.memories.remember({ ...trap, type: "gotcha", source: "user_taught" });
  for (const [i, id] of ids.entries()) {
    const text = `${about(i, "starts by itself since the last release of")} ${`reason${i} `.repeat(28)}`;
    await tacit.memories.correct(id, { kind: "replace", text });
  }
  const use = { files: ["src/in.ts"], error: null };
  const first = (await tacit.brief.toolBlock({ ...run, point: "tool" }, use)).text;
  const reported = (text: string) =>
    ids.filter((id) => text.includes(`${id.slice(-8)}], shown earlier`));
  expect(reported(first).length).toBeGreaterThan(0);
  expect(reported(first).length).toBeLessThan(5);
  place.clock.nowMs += 60_000;
  const second = (await ask(OTHER)).text;
  expect([...reported(first), ...reported(second)].sort()).toEqual(ids.sort());
});

test("nothing is reported to a session that was not shown the memory, or after the change was undone", async () => {
  const { place, tacit, id, next } = await shown();
  await tacit.memories.feedback(id, "reject");
  const other = { session: "other", agent: "claude-code", point: "prompt" as const };
  expect((await (await place.open()).brief.promptBlock(other, OTHER)).text).not.toMatch(
    /withdrawn/,
  );
  await tacit.memories.undo();
  expect(await next(OTHER)).not.toMatch(/withdrawn/);
});
