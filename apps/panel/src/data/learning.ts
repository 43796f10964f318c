/** Learning from past sessions: how far it is, and whether it runs. While it runs, the page asks again and again. */
import type { LearningState } from "@tacit-memory/protocol";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";

/** Milliseconds between two questions while it runs. */
const POLL_MS = 400;

export const learningQuery = queryOptions({
  queryKey: ["learning"],
  queryFn: ({ signal }) => call("GET /api/learning", {}, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && isRunning(data) ? POLL_MS : false,
});

const RUNNING = ["rules", "history", "reading", "learning", "stopping"];

export function isRunning({ step }: LearningState): boolean {
  return RUNNING.includes(step);
}
