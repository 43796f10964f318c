/** Which kinds of memories are worth telling unasked, at which moment. */
import type { Memory, MemoryType } from "../domain/memory.ts";

/** Always worth knowing from the first line on, strongest first. */
export const STANDING_RULES: readonly MemoryType[] = [
  "correction",
  "preference",
  "convention",
  "decision",
  "requirement",
];
/**
 * What is told of a file that is opened or edited. Plain facts too: what is tied to the very file bears on it in all cases that
 * were labelled, and nothing was told where nothing does (bench/coding-recall, dev: told 0.81 → 0.91).
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

/** Where what was searched for is: who has opened the file has found it. */
export function saysWhere({ payload }: Memory): boolean {
  return payload["pattern"] !== undefined;
}
