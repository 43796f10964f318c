/** A pattern in a session's events that may be worth remembering. */
import type { Draft } from "./draft.ts";
import type { Evidence, TrustLevel } from "./memory.ts";

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
 * Result of a detector. `subject` identifies the topic in a form that is equal when the same thing is observed again (an
 * error fingerprint, a normalised command, a search pattern): sessions are counted by it.
 */
export interface Signal {
  readonly type: SignalType;
  readonly session: string;
  readonly agentId: string | null;
  readonly subject: string;
  /** Strength in [0, 1]: the detector's source score, lowered by counter-evidence. */
  readonly score: number;
  /** Number of sessions that must show it before it is believed. */
  readonly minSessions: number;
  readonly files: readonly string[];
  /** Sequence numbers of the events that support it, ascending. */
  readonly seqs: readonly number[];
  readonly isTainted: boolean;
  /** True if it is valid even when the session as a whole failed, because it was observed to work or not. */
  readonly survivesFailure: boolean;
  readonly evidence: readonly Evidence[];
  /** Trust while only one session shows it; if left out, the evidence decides. */
  readonly standing?: TrustLevel;
  /** Its text; null for a signal that is only counted. */
  readonly draft: Draft | null;
  /** If true, replaces an earlier memory of the same subject, unless a person has changed that. */
  readonly isRevision?: true;
  /** Short id of the memory of an earlier session that an agent's note replaces. */
  readonly outdated?: string;
  /** Whether an agent's note says that something stated earlier is no longer right, without naming the memory. */
  readonly overturns?: true;
  /** Statistic for prefetch and reports: it stays a candidate, which a person may accept. */
  readonly isCountedOnly?: boolean;
  /** True if the agent's parent had already given it the information that it then observed. */
  readonly isFromParent?: true;
  /** Two files worked on together, for the statistics. */
  readonly pair?: { readonly a: string; readonly b: string; readonly isEdit: boolean };
}
