/**
 * Branches as seen by an open engine: which memories are shown at the current checkout, and where a new memory is learned.
 */

import { type BranchStates, type HiddenHere, stageOf } from "../../domain/anchors/stage.ts";
import type { Hit } from "../../domain/hit.ts";
import type { Memory } from "../../domain/memory.ts";
import { listStages } from "../../store/memories/stages.ts";
import type { SessionRow } from "../../store/sessions/sessions.ts";
import type { Workspace } from "../../workspace.ts";
import { branchStatesAt, shownOnBranch } from "./branch-visibility.ts";
import { BRANCHES } from "./limits.ts";
import { stagingAt } from "./staging.ts";

type BranchContext = Pick<Workspace, "db" | "projectId" | "identity" | "moment">;

/** Time limit for hooks: git is not called. */
const NO_GIT_MS = 0;
/** Time limit for commands and servers. */
export const GIT_LIMIT_MS: number = BRANCHES.gitLimitMs;

export function currentBranchStates(
  workspace: BranchContext,
  gitLimitMs: number,
): Promise<BranchStates> {
  const { db, projectId, moment } = workspace;
  return branchStatesAt({ db, projectId, root: workspace.identity.root, moment }, { gitLimitMs });
}

/** Returns what is hidden at the current checkout. */
export async function hiddenHere(workspace: BranchContext): Promise<HiddenHere> {
  return (await currentBranchStates(workspace, NO_GIT_MS)).hidden;
}

/** Returns a predicate that tells whether a memory is shown while this is hidden. */
export function isShownUnlessHidden({
  hiddenStages,
  replacedIds,
}: HiddenHere): (memory: Parameters<typeof stageOf>[0] & { readonly id: string }) => boolean {
  const [stages, replaced] = [new Set(hiddenStages), new Set(replacedIds)];
  return (memory) => !stages.has(stageOf(memory) ?? "") && !replaced.has(memory.id);
}

/** Adds the branch and its state to hits that are staged. */
export function withBranches(hits: readonly Hit[], here: BranchStates): Hit[] {
  return hits.map((hit) => {
    const branch = here.of(hit.memory);
    return branch === null ? hit : { ...hit, branch };
  });
}

/** Returns where a memory is learned: at the current checkout, unless another branch is named. */
export function learnedAt(
  { identity }: Pick<Workspace, "identity">,
  input: {
    readonly branch?: string | null | undefined;
    readonly commit?: string | null | undefined;
  },
): { branch: string | null; commit: string | null; isStaged: boolean } {
  const staging = stagingAt(identity.root);
  const head = staging.head ?? identity;
  const branch = input.branch ?? head.branch;
  const isElsewhere = branch !== head.branch;
  const commit =
    input.commit ?? (isElsewhere && branch !== null ? staging.tipOf(branch) : head.commit);
  return { branch, commit, isStaged: staging.isStaged({ branch, commit, isLive: !isElsewhere }) };
}

/** Returns whether a memory was shown where a session ran, which may have been on a branch other than the current one. */
export async function shownInSession(
  workspace: BranchContext,
  session: Pick<SessionRow, "projectId" | "branch" | "commit">,
): Promise<(memory: Memory) => boolean> {
  // The branches of another project cannot be checked here.
  if (session.projectId !== workspace.projectId) return () => true;
  const { db, projectId, moment } = workspace;
  return shownOnBranch({ db, projectId, root: workspace.identity.root, moment }, session);
}

export interface StagedCount {
  /** Staged memories, which apply only where their branch is merged. */
  readonly memories: number;
  readonly branches: number;
  /** Staged memories that are hidden at the current checkout. */
  readonly hidden: number;
}

export async function countStaged(workspace: BranchContext): Promise<StagedCount> {
  const { hidden } = await currentBranchStates(workspace, GIT_LIMIT_MS);
  const hiddenStages = hidden.hiddenStages ?? [];
  const stages = await listStages(workspace.db, workspace.projectId);
  const sum = (rows: typeof stages) => rows.reduce((total, { memories }) => total + memories, 0);
  return {
    memories: sum(stages),
    branches: new Set(stages.map(({ stage }) => stage.slice(stage.indexOf(":")))).size,
    hidden: sum(stages.filter(({ stage }) => hiddenStages.includes(stage))),
  };
}
