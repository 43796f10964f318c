/** Opens the write path over a test store. */
import type { MemoryId } from "../domain/ids.ts";
import { type AdmitOptions, admit } from "../learn/promote/admit.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import { getMemory } from "../store/memories/memories.ts";
import { openTestStore, PROJECT } from "./testing-life.ts";

export async function writePath() {
  const { db, place } = await openTestStore();
  const write = (
    content: string,
    overrides: Partial<NewMemory> = {},
    options: Partial<AdmitOptions> = {},
  ) =>
    admit(
      db,
      PROJECT,
      { content, source: "agent_explicit", ...overrides },
      { redaction: {}, ...options },
      place.moment(),
    );
  const read = (id: MemoryId | null) => getMemory(db, id ?? "");
  return { db, place, write, read };
}
