/**
 * Converts a worded time to a period in the local time zone: "yesterday", "3 days", "last month", "monday", "2026-10",
 * "2026-10-01". Ambiguous times are in the past, because a memory is never from the future; only the end of a validity is in
 * the future.
 */
import { MemoryError } from "../../domain/errors.ts";
import { MONTHS, plainTime } from "./spoken-time.ts";

export interface TimeRange {
  /** Milliseconds since 1970, inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

type Unit = "hour" | "day" | "week" | "month" | "year";

const UNITS: Readonly<Record<string, Unit>> = {
  h: "hour",
  d: "day",
  w: "week",
  mo: "month",
  y: "year",
};
const HOUR_MS = 3_600_000;
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Returns the period; null for an unknown wording. */
export function timeRange(phrase: string, nowMs: number): TimeRange | null {
  const words = plainTime(phrase);
  return ago(words, nowMs) ?? lastMany(words, nowMs) ?? calendar(words) ?? named(words, nowMs);
}

/** Returns the period of the options `since` and `until`; either may be omitted. Throws "time_unknown". */
export function learnedBetween(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  nowMs: number,
): { readonly fromMs?: number; readonly toMs?: number } | undefined {
  if (since === undefined && until === undefined) return undefined;
  const [from, to] = [since, until].map((phrase) =>
    phrase === undefined ? null : requireRange(phrase, nowMs),
  );
  return {
    ...(from == null ? {} : { fromMs: from.fromMs }),
    ...(to == null ? {} : { toMs: to.toMs }),
  };
}

/**
 * Returns the validity for a worded time, up to the end of the named day, month or year. Valid until Friday means the coming
 * one, since Friday the last one. Throws "time_unknown".
 */
export function validBetween(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  nowMs: number,
): { readonly validFromMs?: number; readonly validToMs?: number } {
  return {
    ...(from === undefined
      ? {}
      : { validFromMs: (ahead(from, nowMs) ?? requireRange(from, nowMs)).fromMs }),
    ...(until === undefined
      ? {}
      : {
          validToMs: endOf(
            ahead(until, nowMs) ?? coming(until, nowMs) ?? requireRange(until, nowMs),
          ),
        }),
  };
}

/**
 * Returns the moment of a worded time for questions about validity: its end, but not later than now. Throws "time_unknown".
 */
export function momentOf(phrase: string, nowMs: number): number {
  const { fromMs, toMs } = ahead(phrase, nowMs) ?? requireRange(phrase, nowMs);
  return fromMs > nowMs ? fromMs : Math.min(toMs - 1, nowMs);
}

function requireRange(phrase: string, nowMs: number): TimeRange {
  const range = timeRange(phrase, nowMs);
  if (range === null) throw new MemoryError("time_unknown", { time: phrase });
  return range;
}

/** Returns the exclusive end of a period; a single moment is its own end. */
export function endOf({ fromMs, toMs }: TimeRange): number {
  return toMs - fromMs === 1 ? fromMs : toMs;
}

/** Parses a day, month, year or moment in ISO 8601; null for anything else. */
export function calendarRange(phrase: string): TimeRange | null {
  return calendar(plainTime(phrase));
}

/** Parses `tomorrow`, `next month`, `in 3 days`: times that are always in the future. */
function ahead(phrase: string, nowMs: number): TimeRange | null {
  const words = plainTime(phrase);
  const today = startOf(new Date(nowMs), "day");
  if (words === "tomorrow") return whole(back(today, "day", -1), "day");
  const next = /^next (week|month|year)$/.exec(words)?.[1] as Unit | undefined;
  if (next !== undefined) return whole(back(startOf(today, next), next, -1), next);
  const match = /^in (.+)$/.exec(words);
  const amount = match === null ? null : amountOf(match[1] ?? "");
  if (amount === null) return null;
  return moment(back(new Date(nowMs), amount.unit, -amount.many).getTime());
}

/** Parses the name of a day or month as the current or next one. */
function coming(phrase: string, nowMs: number): TimeRange | null {
  const words = plainTime(phrase);
  const today = startOf(new Date(nowMs), "day");
  const [day, month] = [DAYS.indexOf(words), MONTHS.indexOf(words)];
  if (day >= 0) return whole(back(today, "day", -((day - today.getDay() + 7) % 7)), "day");
  const date = dayOfYear(words, today.getFullYear());
  if (date !== null && date < today) return dayIn(words, today.getFullYear() + 1);
  if (date !== null) return whole(date, "day");
  if (month < 0) return null;
  const inYear = today.getFullYear() + Number(month < today.getMonth());
  return whole(new Date(inYear, month, 1), "month");
}

/** Parses `3d`, `2 weeks`, `6 hours ago` as a moment. */
function ago(words: string, nowMs: number): TimeRange | null {
  const amount = amountOf(words.replace(/ ago$/, ""));
  return amount === null ? null : moment(back(new Date(nowMs), amount.unit, amount.many).getTime());
}

function amountOf(words: string): { readonly unit: Unit; readonly many: number } | null {
  const match = /^(\d{1,4}) ?(h|d|w|mo|y|hours?|days?|weeks?|months?|years?)$/.exec(words);
  if (match === null) return null;
  const unit = UNITS[match[2] ?? ""] ?? (match[2]?.replace(/s$/, "") as Unit);
  return { unit, many: Number(match[1]) };
}

/** Parses `last 7 days`, `past week` as a period that ends now, whereas `last week` is a calendar week. */
function lastMany(words: string, nowMs: number): TimeRange | null {
  const span = /^(?:last (?=\d)|past )(.+)$/.exec(words)?.[1] ?? "";
  const amount = amountOf(/^\d/.test(span) ? span : `1 ${span}`);
  if (span === "" || amount === null) return null;
  return { fromMs: back(new Date(nowMs), amount.unit, amount.many).getTime(), toMs: nowMs + 1 };
}

/** Parses `march 15`; null when this day does not exist. */
function dayOfYear(words: string, year: number): Date | null {
  const [, name = "", date] = /^([a-z]+) (\d{1,2})$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name);
  if (month < 0) return null;
  const day = new Date(year, month, Number(date));
  return day.getMonth() === month && Number(date) > 0 ? day : null;
}

