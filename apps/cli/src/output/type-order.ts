/** Order in which types of memories are shown: the user's statements first, statistics last. */
const ORDER: readonly string[] = [
  "correction",
  "preference",
  "convention",
  "decision",
  "requirement",
  "gotcha",
  "error_pattern",
  "dead_end",
  "workflow_recipe",
  "causal_dependency",
  "pattern",
  "fact",
  "module_insight",
];

export function typeOrder(type: string): number {
  const at = ORDER.indexOf(type);
  return at < 0 ? ORDER.length : at;
}
