/** What may be shown at a moment → what is shown in full, and what is pointed to. Pure. */

import type { Hit } from "../../domain/hit.ts";
import { memoryPointer, type Pointer } from "./pointer.ts";
import { INJECT } from "./tuning.ts";

/** Hits in full and hits to point to, best first, and pointers to passages. */
export interface Offer {
  readonly full: readonly Hit[];
  readonly pointers?: readonly Hit[] | undefined;
  readonly passages?: readonly Pointer[] | undefined;
  /** Ready-made lines besides. */
  readonly lines?: readonly string[] | undefined;
}

/** `most`: memories in full; one that is strong but one too many is pointed to. */
export function chooseLevels(
  { full, pointers = [], passages = [] }: Offer,
  most: number,
  isNew: (pointer: Pointer) => boolean = () => true,
): { readonly inFull: readonly Hit[]; readonly pointed: readonly Pointer[] } {
  const pointed = [...full.slice(most), ...pointers]
    .map(({ memory }) => memoryPointer(memory))
    .concat(passages)
    .filter(isNew);
  return { inFull: full.slice(0, most), pointed: pointed.slice(0, INJECT.pointers) };
}
