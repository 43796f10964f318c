/** What the first view shows, asked once for it and for the navigation. */
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";
import { lastLookedMs } from "./preferences.ts";

const lookedMs = lastLookedMs();
/** Nobody has looked before: the server then begins a week ago. */
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
