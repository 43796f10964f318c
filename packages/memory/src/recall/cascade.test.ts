/** Tests that memories linked to a good hit are found with it, ranked behind it, without superseded ones. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const RATE = "Rates are kept in basis points, never in per cent.";
const SOURCE = "The ledger team decided on the unit in their March review.";
const OTHER = "The nightly export runs at two in the morning.";
const QUESTION = "are rates kept in per cent or basis points";

async function tied() {
  const tacit = await makePlace().open({ env: { TACIT_ENCODER: "off" } });
  const ids: string[] = [];
  for (const content of [RATE, SOURCE, OTHER]) {
    ids.push((await tacit.memories.remember({ content, source: "agent_explicit" })).id ?? "");
  }
  const [rate = "", source = ""] = ids;
  const found = async () =>
    (await tacit.memories.recall({ query: QUESTION })).hits.map((hit) => hit.memory.content);
  return { tacit, rate, source, found };
}

test.each(["derived_from", "relates_to"] as const)(
  "finds memories linked by %s in either direction",
  async (type) => {
    const { tacit, rate, source, found } = await tied();
    expect(await found()).toEqual([RATE]);
    await tacit.memories.link(type === "derived_from" ? rate : source, {
      memory: type === "derived_from" ? source : rate,
      type,
    });
    expect(await found()).toEqual([RATE, SOURCE]);
    const [, hit] = (await tacit.memories.recall({ query: QUESTION })).hits;
    expect(hit?.explanation.ranks).toEqual({ edge: 1 });
  },
);

test("leaves out contradicting and forgotten memories", async () => {
  const { tacit, rate, source, found } = await tied();
  await tacit.memories.link(rate, { memory: source, type: "contradicts" });
  expect(await found()).toEqual([RATE]);
  await tacit.memories.link(rate, { memory: source, type: "relates_to" });
  await tacit.memories.forget([source]);
  expect(await found()).toEqual([RATE]);
});

test("injects no linked memory unprompted", async () => {
  const { tacit, rate, source } = await tied();
  await tacit.memories.link(rate, { memory: source, type: "relates_to" });
  const block = await tacit.brief.promptBlock({ session: "s", point: "prompt" }, QUESTION);
  expect(block.text).not.toContain("March review");
});
