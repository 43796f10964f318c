/** Limits the number of pinned memories, because each is shown at the start of every session. */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import { countPinned } from "../store/memories/memory-counts.ts";

/** Maximum for a project, including global memories: with more, the pinned ones would fill the block of the session start. */
const MOST_PINS = 20;

/** Call after a change that pinned, in its transaction, so that an error rolls it back. Throws "not_allowed". */
export async function requireFewPins(db: Database, projectId: ProjectId): Promise<void> {
  if ((await countPinned(db, projectId)) > MOST_PINS) throw tooMany();
}

/** Call before a change that pins another memory. Throws "not_allowed". */
export async function requireRoomForPin(db: Database, projectId: ProjectId): Promise<void> {
  if ((await countPinned(db, projectId)) >= MOST_PINS) throw tooMany();
}

function tooMany(): MemoryError {
  return new MemoryError("not_allowed", {
    reason: `the memory was not pinned: ${MOST_PINS} are pinned already, which is the limit, because each is shown at the start of every session; \`tacit list --pinned\` lists them, and \`tacit unpin ID\` makes room for another`,
  });
}
