/** Today view: what is new, what needs a person, and whether anything reaches the agents. */
import { type StatusNote, waitsForPerson } from "@tacit-memory/memory";
import type { DayActivity, Note, Today } from "@tacit-memory/protocol";
import { libraryText } from "./library-text.ts";
import { type At, rowOf, withTitles } from "./rows.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Days that a first visit shows. */
const FIRST_DAYS = 7;
const MAX = { learned: 8, shown: 8 };
/** Showings that are read, because each session is shown mostly the same memories. */
const SHOWINGS = 100;
/** Excludes handoffs: they are for `tacit resume` and only noise among lessons. */
const NO_HANDOFFS = { exceptType: "handoff" } as const;

interface TodayInput {
  readonly sinceMs?: number | undefined;
  readonly utcOffset: number;
}

export async function todayOf({ tacit, nowMs }: At, request: TodayInput): Promise<Today> {
  const { sinceMs = nowMs - FIRST_DAYS * DAY_MS, utcOffset } = request;
  const fromMs = startOfDay(nowMs, utcOffset) - (DAYS - 1) * DAY_MS;
  const [status, learned, shown, activity] = await Promise.all([
    tacit.admin.status(),
    tacit.memories.list({ ...NO_HANDOFFS, learned: { fromMs: sinceMs }, limit: MAX.learned + 1 }),
    tacit.admin.shown({ limit: SHOWINGS }),
    tacit.admin.activity({ fromMs, utcOffsetMinutes: utcOffset }),
  ]);
  const active = status.memories.filter(
    ({ state, type }) => state === "active" && type !== NO_HANDOFFS.exceptType,
  );
  return {
    counts: {
      memories: sum(active),
      verified: sum(active.filter(({ standing }) => standing === "verified")),
      sessions: status.sessions,
    },
    needs: {
      review: status.toReview,
      candidates: sum(status.candidates.filter(waitsForPerson)),
      proposals: status.proposals,
      gaps: status.gaps,
    },
    learned: learned.slice(0, MAX.learned).map((memory) => rowOf(memory, nowMs)),
    hasMoreLearned: learned.length > MAX.learned,
    shown: {
      tokens: status.injections.tokens,
      recent: await withTitles(tacit, lastShowings(shown).slice(0, MAX.shown)),
    },
    hosts: status.heard.flatMap(({ agent, ...times }) =>
      agent === null ? [] : [{ agent, ...times }],
    ),
    days: everyDay(activity, nowMs + utcOffset * 60_000),
    notes: status.notes.map(noteOf),
  };
}

/** Returns the newest showing of each memory. `shown`: newest first. */
export function lastShowings<Showing extends { readonly memoryId: string }>(
  shown: readonly Showing[],
): Showing[] {
  const byMemory = new Map<string, Showing>();
  for (const showing of shown)
    if (!byMemory.has(showing.memoryId)) byMemory.set(showing.memoryId, showing);
  return [...byMemory.values()];
}

function noteOf({ code, ...facts }: StatusNote): Note {
  const { problem = null, ...values } = { problem: null, ...facts };
  return { code, values, problem: problem === null ? null : libraryText(problem) };
}

/** Returns when the current day of a reader began. `utcOffset`: minutes by which the reader is ahead of UTC. */
function startOfDay(nowMs: number, utcOffset: number): number {
  const offsetMs = utcOffset * 60_000;
  return Math.floor((nowMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
}

/** Adds the days without activity, up to today. `localMs`: the current local time, expressed as if it were UTC. */
function everyDay(activity: readonly DayActivity[], localMs: number): DayActivity[] {
  const byDay = new Map(activity.map((dayActivity) => [dayActivity.day, dayActivity]));
  return Array.from({ length: DAYS }, (_, i) => {
    const at = new Date(localMs - (DAYS - 1 - i) * DAY_MS);
    const day = at.toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, made: 0, shown: 0 };
  });
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
