/**
 * "yesterday", "3 days", "last month", "monday", "2026-10", "2026-10-01": a time as a person says it → from when to when
 * that is, in the time zone of whoever asks. In the past, where it may be either: a memory is never from tomorrow; only what
 * something is true until lies ahead.
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

/** Null for what is no time we know. */
export function timeRange(phrase: string, nowMs: number): TimeRange | null {
  const words = plainTime(phrase);
  return ago(words, nowMs) ?? lastMany(words, nowMs) ?? calendar(words) ?? named(words, nowMs);
}

/** What the options `since` and `until` leave; either may be left out. Throws "time_unknown". */
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
 * From when to when something is true, as a person says it: until the end of the day, month or year named. What holds
 * until Friday ends on the coming one; since Friday is since the last. Throws "time_unknown".
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

/** The moment meant by a time, for what was true then: the end of it, as far as that has come. Throws "time_unknown". */
export function momentOf(phrase: string, nowMs: number): number {
  const { fromMs, toMs } = ahead(phrase, nowMs) ?? requireRange(phrase, nowMs);
  return fromMs > nowMs ? fromMs : Math.min(toMs - 1, nowMs);
}

function requireRange(phrase: string, nowMs: number): TimeRange {
  const range = timeRange(phrase, nowMs);
  if (range === null) throw new MemoryError("time_unknown", { time: phrase });
  return range;
}

/** What is true until a moment is not true at it. */
export function endOf({ fromMs, toMs }: TimeRange): number {
  return toMs - fromMs === 1 ? fromMs : toMs;
}

/** A day, month or year, or a moment, as ISO 8601 has it. Null for anything else. */
export function calendarRange(phrase: string): TimeRange | null {
  return calendar(plainTime(phrase));
}

/** `tomorrow`, `next month`, `in 3 days`: what only says when something will be. */
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

/** The day or month of this name that is now or comes next. */
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

/** `3d`, `2 weeks`, `6 hours ago`: that moment. */
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

/** `last 7 days`, `past week`: from then until now, where `last week` is that of the calendar. */
function lastMany(words: string, nowMs: number): TimeRange | null {
  const span = /^(?:last (?=\d)|past )(.+)$/.exec(words)?.[1] ?? "";
  const amount = amountOf(/^\d/.test(span) ? span : `1 ${span}`);
  if (span === "" || amount === null) return null;
  return { fromMs: back(new Date(nowMs), amount.unit, amount.many).getTime(), toMs: nowMs + 1 };
}

/** `march 15`. Null where there is no such day. */
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
  // An hour is as long when clocks are changed: by the clock on the wall it would be none, or two.
  if (unit === "hour") then.setTime(then.getTime() - many * HOUR_MS);
  if (unit === "day") then.setDate(then.getDate() - many);
  if (unit === "week") then.setDate(then.getDate() - 7 * many);
  if (unit === "month" || unit === "year") {
    then.setMonth(then.getMonth() - many * (unit === "year" ? 12 : 1));
    // A month without a 31st ends on its last day; to Date the next one has begun.
    if (then.getDate() !== date.getDate()) then.setDate(0);
  }
  return then;
}

/** `2026`, `2026-10`, `2026-10-01`, and a moment of a day as ISO 8601 has it. */
function calendar(words: string): TimeRange | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(words) ?? [];
  if (year !== undefined) {
    const from = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
    // The 31st of February is a day of March to Date, and the year 50 is 1950.
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

/** To Date the 30th of February has hours. */
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
  // Today's own name is a week ago: for today there is "today".
  if (day >= 0) return whole(back(today, "day", (today.getDay() - day + 7) % 7 || 7), "day");
  const month = MONTHS.indexOf(name);
  if (month < 0) return null;
  const inYear = today.getFullYear() - Number(month > today.getMonth());
  return whole(new Date(inYear, month, 1), "month");
}

/** Weeks begin on Monday. */
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

/** Where clocks are put forward at midnight, a day begins at one, and the days around it do not. */
function whole(from: Date, unit: Unit): TimeRange {
  const toMs = startOf(back(from, unit, -1), "day").getTime();
  return { fromMs: startOf(from, "day").getTime(), toMs };
}
