/** A pattern in a session's events that may be worth remembering. */
import type { Evidence, MemoryType } from "./memory.ts";

export const SIGNAL_TYPES = [
  "self_correction",
  "user_correction",
  "error_retry",
  "command_success",
  "repeated_grep",
  "co_access",
  "dead_end",
  "test_outcome",
] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

/**
 * What a detector saw. `subject` names what the signal is about in a form that is equal when the same
 * thing is seen again (an error fingerprint, a normalised command, a search pattern): sessions are counted
 * by it. `details` carries what the wording needs.
 */
export interface Signal {
  readonly type: SignalType;
  readonly session: string;
  readonly agentId: string | null;
  readonly subject: string;
  /** Strength in [0, 1]: the detector's source score, lowered by what speaks against it. */
  readonly score: number;
  readonly files: readonly string[];
  /** Sequence numbers of the events it rests on, ascending. */
  readonly seqs: readonly number[];
  readonly isTainted: boolean;
  readonly evidence: readonly Evidence[];
  readonly details: SignalDetails;
}

export type SignalDetails =
  | {
      readonly kind: "self_correction";
      readonly claim: string;
      readonly confirmedBy: string | null;
    }
  | {
      readonly kind: "user_correction";
      readonly rule: string;
      readonly polarity: "always" | "never" | "instead" | "remember";
      readonly memoryType: Extract<MemoryType, "preference" | "convention" | "correction" | "fact">;
    }
  | {
      readonly kind: "error_retry";
      readonly command: string;
      readonly error: string;
      readonly fingerprint: string;
      readonly fix: ErrorFix;
    }
  | {
      readonly kind: "command_success";
      readonly purpose: string;
      readonly command: string;
      readonly failed: readonly string[];
      readonly why: string | null;
    }
  | {
      readonly kind: "repeated_grep";
      readonly pattern: string;
      readonly searches: number;
      readonly found: readonly string[];
    }
  | {
      readonly kind: "co_access";
      readonly pair: readonly [string, string];
      readonly isEdit: boolean;
    }
  | {
      readonly kind: "dead_end";
      readonly approach: string;
      readonly why: string;
      readonly alternative: string | null;
    }
  | {
      readonly kind: "test_outcome";
      readonly command: string;
      readonly wentGreen: boolean;
      readonly failedRuns: number;
    };

/** What made an error go away. */
export type ErrorFix =
  | {
      readonly kind: "edit";
      readonly files: readonly string[];
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: "command"; readonly command: string };
