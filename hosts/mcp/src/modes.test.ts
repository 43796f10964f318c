/** Tests that the mode of a project also binds the tools of an agent. */
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { connectClient } from "./testing-client.ts";

const LESSON =
  "Run `npm run generate` before the tests, because the client in src/api is generated.";
const OTHER = "The staging database is reset every night at 02:00, so never keep fixtures there.";

async function connected() {
  const made = await connectClient();
  onTestFinished(made.close);
  return made;
}

function idIn(text: string): string {
  return /\[mem:([0-9a-f]{8})\]/.exec(text)?.[1] ?? "no id";
}

test.each(["off", "incognito"] as const)("in the mode %s an agent stores nothing", async (mode) => {
  const at = await connected();
  const id = idIn((await at.call("remember", { content: LESSON })).text);
  const tacit = await openTacit({ home: at.home, cwd: at.cwd });
  await tacit.admin.setMode(mode);
  const { text } = await at.call("remember", { content: OTHER });
  expect(text).toMatch(
    mode === "off" ? /Not stored: capture_off/ : /this project is in incognito mode/,
  );
  expect((await tacit.memories.list()).map(({ content }) => content)).toEqual([LESSON]);
  const found = await at.call("recall", { query: "how is the client in src/api made" });
  expect(found.text.includes(id)).toBe(mode === "off");
  expect((await at.call("get", { ids: [id] })).isError).toBe(mode === "incognito");
  expect((await at.call("status")).text).toContain(mode);
  // What a person states is stored in every mode.
  await tacit.memories.remember({ content: OTHER, source: "user_taught" });
  expect(await tacit.memories.list()).toHaveLength(2);
  await tacit.close();
});

test("in the mode review a memory of an agent waits for a person", async () => {
  const at = await connected();
  const tacit = await openTacit({ home: at.home, cwd: at.cwd });
  await tacit.memories.remember({ content: OTHER, source: "user_taught" });
  await tacit.admin.setMode("review");
  const { text } = await at.call("remember", { content: LESSON });
  expect(text).toContain("The user reviews every memory of this project");
  const id = idIn(text);
  const start = async () =>
    (await tacit.brief.startBlock({ session: "s2", point: "session_start" })).text;
  expect(await start()).not.toContain("npm run generate");
  const waiting = await tacit.memories.list({ needsReview: true });
  expect(waiting.map(({ content }) => content)).toEqual([LESSON]);
  await tacit.memories.confirm(id);
  expect(await tacit.memories.list({ needsReview: true })).toEqual([]);
  expect(await start()).toContain("npm run generate");
  await tacit.close();
});
