/**
 * The first commit of a repository: the same in every clone, so it names a repository that has no remote.
 *
 * Only git can find it, and spawning git is too slow for a hook. So the answer is kept in a small file, and whoever
 * asks first, hook or command, pays once; everybody after that reads the same answer.
 */
import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFile, readSmallFile } from "@tacit-memory/files";
import { runGitSync } from "@tacit-memory/git";
import { sha256Hex } from "./hash.ts";

/** Given the common git folder; null when the repository has no commit or git cannot tell. */
export type RootCommitOf = (commonDir: string) => string | null;

/** Long histories take longer than this; the common folder is their identity then. */
const PATIENCE_MS = 2000;
export const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const FORMAT = "tacit-root-commit 1";

/**
 * Asks git. The commit that lies furthest back where several have no parent, as after a subtree was merged. A
 * shallow clone answers null: its first commit is only where the copy was cut.
 */
export function rootCommitOf(commonDir: string): string | null {
  if (isFile(join(commonDir, "shallow"))) return null;
  const { root, isLate } = lastRoot(commonDir, "HEAD");
  return root !== null || isLate ? root : lastRoot(commonDir, "--all").root;
}

/**
 * The same, remembered in `<home>/identity`. What is remembered holds as long as the folder is the same one, and
 * a failure only until `headCommit` changes.
 */
export function rememberedRootCommit(
  home: string,
  commonDir: string,
  headCommit: string | null,
  ask: RootCommitOf,
  warn: (warning: string) => void,
): string | null {
  const folder = join(home, "identity");
  const file = join(folder, sha256Hex(commonDir).slice(0, 32));
  const stamp = folderStamp(commonDir);
  const known = readSmallFile(file, 16_384)?.split("\n") ?? [];
  if (known[0] === FORMAT && known[1] === commonDir && known[2] === stamp) {
    const root = known[3] ?? "";
    if (SHA.test(root)) return root;
    if (known[4] === String(headCommit)) return null;
  }
  const root = ask(commonDir);
  const lines = [FORMAT, commonDir, stamp, root ?? "-", String(headCommit), ""];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, lines.join("\n"), { mode: 0o600 });
    renameSync(draft, file);
  } catch (cause) {
    // The answer is still right; only the next process has to ask again.
    warn(`the repository's first commit cannot be remembered: ${String(cause)}`);
  }
  return root;
}

/** Changes when the folder is deleted and made anew. */
export function folderStamp(commonDir: string): string {
  const stat = statSync(commonDir, { throwIfNoEntry: false });
  return stat === undefined ? "gone" : `${stat.ino}`;
}

function lastRoot(commonDir: string, from: string) {
  const question = ["rev-list", "--max-parents=0", from];
  const { answer, isLate } = runGitSync(commonDir, question, PATIENCE_MS);
  const last = answer?.trim().split("\n").at(-1) ?? "";
  return { root: SHA.test(last) ? last : null, isLate };
}

/** What git prints, a character a byte; null for no answer: no commit, no git, no permission, too slow. */
export function askGit(
  commonDir: string,
  question: readonly string[],
  timeoutMs = PATIENCE_MS,
): string | null {
  return runGitSync(commonDir, question, timeoutMs, "latin1").answer;
}
