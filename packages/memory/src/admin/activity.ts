/** Reports what was shown to agents, and how many memories were made and shown on each day. */
import { countMadeByDay } from "../store/memories/memory-counts.ts";
import {
  countShownByDay,
  type InjectionRow,
  listInjections,
} from "../store/sessions/injections.ts";
import type { Workspace } from "../workspace.ts";

export interface ActivityRequest {
  readonly fromMs: number;
  /** Minutes by which local time is ahead of UTC. */
  readonly utcOffsetMinutes?: number | undefined;
}

/** Activity of a day. Days without activity are left out. */
export interface DayActivity {
  /** Day in local time, such as 2026-11-28. */
  readonly day: string;
  readonly made: number;
  readonly shown: number;
}

export async function activityOf(
  { db, projectId }: Workspace,
  { fromMs, utcOffsetMinutes = 0 }: ActivityRequest,
): Promise<DayActivity[]> {
  const request = { projectId, fromMs, offsetMs: utcOffsetMinutes * 60_000 };
  const made = new Map((await countMadeByDay(db, request)).map((row) => [row.day, row.count]));
  const shown = new Map((await countShownByDay(db, request)).map((row) => [row.day, row.count]));
  return [...new Set([...made.keys(), ...shown.keys()])]
    .sort()
    .map((day) => ({ day, made: made.get(day) ?? 0, shown: shown.get(day) ?? 0 }));
}

export interface ShownFilter {
  readonly sessionId?: string | undefined;
  readonly memoryId?: string | undefined;
  readonly limit: number;
}

/** Returns what was shown in this project, newest first. */
export async function shownOf(
  { db, projectId }: Workspace,
  filter: ShownFilter,
): Promise<InjectionRow[]> {
  return listInjections(db, { projectId, ...filter });
}
