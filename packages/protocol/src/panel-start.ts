/** Requests and responses of the panel's first run: agents, past sessions, learning from them (panel.ts has the routes). */
import type { MemoryDetail, MemoryRow } from "./panel.ts";

/** An agent that Tacit can work with. */
export interface AgentState {
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Whether it was found on this machine. */
  readonly isFound: boolean;
  readonly isConnected: boolean;
  /** Whether its hooks report events; otherwise it only queries the MCP server. */
  readonly hasHooks: boolean;
  /** What does not work, in English; null if nothing is wrong. */
  readonly warning: string | null;
}

/** Transcripts of one agent that are about this project. */
export interface PastSessions {
  readonly agent: string;
  readonly files: number;
  readonly bytes: number;
}

/** How far learning from rule files, history and past sessions is. It reads in this order. */
export type LearningState =
  | { readonly step: "idle" }
  | { readonly step: "rules" }
  | { readonly step: "history" }
  | {
      readonly step: "reading";
      readonly files: number;
      readonly of: number;
      readonly events: number;
    }
  | {
      readonly step: "learning";
      readonly sessions: number;
      readonly of: number;
      readonly memories: number;
    }
  | ({ readonly step: "done" } & LearningResult)
  | { readonly step: "stopped" }
  | { readonly step: "failed"; readonly code: string; readonly message: string };

export interface LearningResult {
  /** Rules that are new in the store. */
  readonly rules: number;
  readonly commits: number;
  readonly sessions: number;
  /** Memories learned from commits and sessions. */
  readonly memories: number;
  /** Lines and files that could not be read. */
  readonly problems: number;
}

/** Learned memories that no person has judged, those most worth reading first. */
export interface LearnedQueue {
  readonly items: readonly LearnedItem[];
  /** Counts those that are not in `items`, too. */
  readonly total: number;
}

export interface LearnedItem {
  readonly memory: MemoryRow;
  readonly evidence: MemoryDetail["evidence"];
  /** Ids of the sessions in which it was observed. */
  readonly sessions: readonly string[];
}
