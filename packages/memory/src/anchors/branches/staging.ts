/** Decides whether a memory learned here is tied to a branch. Reads files only, because hooks call it when a session ends. */
import { readRepository } from "./repository.ts";

interface LearnedAt {
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  readonly commit: string | null;
  /**
   * True if learned just now at this checkout; false if reported later, as by an import, when the branch may already be
   * merged.
   */
  readonly isLive: boolean;
}

export interface Staging {
  /** The current checkout; null without git. */
  readonly head: { readonly branch: string | null; readonly commit: string | null } | null;
  /** Returns whether a memory learned there applies only there until the branch is merged. */
  readonly isStaged: (at: LearnedAt) => boolean;
  /** Tip of a branch that is not checked out; null if the branch does not exist here. */
  readonly tipOf: (branch: string) => string | null;
}

const WITHOUT_GIT: Staging = { head: null, isStaged: () => false, tipOf: () => null };

/** `root`: root folder of the project; null if it is not on this machine, so that nothing is staged. */
export function stagingAt(root: string | null): Staging {
  const repository = root === null ? null : readRepository(root);
  if (repository === null) return WITHOUT_GIT;
  const tipOf = (branch: string) =>
    repository.tipOf(branch) ?? repository.remoteTipsOf(branch)[0] ?? null;
  return {
    head: { branch: repository.branch, commit: repository.head },
    tipOf,
    isStaged: ({ branch, commit, isLive }) => {
      const main = repository.defaultBranch();
      // The default branch is unknown: showing a memory too often is better than losing it.
      if (main === null || branch === main) return false;
      if (branch === null) return isLive && commit !== null;
      return isLive || tipOf(branch) !== null;
    },
  };
}
