/**
 * "yesterday", "3 days", "last month", "monday", "2026-10", "2026-10-01": a time as a person says it → from when to when
 * that is, in the time zone of whoever asks. Only what lies in the past: a memory is never from tomorrow.
 */
import { MemoryError } from "../domain/errors.ts";

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
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september"],
  ...["october", "november", "december"],
];

/** Null for what is no time we know. */
export function timeRange(said: string, nowMs: number): TimeRange | null {
  const words = said.trim().toLowerCase().replace(/\s+/g, " ");
  return ago(words, nowMs) ?? calendar(words) ?? named(words, nowMs);
}

/** What the options `since` and `until` leave; either may be left out. Throws "time_unknown". */
export function learnedBetween(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  nowMs: number,
): { readonly fromMs?: number; readonly toMs?: number } | undefined {
  if (since === undefined && until === undefined) return undefined;
  const [from, to] = [since, until].map((said) => (said === undefined ? null : known(said, nowMs)));
  return {
    ...(from == null ? {} : { fromMs: from.fromMs }),
    ...(to == null ? {} : { toMs: to.toMs }),
  };
}

function known(said: string, nowMs: number): TimeRange {
  const range = timeRange(said, nowMs);
  if (range === null) throw new MemoryError("time_unknown", { time: said });
  return range;
}

/** `3d`, `2 weeks`, `6 hours ago`: that moment. */
function ago(words: string, nowMs: number): TimeRange | null {
  const told = /^(\d{1,4}) ?(h|d|w|mo|y|hours?|days?|weeks?|months?|years?)(?: ago)?$/.exec(words);
  if (told === null) return null;
  const unit = UNITS[told[2] ?? ""] ?? (told[2]?.replace(/s$/, "") as Unit);
  return moment(back(new Date(nowMs), unit, Number(told[1])).getTime());
}

function back(date: Date, unit: Unit, many: number): Date {
  const then = new Date(date);
  if (unit === "hour") then.setHours(then.getHours() - many);
  if (unit === "day") then.setDate(then.getDate() - many);
  if (unit === "week") then.setDate(then.getDate() - 7 * many);
  if (unit === "month") then.setMonth(then.getMonth() - many);
  if (unit === "year") then.setFullYear(then.getFullYear() - many);
  return then;
}

/** `2026`, `2026-10`, `2026-10-01`, and a moment of a day as ISO 8601 has it. */
function calendar(words: string): TimeRange | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(words) ?? [];
  if (year !== undefined) {
    const from = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
    // The 31st of February is a day of March to Date.
    const isThere =
      [from.getMonth() + 1, from.getDate()].join() === [month ?? 1, day ?? 1].map(Number).join();
    const unit = day === undefined ? (month === undefined ? "year" : "month") : "day";
    return isThere ? whole(from, unit) : null;
  }
  const atMs = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}/.test(words)
    ? Date.parse(words.toUpperCase())
    : Number.NaN;
  return Number.isNaN(atMs) ? null : moment(atMs);
}

function named(words: string, nowMs: number): TimeRange | null {
  const today = startOf(new Date(nowMs), "day");
  if (words === "today") return whole(today, "day");
  if (words === "yesterday") return whole(back(today, "day", 1), "day");
  const told = /^(this|last) (week|month|year)$/.exec(words);
  if (told !== null) {
    const unit = told[2] as Unit;
    const start = startOf(today, unit);
    return whole(told[1] === "last" ? back(start, unit, 1) : start, unit);
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

function whole(from: Date, unit: Unit): TimeRange {
  return { fromMs: from.getTime(), toMs: back(from, unit, -1).getTime() };
}
