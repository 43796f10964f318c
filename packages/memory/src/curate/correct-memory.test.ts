/** Tests that repeated corrections leave one successor, no marks of the old text on the new one, and that flags stay. */
import { describe, expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { learn, makePlace, sessionScript } from "../testing/testing-life.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const RIGHT = "The preview server takes whichever port is free, since the proxy asks for it.";

async function taught() {
  const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
  const { id } = await tacit.memories.remember({ content: PORT, source: "user_taught" });
  const all = () => tacit.memories.list({ state: null, withSuperseded: true });
  const successors = async () =>
    (await tacit.exchange.exportAll()).edges
      .filter(({ toId, type }) => toId === id && type === "supersedes")
      .map(({ fromId }) => fromId);
  return { tacit, port: id ?? "", all, successors };
}

test.each(["outdated", "wrong"] as const)(
  "the replacement of a memory marked %s has no mark",
  async (kind) => {
    const { tacit, port } = await taught();
    await tacit.memories.correct(port, { kind });
    const right = await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
    expect(right.tags).toEqual([]);
  },
);

test("replacing a memory marked wrong leaves the replacement as only successor and archives the correction", async () => {
  const { tacit, port, all, successors } = await taught();
  await tacit.memories.correct(port, { kind: "wrong" });
  const right = await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
  expect(await successors()).toEqual([right.id]);
  expect((await all()).find(({ type }) => type === "correction")).toMatchObject({
    state: "archived",
  });
});

test("marking a replaced memory wrong leaves the correction as only successor", async () => {
  const { tacit, port, successors } = await taught();
  await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
  const { supersededBy } = await tacit.memories.correct(port, { kind: "wrong" });
  expect(await successors()).toEqual([supersededBy]);
});

test("undo of a second correction that was forgotten restores the first one", async () => {
  const { tacit, port, successors } = await taught();
  const right = await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
  const { supersededBy } = await tacit.memories.correct(port, { kind: "wrong" });
  await tacit.memories.forget([supersededBy ?? ""]);
  await tacit.memories.undo(port);
  expect(await tacit.memories.get(port)).toMatchObject({ supersededBy: right.id });
  expect(await successors()).toEqual([right.id]);
});

test("undo of a second correction does not supersede a memory that was restored since", async () => {
  const { tacit, port, successors } = await taught();
  await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
  await tacit.memories.correct(port, { kind: "wrong" });
  const [wrong] = await tacit.memories.changes(1);
  await tacit.memories.restore(port);
  await tacit.memories.undo(wrong?.id ?? "");
  expect(await tacit.memories.get(port)).toMatchObject({ state: "active", supersededBy: null });
  expect(await successors()).toEqual([]);
});

test("marking a memory wrong twice equals once, and a new reason replaces the correction", async () => {
  const { tacit, port, all } = await taught();
  const corrections = async () =>
    (await all()).filter(({ type, state }) => type === "correction" && state === "active");
  const once = await tacit.memories.correct(port, { kind: "wrong" });
  const twice = await tacit.memories.correct(port, { kind: "wrong" });
  expect(twice.supersededBy).toBe(once.supersededBy);
  expect(await corrections()).toHaveLength(1);
  await tacit.memories.correct(port, { kind: "wrong", because: "Ada moved it." });
  expect((await corrections()).map(({ content }) => content)).toEqual([
    `It is not true that: ${PORT} Ada moved it.`,
  ]);
});

test("forgetting a memory forgets its correction, and the correction of that one", async () => {
  const { tacit, port, all } = await taught();
  const { supersededBy } = await tacit.memories.correct(port, { kind: "wrong" });
  await tacit.memories.correct(supersededBy ?? "", { kind: "wrong" });
  expect(await all()).toHaveLength(3);
  await tacit.memories.forget([port]);
  expect(await all()).toEqual([]);
});

test("replacing a flagged memory ends its flag: taught again, it needs no review", async () => {
  const { tacit, port } = await taught();
  await tacit.memories.feedback(port, "flag");
  await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
  await tacit.memories.remember({ content: PORT, source: "user_taught" });
  expect(await tacit.memories.get(port)).toMatchObject({ state: "active", needsReview: false });
  expect(await tacit.memories.list({ needsReview: true })).toEqual([]);
});

describe("a flagged memory waits for a person", () => {
  test("after the session of a note has ended", async () => {
    const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
    const { id, session } = await flaggedNote(tacit);
    await learn(tacit, session.end());
    expect(await tacit.memories.get(id)).toMatchObject({ needsReview: true });
  });

  test("after a dispute during which it was flagged has ended", async () => {
    const { tacit, port } = await taught();
    const denial = PORT.replace("must", "must not");
    const other = await tacit.memories.remember({ content: denial, source: "user_taught" });
    expect(other.contradicts).toBe(port);
    await tacit.memories.feedback(port, "flag");
    await tacit.memories.archive(other.id ?? "");
    const after = await tacit.memories.get(port);
    expect(after).toMatchObject({ isDisputed: false, needsReview: true });
  });

  test("after an untainted source has repeated it", async () => {
    const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
    const agent = { content: PORT, source: "agent_explicit" } as const;
    const { id } = await tacit.memories.remember({ ...agent, isTainted: true });
    await tacit.memories.feedback(id ?? "", "flag");
    await tacit.memories.remember(agent);
    const after = await tacit.memories.get(id ?? "");
    expect(after).toMatchObject({ isTainted: false, needsReview: true });
  });

  test("unless the flag was undone", async () => {
    const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
    const { id, session } = await flaggedNote(tacit);
    await tacit.memories.undo();
    await learn(tacit, session.end());
    expect(await tacit.memories.get(id)).toMatchObject({ needsReview: false });
  });

  test("after one of two flags was undone", async () => {
    const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
    const { id, session } = await flaggedNote(tacit);
    await tacit.memories.feedback(id, "flag");
    await tacit.memories.undo();
    await learn(tacit, session.end());
    expect(await tacit.memories.get(id)).toMatchObject({ needsReview: true });
  });
});

/** Stores a note of a running session and flags it. The note needs review until the session ends, flagged or not. */
async function flaggedNote(tacit: Tacit) {
  const session = sessionScript("s1").prompt("Start the server.");
  await tacit.sessions.ingest(session.events, "live");
  const by = { source: "agent_explicit", agent: "codex", session: "s1", isNote: true } as const;
  const { id = null, isSessionNote } = await tacit.memories.remember({ content: PORT, ...by });
  expect(isSessionNote).toBe(true);
  await tacit.memories.feedback(id ?? "", "flag");
  return { id: id ?? "", session };
}
