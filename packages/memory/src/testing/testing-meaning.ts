/** Memories, and a question that finds one of them by meaning alone. */
import type { Place } from "./testing-life.ts";

export const SNAPSHOT =
  "Never run the migration script against production without taking a snapshot first.";
export const FLAKY =
  "The upload test is flaky on CI because the mock server binds to a fixed port.";
export const TABS = "Indent with tabs and keep lines under a hundred characters.";
/** Shares no word with SNAPSHOT. */
export const ASKED = "make a backup before changing the live database";

/** Returns the ids. */
export async function remembering(place: Place, ...contents: string[]) {
  const tacit = await place.open();
  const ids: string[] = [];
  for (const content of contents) {
    ids.push((await tacit.memories.remember({ content, source: "agent_explicit" })).id ?? "");
  }
  await tacit.close();
  return ids;
}

export const found = async (
  place: Place,
  query: string,
  options: Parameters<Place["open"]>[0] = {},
) => {
  const tacit = await place.open(options);
  const { hits } = await tacit.memories.recall({ query });
  await tacit.close();
  return hits.map((hit) => hit.memory.content);
};
