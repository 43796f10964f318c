/**
 * The first commit of a repository. It is the same in every clone, so it identifies a repository that has no remote.
 *
 * Only git can find it, and starting git is too slow for every hook. The first process that asks, hook or command, stores
 * the answer in a small file; later processes read it.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { isFile, readSmallFile, replaceFile } from "@tacit-memory/files";
import { runGitSync } from "@tacit-memory/git";
import { SHA } from "./git-head.ts";
import type { ProjectWarning } from "./project-warning.ts";
import { sha256Hex } from "./sha256.ts";

/** Finds the first commit by the common git folder; null if the repository has no commit or git does not answer. */
export type RootCommitOf = (commonDir: string) => string | null;

/** Git may need longer for a long history. Such a repository is identified by its common folder. */
const GIT_LIMIT_MS = 2000;
const FORMAT = "tacit-root-commit 1";

/**
 * Asks git. If several commits have no parent, as after a subtree merge, the result is the oldest of them. The result is
 * null for a shallow clone: its first commit is only the place where the history was cut.
 */
export function rootCommitOf(commonDir: string): string | null {
  if (isFile(join(commonDir, "shallow"))) return null;
  const { root, isLate } = oldestRoot(commonDir, "HEAD");
  return root !== null || isLate ? root : oldestRoot(commonDir, "--all").root;
}

/**
 * The first commit as stored in `<home>/identity`; asks git and stores the answer if there is none. A stored commit is
 * valid while the folder has the same inode, a stored failure until `headCommit` changes.
 */
export function storedRootCommit(
  home: string,
  commonDir: string,
  headCommit: string | null,
  ask: RootCommitOf,
  warn: (warning: ProjectWarning) => void,
): string | null {
  const stored = storedAnswer(home, commonDir);
  if (stored !== null && (stored.root !== null || stored.headCommit === String(headCommit)))
    return stored.root;
  const stamp = folderStamp(commonDir);
  const root = ask(commonDir);
  const lines = [FORMAT, commonDir, stamp, root ?? "-", String(headCommit), ""];
  try {
    replaceFile(answerFile(home, commonDir), lines.join("\n"), { folderMode: 0o700 });
  } catch (cause) {
    // The answer is correct; only the next process has to ask git again.
    warn({ code: "first_commit_not_stored", problem: String(cause) });
  }
  return root;
}

/** The first commit if an earlier process stored it; null if it is not known. Never asks git and stores nothing. */
export function knownRootCommit(home: string, commonDir: string): string | null {
  return storedAnswer(home, commonDir)?.root ?? null;
}

/** The stored answer of git for this folder; null if there is none. `root`: null for a failure. */
function storedAnswer(home: string, commonDir: string) {
  const lines = readSmallFile(answerFile(home, commonDir), 16_384)?.split("\n") ?? [];
  const [format, folder, stamp, root = "", headCommit] = lines;
  if (format !== FORMAT || folder !== commonDir || stamp !== folderStamp(commonDir)) return null;
  return { root: SHA.test(root) ? root : null, headCommit };
}

function answerFile(home: string, commonDir: string): string {
  return join(home, "identity", sha256Hex(commonDir).slice(0, 32));
}

/** A stamp that changes when the folder is deleted and created again. */
export function folderStamp(commonDir: string): string {
  const stat = statSync(commonDir, { throwIfNoEntry: false });
  return stat === undefined ? "gone" : `${stat.ino}`;
}

function oldestRoot(commonDir: string, from: string) {
  const { answer, isLate } = runGitSync(
    commonDir,
    ["rev-list", "--max-parents=0", from],
    GIT_LIMIT_MS,
  );
  const last = answer?.trim().split("\n").at(-1) ?? "";
  return { root: SHA.test(last) ? last : null, isLate };
}

/** The output of git, one character per byte. Null without an answer: no commit, no git, no permission, or too slow. */
export function askGit(
  commonDir: string,
  args: readonly string[],
  timeoutMs = GIT_LIMIT_MS,
): string | null {
  return runGitSync(commonDir, args, timeoutMs, "latin1").answer;
}