function dayIn(words: string, year: number): TimeRange | null {
  const day = dayOfYear(words, year);
  return day === null ? null : whole(day, "day");
}

function back(date: Date, unit: Unit, many: number): Date {
  const then = new Date(date);
  // An hour is counted in elapsed time, because wall-clock hours are skipped or repeated at a clock change.
  if (unit === "hour") then.setTime(then.getTime() - many * HOUR_MS);
  if (unit === "day") then.setDate(then.getDate() - many);
  if (unit === "week") then.setDate(then.getDate() - 7 * many);
  if (unit === "month" || unit === "year") {
    then.setMonth(then.getMonth() - many * (unit === "year" ? 12 : 1));
    // In a month without a 31st, Date moves to the next month; use the last day instead.
    if (then.getDate() !== date.getDate()) then.setDate(0);
  }
  return then;
}

/** Parses `2026`, `2026-10`, `2026-10-01`, and an ISO 8601 moment. */
function calendar(words: string): TimeRange | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(words) ?? [];
  if (year !== undefined) {
    const from = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
    // Date turns the 31st of February into a day of March, and the year 50 into 1950.
    const [there, requested] = [
      [from.getFullYear(), from.getMonth() + 1, from.getDate()],
      [year, month ?? 1, day ?? 1].map(Number),
    ];
    const isThere = there.join() === requested.join();
    const unit = day === undefined ? (month === undefined ? "year" : "month") : "day";
    return isThere ? whole(from, unit) : null;
  }
  return timeOfDay(words);
}

/** Parses a moment of a day. Date accepts times on the 30th of February. */
function timeOfDay(words: string): TimeRange | null {
  const [, day] = /^(\d{4}-\d{2}-\d{2})t\d{2}:\d{2}/.exec(words) ?? [];
  const atMs = day === undefined ? Number.NaN : Date.parse(words.toUpperCase());
  return Number.isNaN(atMs) || calendar(day ?? "") === null ? null : moment(atMs);
}

function named(words: string, nowMs: number): TimeRange | null {
  const today = startOf(new Date(nowMs), "day");
  if (words === "today") return whole(today, "day");
  if (words === "yesterday") return whole(back(today, "day", 1), "day");
  if (words === "day before yesterday") return whole(back(today, "day", 2), "day");
  const date = dayOfYear(words, today.getFullYear());
  if (date !== null && date > today) return dayIn(words, today.getFullYear() - 1);
  if (date !== null) return whole(date, "day");
  const match = /^(this|last) (week|month|year)$/.exec(words);
  if (match !== null) {
    const unit = match[2] as Unit;
    const start = startOf(today, unit);
    return whole(match[1] === "last" ? back(start, unit, 1) : start, unit);
  }
  const name = words.replace(/^last /, "");
  const day = DAYS.indexOf(name);
  // The name of the current weekday means a week ago; for today there is "today".
  if (day >= 0) return whole(back(today, "day", (today.getDay() - day + 7) % 7 || 7), "day");
  const month = MONTHS.indexOf(name);
  if (month < 0) return null;
  const inYear = today.getFullYear() - Number(month > today.getMonth());
  return whole(new Date(inYear, month, 1), "month");
}

/** Returns the start of a unit. Weeks begin on Monday. */
function startOf(date: Date, unit: Unit): Date {
  const start = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  if (unit === "week") start.setDate(start.getDate() - ((start.getDay() + 6) % 7));
  if (unit === "month" || unit === "year") start.setDate(1);
  if (unit === "year") start.setMonth(0);
  return start;
}

function moment(atMs: number): TimeRange {
  return { fromMs: atMs, toMs: atMs + 1 };
}

/**
 * Returns the whole unit as a period. Where clocks go forward at midnight, a day begins at one o'clock, but the adjacent days
 * do not.
 */
function whole(from: Date, unit: Unit): TimeRange {
  const toMs = startOf(back(from, unit, -1), "day").getTime();
  return { fromMs: startOf(from, "day").getTime(), toMs };
}
