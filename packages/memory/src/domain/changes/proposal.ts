/** A change to memories that consolidation proposes to a person. */
import type { MemoryId, ProjectId } from "../ids.ts";

/**
 * `merge`: two memories state nearly the same. `contradiction`: two memories state the opposite or different values about the
 * same subject. `stale_decision`: a decision was not confirmed for a long time. `error_pattern`: several memories are about
 * one error. `link`: two memories were useful at the same time, more than once. `digest`: several notes are from one session.
 * `procedure`: digests or recipes of at least three sessions are about the same work.
 */
export type ProposalKind =
  | "merge"
  | "contradiction"
  | "stale_decision"
  | "error_pattern"
  | "link"
  | "digest"
  | "procedure";

export interface Proposal {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly kind: ProposalKind;
  /** Sorted by id. */
  readonly memories: readonly MemoryId[];
  /** In [0, 1]; the cosine if the pair was found by meaning. */
  readonly score: number;
  readonly state: "open" | "accepted" | "rejected";
  readonly createdAtMs: number;
}

export type NewProposal = Pick<Proposal, "kind" | "memories" | "score">;
