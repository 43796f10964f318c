/** The data of the first view, requested once for the view and the navigation. */
import type { Today } from "@tacit-memory/protocol";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";
import { lastLookedMs } from "./preferences.ts";

const lookedMs = lastLookedMs();
/** True if the panel was never opened before; the server then starts a week ago. */
export const isFirstVisit = lookedMs === undefined;

export const todayQuery = queryOptions({
  queryKey: ["today"],
  queryFn: ({ signal }) =>
    call(
      "GET /api/today",
      {
        utcOffset: String(-new Date().getTimezoneOffset()),
        ...(lookedMs === undefined ? {} : { sinceMs: String(lookedMs) }),
      },
      { signal },
    ),
});

/** Returns whether the project has no memory and no session, so that Today would be empty. */
export function isFirstRun({ counts }: Today): boolean {
  return counts.memories === 0 && counts.sessions === 0;
}

let isOffered = false;

/** Returns true until the first run was shown: a person who then opens Today wants to see it, empty or not. */
export function mayOfferFirstRun(): boolean {
  return !isOffered;
}

/** Called by the view of the first run. */
export function firstRunWasOffered(): void {
  isOffered = true;
}
