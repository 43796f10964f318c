/** Checks memories against the current code, for recall and for the review queue. */

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
  type ReviewEntry,
} from "../../store/memories/review-entries.ts";
import type { Workspace } from "../../workspace.ts";
import { codeIndexPath } from "../code-index-path.ts";
import { FRESHNESS } from "../limits.ts";
import { notesGone } from "./anchor-words.ts";
import { createFreshness, type FreshnessContext } from "./freshness.ts";

type ProjectStore = Pick<Workspace, "db" | "identity" | "projectId">;
type FilesDefining = FreshnessContext["filesDefining"];

export function freshnessOf(
  where: ProjectStore,
  filesDefining: FilesDefining,
  gitPatienceMs?: number,
): FreshnessCheck {
  const { root } = where.identity;
  return createFreshness({
    // A project opened from elsewhere may have no folder on this machine; its files do not count as gone.
    root: existsSync(root) ? root : null,
    headOf: () => headOf(root),
    filesDefining,
    movedTo: newLocationIn(where),
    wasGone: async ({ memoryId, path, symbol }) => {
      const entries = await listReviewEntries(where.db, [memoryId]);
      return entries.some(
        ({ reason, detail }) => reason === "stale" && notesGone(detail, { path, symbol }),
      );
    },
    gitPatienceMs,
  });
}

/** Returns the noted new location of a missing file; null if none is noted or the new location is missing too. */
function newLocationIn({ db, identity: { root }, projectId }: ProjectStore) {
  return async (path: string): Promise<string | null> => {
    const noted = await placesNow(db, projectId, path);
    return noted.find((item) => existsSync(join(root, item))) ?? null;
  };
}

/**
 * Returns the commit checked out now, read on each call because an engine that stays open sees many. Null without git and
 * before the first commit.
 */
export function headOf(root: string): string | null {
  const layout = findGitLayout(root);
  return layout === null || "brokenLink" in layout ? null : readHead(layout).commit;
}

/**
 * Returns the files that define a name according to the updated code graph. Empty if the project was never indexed: a query
 * about a memory does not justify reading all of the code.
 */
export function indexedFilesDefining(
  where: Parameters<typeof codeIndexPath>[0],
  code: CodeNames,
): FilesDefining {
  return async (name) => {
    if (!existsSync(codeIndexPath(where))) return [];
    try {
      return [...new Set((await code.findSymbol(name)).map(({ path }) => path))];
    } catch {
      // A busy, full or damaged index is reported by `tacit index`; here it only means that the answer is unknown.
      return [];
    }
  };
}

const CHECKED_TOGETHER = 20;

/** Checks every memory that can become stale and updates the review queue. Returns the state of each one's code. */
export async function recheck(
  workspace: Workspace,
  options: Omit<CheckOptions, "nowMs"> = {},
): Promise<ReadonlyMap<MemoryId, CodeState>> {
  const states = new Map<MemoryId, CodeState>();
  const ids = await listCheckable(workspace.db, workspace.projectId, FRESHNESS.recheckedMemories);
  // Checks as many memories at a time as a recall does, because each query has its own limits.
  for (let at = 0; at < ids.length; at += CHECKED_TOGETHER) {
    const memories = await getMemories(workspace.db, ids.slice(at, at + CHECKED_TOGETHER));
    const checked = await stateOf(workspace, memories, options);
    await keepReviewQueue(workspace, checked);
    for (const [id, state] of checked) states.set(id, state);
  }
  return states;
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

/** Queues memories that need a person's review and withdraws memories whose code is unchanged again. */
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

/** Returns why each of these memories waits for review; memories that do not wait are left out. */
export async function reviewReasons(
  workspace: Workspace,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, readonly ReviewEntry[]>> {
  const entries = await listReviewEntries(workspace.db, ids);
  return Map.groupBy(entries, ({ memoryId }) => memoryId);
}
