/**
 * Tests that proposals of `tacit dream` wait in the queue, that decisions on them can be undone, and that a refused candidate
 * is answered with the reason.
 */
import type { Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { startPanel } from "../testing-panel.ts";
import { failureOf } from "./answer.ts";
import { decide } from "./review.ts";

const ONE = "Add a changelog entry for every user-visible change.";
const OTHER = "Every user-visible change needs a changelog entry.";

async function startWithProposal() {
  const at = await startPanel();
  for (const content of [ONE, OTHER])
    await at.other.memories.remember({ content, source: "user_taught" });
  await at.other.memories.dream();
  const queue = await at.call("GET /api/review", {});
  const contents = async () =>
    (await at.other.memories.list()).map(({ content }) => content).sort();
  return { ...at, queue, id: queue.items[0]?.id ?? "", contents };
}

test("a proposal waits in the queue with its memories, and today counts it", async () => {
  const { queue, call } = await startWithProposal();
  expect(queue).toMatchObject({ items: [{ kind: "proposal", change: "merge" }], total: 1 });
  const [item] = queue.items;
  const memories = item?.kind === "proposal" ? item.memories : [];
  expect(memories.map(({ content }) => content).sort()).toEqual([ONE, OTHER]);
  expect((await call("GET /api/today", {})).needs).toMatchObject({ proposals: 1 });
});

test.each([
  ["accept", 1],
  ["reject", 2],
] as const)("%s of a proposal is applied and can be undone", async (verdict, left) => {
  const { call, id, contents } = await startWithProposal();
  const decision = { kind: "proposal", verdict } as const;
  const { memoryId, changes } = await call("POST /api/review/:id", decision, { id });
  expect(memoryId === null).toBe(verdict === "reject");
  expect(changes).toHaveLength(1);
  expect(await contents()).toHaveLength(left);
  expect((await call("GET /api/review", {})).total).toBe(0);
  expect(await call("POST /api/undo", { changes })).toEqual({ undone: 1, failed: 0 });
  expect(await contents()).toEqual([ONE, OTHER]);
  expect((await call("GET /api/review", {})).items).toMatchObject([{ kind: "proposal", id }]);
});

test.each([
  ["one that is decided already", { verdict: "accept" }],
  ["a decision with a text", { verdict: "accept", content: "Other words." }],
] as const)("refuses a decision on a proposal: %s", async (_name, decision) => {
  const { call, id, other, contents } = await startWithProposal();
  if (!("content" in decision)) await other.memories.rejectProposal(id);
  const request = call("POST /api/review/:id", { kind: "proposal", ...decision }, { id });
  await expect(request).rejects.toThrow(/400/);
  expect(await contents()).toEqual([ONE, OTHER]);
});

test("an accepted candidate that the library refuses is answered with the reason", async () => {
  const refusing = {
    memories: {
      changes: async () => [],
      accept: async () => ({ candidate: { reason: "forgotten" }, memoryId: null, isMerge: false }),
    },
  } as unknown as Tacit;
  const decision = { id: "0189", kind: "candidate", verdict: "accept" } as const;
  const error = await decide(refusing, decision).catch((thrown: unknown) => thrown);
  const answer = failureOf(error);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    error: { code: "not_allowed", reason: { text: "forgotten" } },
  });
});
