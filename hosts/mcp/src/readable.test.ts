/** Tests that an agent cannot read, change or link a memory that is not meant for it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { connectClient } from "./testing-client.ts";

const HIDDEN = "The staging password is rotated by the night job at three.";

async function clientBesideHidden(hidden: object) {
  const at = await connectClient();
  onTestFinished(at.close);
  const tacit = await openTacit({ home: at.home, cwd: at.cwd });
  const { id } = await tacit.memories.remember({
    content: HIDDEN,
    source: "user_taught",
    ...hidden,
  });
  const open = await tacit.memories.remember({
    content: "Deployments wait for the smoke tests.",
    source: "user_taught",
  });
  await tacit.close();
  return { at, id: id ?? "", openId: open.id ?? "" };
}

const CHANGES = [
  { action: "confirm" },
  { action: "correct", text: "It is rotated at four." },
  { action: "correct", as: "wrong" },
  { action: "pin" },
  { action: "tag", tags: ["night"] },
  { action: "link", files: ["src/a.ts"] },
  { action: "forget" },
];

test.each([
  ["a secret memory", { visibility: "secret" }],
  ["another agent's memory", { scope: "agent", agent: "codex" }],
])("get and update do not find %s", async (_what, hidden) => {
  const { at, id, openId } = await clientBesideHidden(hidden);
  const answers = [
    await at.call("get", { ids: [id] }),
    ...(await Promise.all(CHANGES.map((change) => at.call("update", { id, ...change })))),
    await at.call("update", { id: openId, action: "link", to: id }),
  ];
  for (const { text, isError } of answers) {
    expect(isError).toBe(true);
    expect(text).toMatch(/no such memory/i);
    expect(text).not.toMatch(/staging|night job/);
  }
  const tacit = await openTacit({ home: at.home, cwd: at.cwd });
  onTestFinished(tacit.close);
  expect(await tacit.memories.get(id)).toMatchObject({ content: HIDDEN, version: 1, tags: [] });
  expect((await at.call("update", { id: openId, action: "confirm" })).isError).toBe(false);
});

test.each([
  ["a secret memory", { visibility: "secret" }],
  ["another session's memory", { scope: "session", scopeOwner: "other" }],
])("impact names neither %s nor what it states", async (_what, hidden) => {
  const files = ["src/a.ts"];
  const { at, id } = await clientBesideHidden({ ...hidden, files });
  mkdirSync(join(at.cwd, "src"));
  writeFileSync(join(at.cwd, "src", "a.ts"), "export const a = 1;\n");
  const open = await at.call("remember", { content: "The list in a.ts is never empty.", files });
  const { text } = await at.call("impact", { target: "src/a.ts" });
  expect(text).toMatch(/memories: \[mem:[0-9a-f]+\]$/m);
  expect(open.text).toContain(/\[mem:[0-9a-f]+\]/.exec(text)?.[0]);
  expect(text).not.toContain(id.slice(-8));
});

test("a list of labels is trimmed, and a blank label is refused", async () => {
  const { at, openId: id } = await clientBesideHidden({});
  const tagged = await at.call("update", { id, action: "tag", tags: [" night "] });
  expect(tagged.text).toContain("has the tags: night.");
  expect((await at.call("update", { id, action: "tag", tags: ["  "] })).isError).toBe(true);
});

test("a memory of this session is seen by no other", async () => {
  const { at } = await clientBesideHidden({});
  const content = "The list in a.ts is never empty.";
  const meta = { "x-codex-turn-metadata": { session_id: "s1" } };
  const { text } = await at.call("remember", { content, scope: "session" }, meta);
  expect(text).toContain("Only this session sees it.");
  expect(text).not.toContain("Other sessions");
});
