/**
 * A memory said in a model's words: the words before are a version that can be brought back, and a mark in its details tells
 * whose words it has now, so that they are not taken for a person's.
 */
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import type { Database } from "../store/drivers/driver.ts";
import { changeMemory, dedupeKey } from "../store/memories.ts";

interface WordingMark {
  /** The model's id. */
  readonly by: string;
  readonly atMs: number;
  /** Key of the words made by rules that it stands for. */
  readonly of: string;
  /** Key of the model's own words. */
  readonly is: string;
}

/** Both texts must have been redacted. Throws "store_busy" where somebody changed it meanwhile. */
export async function reword(
  db: Database,
  memory: Memory,
  { title, content, by }: Pick<Memory, "title" | "content"> & Pick<WordingMark, "by">,
  moment: Moment,
): Promise<Memory> {
  const wording: WordingMark = {
    by,
    atMs: moment.nowMs,
    of: dedupeKey(memory.content),
    is: dedupeKey(content),
  };
  const payload = { ...memory.payload, wording };
  return changeMemory(
    db,
    memory,
    { ...memory, title, content, payload },
    `worded by ${by}`,
    moment,
  );
}

/** Whose words they are and since when; null for those made by rules, and those of a person. */
export function wordingOf({
  content,
  payload,
}: Pick<Memory, "content" | "payload">): { readonly by: string; readonly atMs: number } | null {
  const mark = payload["wording"] as Partial<WordingMark> | undefined;
  if (typeof mark?.by !== "string" || typeof mark.atMs !== "number") return null;
  return mark.is === dedupeKey(content) ? { by: mark.by, atMs: mark.atMs } : null;
}

/** Whether it says what rules made of it, in their words or in a model's: nobody has worded it since. */
export function saysStill(memory: Memory, content: string): boolean {
  if (memory.content === content) return true;
  const mark = memory.payload["wording"] as Partial<WordingMark> | undefined;
  return wordingOf(memory) !== null && mark?.of === dedupeKey(content);
}
