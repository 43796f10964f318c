/** One undoable change by a person or an agent, as a list of steps. */
import type { Candidate, Rejection } from "../candidate.ts";
import type { CandidateId, MemoryId, ProjectId } from "../ids.ts";
import type { Memory } from "../memory.ts";

/** Steps refer to versions, never to texts, so that forgotten text remains in no undo entry. */
export type UndoStep =
  | {
      readonly kind: "memory";
      readonly id: MemoryId;
      /** Previous version; null if the step created the memory. */
      readonly before: number | null;
      readonly after: number;
    }
  | {
      readonly kind: "edge";
      readonly change: "added" | "removed";
      readonly fromId: MemoryId;
      readonly toId: MemoryId;
      readonly type: string;
      readonly createdAtMs: number;
    }
  | {
      readonly kind: "candidate";
      readonly id: CandidateId;
      /** State before the change. */
      readonly state: Candidate["state"];
      readonly reason: Rejection | null;
      readonly memoryId: MemoryId | null;
    }
  | {
      readonly kind: "proposal";
      readonly id: string;
      /** The decision; undoing it opens the proposal again. */
      readonly state: "accepted" | "rejected";
    };

export interface UndoEntry {
  readonly id: string;
  readonly projectId: ProjectId;
  /** Equal for the changes of one run, which are undone together; null for a single change. */
  readonly groupId: string | null;
  /** The operation: "correct", "feedback", "merge". */
  readonly what: string;
  readonly steps: readonly UndoStep[];
  readonly atMs: number;
  readonly undoneAtMs: number | null;
}

/** Fields of a version that are not part of its content. */
const VERSION_FIELDS: ReadonlySet<string> = new Set(["id", "version", "updatedAtMs"]);

/**
 * Returns `now` without the change from `was` to `became`. A field that changed again keeps its value and is listed in
 * `unchanged`.
 */
export function withoutChange(
  now: Memory,
  was: Memory,
  became: Memory,
): { readonly memory: Memory; readonly unchanged: readonly string[] } {
  const fields = (memory: Memory) => new Map<string, unknown>(Object.entries(memory));
  const [here, before, after] = [fields(now), fields(was), fields(became)];
  const unchanged: string[] = [];
  for (const [name, value] of before) {
    if (VERSION_FIELDS.has(name) || isSame(value, after.get(name))) continue;
    if (isSame(here.get(name), after.get(name))) here.set(name, value);
    else if (!isSame(here.get(name), value)) unchanged.push(name);
  }
  return { memory: Object.fromEntries(here) as unknown as Memory, unchanged };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
