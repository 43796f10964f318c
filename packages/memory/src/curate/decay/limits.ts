/** When a memory is archived. Half-lives are in domain/half-life.ts. */

export const DECAY = {
  /** Effective confidence, below which a memory is archived. */
  archiveBelow: 0.1,
  /** Days without confirmation, after which a memory may be archived. */
  archiveAfterDays: 30,
} as const;
