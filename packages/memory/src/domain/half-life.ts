/** Half-lives of confidence, in days since the last confirmation. */
import type { MemoryType } from "./memory.ts";

export const HALF_LIFE_DAYS: Readonly<Record<MemoryType, number>> = {
  work_state: 7,
  handoff: 14,
  e2e_observation: 30,
  fact: 60,
  episode: 60,
  prefetch_pattern: 60,
  context_cost: 60,
  work_unit_outcome: 60,
  error_pattern: 90,
  gotcha: 90,
  module_insight: 90,
  dead_end: 90,
  causal_dependency: 120,
  workflow_recipe: 120,
  pattern: 180,
  task_calibration: 180,
  requirement: 180,
  digest: 180,
  preference: 365,
  convention: 365,
  decision: 365,
  correction: 365,
};
