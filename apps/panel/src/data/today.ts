/** The data of the first view, requested once for the view and the navigation. */
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
