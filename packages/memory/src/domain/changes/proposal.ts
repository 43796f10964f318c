/** What consolidation would change of memories, and leaves to a person. */
import type { MemoryId, ProjectId } from "../ids.ts";

/**
 * `merge`: two say nearly the same. `contradiction`: two say the opposite, or another value, of the same. `stale_decision`: one that nobody has
 * confirmed for long. `error_pattern`: several are about one error. `link`: two were useful at the same time, more than once.
 */
export type ProposalKind = "merge" | "contradiction" | "stale_decision" | "error_pattern" | "link";

export interface Proposal {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly kind: ProposalKind;
  /** In the order of their ids. */
  readonly memories: readonly MemoryId[];
  /** In [0, 1]: a cosine where meaning found it. */
  readonly score: number;
  readonly state: "open" | "accepted" | "rejected";
  readonly createdAtMs: number;
}

export type NewProposal = Pick<Proposal, "kind" | "memories" | "score">;
