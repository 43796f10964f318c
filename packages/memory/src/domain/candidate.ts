/** A memory proposed for storage, with the signals that support it; a rejection includes its reason. */

import type { Draft } from "./draft.ts";
import type { CandidateId, MemoryId, ProjectId } from "./ids.ts";
import type { Evidence, Scope, TrustLevel } from "./memory.ts";
import type { SignalType } from "./signal.ts";

/** All reasons for rejecting a candidate; shown by `tacit candidates`. */
export const REJECTIONS = [
  "session_cancelled",
  "session_failed",
  "too_few_sessions",
  "counted_only",
  "low_quality",
  "code_derivable",
  "low_value",
  "too_short",
  "too_long",
  "all_secret",
  "private",
  "over_cap",
  "rejected_by_user",
  "forgotten",
  "corrected",
  "capture_off",
  "awaits_review",
  "withdrawn",
  "session_running",
  "said_already",
  "repository_says",
] as const;
export type Rejection = (typeof REJECTIONS)[number];

interface CandidateFacts extends Draft {
  readonly id: CandidateId;
  readonly projectId: ProjectId;
  readonly signals: readonly SignalType[];
  /** Equal for candidates about the same topic; their sessions accumulate. */
  readonly subject: string;
  readonly sessions: readonly string[];
  readonly score: number;
  readonly standing: TrustLevel;
  readonly isTainted: boolean;
  readonly evidence: readonly Evidence[];
  readonly createdAtMs: number;
  /** Origin of an imported candidate; the accepted memory keeps it. */
  readonly imported?:
    | {
        readonly externalId: string | null;
        readonly createdAtMs: number;
        readonly scope: Scope;
      }
    | undefined;
}

export type Candidate = CandidateFacts &
  (
    | { readonly state: "proposed"; readonly reason: Rejection | null }
    | { readonly state: "rejected"; readonly reason: Rejection }
    | { readonly state: "promoted"; readonly reason: null; readonly memoryId: MemoryId }
  );

/** Returns a candidate without its decision, to which another one is added. */
export function factsOf<Decided extends Candidate>(
  candidate: Decided,
): Omit<Decided, "state" | "reason"> {
  const { state: _state, reason: _reason, ...facts } = candidate;
  return facts;
}

/** Whether only a person can decide. Other proposed candidates wait for another session. */
export function waitsForPerson({
  state,
  reason,
}: {
  readonly state: string;
  readonly reason: string | null;
}): boolean {
  return state === "proposed" && (reason === "awaits_review" || reason === "over_cap");
}
