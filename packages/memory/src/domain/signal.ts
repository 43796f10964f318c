/** A pattern in a session's events that may be worth remembering. */
import type { Draft } from "./draft.ts";
import type { Evidence, Standing } from "./memory.ts";

export type SignalType =
  | "self_correction"
  | "user_correction"
  | "error_retry"
  | "command_success"
  | "repeated_grep"
  | "co_access"
  | "dead_end"
  | "test_outcome"
  | "commit"
  | "backtrack"
  | "external_reference"
  | "config_touch"
  | "test_order"
  | "import_chase"
  | "file_access"
  | "read_abandon"
  | "tool_sequence"
  | "time_anomaly"
  | "glob_ignore"
  | "step_overrun"
  | "parallel_conflict"
  | "context_token_spike"
  | "agent_note"
  | "lesson";

/**
 * What a detector saw. `subject` names what it is about in a form that is equal when the same thing is seen
 * again (an error fingerprint, a normalised command, a search pattern): sessions are counted by it.
 */
export interface Signal {
  readonly type: SignalType;
  readonly session: string;
  readonly agentId: string | null;
  readonly subject: string;
  /** Strength in [0, 1]: the detector's source score, lowered by what speaks against it. */
  readonly score: number;
  /** How many sessions must show it before it is believed. */
  readonly minSessions: number;
  readonly files: readonly string[];
  /** Sequence numbers of the events it rests on, ascending. */
  readonly seqs: readonly number[];
  readonly isTainted: boolean;
  /** Whether it holds even when the session as a whole failed: what was seen to work or not, did. */
  readonly survivesFailure: boolean;
  readonly evidence: readonly Evidence[];
  /** How far it is trusted while one session shows it; left out, its evidence decides. */
  readonly standing?: Standing;
  /** Its wording; null for what is counted only. */
  readonly draft: Draft | null;
  /** What it says takes the place of what the same subject said before, unless a person has touched that. */
  readonly isRevision?: true;
  /** A statistic for prefetch and reports: it stays a candidate, which a person may accept. */
  readonly isCountedOnly?: boolean;
  /** Whoever sent this agent had told it what it then saw. */
  readonly isTold?: true;
  /** Two files worked on together, for the statistics. */
  readonly pair?: { readonly a: string; readonly b: string; readonly isEdit: boolean };
}
