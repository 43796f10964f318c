/** What would be remembered, with the signals it rests on; a refusal keeps its reason. */
import type { CandidateId, MemoryId, ProjectId } from "./ids.ts";
import type { Evidence, MemoryType, Standing } from "./memory.ts";
import type { SignalType } from "./signal.ts";

/** Every reason a candidate can be dropped for; shown by `tacit candidates`. */
export const REJECTIONS = [
  "session_cancelled",
  "session_failed",
  "too_few_sessions",
  "not_novel",
  "low_quality",
  "code_derivable",
  "low_value",
  "too_short",
  "too_long",
  "all_secret",
  "private",
  "over_cap",
  "statistics_only",
  "duplicate",
  "rejected_by_user",
  "capture_off",
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** What a candidate says, before it has an identity: the output of wording. */
export interface Draft {
  readonly type: MemoryType;
  readonly title: string;
  readonly content: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
}

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
}

export type Candidate = CandidateFacts &
  (
    | { readonly state: "proposed"; readonly reason: Rejection | null }
    | { readonly state: "rejected"; readonly reason: Rejection }
    | { readonly state: "promoted"; readonly reason: null; readonly memoryId: MemoryId }
  );
