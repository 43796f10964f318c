/** What a person ties a memory to, files or another memory, and takes back. */

import { isToldBeside, MAY_LOOK, standingsHere } from "../anchors/branches/branches-here.ts";
import { MemoryError } from "../domain/errors.ts";
import { shortId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { EdgeType } from "../store/memories/edges.ts";
import { getMemory } from "../store/memories/memories.ts";
import type { Life } from "../workspace.ts";
import { allInProject, applyEdit } from "./memories.ts";
import { relate, unrelate } from "./revise/relate.ts";

export interface Tie {
  readonly files?: readonly string[];
  /** The other one's id. */
  readonly memory?: string;
  /** Default: "relates_to"; of what is taken back, whatever ties the two. */
  readonly type?: EdgeType;
}

/** Throws "usage" for a file outside the project, "not_allowed" for what is not shown here, and as `relate` does. */
export async function linkMemory(life: Life, id: string, to: Tie): Promise<Memory> {
  const memory = await getMemory(life.db, id);
  const files = allInProject(life, to.files ?? []);
  if (to.memory !== undefined) {
    const other = await getMemory(life.db, to.memory);
    await checkShown(life, [memory, other]);
    const { type = "relates_to" } = to;
    await life.db.transaction((tx) => relate(tx, memory, other, type, life.moment()));
  }
  const tied = await getMemory(life.db, memory.id);
  if (files.length === 0) return tied;
  return applyEdit(life, tied, { files: [...new Set([...tied.files, ...files])] });
}

/** Throws "not_allowed" where this project, at what is checked out, is not shown one of them. */
async function checkShown(life: Life, memories: readonly Memory[]): Promise<void> {
  const isShown = isToldBeside((await standingsHere(life, MAY_LOOK)).hidden);
  for (const memory of memories) {
    const isElsewhere = memory.projectId !== null && memory.projectId !== life.projectId;
    if (!isElsewhere && isShown(memory)) continue;
    const reason = isElsewhere
      ? "it is a memory of another project"
      : `it was learned on ${memory.branch ?? "another branch"}, which is not merged here`;
    throw new MemoryError("not_allowed", { memory: shortId(memory.id), reason });
  }
}

/** Throws "usage" for a file it is not tied to, and as `unrelate` does; then nothing is taken back. */
export async function unlinkMemory(life: Life, id: string, from: Tie): Promise<Memory> {
  const memory = await getMemory(life.db, id);
  const files = allInProject(life, from.files ?? []);
  const stranger = files.find((file) => !memory.files.includes(file));
  if (stranger !== undefined) {
    throw new MemoryError("usage", { reason: "the memory is not tied to it", file: stranger });
  }
  if (from.memory !== undefined) {
    const other = await getMemory(life.db, from.memory);
    await life.db.transaction((tx) => unrelate(tx, memory, other, from.type, life.moment()));
  }
  const left = await getMemory(life.db, memory.id);
  if (files.length === 0) return left;
  return applyEdit(life, left, { files: left.files.filter((file) => !files.includes(file)) });
}
