/** Which of the memories that were just learned a person should read first. */
import { HISTORY_TAG } from "../domain/draft.ts";
import type { Unjudged } from "../store/memories/memory-counts.ts";

const WORTH: Readonly<Record<string, number>> = {
  error_pattern: 4,
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
/** For each further session that showed the same, up to four. */
const SEEN_AGAIN = 0.75;

/** Sorts memories, those most worth showing first; of equals, the one that was confirmed last. */
export function byWorth<One extends Unjudged>(memories: readonly One[]): One[] {
  return [...memories].sort(
    (a, b) => worth(b) - worth(a) || b.confirmedAtMs - a.confirmedAtMs || (a.id < b.id ? -1 : 1),
  );
}

function worth(memory: Unjudged): number {
  const trust = memory.standing === "verified" ? 2 : Number(memory.standing === "believed");
  const own = (WORTH[memory.type] ?? 0) + (memory.tags.includes(HISTORY_TAG) ? FROM_HISTORY : 0);
  return own + trust + SEEN_AGAIN * (Math.min(memory.observationCount, 5) - 1);
}
