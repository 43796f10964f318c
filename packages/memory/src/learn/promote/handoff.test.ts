/** Tests which handoff is the latest, also with a wrong clock. */
import { expect, test } from "vitest";
import type { Handoff } from "../../domain/session/handoff.ts";
import { eraseMemory } from "../../store/memories/erase.ts";
import { findExternal } from "../../store/memories/memories.ts";
import { DAY_MS, openTestStore, PROJECT } from "../../testing/testing-life.ts";
import { keepHandoff, keptHandoff, latestHandoff } from "./handoff.ts";

test("does not treat a handoff from a clock years ahead as the latest forever", async () => {
  const { db, place } = await openTestStore();
  const rightMs = place.clock.nowMs;
  const keep = (session: string, atMs: number) => {
    place.clock.nowMs = atMs;
    const handoff: Handoff = {
      session,
      agent: "claude-code",
      branch: null,
      goal: `What ${session} was for.`,
      done: [],
      next: [],
      openQuestions: [],
      files: [],
      atMs,
    };
    return keepHandoff(db, PROJECT, handoff, false, {}, place.moment());
  };
  const latest = async (nowMs: number) =>
    (await latestHandoff(db, PROJECT, { agent: null, branch: null }, nowMs))?.session ?? null;
  await keep("ahead", rightMs + 5 * 365 * DAY_MS);
  expect(await latest(rightMs)).toBe("ahead");
  await keep("right", rightMs);
  expect(await latest(rightMs + 1000)).toBe("right");
  expect(await latest(rightMs + 6 * 365 * DAY_MS)).toBe("ahead");
});

const HANDOFF: Handoff = {
  session: "s1",
  agent: "claude-code",
  branch: null,
  goal: "Move the cart to the new tax service.",
  done: ["moved it"],
  next: ["deploy it"],
  openQuestions: [],
  files: [],
  atMs: 5,
};

test("prefers the handoff of the branch, unless it is stale", async () => {
  const { db, place } = await openTestStore();
  const { nowMs } = place.clock;
  const keep = (session: string, branch: string, atMs: number) =>
    keepHandoff(db, PROJECT, { ...HANDOFF, session, branch, atMs }, false, {}, place.moment());
  await keep("old", "main", nowMs - 30 * DAY_MS);
  const latest = async (branch: string | null) =>
    (await latestHandoff(db, PROJECT, { agent: null, branch }, nowMs))?.session ?? null;
  expect(await latest("main")).toBe("old");
  await keep("side", "side", nowMs);
  expect(await latest("main")).toBe("side");
  await keep("main", "main", nowMs - DAY_MS);
  expect([await latest("main"), await latest("side"), await latest("new")]).toEqual([
    ...["main", "side", "side"],
  ]);
  expect(await latest(null)).toBe("side");
});

test("stores a handoff without secrets", async () => {
  const { db, place } = await openTestStore();
  const secret = "x7Kq2mZ9pLw3vT1aB5";
  const next = [`run it with API_TOKEN=${secret}`];
  await keepHandoff(db, PROJECT, { ...HANDOFF, next }, false, {}, place.moment());
  expect(JSON.stringify(await keptHandoff(db, PROJECT, "s1"))).not.toContain(secret);
});

test("taints a handoff once its session has read outside text, without a review", async () => {
  const { db, place } = await openTestStore();
  await keepHandoff(db, PROJECT, HANDOFF, false, {}, place.moment());
  const later = { ...HANDOFF, done: ["moved it", "read an issue"] };
  await keepHandoff(db, PROJECT, later, true, {}, place.moment());
  expect(await keptHandoff(db, PROJECT, "s1")).toMatchObject({ isTainted: true });
  const stored = await findExternal(db, PROJECT, "handoff:s1");
  expect(stored).toMatchObject({ isTainted: true, needsReview: false });
});

test("separates what a session left undone", async () => {
  const { db, place } = await openTestStore();
  const next = ["`npm test` was still failing", "`npm run lint` was still failing", "Deploy it."];
  await keepHandoff(db, PROJECT, { ...HANDOFF, next }, false, {}, place.moment());
  expect((await findExternal(db, PROJECT, "handoff:s1"))?.content).toContain(
    "Next: `npm test` was still failing; `npm run lint` was still failing; Deploy it.",
  );
});

test("does not restore a forgotten handoff", async () => {
  const { db, place } = await openTestStore();
  await keepHandoff(db, PROJECT, HANDOFF, false, {}, place.moment());
  const stored = await findExternal(db, PROJECT, "handoff:s1");
  if (stored === null) throw new Error("nothing stored");
  await eraseMemory(db, stored, place.moment());
  await keepHandoff(db, PROJECT, HANDOFF, false, {}, place.moment());
  expect(await keptHandoff(db, PROJECT, "s1")).toBeNull();
});

test("says whether later sessions on the branch only read", async () => {
  const { db, place } = await openTestStore();
  const { nowMs } = place.clock;
  const keep = (session: string, more: Partial<Handoff>) =>
    keepHandoff(db, PROJECT, { ...HANDOFF, session, ...more }, false, {}, place.moment());
  const latest = () => latestHandoff(db, PROJECT, { agent: null, branch: null }, nowMs);
  await keep("worked", { atMs: nowMs - 2000 });
  expect((await latest())?.hasNewerThin).toBeUndefined();
  await keep("read", { atMs: nowMs - 1000, done: [], next: [] });
  expect(await latest()).toMatchObject({ session: "worked", hasNewerThin: true });
});
