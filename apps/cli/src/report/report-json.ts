/** Report for scripts: the engine's `SessionReport`, with memories and candidates as elsewhere and dates as ISO 8601. */
import type { ListedSession, SessionReport } from "@tacit-memory/memory";
import { candidateJson, iso, type Json, memoryJson } from "../output/memory-json.ts";

/**
 * Returns the report as JSON: `startedAtMs` becomes `startedAt`, `fromMs` becomes `from`, at every depth; durations
 * (`activeMs`) stay in milliseconds.
 */
export function reportJson(report: SessionReport, nowMs: number): Json {
  const { memories, candidates, ...rest } = report;
  return {
    ...(dated(rest) as Json),
    memories: memories.map(({ memory, role, signals }) => ({
      role,
      signals,
      memory: memoryJson(memory, nowMs),
    })),
    candidates: candidates.map(candidateJson),
  };
}

export function listedJson(session: ListedSession): Json {
  return dated(session) as Json;
}

const DATE_NAME = /^(?:at|from|to|.+At)Ms$/;

function dated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dated);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) =>
      DATE_NAME.test(name) && typeof one === "number"
        ? [name.slice(0, -2), Number.isFinite(one) ? iso(one) : null]
        : [name, dated(one)],
    ),
  );
}
