/** What is learned while a session goes on: its user's rules, once, whoever is at it; everything else waits. */
import { describe, expect, test } from "vitest";
import { OWN_REQUEST } from "./domain/own-request.ts";
import type { Tacit } from "./engine.ts";
import { makePlace, type SessionScript, START_MS, sessionScript } from "./testing-life.ts";

const RULE = "Always use pnpm for installs in this repository, never npm.";

const running = () =>
  sessionScript("s1")
    .prompt(`Start the preview server. ${RULE}`)
    .shell("rtk bun run test", "error: unrecognized subcommand 'bun'", 1)
    .shell("bun run test", "12 pass");

async function watched(script: SessionScript, origin: "live" | "transcript" = "live") {
  const place = makePlace();
  place.clock.nowMs = START_MS + 60_000;
  const tacit = await place.open();
  await tacit.takeIn(script.events, origin);
  return { place, tacit };
}

const rules = async (tacit: Tacit) =>
  (await tacit.list()).filter(({ tags }) => tags.includes("user-rule"));

test("a rule is known at once, and nothing else of the session is", async () => {
  const { tacit } = await watched(running());
  const [learned] = await tacit.settle();
  expect(learned?.signals.map(({ type }) => type)).toEqual(["user_correction"]);
  expect((await tacit.list()).map(({ content }) => content)).toEqual([RULE]);
  expect((await tacit.startBlock({ session: "s2", point: "session_start" }, {})).text).toContain(
    RULE,
  );
});

test("once: settled again, said again, and when the session is over it is the same memory, seen once", async () => {
  const { place, tacit } = await watched(running());
  await tacit.settle();
  expect(await tacit.settle()).toEqual([]);
  const [early] = await rules(tacit);
  const over = running().end();
  await tacit.takeIn(over.events.slice(running().events.length), "live");
  place.clock.nowMs += 60_000;
  const [learned] = await tacit.settle();
  expect(learned?.signals.map(({ type }) => type)).toContain("command_success");
  const [later, ...more] = await rules(tacit);
  expect(more).toEqual([]);
  expect(later).toMatchObject({
    id: early?.id,
    observationCount: early?.observationCount,
    evidence: early?.evidence,
  });
});

test("the second rule of a session too, and of two processes one learns it", async () => {
  const { place, tacit } = await watched(running());
  await tacit.settle();
  const more = running().prompt("From now on never push to the release branch by hand.");
  await tacit.takeIn(more.events.slice(running().events.length), "live");
  const other = await place.open();
  const both = await Promise.all([tacit.settle(), other.settle()]);
  expect(both.flat().flatMap(({ promoted }) => promoted)).toHaveLength(1);
  expect(await rules(tacit)).toHaveLength(2);
});

test("forgotten while the session goes on, it stays forgotten", async () => {
  const { tacit } = await watched(running());
  await tacit.settle();
  for (const { id } of await rules(tacit)) await tacit.forget([id]);
  await tacit.settle();
  expect(await rules(tacit)).toEqual([]);
});

test("a session that cannot be read does not keep the others from it", async () => {
  const { place, tacit } = await watched(running());
  const broken = sessionScript("s2", START_MS + 30_000).prompt("From now on never rebase main.");
  await tacit.takeIn(broken.events, "live");
  const db = await place.database();
  await db.run(
    "UPDATE event SET body = '{' WHERE session_rid = (SELECT rid FROM session WHERE id = 's2')",
  );
  expect((await tacit.settle()).map(({ session }) => session)).toEqual(["s1"]);
});

describe("not early", () => {
  test("what was read from a transcript, or is silent for long: that is over", async () => {
    const { tacit } = await watched(running(), "transcript");
    expect(await tacit.settle()).toEqual([]);
    const idle = await watched(running());
    idle.place.clock.nowMs += 24 * 3_600_000;
    const [learned] = await idle.tacit.settle();
    expect(learned?.signals.map(({ type }) => type)).toContain("command_success");
  });

  test("a wish about the task, a question", async () => {
    const { tacit } = await watched(
      sessionScript("s1").prompt("Please use the other port.").prompt("Do we always use pnpm?"),
    );
    expect(await tacit.settle()).toEqual([]);
  });

  test("a session of a model that we asked", async () => {
    const { tacit } = await watched(sessionScript("s1").prompt(OWN_REQUEST).prompt(RULE));
    expect(await tacit.settle()).toEqual([]);
  });

  test.each(["off", "incognito"] as const)("a project that is %s", async (mode) => {
    const place = makePlace();
    place.clock.nowMs = START_MS + 60_000;
    const tacit = await place.open();
    await tacit.setMode(mode);
    await tacit.takeIn(running().events, "live");
    await tacit.settle();
    expect(await tacit.list()).toEqual([]);
  });
});
