/** Retention: what is deleted after its time is over, and what stays. */
import type { Database } from "@tacit-memory/sqlite";
import { expect, test } from "vitest";
import { applyRetention } from "../curate/decay/retention.ts";
import {
  DAY_MS,
  makePlace,
  openTestStore,
  type Place,
  PROJECT,
  START_MS,
  sessionScript,
} from "../testing/testing-life.ts";

const OUTPUT = `all green\n${"a line of a long log\n".repeat(40)}`;
const TEXT = "The scheduler drops jobs whose lease ran out, so a long job must renew it.";

/**
 * Ingests and learns from one session. `startMs`: start of the session, default now. `isKilled`: the session never reports
 * its end.
 */
async function learnFrom(
  place: Place,
  { startMs = place.clock.nowMs, isKilled = false } = {},
): Promise<void> {
  const tacit = await place.open();
  const script = sessionScript("s1", startMs)
    .prompt("Why does the scheduler drop our nightly job?")
    .shell("npm run jobs", OUTPUT)
    .add("message", { text: TEXT });
  await tacit.sessions.ingest((isKilled ? script : script.end()).events, "live");
  place.clock.nowMs += DAY_MS / 2;
  await tacit.sessions.learnDue();
  await tacit.close();
}

/** Inserts a session with one output that has been learned from completely. */
async function aSessionLearnedFrom(db: Database, id: string, atMs: number): Promise<void> {
  await db.run(
    `INSERT INTO session (project_id, id, origin, started_at_ms, last_event_ms, next_seq, promoted_seq, learned_at_ms)
      VALUES (:project, :id, 'live', :atMs, :atMs, 1, 0, :atMs)`,
    { project: PROJECT, id, atMs },
  );
}

/** Returns what is left of the session after the given number of days, with a sweep on that day. */
async function leftAfter(
  days: number,
  env: Record<string, string> = {},
  how: Parameters<typeof learnFrom>[1] = {},
) {
  const place = makePlace();
  await learnFrom(place, how);
  place.clock.nowMs += days * DAY_MS;
  const tacit = await place.open({ env });
  // The sweep runs only after learning, so there must be a session to learn from.
  await tacit.sessions.ingest(
    sessionScript("s2", place.clock.nowMs).prompt("hello").end().events,
    "live",
  );
  await tacit.sessions.learnDue();
  const events = await tacit.sessions.events("s1");
  const result = events.find(({ kind }) => kind === "tool_result");
  const { answers } = await tacit.memories.recall({
    query: "scheduler lease renew",
    in: "sessions",
  });
  return {
    events: events.length > 0,
    output: result?.kind === "tool_result" && result.output !== "",
    hasPassages: answers.length > 0,
  };
}

test.each<[string, number, Record<string, string>, object]>([
  ["a week later", 7, {}, { events: true, output: true, hasPassages: true }],
  ["after 30 days outputs are gone", 31, {}, { events: true, output: false, hasPassages: true }],
  ["after a year all is gone", 366, {}, { events: false, output: false, hasPassages: false }],
  [
    "by option sooner",
    11,
    { TACIT_KEEP_SESSIONS: "10" },
    { events: false, output: false, hasPassages: false },
  ],
  [
    "nonsense as an option changes nothing",
    7,
    { TACIT_KEEP_SESSIONS: "soon", TACIT_KEEP_OUTPUTS: "-1" },
    { events: true, output: true, hasPassages: true },
  ],
  [
    "a store that has grown too large loses the oldest",
    2,
    { TACIT_MAX_MB: "0.001" },
    { events: false, output: false, hasPassages: false },
  ],
])("%s", async (_name, days, env, expected) => {
  expect(await leftAfter(days, env)).toEqual(expected);
});

test("a session that continues after its outputs were deleted keeps the memories it taught", async () => {
  const place = makePlace();
  const first = await place.open();
  const script = sessionScript("s1", place.clock.nowMs)
    .shell("npm test", "Error: REGION is not set", 1)
    .shell("REGION=eu npm test", "ok", 0);
  await first.sessions.ingest(script.end().events, "live");
  await first.sessions.learnDue();
  const before = await first.memories.list();
  place.clock.nowMs += 40 * DAY_MS;
  await first.sessions.ingest(
    sessionScript("s2", place.clock.nowMs).prompt("hello").end().events,
    "live",
  );
  await first.sessions.learnDue();
  const later = sessionScript("s1", place.clock.nowMs).prompt("And now the other region, please");
  await first.sessions.ingest(
    later.events.map((event) => ({ ...event, key: `later ${event.kind}` })),
    "live",
  );
  await first.sessions.ingest(later.end().events.slice(-1), "live");
  await first.sessions.learnDue();
  const after = await first.memories.list();
  expect(after.map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining(before.map(({ id, state }) => [id, state])),
  );
});

test("the outputs of a killed session are deleted too", async () => {
  const left = await leftAfter(31, {}, { isKilled: true });
  expect(left).toEqual({ events: true, output: false, hasPassages: true });
});

test("an old session stays searchable for a year after its import", async () => {
  const left = await leftAfter(7, {}, { startMs: START_MS - 500 * DAY_MS });
  expect(left).toEqual({ events: true, output: true, hasPassages: true });
});

test("a run that ran out of time is continued on the same day", async () => {
  const { db, place } = await openTestStore();
  for (const id of ["a", "b"]) await aSessionLearnedFrom(db, id, place.clock.nowMs);
  place.clock.nowMs += 40 * DAY_MS;
  const retention = { saidDays: 365, outputDays: 30, maxBytes: 1e9 };
  let left = 1;
  const once = await applyRetention(db, retention, place.moment(), () => left-- > 0);
  const again = await applyRetention(db, retention, place.moment(), () => true);
  const done = await applyRetention(db, retention, place.moment(), () => true);
  expect([once?.trimmed, again?.trimmed, done]).toEqual([1, 1, null]);
});

test("a user's reason for rejecting a call is found after the output was deleted and the session continued", async () => {
  const place = makePlace();
  const refusal = "Do not touch the ledger table, it is replicated by hand.";
  const tacit = await place.open();
  const script = sessionScript("s1", place.clock.nowMs)
    .prompt("Add a column for the currency to the ledger, please")
    .add("tool_result", {
      callId: "c1",
      tool: "edit",
      isError: true,
      output: `The user doesn't want to proceed with this tool use. the user said:\n${refusal}\n${"x".repeat(400)}`,
    });
  await tacit.sessions.ingest(script.end().events, "live");
  await tacit.sessions.learnDue();
  place.clock.nowMs += 40 * DAY_MS;
  await tacit.sessions.ingest(
    sessionScript("s2", place.clock.nowMs).prompt("hello").end().events,
    "live",
  );
  await tacit.sessions.learnDue();
  const later = sessionScript("s1", place.clock.nowMs).prompt("And now the invoices, please").end();
  await tacit.sessions.ingest(
    later.events.map((event, at) => ({ ...event, key: `later ${at}` })),
    "live",
  );
  const { answers } = await tacit.memories.recall({
    query: "ledger table replicated",
    in: "sessions",
  });
  expect(
    answers.some((answer) => answer.hit && JSON.stringify(answer.hit).includes("by hand")),
  ).toBe(true);
});
