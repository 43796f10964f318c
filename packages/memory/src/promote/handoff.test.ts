/** Which handoff is the latest, also where a clock was wrong? */
import { expect, test } from "vitest";
import type { Handoff } from "../domain/handoff.ts";
import { DAY_MS, openTestStore, PROJECT } from "../testing-life.ts";
import { keepHandoff, latestHandoff } from "./handoff.ts";

test("what a clock that was years ahead wrote does not stay the latest", async () => {
  const { db, place } = await openTestStore();
  const rightMs = place.clock.nowMs;
  const keep = (session: string, atMs: number) => {
    place.clock.nowMs = atMs;
    const told: Handoff = {
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
    return keepHandoff(db, PROJECT, told, false, {}, place.moment());
  };
  const latest = async (nowMs: number) =>
    (await latestHandoff(db, PROJECT, null, nowMs))?.session ?? null;
  await keep("ahead", rightMs + 5 * 365 * DAY_MS);
  expect(await latest(rightMs)).toBe("ahead");
  await keep("right", rightMs);
  expect(await latest(rightMs + 1000)).toBe("right");
  expect(await latest(rightMs + 6 * 365 * DAY_MS)).toBe("ahead");
});
