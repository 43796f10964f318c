/** Tests which remembered statements consolidation proposes to merge, and what a decision about several of them does. */
import { expect, test } from "vitest";
import type { Tacit } from "../../open.ts";
import { DAY_MS, makePlace } from "../../testing/testing-life.ts";

const THREE = [
  "Always run migrations with `just migrate`",
  "Use `just migrate` for database migrations",
  "Database migrations are applied by `just migrate`, never by hand",
];

test("three paraphrases of different types are one proposal; accepting it leaves one memory, and undo restores all", async () => {
  const { tacit, ids } = await remembered(...THREE);
  expect(new Set((await tacit.memories.list()).map(({ type }) => type)).size).toBe(3);
  const { merges, proposals } = await tacit.memories.dream();
  expect({ merges, proposals }).toMatchObject({
    merges: [],
    proposals: [{ kind: "merge", memories: ids }],
  });
  const [proposal, ...others] = await tacit.memories.proposals();
  expect({ memories: proposal?.memories, others }).toEqual({ memories: ids, others: [] });
  await tacit.memories.acceptProposal(proposal?.id.slice(-8) ?? "");
  expect(await tacit.memories.list()).toMatchObject([{ observationCount: 3 }]);
  expect(await waiting(tacit)).toEqual([]);
  await tacit.memories.undo();
  expect((await tacit.memories.list()).map(({ id }) => id).sort()).toEqual(ids);
  expect(await waiting(tacit)).toEqual([ids]);
});

test("a rejected group is not proposed again, neither as a whole nor in part", async () => {
  const { place, tacit, ids } = await remembered(...THREE);
  await tacit.memories.dream();
  const [proposal] = await tacit.memories.proposals();
  await tacit.memories.rejectProposal(proposal?.id ?? "");
  expect(await waiting(tacit)).toEqual([]);
  for (const id of ids) await tacit.memories.edit(id, { addTags: ["seen"] });
  place.clock.nowMs += DAY_MS;
  expect((await tacit.memories.dream()).proposals).toEqual([]);
});

test("a pair keeps its id when a third memory joins: accepting it merges only the two that were shown", async () => {
  const [one = "", other = "", third = ""] = THREE;
  const { tacit, ids } = await remembered(one, other);
  await tacit.memories.dream();
  const [pair] = await tacit.memories.proposals();
  await tacit.memories.remember({ content: third, source: "user_taught" });
  await tacit.memories.dream();
  const [group, ...others] = await tacit.memories.proposals();
  expect({ count: group?.memories.length, others }).toEqual({ count: 3, others: [] });
  expect(group?.id).not.toBe(pair?.id);
  const decided = await tacit.memories.acceptProposal(pair?.id ?? "");
  expect(decided?.proposal.memories).toEqual(ids);
  expect(await tacit.memories.list()).toHaveLength(2);
});

test("proposes nothing for different statements about one topic", async () => {
  const { tacit } = await remembered(
    "Always run migrations with `just migrate`",
    "Migrations live in `db/migrations`",
    "The API listens on port 4001",
    "The admin listens on port 4002",
  );
  expect(await tacit.memories.dream()).toMatchObject({ merges: [], proposals: [] });
});

/** Returns the memories of each open proposal, once they agree with the number that the status reports. */
async function waiting(tacit: Tacit) {
  const proposals = await tacit.memories.proposals();
  expect((await tacit.admin.status()).proposals).toBe(proposals.length);
  return proposals.map(({ memories }) => memories);
}

/** Stores memories, and returns their ids in order. */
async function remembered(...contents: readonly string[]) {
  const place = makePlace();
  const tacit = await place.open();
  for (const content of contents) await tacit.memories.remember({ content, source: "user_taught" });
  const ids = (await tacit.memories.list()).map(({ id }) => id).sort();
  return { place, tacit, ids };
}
