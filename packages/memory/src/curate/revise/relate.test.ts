/** Relations between memories that a person or agent creates. */
import { expect, test } from "vitest";
import { makePlace } from "../../testing/testing-life.ts";

const OLD = "The preview server must listen on port 3000 because the proxy expects it.";
const NEW = "Previews are served by the gateway now, under a name of their own each.";

async function two() {
  const tacit = await makePlace().open();
  const remember = async (content: string) =>
    (await tacit.memories.remember({ content, source: "user_taught" })).id ?? "";
  const [older, newer] = [await remember(OLD), await remember(NEW)];
  const relations = async (id: string) =>
    (await tacit.memories.story(id)).edges.map(({ type }) => type);
  return { tacit, older, newer, relations };
}

test("a superseded memory is not shown until it is restored", async () => {
  const { tacit, older, newer, relations } = await two();
  const listed = async () => (await tacit.memories.list()).map(({ id }) => id);
  for (const _twice of [1, 2]) {
    await tacit.memories.link(newer, { memory: older, type: "supersedes" });
    expect(await tacit.memories.get(older)).toMatchObject({ supersededBy: newer, version: 2 });
    expect(await listed()).toEqual([newer]);
    expect(await relations(newer)).toEqual(["supersedes"]);
  }
  await tacit.memories.restore(older);
  expect((await listed()).sort()).toEqual([older, newer].sort());
  expect(await relations(newer)).toEqual([]);
});

test("rejects mutual superseding and superseding a memory twice", async () => {
  const { tacit, older, newer, relations } = await two();
  const content = "Migrations of the warehouse need a snapshot first, for nothing takes them back.";
  const third = (await tacit.memories.remember({ content, source: "user_taught" })).id;
  await tacit.memories.link(newer, { memory: older, type: "supersedes" });
  for (const [id, memory] of [
    [older, newer],
    [older, third ?? ""],
    [third ?? "", older],
  ] as const) {
    const again = tacit.memories.link(id, { memory, type: "supersedes" });
    await expect(again).rejects.toMatchObject({ code: "usage" });
  }
  expect(await tacit.memories.get(older)).toMatchObject({ supersededBy: newer });
  expect(await relations(older)).toEqual(["supersedes"]);
});

test.each(["relates_to", "supersedes", "contradicts"] as const)(
  "rejects a relation of a memory to itself: %s",
  async (type) => {
    const { tacit, older, relations } = await two();
    const own = tacit.memories.link(older, { memory: older.slice(-8), type });
    await expect(own).rejects.toMatchObject({ code: "usage" });
    expect(await relations(older)).toEqual([]);
    expect(await tacit.memories.get(older)).toMatchObject({ supersededBy: null });
  },
);

test("contradicting memories wait for review until one is corrected or the relation is removed", async () => {
  const { tacit, older, newer, relations } = await two();
  const waiting = async () =>
    (await tacit.memories.list({ needsReview: true })).map(({ id }) => id).sort();
  await tacit.memories.link(newer, { memory: older, type: "contradicts" });
  expect(await waiting()).toEqual([older, newer].sort());
  await tacit.memories.unlink(older, { memory: newer });
  expect(await waiting()).toEqual([]);
  expect(await relations(newer)).toEqual([]);
  expect(await tacit.memories.get(older)).toMatchObject({ isDisputed: false });
  await tacit.memories.link(newer, { memory: older, type: "contradicts" });
  await tacit.memories.link(older, { memory: newer, type: "contradicts" });
  await tacit.memories.correct(older, { kind: "wrong" });
  expect(await tacit.memories.get(newer)).toMatchObject({ isDisputed: false, needsReview: false });
});

test("removes only the named relation and rejects one that does not exist", async () => {
  const { tacit, older, newer, relations } = await two();
  await tacit.memories.link(newer, { memory: older, type: "derived_from" });
  await tacit.memories.link(newer, { memory: older });
  await tacit.memories.unlink(newer, { memory: older, type: "relates_to" });
  expect(await relations(newer)).toEqual(["derived_from"]);
  await tacit.memories.link(newer, { memory: older, type: "supersedes" });
  await tacit.memories.unlink(newer, { memory: older });
  expect(await relations(newer)).toEqual(["supersedes"]);
  for (const type of [undefined, "supersedes", "contradicts"] as const) {
    const tie = { memory: older, ...(type === undefined ? {} : { type }) };
    await expect(tacit.memories.unlink(newer, tie)).rejects.toMatchObject({ code: "usage" });
  }
});

test("removes a file and rejects one the memory is not anchored to", async () => {
  const { tacit, older } = await two();
  await tacit.memories.link(older, { files: ["src/a.ts", "src/b.ts"] });
  expect(await tacit.memories.unlink(older, { files: ["src/a.ts"] })).toMatchObject({
    files: ["src/b.ts"],
  });
  const again = tacit.memories.unlink(older, { files: ["src/a.ts", "src/b.ts"] });
  await expect(again).rejects.toMatchObject({ code: "usage" });
  expect(await tacit.memories.get(older)).toMatchObject({ files: ["src/b.ts"] });
});
