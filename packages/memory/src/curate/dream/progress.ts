/** Tracks the progress of a run. It is saved in the store after each page, or held only in memory in a dry run. */
import {
  type DreamState,
  lastMemoryRid,
  readDreamState,
  writeDreamState,
} from "../../store/dream/dream-state.ts";
import type { Workspace } from "../../workspace.ts";
import { DREAM } from "./limits.ts";

export interface Progress {
  readonly state: () => DreamState;
  /** Moves to a position, after as many changes as `count` (default: none) were compared. */
  readonly move: (to: Partial<DreamState>, count?: number) => Promise<void>;
  /** Records that the run is complete. */
  readonly end: () => Promise<void>;
  readonly compared: () => number;
}

export async function progressOf(
  { db, projectId, moment }: Workspace,
  isDry: boolean,
): Promise<Progress> {
  let state = await readDreamState(db, projectId, DREAM.rules);
  let compared = 0;
  const move = async (to: Partial<DreamState>, count = 0) => {
    compared += count;
    const next = { ...state, ...to };
    const isNew = JSON.stringify(next) !== JSON.stringify(state);
    state = next;
    if (isNew && !isDry) await writeDreamState(db, projectId, state);
  };
  return {
    state: () => state,
    move,
    end: async () => move({ endedAtMs: moment().nowMs, lastRid: await lastMemoryRid(db) }),
    compared: () => compared,
  };
}
