/** Finds the commit that a shell command made, in the line that git prints about a new commit. */
import { unwrapShell } from "./shell-command.ts";

const COMMITTING = /\bgit\b[^\n;|&]*?\s(?:commit|cherry-pick|revert|merge|am)\b/;
/** `[main abc1234] subject`, `[main (root-commit) abc1234] subject`, `[detached HEAD abc1234] subject`. */
const COMMIT_LINE =
  /^\[(?:detached HEAD|[^\s[\]]{1,250})(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.*)$/gm;

export interface CommitOutput {
  /** As git printed it, usually abbreviated. */
  readonly sha: string;
  /** The first line of the message. */
  readonly message: string;
}

/** The last commit in the output, because an amended commit replaces the one before. */
export function parseCommitOutput(command: string, output: string): CommitOutput | null {
  if (!COMMITTING.test(unwrapShell(command))) return null;
  const last = [...output.matchAll(COMMIT_LINE)].at(-1);
  const [, sha, message] = last ?? [];
  return sha === undefined || message === undefined ? null : { sha, message: message.trim() };
}
