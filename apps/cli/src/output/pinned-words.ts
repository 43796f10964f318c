/** Tells a person that the pinned memories are together too long to be shown in full. */
import type { Tacit } from "@tacit-memory/memory";
import { plural } from "./layout.ts";

/** Returns one sentence; empty if all pinned memories fit. */
export async function pinnedByTitleWords({ brief }: Pick<Tacit, "brief">): Promise<string> {
  return byTitleWords(await brief.countPinnedByTitle());
}

export function byTitleWords(count: number): string {
  if (count === 0) return "";
  return `${plural(count, "pinned memory does", "pinned memories do")} not fit in full at the start of a session and ${count === 1 ? "is" : "are"} shown by title; to make room, shorten pinned memories or run \`tacit unpin ID\``;
}
