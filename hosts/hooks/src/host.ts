/** Interface of an agent host's adapter: it reads the host's payloads and writes its answers. */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";

export interface Payload {
  readonly [name: string]: unknown;
}

/**
 * Kinds of events whose hook has an answer that reaches the model. If a session's start has no such answer, the first of
 * these events since the session began or was compacted gets the start block.
 */
export type Answered = "prompt" | "tool_result";

/** Question that a moment of a session asks, besides being captured. */
export type Ask =
  /**
   * `endsUnreported`: the host does not always report the end of a session. `isNews`: the session was already shown a start block
   * and still has it, so only what was learned since then is shown.
   */
  | {
      readonly kind: "start";
      readonly task: string;
      readonly isCompaction: boolean;
      readonly endsUnreported?: boolean;
      readonly isNews?: boolean;
    }
  | { readonly kind: "prompt"; readonly prompt: string; readonly opensAt?: readonly Answered[] }
  | {
      readonly kind: "tool";
      readonly files: readonly string[];
      readonly error: string | null;
      /** Shell command that failed. */
      readonly command?: string;
      readonly opensAt?: readonly Answered[];
    }
  /** A command is about to run. */
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "searches"; readonly patterns: readonly string[] }
  | { readonly kind: "subagent" }
  /** The agent has finished its reply; no answer reaches the model. */
  | { readonly kind: "turn_end" }
  | { readonly kind: "handoff" }
  /** `isUnawaited`: the host does not wait, so sessions whose end was never reported are learned from too. */
  | {
      readonly kind: "settle";
      readonly isUnawaited?: boolean;
      /** A session continues and this moment has no answer: its next moment shows what was learned meanwhile. */
      readonly isResumed?: boolean;
    }
  /** Asked by a worker; no host waits for it. */
  | { readonly kind: "catch_up" }
  /** Asked by a worker: the model that the user chose reads finished sessions. */
  | { readonly kind: "write_lessons" };

export interface HookCall {
  readonly session: string;
  /** Id of the session in the ledger; a subagent has its own. */
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
  /** Reads a payload. `nowMs` dates what the host does not date. Never throws on a payload's content. */
  readonly decode: (
    event: string,
    payload: Payload,
    place: ProjectIdentity,
    nowMs: number,
    env?: Env,
  ) => HookCall | null;
  /**
   * Returns the JSON object for stdout, "" for nothing. `payload` is the one being answered, for hosts whose sender decides
   * the form.
   */
  readonly encode: (event: string, text: string, payload?: Payload) => string;
}

export type Env = Readonly<Record<string, string | undefined>>;
