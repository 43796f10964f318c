/** When a memory is archived, and deleted from the archive. Half-lives are in domain/half-life.ts. */

export const DECAY = {
  /** Effective confidence, below which a memory is archived. */
  archiveBelow: 0.1,
  /** Days without confirmation, after which a memory may be archived. */
  archiveAfterDays: 30,
  /** Days in the archive, after which memories that are neither verified nor pinned are deleted. Inventory, section 9. */
  purgeAfterDays: 365,
} as const;

/** Maximum active memories of a scope, above which the weakest are archived. Inventory, section 9. */
export const SOFT_LIMITS = { project: 5000, agent: 500, task: 200 } as const;
