/** Tests that what the user takes back in a running session takes effect before the session ends, and can be revoked. */
import { expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import type { Tacit } from "../../open.ts";
import { learn, makePlace, START_MS, sessionScript } from "../../testing/testing-life.ts";

const RULE = "Always use Decimal for prices in the billing service.";

const HOUR_MS = 3_600_000;

async function afterRule(rule = RULE) {
  const place = makePlace();
  place.clock.nowMs = START_MS + 2 * HOUR_MS + 60_000;
  const tacit = await place.open();
  const session = (n: number) => sessionScript(`s${n}`, START_MS + n * HOUR_MS);
  await learn(tacit, session(1).prompt("hello there").prompt(rule).shell("ls", "a").end());
  const [memory] = await rules(tacit);
  const second = session(2).prompt("hello again");
  let sent = 0;
  /** Adds prompts to the running session and learns early. */
  const say = async (...texts: readonly string[]) => {
    for (const text of texts) second.prompt(text);
    await tacit.sessions.ingest(second.events.slice(sent), "live");
    sent = second.events.length;
    await tacit.sessions.learnDue();
    return (await rules(tacit)).find(({ id }) => id === memory?.id);
  };
  const end = async () => {
    await tacit.sessions.ingest(second.end().events.slice(sent), "live");
    await tacit.sessions.learnDue();
    return (await rules(tacit)).find(({ id }) => id === memory?.id);
  };
  return { tacit, session, memory, say, end };
}

const rules = async (tacit: Tacit): Promise<Memory[]> =>
  (await tacit.memories.list({ withSuperseded: true })).filter(({ tags }) =>
    tags.includes("user-rule"),
  );

const startBlock = async (tacit: Tacit) =>
  (await tacit.brief.startBlock({ session: "s9", point: "session_start" }, {})).text;

test("another session is no longer shown a rule that a running session took back", async () => {
  const { tacit, say, end } = await afterRule();
  expect(await startBlock(tacit)).toContain("Decimal");
  expect(await say("forget the rule about Decimal")).toMatchObject({ needsReview: true });
  expect(await startBlock(tacit)).not.toContain("Decimal");
  const changes = await tacit.memories.changes(5);
  expect(changes).toHaveLength(1);
  expect(await end()).toMatchObject({ needsReview: true });
  expect(await tacit.memories.changes(5)).toEqual(changes);
});

test("a new value replaces the old one at once, and undo takes it back", async () => {
  const { tacit, memory, say, end } = await afterRule("Remember: staging is on port 7781.");
  const replaced = await say("staging moved to port 7790");
  const newer = (await rules(tacit)).find(({ id }) => id === replaced?.supersededBy);
  expect(newer?.content).toContain("7790");
  const [change] = await tacit.memories.changes(1);
  await tacit.memories.undo(change?.id);
  expect(await end()).toMatchObject({ supersededBy: null, content: memory?.content });
});

test("the user revokes in the next prompt that a rule is taken back", async () => {
  const { memory, say, end } = await afterRule();
  expect(await say("drop the rule about Decimal")).toMatchObject({ needsReview: true });
  const restored = await say("hm, forget that.");
  expect(restored).toMatchObject({ needsReview: false, evidence: memory?.evidence });
  expect(await end()).toMatchObject({ needsReview: false });
});

test("the end of the session restores what the user revoked with the last prompt", async () => {
  const { tacit, session, memory } = await afterRule();
  const second = session(2).prompt("hello again").prompt("drop the rule about Decimal");
  await tacit.sessions.ingest(second.events, "live");
  await tacit.sessions.learnDue();
  const sent = second.events.length;
  second.prompt("hm, forget that.").end();
  await tacit.sessions.ingest(second.events.slice(sent), "live");
  await tacit.sessions.learnDue();
  expect(await rules(tacit)).toMatchObject([{ id: memory?.id, needsReview: false }]);
});

test("a rule that the user states and takes back in one session is in doubt at once", async () => {
  const { tacit, say, end } = await afterRule();
  await say("From now on never rebase the release branch.");
  const releaseRule = async () =>
    (await rules(tacit)).find(({ content }) => content.includes("release branch"));
  expect(await releaseRule()).toMatchObject({ needsReview: false });
  await say("forget that.");
  expect(await releaseRule()).toMatchObject({ needsReview: true });
  await say("ok, again: from now on never rebase the release branch.");
  expect(await releaseRule()).toMatchObject({ needsReview: false });
  await say("forget that.");
  await end();
  expect(await releaseRule()).toMatchObject({ needsReview: true });
});
