/** What every agent host's adapter provides: its payloads read, its answers written. */
import type { ProjectIdentity } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";

export interface Payload {
  readonly [name: string]: unknown;
}

/** What a moment of a session asks for, besides being captured. */
export type Ask =
  /** `endsUntold`: the host does not always say that a session is over. */
  | {
      readonly kind: "start";
      readonly task: string;
      readonly isCompaction: boolean;
      readonly endsUntold?: boolean;
    }
  /** `mayOpen`: a session's first prompt is told what a session starts with, for its start was told nothing. */
  | { readonly kind: "prompt"; readonly prompt: string; readonly mayOpen?: boolean }
  | { readonly kind: "tool"; readonly files: readonly string[]; readonly error: string | null }
  | { readonly kind: "searches"; readonly patterns: readonly string[] }
  | { readonly kind: "subagent" }
  | { readonly kind: "handoff" }
  | { readonly kind: "settle" };

export interface HookCall {
  readonly session: string;
  /** The session as the ledger knows it: a subagent's is its own. */
  readonly ledger: string;
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
  ) => HookCall | null;
  /** The one JSON object for stdout; "" for nothing. */
  readonly encode: (event: string, text: string) => string;
}

export type Env = Readonly<Record<string, string | undefined>>;
