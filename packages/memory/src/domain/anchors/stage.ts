/**
 * Where a memory holds that was learned on a branch: until the branch is merged it is *staged*, and bound to the
 * branch and the commit it was learned at. All memories of one branch and commit are one stage, and are seen together.
 */
import type { Memory } from "../memory.ts";

type Learned = Pick<Memory, "isStaged" | "branch" | "commit">;

/** Null for a memory that holds wherever its project is. The store has the same as a column. */
export function stageOf(memory: Learned): string | null {
  return memory.isStaged ? `${memory.commit ?? ""}:${memory.branch ?? ""}` : null;
}

export interface Stage {
  /** Null when it was learned on a detached HEAD. */
  readonly branch: string | null;
  /** Checked out when it was learned; null when nobody knew. */
  readonly commit: string | null;
}

const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export function isCommit(text: string): boolean {
  return SHA.test(text);
}

/** What is no commit, as an import may have it, is none. */
export function parseStage(key: string): Stage {
  const colon = key.indexOf(":");
  const [commit, branch] = [key.slice(0, colon), key.slice(colon + 1)];
  return { branch: branch === "" ? null : branch, commit: isCommit(commit) ? commit : null };
}

const DURABLE_TYPES: ReadonlySet<Memory["type"]> = new Set([
  "preference",
  "convention",
  "correction",
  // Says itself which branch it is about, and is read once.
  "handoff",
]);
const SHARED: ReadonlySet<Memory["visibility"]> = new Set(["team", "organization"]);

/** How people want to work does not depend on a branch, nor does what was shared on purpose. */
export function isDurableAtOnce(memory: Pick<Memory, "type" | "scope" | "visibility">): boolean {
  return (
    memory.scope === "global" || DURABLE_TYPES.has(memory.type) || SHARED.has(memory.visibility)
  );
}

/**
 * What is to be said of a stage at a commit:
 * `here`: its branch is checked out. `contained`: what carries it is in the history. `equivalent`: a commit with the
 * same changes is. `unknown`: git cannot tell, and it is shown. `elsewhere`: on a branch that is not merged into what
 * is checked out. `gone`: on a branch that is there no more and was not merged.
 */
export type StageVerdict = "here" | "contained" | "equivalent" | "unknown" | "elsewhere" | "gone";

export function isHidden(verdict: StageVerdict): boolean {
  return verdict === "elsewhere" || verdict === "gone";
}

/** A staged memory against what is checked out. */
export interface BranchState extends Stage {
  readonly verdict: StageVerdict;
  /** For people and agents; null where there is nothing to say. */
  readonly note: string | null;
}

/** Stages that are not to be told here, and what is said of all. */
export interface BranchStates {
  /** Undefined where nothing is hidden. */
  readonly hidden: readonly string[] | undefined;
  /** Null for a memory that holds everywhere. */
  readonly of: (memory: Learned) => BranchState | null;
}

/** What became of a stage that was merged. */
export interface Merge {
  readonly stage: string;
  /** In words, such as "merged into main". */
  readonly how: string;
}
