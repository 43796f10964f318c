/** Requests and responses of the panel's views of sessions, questions, teaching and settings (panel.ts has the routes). */
import type { FoundMemory, MemoryRow } from "./panel-memory.ts";
import type { LibraryText } from "./panel-text.ts";

export interface SessionRow {
  readonly id: string;
  readonly agent: string | null;
  readonly standing: "running" | "over" | "silent";
  readonly outcome: string | null;
  readonly task: string | null;
  readonly startedAtMs: number;
  readonly lastEventAtMs: number;
  /** Number of memories learned from the session. */
  readonly learned: number;
}

export interface SessionDetail {
  readonly session: SessionRow;
  readonly branch: string | null;
  /** Duration without long pauses. */
  readonly activeMs: number;
  readonly steps: number;
  readonly turns: readonly SessionTurn[];
  readonly errors: readonly SessionProblem[];
  readonly shown: readonly SessionShown[];
  readonly learned: readonly MemoryRow[];
  readonly openQuestions: readonly string[];
  readonly next: readonly string[];
}

/** Part of a session from one prompt to the next. */
export interface SessionTurn {
  readonly asked: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly steps: number;
  readonly errors: number;
  readonly commits: number;
  /** Steps by kind: read, edit, check, run, web, delegate, other. */
  readonly kinds: Readonly<Partial<Record<string, number>>>;
  readonly files: readonly string[];
  readonly commands: readonly string[];
  /** The agent's messages, in order. */
  readonly messages: readonly TurnMessage[];
}

export interface TurnMessage {
  readonly id: string;
  readonly content: string;
  readonly atMs: number;
  /** Whether the agent retracted it later in the session. */
  readonly isRetracted: boolean;
}

export interface SessionProblem {
  /** The line that states the error, or how the step failed. */
  readonly line: LibraryText;
  readonly what: string;
  readonly atMs: number;
  readonly times: number;
  /** Null if no fix was observed. */
  readonly fix: { readonly how: string; readonly detail: LibraryText } | null;
}

export interface SessionShown {
  readonly atMs: number;
  readonly memoryId: string;
  /** Null if the memory was forgotten since. */
  readonly content: string | null;
  /** Why the memory was shown: start, asked, file, error, search, step, compaction, subagent. */
  readonly because: string;
  readonly detail: string | null;
  /** What followed after the memory was shown: confirmed, command_ran, error_gone, error_again. */
  readonly effects: readonly string[];
}

export interface AskRequest {
  readonly query: string;
  /** Whether the page asks again what was asked before, as after a reload. */
  readonly isRepeated?: boolean | undefined;
}

export interface AskAnswer {
  readonly answers: readonly (AnswerMemory | AnswerPassage)[];
  /** False if no answer is certain enough to be shown to an agent that did not ask. */
  readonly isSure: boolean;
}

export interface AnswerMemory {
  readonly kind: "memory";
  readonly memory: MemoryRow;
}

/** Passage from a past session. */
export interface AnswerPassage {
  readonly kind: "passage";
  readonly id: string;
  readonly session: string;
  readonly agent: string | null;
  readonly speaker: string;
  readonly context: string;
  readonly content: string;
  readonly atMs: number;
}

export interface GapRow {
  readonly id: number;
  readonly query: string;
  readonly times: number;
  readonly lastAtMs: number;
}

export interface TeachRequest {
  readonly content: string;
  readonly type?: string | undefined;
  readonly files?: readonly string[] | undefined;
  /** True: stores nothing and returns what would be stored. */
  readonly isPreview?: boolean | undefined;
}

export interface TeachResult {
  /** Content without secrets, as it would be stored. */
  readonly content: string;
  /** Names of the redaction rules that removed something. */
  readonly redactions: readonly string[];
  /** Memories that may state the same already. */
  readonly similar: readonly FoundMemory[];
  /** Null for a preview and for refused content. */
  readonly memoryId: string | null;
  readonly mergedInto: string | null;
  /** Code of the reason why the content was refused; null if it was accepted. */
  readonly refused: string | null;
  readonly changes: readonly string[];
}

export type CorrectRequest =
  | { readonly kind: "outdated" }
  | { readonly kind: "wrong"; readonly because?: string | undefined }
  | { readonly kind: "replace"; readonly content: string }
  | { readonly kind: "scope"; readonly scope: string };

export interface PanelSettings {
  readonly mode: string;
  readonly modes: readonly string[];
  readonly options: readonly PanelOption[];
  /** Address of the database server that stores the memories, without credentials; null: they are stored on this machine. */
  readonly server: string | null;
  readonly home: string;
  readonly version: string;
  readonly engine: string;
  readonly storeBytes: number;
  readonly lastBackupAtMs: number | null;
}

export interface PanelOption {
  readonly name: string;
  /** Null: it is a secret. */
  readonly value: string | null;
  /** Where the value comes from: environment, project, repository, user or default. */
  readonly source: string;
  readonly kind: "switch" | "number" | "choice" | "text" | "list";
  readonly choices: readonly string[];
  readonly default: string;
  /** True if a file may set the option and nothing that overrides the user's file sets it. */
  readonly mayChange: boolean;
}
