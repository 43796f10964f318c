/** Tests that the wordings of a time give the intended period, and that other text gives none. */
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { learnedBetween, momentOf, timeRange, validBetween } from "./time-range.ts";

/** A Sunday. */
const NOW = new Date(2026, 10, 22, 10, 30).getTime();
const day = (year: number, month: number, date: number) =>
  new Date(year, month - 1, date).getTime();
const at = (date: number, month = 10) => new Date(2026, month, date, 10, 30).getTime();

describe("recognized times", () => {
  test.each<[string, number, number]>([
    ["today", day(2026, 11, 22), day(2026, 11, 23)],
    ["Yesterday", day(2026, 11, 21), day(2026, 11, 22)],
    ["this week", day(2026, 11, 16), day(2026, 11, 23)],
    ["last  week", day(2026, 11, 9), day(2026, 11, 16)],
    ["last month", day(2026, 10, 1), day(2026, 11, 1)],
    ["last year", day(2025, 1, 1), day(2026, 1, 1)],
    ["monday", day(2026, 11, 16), day(2026, 11, 17)],
    ["sunday", day(2026, 11, 15), day(2026, 11, 16)],
    ["october", day(2026, 10, 1), day(2026, 11, 1)],
    ["december", day(2025, 12, 1), day(2026, 1, 1)],
    ["2026", day(2026, 1, 1), day(2027, 1, 1)],
    ["2026-02", day(2026, 2, 1), day(2026, 3, 1)],
    ["2026-02-28", day(2026, 2, 28), day(2026, 3, 1)],
    ["3d", at(19), at(19) + 1],
    ["2 weeks ago", at(8), at(8) + 1],
    ["1mo", at(22, 9), at(22, 9) + 1],
    ["past week", at(15), NOW + 1],
    ["the last 7 days", at(15), NOW + 1],
    ["the past two weeks", at(8), NOW + 1],
    ["two weeks ago", at(8), at(8) + 1],
    ["a week ago", at(15), at(15) + 1],
    ["in March", day(2026, 3, 1), day(2026, 4, 1)],
    ["Sept.", day(2026, 9, 1), day(2026, 10, 1)],
    ["march 2025", day(2025, 3, 1), day(2025, 4, 1)],
    ["15 March", day(2026, 3, 15), day(2026, 3, 16)],
    ["the 3rd of March 2025", day(2025, 3, 3), day(2025, 3, 4)],
    ["December 24", day(2025, 12, 24), day(2025, 12, 25)],
    ["Dec 24, 2024", day(2024, 12, 24), day(2024, 12, 25)],
    ["on friday", day(2026, 11, 20), day(2026, 11, 21)],
    ["during last month", day(2026, 10, 1), day(2026, 11, 1)],
    ["the day before yesterday", day(2026, 11, 20), day(2026, 11, 21)],
    ["la semaine dernière", day(2026, 11, 9), day(2026, 11, 16)],
    ["Letzte Woche", day(2026, 11, 9), day(2026, 11, 16)],
    ["昨日", day(2026, 11, 21), day(2026, 11, 22)],
  ])("%s", (phrase, fromMs, toMs) => {
    expect(timeRange(phrase, NOW)).toEqual({ fromMs, toMs });
  });

  test("reads a moment", () => {
    const fromMs = Date.parse("2026-11-01T08:00:00Z");
    expect(timeRange("2026-11-01T08:00:00Z", NOW)).toEqual({ fromMs, toMs: fromMs + 1 });
  });

  test("reads since from the beginning of a time and until to its end, and either may be missing", () => {
    const week = { fromMs: day(2026, 11, 9), toMs: day(2026, 11, 16) };
    expect(learnedBetween({ since: "last week", until: "last week" }, NOW)).toEqual(week);
    expect(learnedBetween({ since: "last week" }, NOW)).toEqual({ fromMs: week.fromMs });
    expect(learnedBetween({ until: "3d" }, NOW)).toEqual({ toMs: at(19) + 1 });
    expect(learnedBetween({}, NOW)).toBeUndefined();
    expect(() => learnedBetween({ since: "soon" }, NOW)).toThrow(/soon/);
  });
});

test.each([
  "",
  "soon",
  "2026-02-31",
  "2026-13",
  "26-1-1",
  "tomorrow",
  "-3d",
  "last",
  "3 moons",
  "in 3 days",
  "past",
  "february 31",
  "0 march",
  "0050",
  "2026-02-30T10:00",
  "2026-02-30T10:00:00Z",
])("reads no time from: %s", (phrase) => expect(timeRange(phrase, NOW)).toBeNull());

test("property: any text gives a period that begins before it ends, or none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.date({ noInvalidDate: true }).map(String)), (phrase) => {
      const range = timeRange(phrase, NOW);
      expect(range === null || range.fromMs < range.toMs).toBe(true);
    }),
  );
});

