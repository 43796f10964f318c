/** Requests and responses about agents, and of the first run: past sessions, learning from them (panel.ts has the routes). */
import type { MemoryDetail, MemoryRow } from "./panel-memory.ts";
import type { Failure } from "./panel-text.ts";

/** An agent that Tacit can work with. */
export interface AgentState {
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Whether it was found on this machine. */
  readonly isFound: boolean;
  readonly isConnected: boolean;
  /** Whether everything is registered as this version of Tacit does it. */
  readonly isCurrent: boolean;
  /** Whether its hooks report events; otherwise it only queries the MCP server. */
  readonly hasHooks: boolean;
  /** Whether Tacit follows the agent's documentation and was never tested with the agent itself. */
  readonly isOnlyDocumented: boolean;
  readonly lastEventAtMs: number | null;
  /** What does not work; null if nothing is wrong. */
  readonly problem: AgentProblem | null;
}

export type AgentProblem =
  | { readonly code: "programs_missing"; readonly programs: readonly string[] }
  /** Its hooks report nothing although it is in use. Null: they never reported anything. */
  | { readonly code: "silent"; readonly heardAtMs: number | null; readonly wroteAtMs: number }
  | { readonly code: "config_unreadable"; readonly failure: Failure };

export type AgentAction = "connect" | "disconnect";

/** What connecting or disconnecting an agent would change. Nothing is written. */
export interface AgentPlan {
  readonly files: readonly AgentFileChange[];
  /** Identifies this plan. A change needs it, so that only what a person has seen is written. */
  readonly digest: string;
}

export interface AgentFileChange {
  readonly path: string;
  readonly change: "created" | "changed" | "removed";
  /** Removed, added and neighbouring lines, with secrets removed. */
  readonly lines: readonly DiffLine[];
  /** Number of lines that are not in `lines`. */
  readonly left: number;
}

export interface DiffLine {
  readonly kind: "removed" | "added" | "same";
  readonly text: string;
}

export interface AgentChangeRequest {
  readonly action: AgentAction;
  readonly digest: string;
}

export interface AgentChange {
  /** What the person must still do, in English; null for nothing. The page has its own words for the agents that it knows. */
  readonly stillToDo: string | null;
  /** The change that restores the state before; null if no change does. */
  readonly undo: AgentChangeRequest | null;
}

/** What Tacit can learn from besides rule files and history. */
export interface PastSessions {
  /** Transcripts in the user's home that are about this project, by agent. */
  readonly found: readonly AgentTranscripts[];
  /** Transcripts that the repository contains. Other people may have written them, so a person must ask to read them. */
  readonly inRepository: TranscriptTotals & {
    /** The folder that contains some of them; null for none. */
    readonly folder: string | null;
    /** How many of them are checkpoints of Entire. */
    readonly checkpoints: number;
  };
}

export interface TranscriptTotals {
  readonly files: number;
  readonly bytes: number;
}

export interface AgentTranscripts extends TranscriptTotals {
  readonly agent: string;
}

export type LearningRequest =
  /** Without `readsRepository`, transcripts that the repository contains are not read. */
  { readonly action: "begin"; readonly readsRepository?: boolean } | { readonly action: "stop" };

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
  /** Was asked to stop, and ends after the present session, or after the present step. */
  | { readonly step: "stopping" }
  | ({ readonly step: "done" } & LearningResult)
  | { readonly step: "stopped" }
  | ({ readonly step: "failed" } & Failure);

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

export interface LearnedRequest {
  /** Maximum items; default 50. */
  readonly limit?: string;
}

/** Learned memories that no person has judged, those most worth reading first. */
export interface LearnedQueue {
  readonly items: readonly LearnedItem[];
  /** Counts those that are not in `items`, too. Memories older than the newest 5000 are not counted. */
  readonly total: number;
}

export interface LearnedItem {
  readonly memory: MemoryRow;
  readonly evidence: MemoryDetail["evidence"];
  /** Ids of the sessions in which it was observed. */
  readonly sessions: readonly string[];
}
