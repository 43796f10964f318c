/** What would be remembered, with the signals it rests on; a refusal keeps its reason. */

import type { Draft } from "./draft.ts";
import type { CandidateId, MemoryId, ProjectId } from "./ids.ts";
import type { Evidence, Scope, Standing } from "./memory.ts";
import type { SignalType } from "./signal.ts";

/** Every reason a candidate can be dropped for; shown by `tacit candidates`. */
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
  /** Equal for candidates about the same thing; sessions accumulate under it. */
  readonly subject: string;
  readonly sessions: readonly string[];
  readonly score: number;
  readonly standing: Standing;
  readonly isTainted: boolean;
  readonly evidence: readonly Evidence[];
  readonly createdAtMs: number;
  /** Where it was taken over from, when it was; what is accepted then keeps it. */
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
