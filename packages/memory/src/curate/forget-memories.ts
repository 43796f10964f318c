/** Forgets memories for good: their text is gone from the store and its side files. */
import { rmSync } from "node:fs";
import { blankSpool, drainSpool } from "../capture/drain.ts";
import { hidingOf } from "../capture/hiding.ts";
import type { Memory } from "../domain/memory.ts";
import { wordFileIn } from "../store/index-file-paths.ts";
import { edgesAmong } from "../store/memories/edges.ts";
import { getMemories, getMemory } from "../store/memories/memories.ts";
import { listRefutations } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import { forget } from "./decay/forget.ts";
import { settle } from "./revise/dispute.ts";

/**
 * Physical and at once. What waits in the spool is taken in first, so that the words are found there too,
 * and what was read of the spool is blanked.
 */
export async function forgetMemories(
  workspace: Workspace,
  ids: readonly string[],
): Promise<Memory[]> {
  const asked = await Promise.all(ids.map((id) => getMemory(workspace.db, id)));
  const memories = [...asked, ...(await summariesOf(workspace, asked))];
  await drainSpool(workspace.db, workspace.home, hidingOf(workspace), workspace.moment().nowMs);
  const disputed = await edgesAmong(
    workspace.db,
    memories.map(({ id }) => id),
    ["contradicts"],
  );
  await forget(workspace.db, memories, workspace.moment());
  // One side is gone: what is left of the dispute is nobody's.
  const sides = new Set(disputed.flatMap(({ fromId, toId }) => [fromId, toId]));
  for (const left of await getMemories(workspace.db, [...sides]))
    await settle(workspace.db, left, workspace.moment());
  // It holds the words of what was forgotten, and is made anew by whoever needs it.
  rmSync(wordFileIn(workspace.home), { force: true });
  await blankSpool(workspace.db, workspace.home);
  return memories;
}

/** What was summed up from them, or says that one of them is wrong, repeats their words: it goes with them. */
async function summariesOf({ db }: Workspace, memories: readonly Memory[]): Promise<Memory[]> {
  const ids = new Set(memories.map(({ id }) => id));
  const edges = await edgesAmong(db, [...ids], ["derived_from"]);
  const from = edges.filter(({ toId, fromId }) => ids.has(toId) && !ids.has(fromId));
  const derived = await getMemories(db, [...new Set(from.map(({ fromId }) => fromId))]);
  const summaries = derived.filter(({ source }) => source === "consolidated");
  return [...summaries, ...(await listRefutations(db, [...ids]))].filter(({ id }) => !ids.has(id));
}
