/** Tests whether a model may be called: the daily limit and the breaker, decided by the store for parallel callers. */
import { expect, test } from "vitest";
import { findModelUse } from "../../store/model-use.ts";
import { openTestStore } from "../../testing/testing-life.ts";
import { modelFailed, modelFaultOf } from "../models/model-fault.ts";
import { type AllowanceRequest, callsToday, withAllowance } from "./allowance.ts";
import { ALLOWANCE } from "./limits.ts";

const ASKING: AllowanceRequest = {
  id: "m",
  calls: 2,
  callsADay: 8,
  nowMs: 1e12,
  clean: (text) => text,
};

async function context() {
  const { db } = await openTestStore();
  const ask = (
    more: Partial<AllowanceRequest>,
    work: () => Promise<string> = async () => "answer",
  ) =>
    withAllowance(db, { ...ASKING, ...more }, work).catch((error: unknown) => modelFaultOf(error));
  return { db, ask };
}

const failing = (what: Parameters<typeof modelFailed>[1]) => () =>
  Promise.reject(modelFailed("m", what, "key abc said no"));

test("answers four of ten parallel callers when four calls are left", async () => {
  const { db, ask } = await context();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask({})));
  expect(answers.filter((item) => item === "answer")).toHaveLength(4);
  expect(answers.filter((item) => item === "rate_limited")).toHaveLength(6);
  expect(await findModelUse(db, "m")).toMatchObject({ calls: 8 });
});

test.each<[string, Partial<AllowanceRequest>, string]>([
  ["a cap of nothing asks nobody", { callsADay: 0 }, "rate_limited"],
  ["what needs more calls than there are is not begun", { callsADay: 1 }, "rate_limited"],
  ["what costs nothing has no cap", { calls: 0, callsADay: 0 }, "answer"],
  ["the day after there are new ones", { nowMs: 1e12 + 86_400_000 }, "answer"],
])("%s", async (_name, more, expected) => {
  const { ask } = await context();
  if (more.nowMs !== undefined) for (let i = 0; i < 5; i++) await ask({});
  expect(await ask(more)).toBe(expected);
});

test("suspends a model after consecutive failures, except for a forced call", async () => {
  const { db, ask } = await context();
  const maxFailures = ALLOWANCE.failures;
  const clean = (text: string) => text.replace("abc", "[key]");
  for (let i = 0; i < maxFailures; i++) await ask({ calls: 0, clean }, failing("timeout"));
  expect(await findModelUse(db, "m")).toMatchObject({ failures: maxFailures });
  expect((await findModelUse(db, "m"))?.problem).toMatch(/key \[key\] said no/);
  expect(await ask({ calls: 0 })).toBe("rate_limited");
  expect(await ask({ calls: 0, isForced: true })).toBe("answer");
  expect(await ask({ calls: 0 })).toBe("answer");
  expect(await findModelUse(db, "m")).toMatchObject({ failures: 0, problem: null });
});

test("resets the count after a success and does not count a cancelled call as a failure", async () => {
  const { db, ask } = await context();
  for (let i = 0; i < ALLOWANCE.failures; i++) {
    await ask({ calls: 0 }, failing("server_error"));
    await ask({ calls: 0 });
    await ask({ calls: 0 }, failing("aborted"));
  }
  expect(await findModelUse(db, "m")).toMatchObject({ failures: 0, silentUntilMs: 0 });
});

const DAY_MS = 86_400_000;

test("starts no new day when the clock is put back over midnight, but does after a clock that was years ahead", async () => {
  const { db, ask } = await context();
  const nowMs = 1e12;
  for (let i = 0; i < 4; i++) await ask({ nowMs });
  // Two processes, one of which has a slow clock at midnight.
  expect(await ask({ nowMs: nowMs - DAY_MS })).toBe("rate_limited");
  expect(await ask({ nowMs })).toBe("rate_limited");
  expect(callsToday(await findModelUse(db, "m"), nowMs - DAY_MS)).toBe(8);
  expect(await ask({ nowMs: nowMs - 400 * DAY_MS })).toBe("answer");
  expect(callsToday(await findModelUse(db, "m"), nowMs - 400 * DAY_MS)).toBe(2);
});

test("suspends no model for longer than the limit when the clock was put back", async () => {
  const { ask } = await context();
  const nowMs = 1e12;
  const silenced = { calls: 0, nowMs };
  for (let i = 0; i < ALLOWANCE.failures; i++) await ask(silenced, failing("timeout"));
  expect(await ask(silenced)).toBe("rate_limited");
  expect(await ask({ calls: 0, nowMs: nowMs - 1 })).toBe("answer");
});
