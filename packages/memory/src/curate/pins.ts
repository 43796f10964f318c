/** How many memories are pinned: each is shown at the start of every session, so there is an end to it. */
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import { countPinned } from "../store/memories/memory-counts.ts";

/** Of a project, with those of every project. DESIGN section 9. */
const MOST_PINS = 20;

/** After a change that pinned: in its transaction, so that it is taken back. Throws "not_allowed". */
export async function requireFewPins(db: Database, projectId: ProjectId): Promise<void> {
  if ((await countPinned(db, projectId)) > MOST_PINS) throw tooMany();
}

/** Before a change that pins one more. Throws "not_allowed". */
export async function requireRoomForPin(db: Database, projectId: ProjectId): Promise<void> {
  if ((await countPinned(db, projectId)) >= MOST_PINS) throw tooMany();
}

function tooMany(): MemoryError {
  return new MemoryError("not_allowed", {
    reason: `the memory was not pinned: ${MOST_PINS} are pinned already, which is the limit, because each is shown at the start of every session; \`tacit list --pinned\` lists them, and \`tacit unpin ID\` makes room for another`,
  });
}
