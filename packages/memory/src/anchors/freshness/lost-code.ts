/**
 * Searches the whole project for code that is missing from its file, and stores in the review queue which of it is gone. A hook
 * within a session has no time for that; it reads the entry and no longer shows a memory whose code was deleted.
 */
import { listAnchors, listPartAnchors } from "../../store/memories/anchors.ts";
import { getMemories } from "../../store/memories/memories.ts";
import type { Workspace } from "../../workspace.ts";
import { FRESHNESS } from "../limits.ts";
import { freshnessOf, headOf, keepReviewQueue } from "./check-memories.ts";

/** Searches until this time of `performance.now()`. Calls git only if code is missing and not yet known to be gone. */
export async function searchLostCode(workspace: Workspace, untilMs: number): Promise<void> {
  const { db, identity, projectId, freshness } = workspace;
  const leftMs = () => Math.ceil(untilMs - performance.now());
  // Without git, this process cannot search everywhere.
  if (leftMs() <= 0 || headOf(identity.root) === null) return;
  const parts = await listPartAnchors(db, projectId, FRESHNESS.anchoredParts);
  const subjects = [...new Set(parts.map(({ memoryId }) => memoryId))].map((id) => ({
    id,
    projectId,
    files: [],
    invalidWhen: [],
  }));
  const { nowMs } = workspace.moment();
  const states = await freshness.check(subjects, parts, { nowMs });
  const lost = [...states].flatMap(([id, { anchors }]) =>
    anchors.some(({ isMissing }) => isMissing === true) ? id : [],
  );
  for (const memory of await getMemories(db, lost)) {
    const gitPatienceMs = leftMs();
    if (gitPatienceMs <= 0) return;
    const searching = freshnessOf(workspace, async () => [], gitPatienceMs);
    const anchors = await listAnchors(db, [memory.id]);
    const found = await searching.check([memory], anchors, { nowMs, mayAskGit: true });
    // A git command that was cut short is no proof.
    if (leftMs() > 0) await keepReviewQueue(workspace, found);
  }
}
