/**
 * Where a memory learned on a branch applies: until the branch is merged it is *staged*, tied to the branch and the commit it
 * was learned at. All memories of the same branch and commit form one stage and are judged together.
 */
import type { Memory } from "../memory.ts";

type Learned = Pick<Memory, "isStaged" | "branch" | "commit">;

/** Returns the stage of a memory; null if it applies everywhere in its project. The store has the same value as a column. */
export function stageOf(memory: Learned): string | null {
  return memory.isStaged ? `${memory.commit ?? ""}:${memory.branch ?? ""}` : null;
}

export interface Stage {
  /** Null if learned on a detached HEAD. */
  readonly branch: string | null;
  /** Commit checked out when it was learned; null if unknown. */
  readonly commit: string | null;
}

const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export function isCommit(text: string): boolean {
  return SHA.test(text);
}

/** Parses a stage; an invalid commit, as an import may contain, becomes null. */
export function parseStage(key: string): Stage {
  const colon = key.indexOf(":");
  const [commit, branch] = [key.slice(0, colon), key.slice(colon + 1)];
  return { branch: branch === "" ? null : branch, commit: isCommit(commit) ? commit : null };
}

const DURABLE_TYPES: ReadonlySet<Memory["type"]> = new Set([
  "preference",
  "convention",
  "correction",
  // Names its branch itself and is read only once.
  "handoff",
]);
const SHARED: ReadonlySet<Memory["visibility"]> = new Set(["team", "organization"]);

/** Returns whether a memory never depends on a branch: working habits and what was shared deliberately. */
export function isDurableAtOnce(memory: Pick<Memory, "type" | "scope" | "visibility">): boolean {
  return (
    memory.scope === "global" || DURABLE_TYPES.has(memory.type) || SHARED.has(memory.visibility)
  );
}

/**
 * State of a stage at a commit:
 * `here`: its branch is checked out. `contained`: a carrier of it is in the history. `equivalent`: a commit with the same
 * changes is. `unknown`: git cannot tell, and it is shown. `elsewhere`: on a branch that is not merged into the current
 * checkout. `gone`: on a branch that no longer exists and was not merged.
 */
export type StageVerdict = "here" | "contained" | "equivalent" | "unknown" | "elsewhere" | "gone";

export function isHidden(verdict: StageVerdict): boolean {
  return verdict === "elsewhere" || verdict === "gone";
}

/** State of a staged memory at the current checkout. */
export interface BranchState extends Stage {
  readonly verdict: StageVerdict;
  /** Note for people and agents; null if none is needed. */
  readonly note: string | null;
}

/** What is hidden at a checkout. */
export interface HiddenHere {
  /** Stages whose memories are hidden; undefined if none is. */
  readonly hiddenStages?: readonly string[] | undefined;
  /** Ids of memories that a memory shown here replaces until its branch is merged; undefined if there are none. */
  readonly replacedIds?: readonly string[] | undefined;
}

/** What is hidden at the current checkout, and the state of each memory. */
export interface BranchStates {
  readonly hidden: HiddenHere;
  /** Null for a memory that applies everywhere. */
  readonly of: (memory: Learned) => BranchState | null;
}

/** How a stage was merged. */
export interface Merge {
  readonly stage: string;
  /** Description, such as "merged into main". */
  readonly how: string;
}
