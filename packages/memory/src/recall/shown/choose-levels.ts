/** Chooses what is shown in full at a moment, and what as a pointer. Pure. */

import type { Hit } from "../../domain/hit.ts";
import { memoryPointer, type Pointer } from "./pointer.ts";
import { INJECT } from "./tuning.ts";

/** Hits to show in full, hits to point to, and pointers to passages, each best first. */
export interface Offer {
  readonly full: readonly Hit[];
  readonly pointers?: readonly Hit[] | undefined;
  readonly passages?: readonly Pointer[] | undefined;
  /** Additional finished lines. */
  readonly lines?: readonly string[] | undefined;
}

/**
 * Chooses the levels. `limit`: maximum memories in full; further strong ones are shown as pointers. If the agent already knows
 * the best hit, which has no strong evidence itself, it is pointed to no weaker memory instead.
 */
export function chooseLevels(
  { full, pointers = [], passages = [] }: Offer,
  limit: number,
  isNew: (pointer: Pointer) => boolean = () => true,
): { readonly inFull: readonly Hit[]; readonly pointed: readonly Pointer[] } {
  const memories = [...full.slice(limit), ...pointers].map(({ memory }) => memoryPointer(memory));
  const [best] = full.length === 0 ? memories : [];
  const isKnown = best !== undefined && !isNew(best);
  const pointed = [...(isKnown ? [] : memories), ...passages].filter(isNew);
  return { inFull: full.slice(0, limit), pointed: pointed.slice(0, INJECT.pointers) };
}
