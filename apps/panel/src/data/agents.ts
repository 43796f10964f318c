/** Requests about the agents on this machine. */
import type { AgentAction } from "@tacit-memory/protocol";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";

export const agentsQuery = queryOptions({
  queryKey: ["agents"],
  queryFn: ({ signal }) => call("GET /api/agents", {}, { signal }),
});

/**
 * The plan that a dialog shows. It is loaded once for each dialog, so that a person confirms what is on the screen: if a file
 * changes meanwhile, the server refuses the plan.
 */
export function planQuery(name: string, action: AgentAction) {
  return queryOptions({
    queryKey: ["agents", name, action],
    queryFn: ({ signal }) =>
      call("GET /api/agents/:name/plan", { action }, { params: { name }, signal }),
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  });
}
