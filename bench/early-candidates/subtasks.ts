/**
 * Measures what Tacit would promote at the end of a subtask, in sessions of more than five subtasks. Hosts report subtasks
 * either as plan lists with a state per entry (TodoWrite, todowrite, update_plan, write_todos) or with tools that create and
 * change one subtask (TaskCreate, TaskUpdate).
 */
import type { Event } from "@tacit-memory/protocol";
import { detect } from "../../packages/memory/src/learn/detect/detect.ts";
import { buildTrace } from "../../packages/memory/src/learn/detect/trace.ts";
import type { Session } from "../observer/session.ts";

const LISTS = /^(?:TodoWrite|todowrite|todo_write|update_plan|write_todos)$/;
const MORE_THAN = 5;

export interface Subtasks {
  /** Sessions that wrote a plan. */
  planned: number;
  /** Sessions with more than five subtasks. */
  many: number;
  /** Number of those that failed or were cancelled. */
  failed: number;
  /** Subtasks reported as done in those sessions. */
  done: number;
  /** Subtasks with a passing test run since the previous one. */
  validated: number;
  /** Signals of the sessions that produce a worded memory. */
  worded: number;
  /** Number of those for which one session is sufficient evidence. */
  enough: number;
  /** Number of those that had been reported when a subtask was done. */
  earlier: number;
}

export function countSubtasks(sessions: readonly Session[]): Subtasks {
  const sum: Subtasks = {
    ...{ planned: 0, many: 0, failed: 0, done: 0 },
    ...{ validated: 0, worded: 0, enough: 0, earlier: 0 },
  };
  for (const session of sessions) {
    const plan = planOf(session.events);
    if (plan.most > 0) sum.planned++;
    if (plan.most > MORE_THAN) countIn(session, plan.doneAt, sum);
  }
  return sum;
}

/** Returns the largest number of subtasks at one time and the positions in `events` at which each was reported as done. */
function planOf(events: readonly Event[]): { most: number; doneAt: number[] } {
  const states = new Map<string, unknown>();
  const doneAt: number[] = [];
  let [most, made] = [0, 0];
  for (const [at, event] of events.entries()) {
    if (event.kind !== "tool_call") continue;
    const { hostTool = "", input } = event;
    const planItems = itemsOf(hostTool, input);
    made += hostTool === "TaskCreate" ? 1 : 0;
    most = Math.max(most, made, LISTS.test(hostTool) ? planItems.length : 0);
    for (const [name, state] of planItems) {
      if (state === "completed" && states.get(name) !== "completed") doneAt.push(at);
      states.set(name, state);
    }
  }
  return { most, doneAt };
}

function itemsOf(hostTool: string, input: unknown): [name: string, state: unknown][] {
  if (typeof input !== "object" || input === null) return [];
  const fields = input as Record<string, unknown>;
  if (hostTool === "TaskUpdate") return [[String(fields["taskId"]), fields["status"]]];
  const items = fields["todos"] ?? fields["plan"];
  if (!LISTS.test(hostTool) || !Array.isArray(items)) return [];
  return items.flatMap((item: Record<string, unknown> | null) =>
    item === null || typeof item !== "object"
      ? []
      : [[String(item["content"] ?? item["step"] ?? item["description"]), item["status"]]],
  );
}

function countIn({ id, events }: Session, doneAt: readonly number[], sum: Subtasks): void {
  sum.many++;
  sum.done += doneAt.length;
  const end = events.findLast(({ kind }) => kind === "session_end");
  if (end?.kind === "session_end" && /^(?:failure|cancelled)$/.test(end.outcome ?? ""))
    sum.failed++;
  const final = detect(buildTrace(id, events)).filter(({ draft }) => draft !== null);
  sum.worded += final.length;
  sum.enough += final.filter(({ minSessions }) => minSessions === 1).length;
  const seen = new Set<string>();
  let from = 0;
  for (const at of new Set(doneAt)) {
    const sofar = detect(buildTrace(id, events.slice(0, at)));
    const isGreen = sofar.some(
      ({ type, seqs }) => type === "test_outcome" && seqs.some((seq) => seq >= from),
    );
    if (isGreen) sum.validated += doneAt.filter((item) => item === at).length;
    from = at;
    for (const { draft, minSessions, subject } of sofar) {
      if (draft === null || minSessions > 1 || seen.has(subject)) continue;
      seen.add(subject);
      if (final.some((signal) => signal.subject === subject)) sum.earlier++;
    }
  }
}
