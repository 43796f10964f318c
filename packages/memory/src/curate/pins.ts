/** Limits the number of pinned memories, because each is shown at the start of every session. */

import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { ProjectId } from "../domain/ids.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import { countPinned } from "../store/memories/memory-counts.ts";

/** Maximum for a project, including global memories: with more, the pinned ones would fill the block of the session start. */
const MAX_PINS = 20;

/** Call after a change that pinned, in its transaction, so that an error rolls it back. Throws "not_allowed". */
export async function requireFewPins(db: Database, projectId: ProjectId): Promise<void> {
  if ((await countPinned(db, projectId)) > MAX_PINS) throw tooMany();
}

/** Call before a change that pins another memory. Throws "not_allowed". */
export async function requireRoomForPin(db: Database, projectId: ProjectId): Promise<void> {
  if (!(await hasRoomForPin(db, projectId))) throw tooMany();
}

export async function hasRoomForPin(db: Database, projectId: ProjectId): Promise<boolean> {
  return (await countPinned(db, projectId)) < MAX_PINS;
}

function tooMany(): MemoryError {
  return new MemoryError("not_allowed", {
    reason: sentenceOf("too_many_pins", { count: MAX_PINS }),
  });
}
