/** Tests that a memory is shown only to the sessions, agents and tasks it belongs to, on every path to an agent. */
import { expect, test } from "vitest";
import type { Teaching } from "../curate/teaching.ts";
import { git } from "../testing/testing-git.ts";
import { learn, makePlace, sessionScript } from "../testing/testing-life.ts";

const TEXT = "The preview server must listen on port 3000 because the proxy expects it.";
const ASK = "On which port must the preview server listen, for the proxy?";

async function taught(teaching: Partial<Teaching>) {
  const place = makePlace();
  git(place.root, "init", "-q", "-b", "feat/a");
  git(place.root, "commit", "-q", "--allow-empty", "-m", "first");
  const tacit = await place.open();
  const memory = {
    content: TEXT,
    type: "gotcha",
    source: "user_taught",
    files: ["src/a.ts"],
  } as const;
  const { id } = await tacit.memories.remember({ ...memory, ...teaching });
  return { place, tacit, id: id ?? "" };
}

type Opened = Awaited<ReturnType<typeof taught>>;

/** Counts the paths to an agent on which the text is present. */
async function ways({ tacit }: Opened, session: string, agent: string): Promise<number> {
  const at = { session, agent };
  const audience = tacit.brief.agentReader(at);
  const use = { files: ["src/a.ts"], error: null };
  const blocks = [
    await tacit.brief.startBlock({ ...at, session: `${session}/1`, point: "session_start" }),
    await tacit.brief.promptBlock({ ...at, session: `${session}/2`, point: "prompt" }, ASK),
    await tacit.brief.toolBlock({ ...at, session: `${session}/3`, point: "tool" }, use),
  ];
  const { hits } = await tacit.memories.recall({ query: ASK, audience });
  return (
    blocks.filter(({ text }) => text.includes("port 3000")).length +
    hits.filter(({ memory }) => memory.content === TEXT).length
  );
}

test.each([
  ["of session s1", { scope: "session", session: "s1" }, 4, 0],
  ["of the agent codex", { scope: "agent", agent: "codex" }, 4, 0],
  ["secret", { visibility: "secret" }, 0, 0],
  ["of the project", {}, 4, 4],
] as const)("shows a memory %s only where it belongs", async (_what, teaching, own, others) => {
  const opened = await taught({ ...teaching });
  expect(await ways(opened, "s1", "codex")).toBe(own);
  expect(await ways(opened, "s2", "gemini")).toBe(others);
  const { hits } = await opened.tacit.memories.recall({ query: ASK });
  expect(hits.map(({ memory }) => memory.content)).toEqual([TEXT]);
});

test("shows a memory of a task only on the task's branch", async () => {
  const opened = await taught({ scope: "task", isDurable: true });
  expect(await ways(opened, "s1", "codex")).toBe(4);
  git(opened.place.root, "checkout", "-q", "-b", "feat/b");
  const tacit = await opened.place.open();
  expect(await ways({ ...opened, tacit }, "s1", "codex")).toBe(0);
});

test("shows secret memories to agents when the user allows it", async () => {
  const opened = await taught({ visibility: "secret" });
  const tacit = await opened.place.open({ showsSecrets: true });
  expect(await ways({ ...opened, tacit }, "s1", "codex")).toBe(4);
});

test("archives a memory of a session when the session ends", async () => {
  const { tacit, id } = await taught({ scope: "session", session: "s1" });
  await learn(tacit, sessionScript("s1").prompt("Start the preview.").end());
  expect((await tacit.memories.get(id)).state).toBe("archived");
});

test.each([
  ["session", { scope: "session" }, "scope session needs a session"],
  ["agent", { scope: "agent" }, "scope agent needs an agent"],
] as const)("rejects scope %s without an owner", async (_scope, teaching, reason) => {
  await expect(taught(teaching)).rejects.toThrow(reason);
});

test("keeps a correction of a secret memory secret and stores the owner of a changed scope", async () => {
  const { tacit, id } = await taught({ visibility: "secret", session: "s1" });
  const { id: corrected, visibility } = await tacit.memories.correct(id, {
    kind: "replace",
    text: "The preview server must listen on port 4000 because the proxy moved there.",
  });
  expect(visibility).toBe("secret");
  const moved = await tacit.memories.edit(corrected, { scope: "session", scopeOwner: "s7" });
  expect(moved).toMatchObject({ scope: "session", scopeOwner: "s7" });
  expect(await tacit.memories.edit(corrected, { scope: "project" })).toMatchObject({
    scopeOwner: null,
  });
});
