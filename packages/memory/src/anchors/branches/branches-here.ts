/** Branches, as an open engine sees them: what is told at what is checked out, what is learned there. */

import { type BranchStates, stageOf } from "../../domain/anchors/stage.ts";
import type { Hit } from "../../domain/hit.ts";
import type { Memory } from "../../domain/memory.ts";
import { listStages } from "../../store/memories/stages.ts";
import type { SessionRow } from "../../store/sessions/sessions.ts";
import type { Workspace } from "../../workspace.ts";
import { BRANCHES } from "./limits.ts";
import { branchStatesAt, shownOn } from "./sight.ts";
import { stagingAt } from "./staging.ts";

type Here = Pick<Workspace, "db" | "projectId" | "identity" | "moment">;

/** What a hook goes by: git is not asked. */
const NO_LOOK = 0;
/** For commands and servers. */
export const MAY_LOOK: number = BRANCHES.lookMs;

export function branchStatesHere(workspace: Here, lookMs: number): Promise<BranchStates> {
  const { db, projectId, moment } = workspace;
  return branchStatesAt({ db, projectId, root: workspace.identity.root, moment }, { lookMs });
}

/** Stages whose memories are not told at what is checked out; undefined where all are. */
export async function hiddenHere(workspace: Here): Promise<readonly string[] | undefined> {
  return (await branchStatesHere(workspace, NO_LOOK)).hidden;
}

/** Whether a memory is told where these are not. */
export function isShownBeside(
  hidden: readonly string[] | undefined,
): (memory: Parameters<typeof stageOf>[0]) => boolean {
  const stages = new Set(hidden);
  return (memory) => !stages.has(stageOf(memory) ?? "");
}

/** Hits that are staged, with what is to be said of that. */
export function withBranches(hits: readonly Hit[], here: BranchStates): Hit[] {
  return hits.map((hit) => {
    const branch = here.of(hit.memory);
    return branch === null ? hit : { ...hit, branch };
  });
}

/** Where something is learned: at what is checked out now, unless another branch is named. */
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

/** Whether a memory was told where a session was, which may have been on another branch than what is checked out. */
export async function shownInSession(
  workspace: Here,
  session: Pick<SessionRow, "projectId" | "branch" | "commit">,
): Promise<(memory: Memory) => boolean> {
  // Another project's branches are not here to be looked at.
  if (session.projectId !== workspace.projectId) return () => true;
  const { db, projectId, moment } = workspace;
  return shownOn({ db, projectId, root: workspace.identity.root, moment }, session);
}

export interface StagedCount {
  /** Memories that hold only where their branch is merged. */
  readonly memories: number;
  readonly branches: number;
  /** Of them, those that are not told at what is checked out. */
  readonly hidden: number;
}

export async function countStaged(workspace: Here): Promise<StagedCount> {
  const { hidden = [] } = await branchStatesHere(workspace, MAY_LOOK);
  const stages = await listStages(workspace.db, workspace.projectId);
  const sum = (rows: typeof stages) => rows.reduce((total, { memories }) => total + memories, 0);
  return {
    memories: sum(stages),
    branches: new Set(stages.map(({ stage }) => stage.slice(stage.indexOf(":")))).size,
    hidden: sum(stages.filter(({ stage }) => hidden.includes(stage))),
  };
}
