/** Tests that Today counts whole days in the reader's time zone, and what other processes wrote. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { startPanel } from "../testing-panel.ts";
import { lastShowings, todayOf } from "./today.ts";

const NOW_MS = Date.UTC(2026, 10, 28, 20, 30);
const DAY_MS = 86_400_000;

test.each([
  ["in UTC", 0, 19.5],
  ["east of UTC, where the day began earlier", 120, 21.5],
  ["west of UTC, where the day began later", -300, 14.5],
])("the first of the 30 days is whole: %s", async (_name, utcOffset, hoursBefore) => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-today-"));
  const earlyMs = NOW_MS - 29 * DAY_MS - hoursBefore * 3_600_000;
  const clock = () => earlyMs;
  const tacit = await openTacit({ home: join(folder, "home"), cwd: folder, env: {}, clock });
  onTestFinished(async () => {
    await tacit.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  await tacit.memories.remember({ content: "The staging port is 7781.", source: "user_taught" });
  const { days } = await todayOf({ tacit, nowMs: NOW_MS }, { utcOffset });
  expect(days).toHaveLength(30);
  expect(days[0]?.made).toBe(1);
});

test("every count is of the store as it is now, whichever process wrote last", async () => {
  const { call, other } = await startPanel();
  const counted = async () => {
    const { counts, needs, learned, days } = await call("GET /api/today", {});
    const made = days.reduce((sum, day) => sum + day.made, 0);
    return { ...counts, review: needs.review, learned: learned.length, made };
  };
  const none = { memories: 0, verified: 0, sessions: 0, review: 0, learned: 0, made: 0 };
  expect(await counted()).toEqual(none);
  const taught = { source: "user_taught" } as const;
  const port = await other.memories.remember({ content: "The staging port is 7781.", ...taught });
  const id = port.id ?? "";
  await other.memories.remember({ content: "Invoices are numbered by the ledger.", ...taught });
  expect(await counted()).toEqual({ ...none, memories: 2, verified: 2, learned: 2, made: 2 });
  await other.memories.feedback(id, "flag");
  expect(await counted()).toMatchObject({ memories: 2, review: 1 });
  await call("POST /api/changes", { action: "confirm", ids: [id] });
  expect(await counted()).toMatchObject({ memories: 2, review: 0 });
  await other.memories.archive(id);
  expect(await counted()).toMatchObject({ memories: 1, learned: 1, made: 2 });
  await other.memories.forget([id]);
  expect(await counted()).toMatchObject({ memories: 1, learned: 1, made: 1 });
});

test("a memory that was shown several times is listed once, with its newest showing", async () => {
  const row = { point: "session-start", tokens: 9, isPointer: false } as const;
  const showing = (memoryId: string, sessionId: string, atMs: number) => ({
    ...row,
    memoryId,
    sessionId,
    atMs,
  });
  const shown = [showing("a", "2", 20), showing("b", "2", 20), showing("a", "1", 10)];
  expect(lastShowings(shown).map(({ memoryId, atMs }) => [memoryId, atMs])).toEqual([
    ["a", 20],
    ["b", 20],
  ]);
});

test("what works only in part is a code with its facts, not a sentence", async () => {
  const { call } = await startPanel({ TACIT_OFF: "1", TACIT_RERANKER: "best" });
  const { notes } = await call("GET /api/today", {});
  expect(notes).toEqual([
    { code: "hooks_off", values: {}, problem: null },
    {
      code: "option_problem",
      values: {},
      problem: {
        text: expect.stringMatching(/^TACIT_RERANKER: "best"/),
        sentence: {
          code: "no_choice",
          values: { option: "TACIT_RERANKER", value: '"best"', choices: "off, turns, late" },
        },
      },
    },
    {
      code: "reranker_problem",
      values: { model: "reranker" },
      problem: { text: expect.stringContaining("TACIT_RERANKER"), sentence: null },
    },
    { code: "project_in_folder", values: {}, problem: null },
  ]);
});
