/** Two contradicting memories: when they dispute each other and when the dispute ends. */
import { describe, expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { DAY_MS, makePlace, START_MS } from "../testing/testing-life.ts";

async function context(options = {}) {
  const place = makePlace();
  return { place, tacit: await place.open(options) };
}

const learn = async (tacit: Tacit, content: string, more = {}) =>
  (await tacit.memories.remember({ content, source: "user_taught", ...more })).id ?? "";

describe("contradicting memories", () => {
  const TEXT = "The dev server listens on port 4173 for everybody.";
  const OPPOSITE = "The dev server listens on port 8081 for everybody.";
  const disputed = async (tacit: Tacit) =>
    (await tacit.memories.list({ needsReview: true })).map(({ content }) => content);

  test.each<[string, object, object, boolean]>([
    ["nobody dated either", {}, {}, true],
    ["one ended before the other was learned", { validToMs: START_MS }, {}, false],
    ["one ends after the other begins", { validToMs: START_MS + 3 * DAY_MS }, {}, true],
    [
      "the later begins as the first ends",
      { validToMs: START_MS + 5 * DAY_MS },
      { validFromMs: START_MS + 5 * DAY_MS },
      false,
    ],
    ["one ended long ago, told only now", {}, { validToMs: START_MS - DAY_MS }, false],
  ])("%s: a dispute? %j", async (_name, first, second, isDispute) => {
    const { tacit, place } = await context();
    await learn(tacit, TEXT, first);
    place.clock.nowMs += DAY_MS;
    await learn(tacit, OPPOSITE, second);
    expect((await disputed(tacit)).length).toBe(isDispute ? 2 : 0);
  });

  test("a person who accepts what contradicts a verified rule is asked about the rule too", async () => {
    const { tacit, place } = await context();
    const rule = await learn(tacit, TEXT);
    await tacit.memories.confirm(rule);
    place.clock.nowMs += DAY_MS;
    const stated = await learn(tacit, OPPOSITE, { source: "agent_explicit" });
    expect(await disputed(tacit)).toEqual([OPPOSITE]);
    place.clock.nowMs += DAY_MS;
    await tacit.memories.confirm(stated);
    expect(await disputed(tacit)).toEqual([TEXT]);
    await tacit.memories.confirm(rule);
    expect(await disputed(tacit)).toEqual([]);
  });

  test("memories whose validity is later separated in time are both right and leave review", async () => {
    const { tacit, place } = await context();
    const old = await learn(tacit, TEXT);
    place.clock.nowMs += DAY_MS;
    await learn(tacit, OPPOSITE);
    expect(await disputed(tacit)).toHaveLength(2);
    await tacit.memories.edit(old, { addTags: ["dev-server"] });
    expect(await disputed(tacit)).toHaveLength(2);
    place.clock.nowMs += DAY_MS;
    await tacit.memories.edit(old, { validToMs: place.clock.nowMs });
    expect(await disputed(tacit)).toEqual([]);
    expect((await tacit.memories.get(old)).isDisputed).toBe(false);
  });

  test("removing a date from either memory restores the dispute, and the user's confirmation ends it", async () => {
    const { tacit, place } = await context();
    const old = await learn(tacit, TEXT, { validToMs: START_MS + 1000 });
    place.clock.nowMs += DAY_MS;
    const fresh = await learn(tacit, OPPOSITE);
    expect(await disputed(tacit)).toEqual([]);
    await tacit.memories.edit(old, { validToMs: null });
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    expect((await tacit.memories.story(old)).edges.map(({ type }) => type)).toEqual([
      "contradicts",
    ]);
    const change = place.clock.nowMs + 5 * DAY_MS;
    await tacit.memories.edit(old, { validToMs: change });
    await tacit.memories.edit(fresh, { validFromMs: change });
    expect(await disputed(tacit)).toEqual([]);
    await tacit.memories.edit(fresh, { validFromMs: null });
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    for (const id of [old, fresh]) await tacit.memories.confirm(id);
    await tacit.memories.edit(old, { validToMs: null });
    expect(await disputed(tacit)).toEqual([]);
  });

  test("a repeated statement with another date has the same effect as an edit", async () => {
    const { tacit, place } = await context();
    const old = await learn(tacit, TEXT);
    place.clock.nowMs += DAY_MS;
    await learn(tacit, OPPOSITE);
    await learn(tacit, TEXT, { validToMs: place.clock.nowMs });
    expect(await disputed(tacit)).toEqual([]);
    await learn(tacit, TEXT, { validToMs: place.clock.nowMs + DAY_MS });
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    expect((await tacit.memories.get(old)).isDisputed).toBe(true);
  });

  test("a repeated statement after its correction disputes the correction, which no longer supersedes it", async () => {
    const { tacit } = await context();
    const old = await learn(tacit, TEXT);
    await tacit.memories.correct(old, { kind: "replace", text: OPPOSITE });
    expect(await learn(tacit, TEXT)).toBe(old);
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    expect((await tacit.memories.story(old)).edges.map(({ type }) => type)).toEqual([
      "contradicts",
    ]);
  });

  test.each<[string, (tacit: Tacit, id: string) => Promise<unknown>, number | undefined]>([
    ["set aside", (tacit, id) => tacit.memories.archive(id), undefined],
    ["set aside as wrong", (tacit, id) => tacit.memories.correct(id, { kind: "wrong" }), undefined],
    ["edited", (tacit, id) => tacit.memories.edit(id, { content: "The proxy holds a port." }), 1],
  ])(
    "a memory %s and restored disputes what was learned meanwhile",
    async (_name, change, version) => {
      const { tacit } = await context();
      const old = await learn(tacit, TEXT);
      await change(tacit, old);
      await learn(tacit, OPPOSITE);
      expect(await disputed(tacit)).toEqual([]);
      expect((await tacit.memories.restore(old, version)).isDisputed).toBe(true);
      expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
      // What a person resolves stays resolved.
      for (const { id } of await tacit.memories.list({ needsReview: true }))
        await tacit.memories.confirm(id);
      await tacit.memories.archive(old);
      await tacit.memories.restore(old);
      expect(await disputed(tacit)).toEqual([]);
    },
  );

  test.each(["wrong", "outdated", "archived"] as const)(
    "archiving one side (%s) ends the dispute, and restoring it resumes the dispute",
    async (how) => {
      const { tacit } = await context();
      const old = await learn(tacit, TEXT);
      const other = await learn(tacit, OPPOSITE);
      expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
      if (how === "archived") await tacit.memories.archive(old);
      else await tacit.memories.correct(old, { kind: how });
      expect(await disputed(tacit)).toEqual([]);
      expect(await tacit.memories.get(other)).toMatchObject({
        isDisputed: false,
        needsReview: false,
      });
      await tacit.memories.restore(old);
      expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    },
  );

  test("restoring the side that a person confirmed leaves the other side disputed", async () => {
    const { tacit, place } = await context();
    await learn(tacit, TEXT);
    place.clock.nowMs += DAY_MS;
    const other = await learn(tacit, OPPOSITE);
    place.clock.nowMs += DAY_MS;
    await tacit.memories.confirm(other);
    expect(await disputed(tacit)).toEqual([TEXT]);
    await tacit.memories.archive(other);
    expect(await disputed(tacit)).toEqual([]);
    await tacit.memories.restore(other);
    expect(await disputed(tacit)).toEqual([TEXT]);
    expect((await tacit.memories.get(other)).isDisputed).toBe(false);
  });

  test("restoring a memory over its correction, or to before the dispute, keeps both sides disputed", async () => {
    const { tacit } = await context();
    const old = await learn(tacit, TEXT);
    const fresh = await tacit.memories.correct(old, { kind: "replace", text: OPPOSITE });
    await tacit.memories.restore(old);
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    await tacit.memories.restore(fresh.id, 1);
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
  });

  test("an edit that contradicts another memory starts a dispute", async () => {
    const { tacit } = await context();
    await learn(tacit, TEXT);
    const other = await learn(tacit, "The shop is built in one step by its script.");
    await tacit.memories.edit(other, { content: OPPOSITE });
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
  });

  test("a date starts no dispute for a corrected or archived memory", async () => {
    const { tacit, place } = await context();
    const old = await learn(tacit, TEXT);
    place.clock.nowMs += DAY_MS;
    const fresh = await tacit.memories.correct(old, { kind: "replace", text: OPPOSITE });
    await tacit.memories.edit(fresh.id, { validFromMs: START_MS - DAY_MS });
    await tacit.memories.edit(old, { validToMs: null });
    expect(await disputed(tacit)).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ["it came after outside text", { isTainted: true }, [TEXT]],
    ["nothing else is against it", {}, []],
  ])(
    "after the dispute is resolved, and %s: does it still wait for review?",
    async (_name, more, waiting) => {
      const { tacit, place } = await context();
      const old = await learn(tacit, TEXT, more);
      place.clock.nowMs += DAY_MS;
      await learn(tacit, OPPOSITE);
      await tacit.memories.edit(old, { validToMs: place.clock.nowMs });
      expect(await disputed(tacit)).toEqual(waiting);
      expect((await tacit.memories.get(old)).isDisputed).toBe(false);
    },
  );

  test("a memory that waited for review before the dispute still waits after it", async () => {
    const { tacit, place } = await context();
    const old = await learn(tacit, TEXT);
    await tacit.memories.edit(old, { needsReview: true });
    place.clock.nowMs += DAY_MS;
    await learn(tacit, OPPOSITE);
    await tacit.memories.edit(old, { validToMs: place.clock.nowMs });
    expect(await disputed(tacit)).toEqual([TEXT]);
  });

  test("repeating one side without outside text does not end the dispute", async () => {
    const { tacit, place } = await context();
    const old = await learn(tacit, TEXT, { isTainted: true });
    place.clock.nowMs += DAY_MS;
    await learn(tacit, OPPOSITE);
    expect(await learn(tacit, TEXT)).toBe(old);
    expect((await disputed(tacit)).sort()).toEqual([TEXT, OPPOSITE]);
    // The untainted statement removed the taint, so nothing keeps it in review once the dates are separate.
    await tacit.memories.edit(old, { validToMs: START_MS + 1 });
    expect(await disputed(tacit)).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ["it came after outside text: it waits on", { isTainted: true }, [TEXT]],
    ["nothing else is against it", {}, []],
  ])("forgetting one side ends the dispute of the other, and %s", async (_name, more, waiting) => {
    const { tacit } = await context();
    const old = await learn(tacit, TEXT, more);
    const fresh = await learn(tacit, OPPOSITE);
    expect(await tacit.memories.get(old)).toMatchObject({ isDisputed: true, needsReview: true });
    await tacit.memories.forget([fresh]);
    expect((await tacit.memories.get(old)).isDisputed).toBe(false);
    expect(await disputed(tacit)).toEqual(waiting);
  });
});
