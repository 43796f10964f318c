/** Events are read in the order in which they happened, whatever the order of their arrival. */
import type { Event } from "@tacit-memory/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder, SKEW_MS } from "./event-order.ts";

const START_MS = Date.UTC(2026, 0, 5, 9);

function at(ms: number, text: string): Event {
  return { v: 1, session: "s", ts: new Date(START_MS + ms).toISOString(), kind: "prompt", text };
}

const texts = (events: readonly Event[]) =>
  inOrder(events).map((event) => (event.kind === "prompt" ? event.text : ""));

test.each<[string, readonly (readonly [number, string])[], string]>([
  [
    "one overtook another",
    [
      [1000, "b"],
      [500, "a"],
      [2000, "c"],
    ],
    "abc",
  ],
  [
    "dated the same: as they came",
    [
      [1000, "a"],
      [1000, "b"],
      [1000, "c"],
    ],
    "abc",
  ],
  [
    "the clock was put back an hour: as they came",
    [
      [3_600_000, "a"],
      [1000, "b"],
      [2000, "c"],
      [3_601_000, "d"],
    ],
    "abcd",
  ],
  [
    "the clock was put forward",
    [
      [0, "a"],
      [3_600_000, "b"],
      [3_600_500, "c"],
    ],
    "abc",
  ],
])("%s", (_name, entries, order) => {
  expect(texts(entries.map(([ms, text]) => at(ms, text))).join("")).toBe(order);
});

test("renumbers the events and loses none", () => {
  const input = [at(5, "b"), at(1, "a")].map((event, n) => ({ ...event, seq: n + 40 }));
  expect(inOrder(input).map(({ seq }) => seq)).toEqual([0, 1]);
  expect(inOrder([])).toEqual([]);
});

test("an event with an unreadable time keeps its place of arrival", () => {
  const broken = { ...at(0, "b"), ts: "yesterday" };
  expect(texts([at(1, "a"), broken, at(2, "c")])).toEqual(["a", "b", "c"]);
});

test("property: every event that is late within the skew is sorted into its place", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 40 });
  const lags = fc.array(fc.integer({ min: 0, max: SKEW_MS - 1 }), {
    minLength: 40,
    maxLength: 40,
  });
  fc.assert(
    fc.property(gaps, lags, (gap, lag) => {
      let ms = 0;
      const happened = gap.map((item, n) => {
        ms += item;
        return { event: at(ms, String(n)), arrivesAt: ms + (lag[n] ?? 0) };
      });
      const came = happened.toSorted((a, b) => a.arrivesAt - b.arrivesAt).map(({ event }) => event);
      expect(texts(came)).toEqual(happened.map((_one, n) => String(n)));
    }),
  );
});