test("reads a validity from the beginning of a time to its end, and the moment a time stands for", () => {
  const [start, end] = [new Date(2020, 0, 1).getTime(), new Date(2021, 0, 1).getTime()];
  expect(validBetween({ from: "2020", until: "2020" }, end)).toEqual({
    validFromMs: start,
    validToMs: end,
  });
  expect(validBetween({}, end)).toEqual({});
  expect(momentOf("2020", end + 5)).toBe(end - 1);
  // The end of a period so far; of a period in the future, its beginning.
  expect(momentOf("2020", start + 5)).toBe(start + 5);
  expect(momentOf("2020", start - 5)).toBe(start);
  expect(momentOf("tomorrow", start)).toBe(start + 86_400_000);
  expect(() => momentOf("soon", end)).toThrow(expect.objectContaining({ code: "time_unknown" }));
});

test.each<[string, number, number]>([
  [
    "a month before the 31st",
    new Date(2026, 2, 31, 8).getTime(),
    new Date(2026, 1, 28, 8).getTime(),
  ],
  [
    "a year before a leap day",
    new Date(2028, 1, 29, 8).getTime(),
    new Date(2028, 0, 29, 8).getTime(),
  ],
])("%s is the last day of the month before", (_name, nowMs, fromMs) => {
  expect(timeRange("1 month", nowMs)).toEqual({ fromMs, toMs: fromMs + 1 });
});

describe("clock changes", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each<[string, string, string, string]>([
    // One hour earlier than 3 o'clock summer time, because 2 o'clock does not exist.
    ["1h", "Europe/Berlin", "2026-03-29T03:15:00+02:00", "2026-03-29T01:15:00+01:00"],
    // One hour before the second 2 o'clock.
    ["1 hour ago", "Europe/Berlin", "2026-10-25T03:30:00+01:00", "2026-10-25T02:30:00+01:00"],
    ["6h", "Europe/Berlin", "2026-03-29T08:00:00+02:00", "2026-03-29T01:00:00+01:00"],
    // A day back keeps the wall-clock time.
    ["1d", "Europe/Berlin", "2026-03-29T08:00:00+02:00", "2026-03-28T08:00:00+01:00"],
  ])("reads %s in %s at %s", (phrase, zone, now, then) => {
    vi.stubEnv("TZ", zone);
    const fromMs = Date.parse(then);
    expect(timeRange(phrase, Date.parse(now))).toEqual({ fromMs, toMs: fromMs + 1 });
  });

  test.each<[string, string, string]>([
    ["today", "2026-09-06T01:00:00-03:00", "2026-09-07T00:00:00-03:00"],
    ["yesterday", "2026-09-05T00:00:00-04:00", "2026-09-06T01:00:00-03:00"],
    ["saturday", "2026-09-05T00:00:00-04:00", "2026-09-06T01:00:00-03:00"],
    ["this week", "2026-08-31T00:00:00-04:00", "2026-09-07T00:00:00-03:00"],
    ["this month", "2026-09-01T00:00:00-04:00", "2026-10-01T00:00:00-03:00"],
  ])("reads %s on a day without midnight", (phrase, from, to) => {
    vi.stubEnv("TZ", "America/Santiago");
    const range = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    expect(timeRange(phrase, Date.parse("2026-09-06T12:00:00-03:00"))).toEqual(range);
  });
});

test("maps the leap day a year ago to the 28th", () => {
  const nowMs = new Date(2028, 1, 29, 8).getTime();
  expect(timeRange("1y", nowMs)?.fromMs).toBe(new Date(2027, 1, 28, 8).getTime());
});

describe("an end of validity is in the future", () => {
  test.each<[string, number]>([
    ["sunday", day(2026, 11, 23)],
    ["Friday", day(2026, 11, 28)],
    ["november", day(2026, 12, 1)],
    ["march", day(2027, 4, 1)],
    ["tomorrow", day(2026, 11, 24)],
    ["next week", day(2026, 11, 30)],
    ["next month", day(2027, 1, 1)],
    ["in 3 days", at(25, 11 - 1)],
    ["in three days", at(25, 11 - 1)],
    ["march 15", day(2027, 3, 16)],
    ["december 24", day(2026, 12, 25)],
    ["last friday", day(2026, 11, 21)],
    ["2026-11-22T10:00:00Z", Date.parse("2026-11-22T10:00:00Z")],
  ])("%s", (until, validToMs) => {
    expect(validBetween({ until }, NOW)).toEqual({ validToMs });
  });

  test("a start of validity is in the past, unless the phrase can only be in the future", () => {
    expect(validBetween({ from: "friday" }, NOW)).toEqual({ validFromMs: day(2026, 11, 20) });
    expect(validBetween({ from: "next year" }, NOW)).toEqual({ validFromMs: day(2027, 1, 1) });
    expect(() => validBetween({ until: "in a while" }, NOW)).toThrow(/in a while/);
  });
});
