/** Tests which memories an agent's notes of a later session replace or remove, and which stay as they are. */
import { expect, test } from "vitest";
import { shortId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Tacit } from "../../open.ts";
import { learn, openAfterSessions, type SessionScript } from "../../testing/testing-life.ts";

const GUARD =
  "POST /remediation in src/remediation.ts returns 409 if the evaluation already has a remediation.";
const NO_GUARD =
  "POST /remediation in src/remediation.ts no longer returns 409; an evaluation may have any number of remediations.";

/** Learns a note, then a session in which the agent replies with `reply`, a function of the note's short id. */
async function afterReply(
  reply: (id: string) => string,
  {
    change = async () => undefined,
    start = {},
    before = (script) => script,
  }: {
    readonly change?: (tacit: Tacit, id: string) => Promise<unknown>;
    readonly start?: object;
    readonly before?: (script: SessionScript) => SessionScript;
  } = {},
) {
  const { tacit, session } = await openAfterSessions();
  const first = session(1)
    .prompt("Guard it.")
    .add("message", { text: `tacit: ${GUARD}` });
  await learn(tacit, first.end());
  const [old] = await notesOf(tacit);
  if (old === undefined) throw new Error("the first note was not learned");
  await change(tacit, old.id);
  const begun = before(session(2).add("session_start", start).prompt("Remove the guard."));
  const { events } = begun.add("message", { text: reply(shortId(old.id)) }).end();
  const { sessions } = await tacit.sessions.ingest(events, "live");
  await tacit.sessions.learn(sessions);
  const all = await notesOf(tacit);
  const now = all.find(({ id }) => id === old.id);
  const newer = all.find(({ id, content }) => id !== old.id && content === NO_GUARD);
  return { tacit, old, now, newer, sessions };
}

async function undoLast(tacit: Tacit): Promise<void> {
  const [last] = await tacit.memories.changes();
  await tacit.memories.undo(last?.id);
}

async function notesOf(tacit: Tacit): Promise<Memory[]> {
  const all = await tacit.memories.list({ withSuperseded: true });
  return all.filter(({ type }) => type !== "handoff");
}

test("a replaced memory is superseded, and neither is disputed", async () => {
  const { tacit, now, newer } = await afterReply((id) => `tacit ${id}: ${NO_GUARD}`);
  expect(newer).toMatchObject({ isDisputed: false, needsReview: false });
  expect(now).toMatchObject({ supersededBy: newer?.id, isDisputed: false });
  expect((await tacit.memories.recall({ query: "409 remediation" })).hits).toHaveLength(1);
});

test.each([
  `tacit: ${NO_GUARD}`,
  "tacit: The earlier note was wrong: POST /remediation in src/remediation.ts returns 200 if the evaluation has a remediation.",
])("a note that says so replaces the earlier note about the same code: %s", async (text) => {
  const { tacit, now } = await afterReply(() => text);
  expect(now?.supersededBy).not.toBeNull();
  const notes = await tacit.memories.list();
  expect(notes.map(({ content }) => content.includes("earlier note"))).toEqual([false]);
});

test("an undo restores the replaced memory", async () => {
  const { tacit, old } = await afterReply((id) => `tacit ${id}: ${NO_GUARD}`);
  await undoLast(tacit);
  expect(await tacit.memories.get(old.id)).toMatchObject({ supersededBy: null, state: "active" });
});

test("a removed memory waits for a review", async () => {
  const { now } = await afterReply((id) => `tacit drop ${id}`);
  expect(now).toMatchObject({ needsReview: true, supersededBy: null, state: "active" });
});

test("a session that is learned from again does not repeat what was undone", async () => {
  const { tacit, now, old, sessions } = await afterReply((id) => `tacit drop ${id}`);
  expect(now?.needsReview).toBe(true);
  await undoLast(tacit);
  await tacit.sessions.learn(sessions);
  expect((await tacit.memories.get(old.id)).needsReview).toBe(false);
});

test.each<[string, Parameters<typeof afterReply>[0], Parameters<typeof afterReply>[1]]>([
  ["another subject", () => "tacit: GET /remediation in src/list.ts no longer sorts by date.", {}],
  ["an id of no memory", () => `tacit 0badc0de: ${NO_GUARD}`, {}],
  [
    "a pinned memory",
    (id) => `tacit drop ${id}`,
    { change: (tacit, id) => tacit.memories.edit(id, { isPinned: true }) },
  ],
  [
    "outside text before it",
    (id) => `tacit drop ${id}`,
    { before: (script) => script.fetch("https://example.org") },
  ],
])("%s: the memory stays in use", async (_name, reply, setup) => {
  const { now } = await afterReply(reply, setup);
  expect(now).toMatchObject({ state: "active", supersededBy: null, needsReview: false });
});
