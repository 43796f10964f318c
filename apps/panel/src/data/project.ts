/** The project of the panel, and the names of agents. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "./api.ts";

export const projectQuery = queryOptions({
  queryKey: ["project"],
  queryFn: ({ signal }) => call("GET /api/project", {}, { signal }),
});

/** Returns a function that gives the name of an agent for people: its own name if the server knows no other. */
export function useAgentName(): (agent: string) => string {
  const { data } = useQuery({ ...projectQuery, select: ({ agents }) => agents });
  return (agent) => data?.[agent] ?? agent;
}
