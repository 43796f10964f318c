/** What every agent host's adapter provides: its payloads read, its answers written. */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";

export interface Payload {
  readonly [name: string]: unknown;
}

/**
 * Kinds of events whose hook has an answer that reaches the model. Where a session's start has none, the first of
 * them since it began, or was compacted, is told what a session starts with.
 */
export type Answered = "prompt" | "tool_result";

/** What a moment of a session asks for, besides being captured. */
export type Ask =
  /**
   * `endsUntold`: the host does not always say that a session is over. `isNews`: the session was shown a start block before
   * and has it still, so only what was learned since then is shown.
   */
  | {
      readonly kind: "start";
      readonly task: string;
      readonly isCompaction: boolean;
      readonly endsUntold?: boolean;
      readonly isNews?: boolean;
    }
  | { readonly kind: "prompt"; readonly prompt: string; readonly opensAt?: readonly Answered[] }
  | {
      readonly kind: "tool";
      readonly files: readonly string[];
      readonly error: string | null;
      /** What failed, where it was a shell's. */
      readonly command?: string;
      readonly opensAt?: readonly Answered[];
    }
  /** A command is about to run. */
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "searches"; readonly patterns: readonly string[] }
  | { readonly kind: "subagent" }
  /** The agent has finished its reply; there is no answer. */
  | { readonly kind: "turn_end" }
  | { readonly kind: "handoff" }
  /** `isUnawaited`: the host goes on meanwhile, so sessions that never said that they are over are learned from too. */
  | {
      readonly kind: "settle";
      readonly isUnawaited?: boolean;
      /** A session goes on, and this moment has no answer: its next one shows what was learned meanwhile. */
      readonly isResumed?: boolean;
    }
  /** A worker's: no host waits for it. */
  | { readonly kind: "catch_up" }
  /** Likewise: the model that the user chose reads finished sessions. */
  | { readonly kind: "write_lessons" };

export interface HookCall {
  readonly session: string;
  /** The session as the ledger knows it: a subagent's is its own. */
  readonly ledger: string;
  /** The host's name; null for the worker. */
  readonly agent: string | null;
  readonly events: readonly Event[];
  readonly ask: Ask | null;
}

export interface Host {
  readonly name: string;
  /** Folder whose project the session belongs to; null when the payload names none. */
  readonly folderOf: (payload: Payload, env: Env) => string | null;
  /** `nowMs` dates what the host does not. Never throws on a payload's content. */
  readonly decode: (
    event: string,
    payload: Payload,
    place: ProjectIdentity,
    nowMs: number,
    env?: Env,
  ) => HookCall | null;
  /** The one JSON object for stdout; "" for nothing. `payload`: what is answered, where its sender decides on the form. */
  readonly encode: (event: string, text: string, payload?: Payload) => string;
}

export type Env = Readonly<Record<string, string | undefined>>;
