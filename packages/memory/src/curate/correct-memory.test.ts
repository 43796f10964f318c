/** Tests that repeated corrections leave one successor, and no marks of the old text on the new one. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

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

test("replacing a flagged memory ends its flag: taught again, it needs no review", async () => {
  const { tacit, port } = await taught();
  await tacit.memories.feedback(port, "flag");
  await tacit.memories.correct(port, { kind: "replace", text: RIGHT });
  await tacit.memories.remember({ content: PORT, source: "user_taught" });
  expect(await tacit.memories.get(port)).toMatchObject({ state: "active", needsReview: false });
  expect(await tacit.memories.list({ needsReview: true })).toEqual([]);
});
