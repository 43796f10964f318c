/** Is something learned here a matter of a branch? By files alone, since hooks ask it when a session ends. */
import { readRepository } from "./repository.ts";

interface LearnedAt {
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  readonly commit: string | null;
  /** Just now, here; false: told of afterwards, as by an import, when the branch may long have been merged. */
  readonly isLive: boolean;
}

export interface Staging {
  /** Checked out now; null without git. */
  readonly head: { readonly branch: string | null; readonly commit: string | null } | null;
  /** What was learned there holds only there, until it was merged. */
  readonly isStaged: (at: LearnedAt) => boolean;
  /** Of a branch that is not checked out; null when it is not here. */
  readonly tipOf: (branch: string) => string | null;
}

const WITHOUT_GIT: Staging = { head: null, isStaged: () => false, tipOf: () => null };

/** `root`: of the project; null when it is not on this machine, and nothing is staged. */
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
      // Which branch is the default one nobody can tell: better shown too often than lost.
      if (main === null || branch === main) return false;
      if (branch === null) return isLive && commit !== null;
      return isLive || tipOf(branch) !== null;
    },
  };
}
