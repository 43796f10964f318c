/**
 * The life of a memory, as a table of states and steps.
 *
 *     proposed ─▶ active ◀─▶ archived ─▶ forgotten
 *         │          └──────────────────────▲
 *      rejected
 *
 * A candidate is `proposed`, `rejected` or `promoted`; a memory is `active`, `archived` or `forgotten`.
 * Pinned, needs_review, stale, superseded and disputed are flags, not states: each can hold in any of them.
 *
 * Invariants:
 *  (1) A state changes only by a step listed here; the store refuses any other.
 *  (2) No step reads the clock or the network: `nowMs` is an argument.
 *  (3) Recall never returns a superseded or forgotten memory, nor an archived one unless asked for.
 *  (4) Taking a step twice is the same as taking it once.
 *  (5) Forgetting is physical: only the tombstone stays.
 */
type CandidateState = "proposed" | "rejected" | "promoted";
type MemoryState = "active" | "archived" | "forgotten";
export type LifeState = CandidateState | MemoryState;

export interface Step {
  readonly from: LifeState;
  readonly to: LifeState;
  /** `folder/function` under packages/memory/src; tools/tidy.test.ts checks that it exists. */
  readonly by: string;
}

export const STEPS: readonly Step[] = [
  { from: "proposed", to: "rejected", by: "learn/promote/reject" },
  { from: "proposed", to: "promoted", by: "learn/promote/promote" },
  { from: "rejected", to: "promoted", by: "learn/promote/accept" },
  { from: "promoted", to: "active", by: "learn/promote/admit" },
  { from: "active", to: "archived", by: "curate/decay/archive" },
  { from: "archived", to: "active", by: "curate/revise/restore" },
  { from: "active", to: "forgotten", by: "curate/forgetSelected" },
  { from: "archived", to: "forgotten", by: "curate/forgetSelected" },
];

export function isStepAllowed(from: LifeState, to: LifeState): boolean {
  return from === to || STEPS.some((step) => step.from === from && step.to === to);
}
