/** Tests the small tables: the op log's clock, candidates, sessions, the capture ledger, job leases, injections. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Candidate } from "../domain/candidate.ts";
import { draft } from "../domain/draft.ts";
import type { CandidateId, MemoryId, ProjectId } from "../domain/ids.ts";
import { openTestStore, PROJECT, START_MS } from "../testing/testing-life.ts";
import { finishJob, lastJob, leaseJob } from "./jobs.ts";
import {
  findCandidate,
  findCandidatesByEnding,
  listCandidates,
  saveCandidate,
} from "./memories/candidates.ts";
import { nextClock } from "./ops.ts";
import {
  editedTogether,
  recordPairs,
  sessionsEditing,
  sessionsOfPair,
} from "./sessions/co-access.ts";
import { firstEventSinceCompaction, insertEvent, listEvents } from "./sessions/events.ts";
import {
  countShownByDay,
  listInjections,
  recordInjections,
  shownTo,
  summariseInjections,
  tokensSpent,
} from "./sessions/injections.ts";
import { readLedger, writeLedger } from "./sessions/ledger.ts";
import {
  advanceSession,
  closeSession,
  findSession,
  listDueSessions,
  openSession,
} from "./sessions/sessions.ts";
import { deviceId } from "./settings.ts";

describe("the op log's clock", () => {
  test.each([
    ["the first", null, 5, "0000000000005.000000"],
    ["time went on", "0000000000005.000007", 6, "0000000000006.000000"],
    ["in the same millisecond", "0000000000005.000007", 5, "0000000000005.000008"],
    ["the wall clock went back", "0000000000009.000000", 5, "0000000000009.000001"],
  ])("%s", (_name, last, nowMs, expected) => expect(nextClock(last, nowMs)).toBe(expected));

  test("property: only increases, as text, whatever the wall clock does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9e12 }), { minLength: 2 }), (times) => {
        let last: string | null = null;
        for (const nowMs of times) {
          const next = nextClock(last, nowMs);
          if (last !== null) expect(next > last).toBe(true);
          last = next;
        }
      }),
    );
  });

  test("uses one device per store, however many processes open it", async () => {
    const { db, place } = await openTestStore();
    const other = await place.database();
    const [a, b] = await Promise.all([
      deviceId(db, place.moment()),
      deviceId(other, place.moment()),
    ]);
    expect(a).toBe(b);
    expect(a).toMatch(/^[0-9a-f-]{36}$/);
  });
});

const candidate: Candidate = {
  ...draft({ type: "gotcha", title: "t", content: "Something to remember." }),
  id: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" as CandidateId,
  projectId: PROJECT,
  signals: ["error_retry"],
  subject: "error:1",
  sessions: ["s1"],
  score: 0.7,
  standing: "hypothesis",
  isTainted: false,
  evidence: [],
  createdAtMs: START_MS,
  state: "proposed",
  reason: "too_few_sessions",
};

test("stores one candidate row per subject, with its reason", async () => {
  const { db } = await openTestStore();
  await saveCandidate(db, candidate, 1);
  expect(await findCandidate(db, PROJECT, "error:1")).toMatchObject(candidate);
  const promoted: Candidate = {
    ...candidate,
    state: "promoted",
    reason: null,
    memoryId: "m1" as MemoryId,
  };
  await saveCandidate(db, promoted, 2);
  expect(await listCandidates(db, { projectId: PROJECT, limit: 9 })).toMatchObject([promoted]);
  expect(await listCandidates(db, { projectId: PROJECT, state: "rejected", limit: 9 })).toEqual([]);
  expect(await findCandidatesByEnding(db, "3f4a5b")).toHaveLength(1);
  expect(await findCandidate(db, PROJECT, "error:2")).toBeNull();
});

describe("sessions", () => {
  async function session(nextSeq: number, state: "open" | "ended") {
    const { db } = await openTestStore();
    const row = await openSession(db, { projectId: PROJECT, id: "s", origin: "live", atMs: 100 });
    await advanceSession(db, row.rid, {
      state,
      nextSeq,
      firstMs: 50,
      lastMs: 200,
      task: "mend it",
    });
    return { db, rid: row.rid };
  }
  const due = async (db: Awaited<ReturnType<typeof session>>["db"], idleBeforeMs: number) =>
    (await listDueSessions(db, idleBeforeMs, 10)).length;

  test("stores a session that is opened twice in one row, with added fields", async () => {
    const { db, rid } = await session(3, "open");
    const again = await openSession(db, { projectId: PROJECT, id: "s", origin: "live", atMs: 999 });
    expect(again).toMatchObject({ rid, nextSeq: 3, startedAtMs: 50, lastEventMs: 200 });
    await advanceSession(db, rid, { nextSeq: 4, firstMs: 60, lastMs: 150, task: "other" });
    expect(await findSession(db, PROJECT, "s")).toMatchObject({
      task: "other",
      lastEventMs: 200,
      state: "open",
    });
  });

  test("returns sessions that ended or were silent long enough as due until they are learned from", async () => {
    const { db, rid } = await session(3, "open");
    expect(await due(db, 200)).toBe(0);
    expect(await due(db, 201)).toBe(1);
    await closeSession(db, rid, 2, 0);
    expect(await due(db, 201)).toBe(0);
    await advanceSession(db, rid, { state: "ended", nextSeq: 4, firstMs: 50, lastMs: 300 });
    expect(await due(db, 0)).toBe(1);
    await closeSession(db, rid, 3, 0);
    expect(await findSession(db, PROJECT, "s")).toMatchObject({
      state: "promoted",
      endedAtMs: 300,
    });
  });

  test("keeps a session due when events came while it was learned from", async () => {
    const { db, rid } = await session(3, "ended");
    await advanceSession(db, rid, { state: "ended", nextSeq: 5, firstMs: 50, lastMs: 300 });
    await closeSession(db, rid, 2, 0);
    expect(await due(db, 0)).toBe(1);
  });

  test("does not treat a host's numbers as row ids", async () => {
    const { db, rid } = await session(0, "open");
    const event = {
      v: 1 as const,
      session: "s",
      ts: "2026-09-01T00:00:00Z",
      kind: "step" as const,
    };
    expect(await insertEvent(db, rid, 0, { ...event, n: 1, seq: 1 }, 0)).toBe(true);
    expect(await insertEvent(db, rid, 1, { ...event, n: 2 }, 0)).toBe(true);
    expect(await insertEvent(db, rid, 2, { ...event, n: 1, seq: 1 }, 0)).toBe(false);
    expect(await listEvents(db, rid)).toMatchObject([{ n: 1 }, { n: 2 }]);
  });
});

test("stores the last outcome of a source in the capture ledger", async () => {
  const { db } = await openTestStore();
  const key = { projectId: PROJECT, sourceType: "transcript", sourceKey: "a.jsonl" } as const;
  expect(await readLedger(db, key)).toBeUndefined();
  await writeLedger(db, key, { contentHash: "1", outcome: "taken" }, 1);
  await writeLedger(db, key, { contentHash: "2", outcome: "taken" }, 2);
  expect(await readLedger(db, key)).toEqual({ contentHash: "2", outcome: "taken" });
  expect(await readLedger(db, { ...key, projectId: "" })).toBeUndefined();
});

test("leases a job to one process at a time and lets an expired lease be taken over", async () => {
  const { db, place } = await openTestStore();
  const lease = () =>
    leaseJob(db, { kind: "dream", trigger: "test", leaseMs: 1000 }, place.moment());
  const first = await lease();
  expect(first).not.toBeNull();
  expect(await lease()).toBeNull();
  place.clock.nowMs += 1001;
  const second = await lease();
  expect(second).not.toBeNull();
  await finishJob(
    db,
    { id: second ?? "", kind: "dream" },
    { counters: { merged: 2 }, error: null },
    5,
  );
  expect(await lastJob(db, "dream", place.clock.nowMs)).toMatchObject({
    state: "done",
    counters: '{"merged":2}',
  });
  expect(await lease()).not.toBeNull();
  expect(await lastJob(db, "other", place.clock.nowMs)).toBeUndefined();
});

test("treats a job that a clock years ahead began as neither running nor the last", async () => {
  const { db, place } = await openTestStore();
  const job = { kind: "dream", trigger: "test", leaseMs: 1000 };
  const rightMs = place.clock.nowMs;
  place.clock.nowMs += 5 * 365 * 86_400_000;
  const done = await leaseJob(db, job, place.moment());
  const outcome = { counters: {}, error: null };
  await finishJob(db, { id: done ?? "", kind: "dream" }, outcome, place.clock.nowMs);
  expect(await leaseJob(db, job, place.moment())).not.toBeNull();
  place.clock.nowMs = rightMs;
  expect(await lastJob(db, "dream", rightMs)).toBeUndefined();
  expect(await leaseJob(db, job, place.moment())).not.toBeNull();
  expect(await leaseJob(db, job, place.moment())).toBeNull();
});

test("keeps no more failed or killed jobs than others", async () => {
  const { db, place } = await openTestStore();
  const job = { kind: "settle", trigger: "test", leaseMs: 10 };
  for (let i = 0; i < 120; i++) {
    place.clock.nowMs += 100;
    const id = (await leaseJob(db, job, place.moment())) ?? "";
    const outcome = { counters: {}, error: "broke off" };
    // Every third job belongs to a killed process.
    if (i % 3 > 0) await finishJob(db, { id, kind: job.kind }, outcome, place.clock.nowMs);
  }
  expect(await db.get("SELECT count(*) AS count FROM job")).toEqual({ count: 50 });
});

const full = (id: MemoryId, tokens: number) => ({ id, tokens, pointedAs: null });

test("counts the injections of one session: what it has seen since, and the cost", async () => {
  const { db } = await openTestStore();
  const [a, b] = ["a" as MemoryId, "b" as MemoryId];
  const where = { projectId: PROJECT, sessionId: "s1" };
  await recordInjections(db, { ...where, point: "session_start" }, [full(a, 50)], 100);
  await recordInjections(db, { ...where, point: "tool" }, [full(b, 20)], 200);
  await recordInjections(db, { ...where, point: "tool" }, [], 200);
  await recordInjections(db, { ...where, point: "own_write" }, [full(b, 0)], 300);
  // The frame around a memory, and a block of only lines.
  await recordInjections(db, { ...where, point: "prompt" }, [full(b, 20)], 240, 32);
  const ofA = { id: a, pointedAs: null, atMs: 100, sinceStartMs: null };
  const ofB = { id: b, pointedAs: null, atMs: 300, sinceStartMs: 300 };
  expect(await shownTo(db, PROJECT, "s1")).toEqual([ofA, ofB]);
  expect(await tokensSpent(db, PROJECT, "s1")).toBe(20 + 32);
  await recordInjections(db, { ...where, point: "compaction" }, [], 250, 90);
  await recordInjections(db, { ...where, point: "prompt" }, [], 320, 8);
  expect(await shownTo(db, PROJECT, "s1")).toEqual([ofB]);
  expect(await shownTo(db, PROJECT, "s2")).toEqual([]);
  expect(await tokensSpent(db, PROJECT, "s1")).toBe(8);
  expect(await listInjections(db, { projectId: PROJECT, limit: 9 })).toMatchObject([
    { memoryId: b, point: "own_write" },
    { memoryId: b, point: "prompt" },
    { memoryId: b, point: "tool" },
    { memoryId: a, point: "session_start" },
  ]);
  expect(await summariseInjections(db, PROJECT)).toEqual({
    count: 5,
    tokens: 70 + 32 + 90 + 8,
    lastAtMs: 320,
  });
});

test("counts pairs of files once a session, with an edit before a read", async () => {
  const { db } = await openTestStore();
  const pair = (isEdit: boolean) => [{ a: "x.ts", b: "y.ts", isEdit }];
  await recordPairs(db, PROJECT, "s1", pair(true));
  await recordPairs(db, PROJECT, "s1", pair(false));
  await recordPairs(db, PROJECT, "s2", pair(false));
  expect(await sessionsOfPair(db, PROJECT, "x.ts", "y.ts")).toEqual(["s1"]);
  expect(await sessionsEditing(db, PROJECT, "y.ts")).toBe(1);
});

test("counts what sessions edited together by session, and commits from the history", async () => {
  const { db } = await openTestStore();
  const pairs = (isEdit: boolean, ...names: readonly string[]) =>
    names.slice(1).map((b) => ({ a: names[0] ?? "", b, isEdit }));
  await recordPairs(db, PROJECT, "s1", pairs(true, "a.ts", "b.ts", "c.ts"));
  await recordPairs(db, PROJECT, "s2", pairs(false, "a.ts", "b.ts"));
  await recordPairs(db, PROJECT, "commit:00ff", pairs(true, "a.ts", "b.ts"));
  await recordPairs(db, PROJECT, "s3", pairs(true, "a.ts", "d.ts"));
  expect(await editedTogether(db, PROJECT, 100)).toEqual([
    ["a.ts", "b.ts", "c.ts"],
    ["a.ts", "d.ts"],
  ]);
  expect(await editedTogether(db, PROJECT, 1)).toEqual([["a.ts", "b.ts"]]);
  expect(await editedTogether(db, "p_other" as ProjectId, 100)).toEqual([]);
});

test("returns the first event of some kinds since the session began or was last compacted, for one agent", async () => {
  const { db } = await openTestStore();
  const { rid } = await openSession(db, { projectId: PROJECT, id: "s", origin: "live", atMs: 1 });
  const first = (agentId: string | null = null) =>
    firstEventSinceCompaction(db, rid, ["prompt", "message"], agentId);
  let seq = 0;
  const add = (kind: "prompt" | "message" | "compaction", key: string, more: object = {}) => {
    const event = { v: 1, session: "s", ts: "2026-09-01T00:00:00Z", kind, key, text: "x", ...more };
    return insertEvent(db, rid, seq++, event as Parameters<typeof insertEvent>[3], 1);
  };
  expect(await first()).toBeNull();
  await add("message", "inside", { agentId: "a" });
  await add("prompt", "one");
  await add("prompt", "two");
  expect(await first()).toEqual({ key: "one", isCompacted: false });
  expect(await first("a")).toEqual({ key: "inside", isCompacted: false });
  await add("compaction", "c");
  expect(await first()).toBeNull();
  await add("message", "three");
  expect(await first()).toEqual({ key: "three", isCompacted: true });
});

test("never lowers the position up to which a session was learned from", async () => {
  const { db } = await openTestStore();
  const { rid } = await openSession(db, { projectId: PROJECT, id: "s", origin: "live", atMs: 100 });
  for (const upTo of [5, 3]) await closeSession(db, rid, upTo, 200);
  expect((await findSession(db, PROJECT, "s"))?.promotedSeq).toBe(5);
});

test("counts the memories that were shown on a day, without passages of sessions", async () => {
  const { db } = await openTestStore();
  const where = { projectId: PROJECT, sessionId: "s1", point: "prompt" } as const;
  const shown = ["m1", "ses:s1:1"].map((id) => ({
    id: id as MemoryId,
    tokens: 5,
    pointedAs: null,
  }));
  await recordInjections(db, where, shown, START_MS);
  const request = { projectId: PROJECT, fromMs: START_MS, offsetMs: 0 };
  expect(await countShownByDay(db, request)).toMatchObject([{ count: 1 }]);
});
