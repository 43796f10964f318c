/**
 * Defines which memories may be found: of this project or global, not archived, not superseded, of the branches shown here,
 * and valid and learned at the requested time. Whether the reader may see a memory is decided in `visibility.ts`. The store
 * implements the same in SQL (`store/memories/selected.ts`), because a limit must apply to the selected memories; the vector
 * index evaluates the part without times and ids once per class of rows (`search/indexes/row-classes.ts`). `selected.test.ts` keeps
 * the three equal.
 */
import { type HiddenHere, stageOf } from "./anchors/stage.ts";
import type { ProjectId } from "./ids.ts";
import { isValidAt, type Memory, trueSinceMs } from "./memory.ts";

export interface Selection extends HiddenHere {
  readonly projectId: ProjectId;
  readonly anyProject?: boolean | undefined;
  readonly withArchived?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Only memories learned in this period. */
  readonly learned?: LearnedPeriod | undefined;
  /** Only memories valid at this time, including those superseded or archived since. If left out, validity is not checked. */
  readonly atMs?: number | undefined;
}

/** Milliseconds since 1970; a missing bound does not limit. */
export interface LearnedPeriod {
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
}

export function isSelected(selection: Selection, memory: Memory): boolean {
  const { learned, types, scopes, hiddenStages, replacedIds, atMs } = selection;
  return (
    isOfProject(selection, memory) &&
    isLiving(selection, memory) &&
    isTrueAt(selection, memory) &&
    (types === undefined || types.includes(memory.type)) &&
    (scopes === undefined || scopes.includes(memory.scope)) &&
    hiddenStages?.includes(stageOf(memory) ?? "") !== true &&
    (atMs !== undefined || replacedIds?.includes(memory.id) !== true) &&
    memory.createdAtMs >= (learned?.fromMs ?? Number.NEGATIVE_INFINITY) &&
    memory.createdAtMs < (learned?.toMs ?? Number.POSITIVE_INFINITY)
  );
}

function isOfProject(selection: Selection, { projectId }: Memory): boolean {
  return selection.anyProject === true || projectId === null || projectId === selection.projectId;
}

/**
 * Returns whether a memory is active at the requested time. An archived or superseded memory counts as active until the end
 * of its validity, if that is known.
 */
function isLiving({ atMs, withArchived }: Selection, memory: Memory): boolean {
  const { state, supersededBy, validToMs } = memory;
  if (atMs !== undefined && validToMs !== null && validToMs > atMs) return true;
  return (
    supersededBy === null && (state === "active" || (withArchived === true && state === "archived"))
  );
}

function isTrueAt({ atMs }: Selection, memory: Memory): boolean {
  return atMs === undefined || (trueSinceMs(memory) <= atMs && isValidAt(memory, atMs));
}
