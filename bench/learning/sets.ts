/** Reads the recorded sessions of a set as the product receives them, by repository and in order of time. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readSession, type Session } from "../observer/session.ts";

export const SETS = [
  "cc-context-evaluator",
  "opencode-nimbus",
  "specstory-getspecstory",
  "cc-swecontextbench",
  "rovo-polybench",
  "sweagent-gpt4-lite",
  "moatless-sonnet35-lite",
  "cc-oh-my-posh",
  "codex-agentv",
];
/** Sets with many repositories; the task's name contains the repository. */
const OF_ISSUES: ReadonlySet<string> = new Set([
  "cc-swecontextbench",
  "rovo-polybench",
  "sweagent-gpt4-lite",
  "moatless-sonnet35-lite",
]);

/** Returns one list per repository, oldest session first. Unreadable files are skipped. */
export async function readRepositories(sessions: string, set: string): Promise<Session[][]> {
  const raw = join(sessions, set, "raw");
  if (!existsSync(raw)) return [];
  const names = readdirSync(raw, { recursive: true, encoding: "utf8" });
  const read = await Promise.all(
    names
      .filter((name) => /\.\w+$/.test(name))
      .sort()
      .map((name) => readSession(sessions, set, name).catch(() => null)),
  );
  const whole = read.filter((session): session is Session => (session?.events.length ?? 0) > 0);
  whole.sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
  return [...Map.groupBy(whole, (session) => repositoryOf(set, session)).values()];
}

export function startOf({ events }: Session): string {
  return events[0]?.ts ?? "";
}

/** Returns the repository of a session. Tasks of the issue sets name their repository; every other set has one repository. */
export function repositoryOf(set: string, { id, events }: Session): string {
  const named = /([a-z0-9_.-]+__[a-z0-9_.-]+?)-\d+/i;
  if (!OF_ISSUES.has(set)) return set;
  const head = events.slice(0, 3).map((event) => JSON.stringify(event));
  return named.exec([id, ...head].join(" "))?.[1] ?? "";
}

export function halfOf({ id }: Session): "dev" | "test" {
  return createHash("sha256").update(id).digest().readUInt8(0) % 2 === 0 ? "dev" : "test";
}

/** Returns the session's task in the form that the store contains. */
export function taskOf({ events }: Session): string {
  for (const event of events) {
    if (event.kind === "session_start" && event.task !== undefined) return event.task;
    if (event.kind === "prompt") return event.text;
  }
  return "";
}
