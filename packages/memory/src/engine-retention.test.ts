/** What is deleted when its time is over, and what stays? */
import { expect, test } from "vitest";
import { DAY_MS, makePlace, type Place, sessionScript } from "./testing-life.ts";

const OUTPUT = `all green\n${"a line of a long log\n".repeat(40)}`;
const SAID = "The scheduler drops jobs whose lease ran out, so a long job must renew it.";

async function learnFrom(place: Place): Promise<void> {
  const tacit = await place.open();
  const script = sessionScript("s1", place.clock.nowMs)
    .prompt("Why does the scheduler drop our nightly job?")
    .shell("npm run jobs", OUTPUT)
    .add("message", { text: SAID });
  await tacit.takeIn(script.end().events, "live");
  await tacit.settle();
  await tacit.close();
}

/** What is left of the session after so many days, with a sweep on that day. */
async function leftAfter(days: number, env: Record<string, string> = {}) {
  const place = makePlace();
  await learnFrom(place);
  place.clock.nowMs += days * DAY_MS;
  const tacit = await place.open({ env });
  // Learning is what sweeps: there must be something to learn from.
  await tacit.takeIn(sessionScript("s2", place.clock.nowMs).prompt("hello").end().events, "live");
  await tacit.settle();
  const events = await tacit.events("s1");
  const result = events.find(({ kind }) => kind === "tool_result");
  const { answers } = await tacit.recall({ query: "scheduler lease renew", in: "sessions" });
  return {
    events: events.length > 0,
    output: result?.kind === "tool_result" && result.output !== "",
    said: answers.length > 0,
  };
}

test.each<[string, number, Record<string, string>, object]>([
  ["a week later", 7, {}, { events: true, output: true, said: true }],
  ["after 30 days outputs are gone", 31, {}, { events: true, output: false, said: true }],
  ["after a year all is gone", 366, {}, { events: false, output: false, said: false }],
  [
    "by option sooner",
    11,
    { TACIT_KEEP_SESSIONS: "10" },
    { events: false, output: false, said: false },
  ],
  [
    "nonsense as an option changes nothing",
    7,
    { TACIT_KEEP_SESSIONS: "soon", TACIT_KEEP_OUTPUTS: "-1" },
    { events: true, output: true, said: true },
  ],
  [
    "a store that has grown too large loses the oldest",
    2,
    { TACIT_MAX_MB: "0.001" },
    { events: false, output: false, said: false },
  ],
])("%s", async (_name, days, env, expected) => {
  expect(await leftAfter(days, env)).toEqual(expected);
});

test("a session that goes on after its outputs were deleted takes nothing back that it taught", async () => {
  const place = makePlace();
  const first = await place.open();
  const script = sessionScript("s1", place.clock.nowMs)
    .shell("npm test", "Error: REGION is not set", 1)
    .shell("REGION=eu npm test", "ok", 0);
  await first.takeIn(script.end().events, "live");
  await first.settle();
  const before = await first.list();
  place.clock.nowMs += 40 * DAY_MS;
  await first.takeIn(sessionScript("s2", place.clock.nowMs).prompt("hello").end().events, "live");
  await first.settle();
  const later = sessionScript("s1", place.clock.nowMs).prompt("And now the other region, please");
  await first.takeIn(
    later.events.map((event) => ({ ...event, key: `later ${event.kind}` })),
    "live",
  );
  await first.takeIn(later.end().events.slice(-1), "live");
  await first.settle();
  const after = await first.list();
  expect(after.map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining(before.map(({ id, state }) => [id, state])),
  );
});
