/** The types of memories that matter most in a phase of work and to an agent's role. */
import type { MemoryType, Phase } from "./memory.ts";

export const READERS = ["planner", "coder", "qa", "recovery", "spec", "subagent"] as const;
/** The role a block is intended for. */
export type Reader = (typeof READERS)[number];

/** Most important first. */
export const PHASE_TYPES: Readonly<Record<Phase, readonly MemoryType[]>> = {
  define: ["decision", "requirement", "task_calibration", "dead_end"],
  implement: ["gotcha", "convention", "pattern", "error_pattern", "dead_end"],
  validate: ["error_pattern", "e2e_observation", "workflow_recipe"],
  refine: ["convention", "preference", "correction", "pattern"],
  explore: ["module_insight", "causal_dependency", "decision"],
  reflect: ["episode", "digest", "work_unit_outcome"],
};

const READER_TYPES: Readonly<Record<Reader, readonly MemoryType[]>> = {
  planner: ["decision", "dead_end", "task_calibration", "causal_dependency", "requirement"],
  coder: ["gotcha", "convention", "pattern", "causal_dependency", "preference"],
  qa: ["e2e_observation", "gotcha", "workflow_recipe", "error_pattern"],
  recovery: ["error_pattern", "dead_end", "gotcha", "workflow_recipe"],
  spec: ["requirement", "decision", "convention", "preference"],
  subagent: ["correction", "preference", "convention", "gotcha"],
};

/** Returns the types shown in full first and at the top of the index; empty if the purpose is unknown. */
export function preferredTypes(
  reader: Reader | undefined,
  phase: Phase | undefined,
): readonly MemoryType[] {
  const ofReader = reader === undefined ? [] : READER_TYPES[reader];
  return [...new Set([...ofReader, ...(phase === undefined ? [] : PHASE_TYPES[phase])])];
}
