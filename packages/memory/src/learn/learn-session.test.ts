/**
 * Tests that a session teaches the same however its events arrive: at once or in parts with a crash in between, once or
 * repeatedly, in or out of order. Also tests what several sessions teach together.
 */
import type { Event } from "@tacit-memory/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import {
  learn,
  makePlace,
  openAfterSessions,
  type Place,
  type SessionScript,
  START_MS,
  sessionScript,
} from "../testing/testing-life.ts";

const MISSING = "error: unrecognized subcommand 'bun'";

/**
 * Builds a session with a rejected call and its alternative, a fix, a habit, a user's rule, and a belief that is refuted
 * later.
 */
function richSession(session: string, startMs: number = START_MS): SessionScript {
  return sessionScript(session, startMs)
    .prompt("From now on always run the linter before you commit, never commit with warnings.")
    .shell("rtk bun run test", MISSING, 1)
    .shell("bun run test", "12 pass")
    .shell("npm run e2e", "Error: Cannot find module 'playwright'", 1)
    .shell("npm run generate", "generated 3 files")
    .shell("npm run e2e", "4 passed")
    .edit("src/a.ts", "let port = 1", "let port = 2")
    .shell("rtk lint bun run lint", MISSING, 1)
    .shell("bun run lint", "clean")
    .edit("src/b.ts", "old()", "fresh()")
    .shell("rtk lint bun run lint", "clean")
    .shell("git commit -m x", "[main abc1234] x")
    .end();
}

const EVENTS = richSession("s1").events;

async function takeAndClose(tacit: Tacit, events: readonly Event[]): Promise<void> {
  const { sessions } = await tacit.sessions.ingest(events, "live");
  await tacit.sessions.learn(sessions);
}

/** Returns the memories and candidates, without ids and times. Withdrawn candidates are left out. */
async function knownIn(tacit: Tacit) {
  const candidates = (await tacit.memories.candidates())
    .filter(({ reason }) => reason !== "withdrawn")
    .filter(({ sessions }) => sessions.length > 0)
    .map(({ subject, content, state, reason, sessions, signals, score, standing, isTainted }) => ({
      subject,
      content,
      state,
      reason,
      sessions,
      signals: [...signals].sort(),
      score,
      standing,
      isTainted,
    }))
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));
  const memories = (await tacit.memories.list())
    .filter(({ type, needsReview }) => type !== "handoff" && !needsReview)
    .map(({ content, standing, sessions, observationCount }) => ({
      content,
      standing,
      sessions,
      observationCount,
    }))
    .sort((a, b) => (a.content < b.content ? -1 : 1));
  return { candidates, memories };
}

function laterPlace(): Place {
  const place = makePlace({ promotesStatistics: true });
  place.clock.nowMs = START_MS + 3_600_000;
  return place;
}

async function whole() {
  const tacit = await laterPlace().open({ promotesStatistics: true });
  await takeAndClose(tacit, EVENTS);
  return knownIn(tacit);
}

test("learns something from the session ingested in parts", async () => {
  const { candidates, memories } = await whole();
  expect(memories.map(({ content }) => content)).toEqual(
    expect.arrayContaining([expect.stringContaining("npm run generate")]),
  );
  expect(candidates.length).toBeGreaterThan(3);
  expect(memories.some(({ content }) => content.includes("rtk lint"))).toBe(false);
});

test("does not show a belief from the first half that the second half refutes", async () => {
  const tacit = await laterPlace().open({ promotesStatistics: true });
  const half = EVENTS.slice(0, 17);
  await takeAndClose(tacit, half);
  const believed = (await tacit.memories.list()).filter(({ content }) =>
    content.includes("rtk lint"),
  );
  expect(believed).toHaveLength(1);
  const shownFor = async (session: string) =>
    (await tacit.brief.promptBlock({ session, point: "prompt" }, believed[0]?.content ?? "")).shown;
  expect((await shownFor("later")).map(({ id }) => id)).toContain(believed[0]?.id);
  await takeAndClose(tacit, EVENTS.slice(17));
  expect(await tacit.memories.get(believed[0]?.id ?? "")).toMatchObject({
    needsReview: true,
    standing: "hypothesis",
  });
  expect((await shownFor("last")).map(({ id }) => id)).not.toContain(believed[0]?.id);
});

test("keeps a refuted belief waiting for review after its dispute is resolved by dates", async () => {
  const place = laterPlace();
  const tacit = await place.open({ promotesStatistics: true });
  await takeAndClose(tacit, EVENTS.slice(0, 17));
  const [believed] = (await tacit.memories.list()).filter(({ content }) =>
    content.includes("rtk lint"),
  );
  const id = believed?.id ?? "";
  // A contradicting statement about the same subject.
  await tacit.memories.remember({
    content: `${believed?.content} Since version 2.`,
    source: "agent_explicit",
  });
  expect(await tacit.memories.get(id)).toMatchObject({ isDisputed: true, standing: "believed" });
  await takeAndClose(tacit, EVENTS.slice(17));
  place.clock.nowMs += 1000;
  await tacit.memories.edit(id, { validToMs: place.clock.nowMs });
  expect(await tacit.memories.get(id)).toMatchObject({
    isDisputed: false,
    needsReview: true,
    standing: "hypothesis",
  });
});

test("property: learns the same when ingested in parts, with another process after each part", async () => {
  const expected = await whole();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 1, max: EVENTS.length - 1 }), { maxLength: 3 }),
      async (cuts) => {
        const place = laterPlace();
        const ends = [...cuts.sort((a, b) => a - b), EVENTS.length];
        for (const [n, end] of ends.entries()) {
          const tacit = await place.open();
          await takeAndClose(tacit, EVENTS.slice(ends[n - 1] ?? 0, end));
          if (end === EVENTS.length) expect(await knownIn(tacit)).toEqual(expected);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test("property: learns the same when events are shuffled within the skew and repeated", async () => {
  const expected = await whole();
  const lags = fc.array(fc.integer({ min: 0, max: 60 }), {
    minLength: EVENTS.length,
    maxLength: EVENTS.length,
  });
  const again = fc.array(fc.integer({ min: 0, max: EVENTS.length - 1 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(lags, again, async (lag, repeated) => {
      const came = EVENTS.map((event, n) => ({ event, place: n + (lag[n] ?? 0) }))
        .sort((a, b) => a.place - b.place)
        .map(({ event }) => event);
      for (const n of repeated) came.push(...EVENTS.slice(n, n + 1));
      const tacit = await laterPlace().open({ promotesStatistics: true });
      await takeAndClose(tacit, came);
      expect(await knownIn(tacit)).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test("a fix that is seen again with another form of its command is worded with the newest", async () => {
  const { tacit, session } = await openAfterSessions();
  const refused = "Error: connect ECONNREFUSED 127.0.0.1:5432";
  const migrated = (n: number, command: string) =>
    session(n)
      .prompt("Run the migrations.")
      .shell(command, refused, 1)
      .shell("docker compose up -d db", "Container db Started")
      .shell(command, "3 migrations applied")
      .end();
  await learn(tacit, migrated(1, "pnpm migrate"));
  const [first] = await tacit.memories.list({ type: "error_pattern" });
  expect(first?.content).toContain("`pnpm migrate`");
  await learn(tacit, migrated(2, "npm run migrate"));
  const after = await tacit.memories.list({ type: "error_pattern" });
  expect(after).toMatchObject([{ id: first?.id, observationCount: 2 }]);
  expect(after[0]?.content).toContain("`npm run migrate`");
  expect(`${after[0]?.title} ${after[0]?.content}`).not.toContain("pnpm");
});
