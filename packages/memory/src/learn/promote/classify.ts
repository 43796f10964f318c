/** Derives a type and a title for a statement that has none, by heuristics on its words; `fact` when none match. */
import type { MemoryType } from "../../domain/memory.ts";

const TYPES: readonly (readonly [MemoryType, RegExp])[] = [
  [
    "decision",
    /\b(?:we |was |has been )?(?:decided|chose|chosen|decision|we picked|agreed (?:to|on|that))\b/i,
  ],
  [
    "dead_end",
    /\b(?:tried .* but|dead end|does not work because|didn't work because|abandoned)\b/i,
  ],
  ["error_pattern", /\b(?:error|exception|fails? with|traceback|E[A-Z]{4,})\b/],
  [
    "gotcha",
    /\b(?:gotcha|beware|careful|caution|watch out|pitfall|otherwise .* (?:fail|break)|must not|never|breaks? (?:if|when|unless))\b/i,
  ],
  ["preference", /\b(?:prefers?|i like|i want|i don't want|always|please)\b/i],
  ["convention", /\b(?:convention|we use|naming|style|by default we|all .* (?:must|should))\b/i],
  ["workflow_recipe", /\b(?:to (?:run|build|test|deploy|release|start)|steps?:|run `)/i],
  ["requirement", /\b(?:must|shall|required to|requirement)\b/i],
];

export function guessType(content: string): MemoryType {
  return TYPES.find(([, pattern]) => pattern.test(content))?.[0] ?? "fact";
}
