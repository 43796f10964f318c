/** After a compaction, a session gets again what it was shown before, within a new budget. */
import { expect, test } from "vitest";
import { recordInjections } from "../store/sessions/injections.ts";
import { makePlace, sessionScript } from "../testing/testing-life.ts";

const FACT = "The lease is renewed by the scheduler, not by who holds it.";
const MINUTE_MS = 60_000;

async function context() {
  const place = makePlace();
  const tacit = await place.open();
  const about = { type: "fact" as const, files: ["src/a.ts"] };
  const stored = await tacit.memories.remember({ content: FACT, source: "user_taught", ...about });
  const id = stored.id ?? "";
  const open = async () =>
    (
      await tacit.brief.toolBlock(
        { session: "s1", point: "tool" },
        { files: ["src/a.ts"], error: null },
      )
    ).text;
  const compact = async () => {
    place.clock.nowMs += MINUTE_MS;
    const recipient = { session: "s1", point: "compaction" } as const;
    const { text } = await tacit.brief.startBlock(recipient, { isCompaction: true });
    place.clock.nowMs += MINUTE_MS;
    return text;
  };
  const later = async (count: number, more: string) => {
    place.clock.nowMs += MINUTE_MS;
    const lines = (async function* () {
      for (let i = 0; i < count; i++) yield JSON.stringify({ content: `Entry ${i}. ${more}` });
    })();
    await tacit.exchange.importLines(lines, { isVerbatim: true });
  };
  return { place, tacit, id, open, compact, later };
}

test("a memory is shown in full again if the compaction's block did not contain it", async () => {
  const { open, compact, later } = await context();
  await later(60, "Of the log.");
  expect(await open()).toContain(FACT);
  expect(await open()).toBe("");
  expect(await compact()).not.toContain("The lease");
  expect(await open()).toContain(FACT);
  expect(await open()).toBe("");
});

test("a memory that the compaction's block contained is not repeated", async () => {
  const { open, compact } = await context();
  expect(await open()).toContain(FACT);
  expect(await compact()).toContain(FACT);
  expect(await open()).toBe("");
});

test("a compaction without a block counts too, and is not counted as a block", async () => {
  const { tacit, id, open, compact } = await context();
  expect(await open()).toContain(FACT);
  const { count } = (await tacit.admin.status()).injections;
  await tacit.memories.archive(id);
  expect(await compact()).toBe("");
  await tacit.memories.restore(id);
  expect((await tacit.admin.status()).injections.count).toBe(count);
  expect(await open()).toContain(FACT);
});

test("the blocks of many compactions do not use up the session's budget", async () => {
  const { tacit, open, compact, later } = await context();
  await later(60, "words ".repeat(12));
  for (let i = 0; i < 8; i++) await compact();
  const rows = await tacit.admin.shown({ sessionId: "s1", limit: 1000 });
  expect(rows.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(2000);
  expect(await open()).toContain(FACT);
});

test("what was shown before a compaction does not use up the budget after it", async () => {
  const { place, tacit, open, compact, later } = await context();
  await later(60, "Of the log.");
  const where = { projectId: tacit.projectId, sessionId: "s1", point: "prompt" } as const;
  await recordInjections(await place.database(), where, [], place.clock.nowMs, 2000);
  expect(await open()).toBe("");
  await compact();
  expect(await open()).toContain(FACT);
});

test("a session is not called the last one after its own compaction", async () => {
  const { tacit, compact } = await context();
  const script = sessionScript("s1")
    .prompt("Mend the tokenizer so that it accepts emoji.")
    .edit("src/tokenizer.ts", "a", "b");
  await tacit.sessions.ingest(script.events, "live");
  await tacit.sessions.writeHandoff("s1");
  expect(await compact()).toMatch(
    /Where this session was before the compaction \(today.*\n- goal: Mend the tokenizer/,
  );
});
