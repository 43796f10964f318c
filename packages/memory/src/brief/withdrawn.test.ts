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
