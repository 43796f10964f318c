/** Memories held against the code as it is: for recall, and for the review queue. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { findGitLayout, readHead } from "@tacit-memory/project";
import type { CodeState } from "../../domain/hit.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import type { CodeNames } from "../../domain/ports/code-names.ts";
import type { CheckOptions, FreshnessCheck } from "../../domain/ports/freshness.ts";
import { listAnchors } from "../../store/memories/anchors.ts";
import { getMemories } from "../../store/memories/memories.ts";
import { placesNow } from "../../store/memories/renamed-places.ts";
import {
  closeReviewEntries,
  listCheckable,
  listReviewEntries,
} from "../../store/memories/review-entries.ts";
import type { Workspace } from "../../workspace.ts";
import { codeIndexPath } from "../code-index-path.ts";
import { FRESHNESS } from "../limits.ts";
import { createFreshness, type FreshnessPlace } from "./freshness.ts";

type Where = Pick<Workspace, "db" | "identity" | "projectId">;
type FilesNaming = FreshnessPlace["filesNaming"];

export function freshnessOf(where: Where, filesNaming: FilesNaming): FreshnessCheck {
  const { root } = where.identity;
  return createFreshness({
    // A project named from elsewhere may have no folder on this machine: nothing is gone then.
    root: existsSync(root) ? root : null,
    headOf: () => headOf(root),
    filesNaming,
    wentTo: wentToIn(where),
  });
}

/** Where something went that is not where it was; null where nobody noted it, or it is not there either. */
function wentToIn({ db, identity: { root }, projectId }: Where) {
  return async (path: string): Promise<string | null> => {
    const noted = await placesNow(db, projectId, path);
    return noted.find((item) => existsSync(join(root, item))) ?? null;
  };
}

/** The commit checked out now: an engine that stays open sees many. Null without git, and before the first one. */
export function headOf(root: string): string | null {
  const layout = findGitLayout(root);
  return layout === null || "brokenLink" in layout ? null : readHead(layout).commit;
}

/**
 * Files that define a name, by the code graph, brought up to date. Empty where nobody has indexed the project: a
 * question about a memory is no reason to read all of the code.
 */
export function indexedFilesNaming(
  where: Parameters<typeof codeIndexPath>[0],
  code: CodeNames,
): FilesNaming {
  return async (name) => {
    if (!existsSync(codeIndexPath(where))) return [];
    try {
      return [...new Set((await code.findSymbol(name)).map(({ path }) => path))];
    } catch {
      // Busy, full or damaged: `tacit index` says so. Here it only means that nobody knows.
      return [];
    }
  };
}

const CHECKED_TOGETHER = 20;

/** Looks at every memory that can go stale, and brings the review queue in line with what was found. */
export async function recheck(
  workspace: Workspace,
  options: Omit<CheckOptions, "nowMs"> = {},
): Promise<void> {
  const ids = await listCheckable(workspace.db, workspace.projectId, FRESHNESS.recheckedMemories);
  // As many at a time as a recall has, for each such question has its own limits.
  for (let at = 0; at < ids.length; at += CHECKED_TOGETHER) {
    const memories = await getMemories(workspace.db, ids.slice(at, at + CHECKED_TOGETHER));
    await keepReviewQueue(workspace, await stateOf(workspace, memories, options));
  }
}

export async function stateOf(
  workspace: Workspace,
  memories: readonly Memory[],
  options: Omit<CheckOptions, "nowMs">,
): Promise<Map<MemoryId, CodeState>> {
  const here = memories.filter(
    ({ projectId }) => projectId === null || projectId === workspace.projectId,
  );
  const anchors = await listAnchors(
    workspace.db,
    here.map(({ id }) => id),
  );
  return workspace.freshness.check(here, anchors, { ...options, nowMs: workspace.moment().nowMs });
}

/** Queues what a person should look at and withdraws what is as it was. */
export async function keepReviewQueue(
  workspace: Workspace,
  freshnessById: ReadonlyMap<MemoryId, CodeState>,
): Promise<void> {
  const wanted = [...freshnessById].flatMap(([memoryId, one]) => {
    if (!one.isDoubtful) return [];
    const reason = one.metCondition === null ? ("stale" as const) : ("invalid" as const);
    return [{ memoryId, reason, detail: one.note ?? one.freshness }];
  });
  const { nowMs } = workspace.moment();
  await closeReviewEntries(workspace.db, [...freshnessById.keys()], wanted, nowMs, [
    "stale",
    "invalid",
  ]);
}

/** Why each of these waits for a look; those that do not are left out. */
export async function reviewReasons(
  workspace: Workspace,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, readonly string[]>> {
  const reasons = new Map<MemoryId, string[]>();
  for (const { memoryId, detail } of await listReviewEntries(workspace.db, ids)) {
    reasons.set(memoryId, [...(reasons.get(memoryId) ?? []), detail]);
  }
  return reasons;
}
