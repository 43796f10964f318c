/**
 * Tests that proposals of `tacit dream` wait in the queue, that decisions on them and on contradictions can be undone, and
 * that a refused candidate is answered with the reason.
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

const TABS = "Use tabs for indentation.";
const SPACES = "Use spaces for indentation, not tabs.";

test.each([
  ["accept", "reject", [SPACES]],
  ["reject", "accept", [TABS]],
  ["accept", "accept", [SPACES, TABS]],
] as const)(
  "a contradiction is settled at once: %s this, %s the other",
  async (verdict, ofOther, left) => {
    const { call, other } = await startPanel();
    for (const content of [TABS, SPACES])
      await other.memories.remember({ content, source: "user_taught" });
    const queue = await call("GET /api/review", {});
    const [item] = queue.items.filter(
      (one) => one.kind === "memory" && one.memory.content === SPACES,
    );
    const against = item?.kind === "memory" ? item.against : [];
    expect(against.map(({ content }) => content)).toEqual([TABS]);
    const others = { ids: against.map(({ id }) => id), verdict: ofOther };
    const decision = { kind: "memory", verdict, others } as const;
    const { changes } = await call("POST /api/review/:id", decision, { id: item?.id ?? "" });
    const memories = await other.memories.list();
    expect(memories.map(({ content }) => content).sort()).toEqual(left);
    expect(memories.filter(({ isDisputed, needsReview }) => isDisputed || needsReview)).toEqual([]);
    expect((await call("GET /api/review", {})).total).toBe(0);
    expect((await call("POST /api/undo", { changes })).failed).toBe(0);
    const { items } = await call("GET /api/review", {});
    expect(items.map(({ id }) => id)).toEqual(queue.items.map(({ id }) => id));
    expect(items).toMatchObject([{ against: [{}] }, { against: [{}] }]);
  },
);

test("an archived memory no longer contradicts what waits for another reason", async () => {
  const { call, other } = await startPanel();
  for (const content of [TABS, SPACES])
    await other.memories.remember({ content, source: "user_taught" });
  const [spaces, tabs] = await other.memories.list();
  await other.memories.archive(tabs?.id ?? "");
  await other.memories.feedback(spaces?.id ?? "", "flag");
  expect((await call("GET /api/review", {})).items).toMatchObject([{ against: [] }]);
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
