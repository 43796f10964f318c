/** Which of the memories that were just learned a person should read first. */
import { HISTORY_TAG } from "../domain/draft.ts";
import type { Memory } from "../domain/memory.ts";

const WORTH: Readonly<Record<string, number>> = {
  error_pattern: 6,
  gotcha: 6,
  correction: 5,
  dead_end: 5,
  workflow_recipe: 4,
  convention: 4,
  decision: 3,
  causal_dependency: 2,
};

/** Less than all types: what the commits show, anyone can look up. */
const FROM_HISTORY = -8;

type Judged = Pick<Memory, "id" | "type" | "standing" | "observationCount" | "tags">;

/** Sorts memories, those most worth showing first. */
export function byWorth<One extends Judged>(memories: readonly One[]): One[] {
  return [...memories].sort((a, b) => worth(b) - worth(a) || (a.id < b.id ? -1 : 1));
}

function worth(memory: Judged): number {
  const trust = memory.standing === "verified" ? 2 : Number(memory.standing === "believed");
  const own = (WORTH[memory.type] ?? 0) + (memory.tags.includes(HISTORY_TAG) ? FROM_HISTORY : 0);
  return own + trust + Math.min(memory.observationCount, 5) / 10;
}
