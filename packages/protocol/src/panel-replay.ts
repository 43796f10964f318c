/** The replay of a session in the panel: what happened in it, in order (panel.ts has the route). */
import type { MemoryRow } from "./panel-memory.ts";
import type { SessionProblem, SessionShown } from "./panel-views.ts";

export interface SessionReplay {
  readonly task: string | null;
  readonly startedAtMs: number;
  /** In the order in which they happened. */
  readonly moments: readonly SessionMoment[];
  /** Number of prompts, steps, errors and memories that are not in `moments`, because there are too many. */
  readonly leftOut: number;
}

export type SessionMoment =
  | { readonly kind: "prompt"; readonly atMs: number; readonly text: string }
  | WorkMoment
  | ({ readonly kind: "error" } & SessionProblem)
  | ({ readonly kind: "shown" } & SessionShown)
  | { readonly kind: "learned"; readonly atMs: number; readonly memory: MemoryRow };

/** Steps of one kind that followed each other. */
export interface WorkMoment {
  readonly kind: "work";
  readonly atMs: number;
  readonly by: "agent" | "subagent";
  readonly steps: number;
  readonly errors: number;
  /** Steps by kind: read, edit, check, run, web, delegate, other. */
  readonly kinds: Readonly<Partial<Record<string, number>>>;
  readonly files: readonly string[];
  readonly commands: readonly string[];
}
