/** Counts the pinned memories that do not fit in full at the start of a session. */
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import { startBlock } from "./session-blocks.ts";

/** Returns how many pinned memories a session that starts now is shown by title only. */
export async function countPinnedByTitle(workspace: Workspace): Promise<number> {
  const { db, projectId } = workspace;
  const pinned = await listMemories(db, { projectId, isPinned: true });
  if (pinned.length === 0) return 0;
  const ids = new Set<string>(pinned.map(({ id }) => id));
  const recipient = { session: "", point: "session_start" } as const;
  const { shown } = await startBlock(workspace, recipient, { isPreview: true });
  return shown.filter(({ id, pointedAs }) => pointedAs !== null && ids.has(id)).length;
}
