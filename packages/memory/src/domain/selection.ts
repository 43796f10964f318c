/**
 * Which memories may be found at all: of this project or every project, not archived, not superseded, of the branches that are here,
 * true and learned at the time asked for. Whether the reader may see a memory is decided in `visibility.ts`.
 *
 * The store says the same in SQL (`store/memories/selected.ts`), because a limit must take the best of what is selected; the vector
 * index says the part without times once per class of rows (`search/indexes/row-classes.ts`). `selected.test.ts` keeps the three equal.
 */
import { stageOf } from "./anchors/stage.ts";
import type { ProjectId } from "./ids.ts";
import { isValidAt, type Memory, trueSinceMs } from "./memory.ts";

export interface Selection {
  readonly projectId: ProjectId;
  readonly anyProject?: boolean | undefined;
  readonly withArchived?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Stages (`anchors/stage.ts`) whose memories are left out. */
  readonly hiddenStages?: readonly string[] | undefined;
  /** Only what was learned then. */
  readonly learned?: Learned | undefined;
  /** Only what was true then; also what has been superseded or archived since. Left out: validity is not looked at. */
  readonly atMs?: number | undefined;
}

/** Milliseconds since 1970; a bound that is left out does not limit. */
export interface Learned {
  /** Inclusive. */
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
}

export function isSelected(selection: Selection, memory: Memory): boolean {
  const { learned, types, scopes, hiddenStages } = selection;
  return (
    isOfProject(selection, memory) &&
    isLiving(selection, memory) &&
    isTrueAt(selection, memory) &&
    (types === undefined || types.includes(memory.type)) &&
    (scopes === undefined || scopes.includes(memory.scope)) &&
    hiddenStages?.includes(stageOf(memory) ?? "") !== true &&
    memory.createdAtMs >= (learned?.fromMs ?? Number.NEGATIVE_INFINITY) &&
    memory.createdAtMs < (learned?.toMs ?? Number.POSITIVE_INFINITY)
  );
}

function isOfProject(selection: Selection, { projectId }: Memory): boolean {
  return selection.anyProject === true || projectId === null || projectId === selection.projectId;
}

/** A memory that was archived or superseded lived on until the time at which it ended, where that is known. */
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
