/** The start block calls a session the last one only if no later session exists. */
import { expect, test } from "vitest";
import type { Handoff } from "../domain/session/handoff.ts";
import { keepHandoff } from "../learn/promote/handoff.ts";
import { makePlace } from "../testing/testing-life.ts";

test("a later session that only read is not passed over in silence", async () => {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.memories.remember({ content: "Rates are in cents.", source: "agent_explicit" });
  const db = await place.database();
  const { nowMs } = place.clock;
  const keep = (session: string, atMs: number, done: readonly string[]) => {
    const handoff: Handoff = {
      session,
      agent: "claude-code",
      branch: null,
      goal: `Look after ${session}.`,
      done,
      next: [],
      openQuestions: [],
      files: [],
      atMs,
    };
    return keepHandoff(db, tacit.projectId, handoff, false, {}, place.moment());
  };
  const start = async (session: string) =>
    (await tacit.brief.startBlock({ session, point: "session_start" })).text;
  await keep("invoices", nowMs - 2000, ["edited 1 file: src/invoice.ts"]);
  expect(await start("a")).toContain("Where the last session stopped");
  await keep("rates", nowMs - 1000, []);
  const text = await start("b");
  expect(text).toContain("Where the last session that did more than read stopped");
  expect(text).toContain("Look after invoices.");
});
