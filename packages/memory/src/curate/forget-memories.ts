/** Forgets memories for good: their text is gone from the store and its side files. */
import { rmSync } from "node:fs";
import { blankSpool, drainSpool } from "../capture/drain.ts";
import { hidingOf } from "../capture/hiding.ts";
import type { Memory } from "../domain/memory.ts";
import { wordFileIn } from "../store/index-file-paths.ts";
import { edgesAmong } from "../store/memories/edges.ts";
import { getMemories, getMemory } from "../store/memories/memories.ts";
import type { Life } from "../workspace.ts";
import { forget } from "./decay/forget.ts";
import { settle } from "./revise/dispute.ts";

/**
 * Physical and at once. What waits in the spool is taken in first, so that the words are found there too,
 * and what was read of the spool is blanked.
 */
export async function forgetMemories(life: Life, ids: readonly string[]): Promise<Memory[]> {
  const asked = await Promise.all(ids.map((id) => getMemory(life.db, id)));
  const memories = [...asked, ...(await summariesOf(life, asked))];
  await drainSpool(life.db, life.home, hidingOf(life), life.moment().nowMs);
  const disputed = await edgesAmong(
    life.db,
    memories.map(({ id }) => id),
    ["contradicts"],
  );
  await forget(life.db, memories, life.moment());
  // One side is gone: what is left of the dispute is nobody's.
  const sides = new Set(disputed.flatMap(({ fromId, toId }) => [fromId, toId]));
  for (const left of await getMemories(life.db, [...sides]))
    await settle(life.db, left, life.moment());
  // It holds the words of what was forgotten, and is made anew by whoever needs it.
  rmSync(wordFileIn(life.home), { force: true });
  await blankSpool(life.db, life.home);
  return memories;
}

/** What a model summed up from them repeats their words, in an order of its own: it goes with them. */
async function summariesOf({ db }: Life, memories: readonly Memory[]): Promise<Memory[]> {
  const ids = new Set(memories.map(({ id }) => id));
  const edges = await edgesAmong(db, [...ids], ["derived_from"]);
  const from = edges.filter(({ toId, fromId }) => ids.has(toId) && !ids.has(fromId));
  const derived = await getMemories(db, [...new Set(from.map(({ fromId }) => fromId))]);
  return derived.filter(({ source }) => source === "consolidated");
}
