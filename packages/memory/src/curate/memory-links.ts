/** Adds and removes a memory's files and relations, by a person. */

import {
  currentBranchStates,
  GIT_LIMIT_MS,
  isShownUnlessHidden,
} from "../anchors/branches/current-branches.ts";
import { MemoryError } from "../domain/errors.ts";
import { shortId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { EdgeType } from "../store/memories/edges.ts";
import { getMemory } from "../store/memories/memories.ts";
import type { Workspace } from "../workspace.ts";
import { allInProject, applyEdit } from "./memories.ts";
import { relate, unrelate } from "./revise/relate.ts";

export interface LinkTarget {
  readonly files?: readonly string[];
  /** Id of the other memory. */
  readonly memory?: string;
  /** Default: "relates_to"; when removing, any type. */
  readonly type?: EdgeType;
}

/**
 * Adds files or a relation. Throws "usage" for a file outside the project, "not_allowed" for a memory not shown here, and as
 * `relate` does.
 */
export async function linkMemory(
  workspace: Workspace,
  id: string,
  to: LinkTarget,
): Promise<Memory> {
  const memory = await getMemory(workspace.db, id);
  const files = allInProject(workspace, to.files ?? []);
  if (to.memory !== undefined) {
    const other = await getMemory(workspace.db, to.memory);
    await checkShown(workspace, [memory, other]);
    const { type = "relates_to" } = to;
    await workspace.db.transaction((tx) => relate(tx, memory, other, type, workspace.moment()));
  }
  const linked = await getMemory(workspace.db, memory.id);
  if (files.length === 0) return linked;
  return applyEdit(workspace, linked, { files: [...new Set([...linked.files, ...files])] });
}

/** Throws "not_allowed" if a memory is not shown in this project at the current checkout. */
async function checkShown(workspace: Workspace, memories: readonly Memory[]): Promise<void> {
  const { hiddenStages } = (await currentBranchStates(workspace, GIT_LIMIT_MS)).hidden;
  const isShown = isShownUnlessHidden({ hiddenStages });
  for (const memory of memories) {
    const isElsewhere = memory.projectId !== null && memory.projectId !== workspace.projectId;
    if (!isElsewhere && isShown(memory)) continue;
    const reason = isElsewhere
      ? "the memory belongs to another project"
      : `the memory was learned on ${memory.branch ?? "another branch"}, which is not merged into the current branch`;
    throw new MemoryError("not_allowed", { memory: shortId(memory.id), reason });
  }
}

/**
 * Removes files or a relation. Throws "usage" for a file the memory is not anchored to, and as `unrelate` does; then nothing
 * is removed.
 */
export async function unlinkMemory(
  workspace: Workspace,
  id: string,
  from: LinkTarget,
): Promise<Memory> {
  const memory = await getMemory(workspace.db, id);
  const files = allInProject(workspace, from.files ?? []);
  const stranger = files.find((file) => !memory.files.includes(file));
  if (stranger !== undefined) {
    throw new MemoryError("usage", {
      reason: "the memory is not linked to this file",
      file: stranger,
    });
  }
  if (from.memory !== undefined) {
    const other = await getMemory(workspace.db, from.memory);
    await workspace.db.transaction((tx) =>
      unrelate(tx, memory, other, from.type, workspace.moment()),
    );
  }
  const left = await getMemory(workspace.db, memory.id);
  if (files.length === 0) return left;
  return applyEdit(workspace, left, { files: left.files.filter((file) => !files.includes(file)) });
}
