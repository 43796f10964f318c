/** Which kinds of memories are worth injecting unasked, and when. */
import type { Memory, MemoryType } from "../domain/memory.ts";

/**
 * Types shown for a file that is opened or edited. Plain facts are included: memories anchored to the file were relevant in
 * all labelled cases, and nothing was shown where nothing was relevant (bench/coding-recall, dev: shown 0.81 → 0.91).
 */
export const WORTH_AT_FILE: readonly MemoryType[] = [
  "gotcha",
  "dead_end",
  "error_pattern",
  "correction",
  "convention",
  "decision",
  "causal_dependency",
  "requirement",
  "module_insight",
  "preference",
  "pattern",
  "fact",
];

/** Returns whether a memory only states where a searched text is; an agent that has opened the file has already found it. */
export function saysWhere({ payload }: Memory): boolean {
  return payload.pattern !== undefined;
}
