/**
 * The changes of a commit as one hash. It is equal wherever the same lines are removed and added, whatever the lines around
 * them, so that a commit is recognised after a rebase, a cherry-pick or a squash. Like `git patch-id`, but without context
 * lines, which differ if the target branch has moved on.
 */
import { createHash } from "node:crypto";
import type { KnownPatch } from "../../store/memories/stages.ts";

/** Options of `git diff` and `git log` that the parser needs, independent of the user's configuration. */
export const DIFF_OPTIONS = [
  ...["-p", "-U0", "--full-index", "--no-color", "--no-renames", "--no-ext-diff"],
  ...["--no-textconv", "--no-indent-heuristic", "--diff-algorithm=myers", "--inter-hunk-context=0"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"],
];
/** Format of `git log`: a mark that no text contains, and the commit. */
export const LOG_FORMAT = "--format=tformat:%x00%H";

/** Returns patches by commit from `git log` with LOG_FORMAT and DIFF_OPTIONS; a commit that changes nothing has none. */
export function patchesOfLog(text: string): Map<string, KnownPatch> {
  const found = new Map<string, KnownPatch>();
  for (const record of text.split("\0")) {
    const end = record.indexOf("\n");
    const patch = end === -1 ? null : patchOf(record.slice(end + 1));
    if (patch !== null) found.set(record.slice(0, end).trim(), patch);
  }
  return found;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Returns the patch of one diff; null for an empty one. */
export function patchOf(diff: string): KnownPatch | null {
  const files: ChangedFile[] = [];
  let left = 0;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    if (line.startsWith("\\ No newline")) continue;
    if (left > 0) {
      left--;
      file?.lines.push(line.charAt(0) + line.slice(1).replace(/\s+/g, ""));
      continue;
    }
    const [hunk, removed = "1", added = "1"] = HUNK.exec(line) ?? [];
    if (hunk !== undefined) left = Number(removed) + Number(added);
    else if (line.startsWith("diff --git ")) files.push(fileOf(line));
    else if (file !== undefined) takeHeader(file, line);
  }
  if (files.length === 0) return null;
  const parts = files.map(({ name, lines }) => `${name}\n${lines.join("\n")}`).sort();
  const id = createHash("sha1").update(parts.join("\0")).digest("hex");
  return { id, paths: files.map(({ path }) => path).filter((path) => path !== "") };
}

interface ChangedFile {
  /** The first line of the file's diff with both names: the only line with a name if no line is changed. */
  readonly name: string;
  /** Empty if no line is changed or git quotes the path. */
  path: string;
  /** Object name of the content after the change. */
  became: string;
  readonly lines: string[];
}

function fileOf(line: string): ChangedFile {
  return { name: line.slice("diff --git ".length), path: "", became: "", lines: [] };
}

/** Lines that describe a file that is empty or changes only its mode, for which git prints no content lines. */
const MODE = /^(?:old|new|new file|deleted file) mode \d+$/;

function takeHeader(file: ChangedFile, line: string): void {
  const [, path] = /^(?:\+\+\+ b|--- a)\/(.*)$/.exec(line) ?? [];
  if (path !== undefined) file.path = path.replace(/\t$/, "");
  if (MODE.test(line)) file.lines.push(line);
  const [, became] = /^index [0-9a-f]+\.\.([0-9a-f]+)/.exec(line) ?? [];
  if (became !== undefined) file.became = became;
  // For a binary file git prints no lines, only the object name of the new content.
  if (line.startsWith("Binary files ")) file.lines.push(line, file.became);
}
